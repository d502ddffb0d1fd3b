"""The roles of the house; each player has a name instead."""

from wartable.table.words import Actor

DEALER = Actor("dealer")
FLOOR = Actor("floor")
SHOE = Actor("shoe")
CLOCK = Actor("clock")
METER = Actor("meter")
