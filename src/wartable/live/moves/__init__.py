"""What a table does next by itself: the automatic dealer, the clock and the neighbours."""

from wartable.live.moves.acts import HouseAct, act_of
from wartable.live.moves.bots import learn_who_plays, seat_bots
from wartable.live.moves.dealer import Countdown, NextMove, SealDue, Situation, next_move, on_timeout
from wartable.live.moves.pauses import pauses_before, when
from wartable.live.moves.restored import GivenUp, given_up, is_about_loss, next_to_give_up, record_loss
from wartable.live.moves.timing import by_time
