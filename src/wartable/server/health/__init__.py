"""What is counted and logged while the server runs."""

from wartable.server.health.figures import Board, Figures, add, figures_of, go_on_from
from wartable.server.health.logs import Logger, hearing_libraries
from wartable.server.health.metrics import CONTENT_TYPE, render
