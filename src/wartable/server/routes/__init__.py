"""The routes of the HTTP door, one file for each room they lead to."""

from collections.abc import Sequence

from litestar.types import ControllerRouterHandler

from wartable.server.routes import audit, cage, claims, drills, friends, keys, lab, people, system, tables

ROUTES: Sequence[ControllerRouterHandler] = (
    *system.ROUTES,
    *people.ROUTES,
    *tables.ROUTES,
    *friends.ROUTES,
    *keys.ROUTES,
    *cage.ROUTES,
    *audit.ROUTES,
    *lab.ROUTES,
    *claims.ROUTES,
    *drills.ROUTES,
)
