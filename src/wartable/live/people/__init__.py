"""The people of the house: who they are, what they hold, and what they ask for."""

from wartable.live.people.named import why_not
from wartable.live.people.neighbours import ActorCommand, are_welcome, arrivals, bots_of, departures, offered_to
from wartable.live.people.orders import NEVER_SAID, BadCommand, Speaker, decide_all, interpret, read_command, with_words
from wartable.live.people.patrons import GUEST, Patrons, is_bot, is_play_money
from wartable.live.people.register import LockedUntil, People, new_password, tell_lock
from wartable.live.people.requests import Request, Requests, has_lapsed, is_past, people_behind, place_of
from wartable.live.people.walk_ins import banks, is_walk_in, walk_in
