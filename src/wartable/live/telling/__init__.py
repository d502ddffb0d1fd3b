"""What each audience is told about a table, and who watches it."""

from wartable.live.telling.drilled import make_drill_felt
from wartable.live.telling.gallery import Gallery, Remote
from wartable.live.telling.publishing import Subscriber, audience_of
from wartable.live.telling.recall import NotPlayed, Recall, RoundRecall, Viewer
from wartable.live.telling.significant import Ticker
from wartable.live.telling.speech import dealers_words
from wartable.live.telling.yours import result_of_lines
