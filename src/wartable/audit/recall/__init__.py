"""Rounds recalled from a log, each as it was."""

from wartable.audit.recall.page import recall_page
from wartable.audit.recall.recalled import RecalledRound, SettledWager
from wartable.audit.recall.recalling import NotRecalled, recall, recall_seat
