"""Who speaks for the house: everybody but the players, who each have a name."""

from wartable.table.words import Actor

DEALER = Actor("dealer")
FLOOR = Actor("floor")
SHOE = Actor("shoe")
CLOCK = Actor("clock")
METER = Actor("meter")
