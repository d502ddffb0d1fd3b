"""How to play at one table: its rules in plain words, each with rounds that the real table settled."""

from wartable.lessons.lesson import LessonPart, make_lesson
from wartable.lessons.playing import PlayedExample
