"""A round written down by hand, settled by playing it through the table."""

from wartable.settle.document import MAX_DOCUMENT_BYTES, read_document, read_json
from wartable.settle.errors import BadScenario, NotSettled
from wartable.settle.lines import settle_lines
from wartable.settle.play import play
from wartable.settle.result import result_document
from wartable.settle.scenario import Scenario, read_scenario


def settle_document(document: object) -> dict[str, object]:
    """Settle a scenario as it was decoded from TOML or JSON; the result is ready to be written as JSON."""
    return result_document(play(read_scenario(document)))
