"""What a test laboratory asks for: the generator's output, the shuffles made of it, and every figure about both."""

from wartable.evidence.collect import Evidence
from wartable.evidence.pages import verdicts
from wartable.evidence.rng import NotAsked, check_request, write_evidence
