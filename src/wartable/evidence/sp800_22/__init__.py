"""The fifteen tests of NIST SP 800-22 (revision 1a), written from its formulas and held to its worked examples."""

from wartable.evidence.sp800_22.battery import ENOUGH_SEQUENCES, UNIFORM_ENOUGH, BatteryRow, all_tests, summarise
from wartable.evidence.sp800_22.bits import of_bytes
from wartable.evidence.sp800_22.examples import Example, worked_examples
