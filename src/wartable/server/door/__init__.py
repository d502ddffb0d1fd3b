"""The door before the routes and the sockets: who is there, from where and how often."""

from wartable.server.door.guard import LOOPBACK, Door, DoorSettings, TheDoor, Who, address_of, guard
from wartable.server.door.sessions import COOKIE, WATCHER, Session
from wartable.server.door.simulations import Simulations
