"""A table in the terminal: the same table, the same dealer and the same log, in this process and for one person."""

from wartable.play.app import PlayApp
from wartable.play.settings import PlaySettings, settings_for
from wartable.play.table import open_play_table
