"""The chain of every stream, held while its rows go by to another check."""

from collections.abc import Iterable, Iterator
from hashlib import sha256

from wartable.audit.finding import Finding
from wartable.audit.proof.records import compare_with_list
from wartable.audit.walk import NOT_WHAT_A_RECORD_IS, TAG, Walked, field, nothing_of, number, text, wrong
from wartable.store import Row


class Chains:
    """Passes rows on, and finds the first record of each stream that does not follow from the one before it."""

    def __init__(self) -> None:
        self.walked: dict[str, Walked] = {}

    def over(self, rows: Iterable[Row]) -> Iterator[Row]:
        """Pass on all records, in the order of stream and version. This runs once for each, so it is in one piece."""
        walked, of, named = nothing_of(""), object(), b""
        kinds, middle, last_id, last_at = dict[tuple[str, int], bytes](), b"", None, 0
        for row in rows:
            stream, version, name, schema, body, at, command_id, value = row
            if stream != of:
                of = stream
                walked = self.walked.setdefault(text(stream), nothing_of(text(stream)))
                named, last_id = field(walked.stream.encode()), None
            if walked.wrong is None:
                try:
                    kind = kinds.get((name, schema)) or kinds.setdefault(
                        (name, schema), field(name.encode()) + number(schema)
                    )
                    if command_id != last_id or at != last_at:
                        middle, last_id, last_at = number(at) + field(command_id.encode()), command_id, at
                    parts = (TAG, walked.chain, named, number(version), kind, middle, len(body).to_bytes(4), body)
                    follows = version == walked.version + 1 and sha256(b"".join(parts)).digest() == value
                except NOT_WHAT_A_RECORD_IS:
                    follows = False
                if follows:
                    walked.version, walked.chain = version, value
                else:
                    walked.wrong = wrong(walked.stream, walked.version, walked.chain, row)
            yield row

    def findings(self, listed: Iterable[Row]) -> Iterator[Finding]:
        """Yield what is wrong, once all rows have gone by; the list of streams must end where they do."""
        yield from (walked.wrong for walked in self.walked.values() if walked.wrong is not None)
        yield from compare_with_list(self.walked, listed)
