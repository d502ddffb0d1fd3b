"""A round is proved against a head that was signed while the tables ran; one that does not fit is noticed."""

import asyncio
from pathlib import Path

from msgspec.structs import replace

from tests.live.rooms import open_house
from wartable.audit import HEADS_KEY, HeadsFile, Witnesses, signing_key, write_heads
from wartable.live.history.mirror import stream_of
from wartable.server.documents.proving import prove_round, prove_table, witnesses_in

TABLE = "washington"


def test_a_round_leads_to_the_first_head_that_covers_it(tmp_path: Path) -> None:
    heads = tmp_path / "wartable.heads"
    file = HeadsFile(heads, signing_key(heads.with_suffix(HEADS_KEY)))

    async def story() -> None:
        async with open_house(TABLE) as house:
            store = house.room.store
            human = await house.guest(TABLE, 1)
            for rounds in (1, 2):
                while len(list(store.named(stream_of(TABLE), ("round_ended",)))) < rounds:
                    if house.phase(TABLE) == "betting":
                        await human.does(TABLE, command="put_wagers", seat=1, wagers={"initial": 20_00})
                        await human.ready(TABLE)
                    elif human.you["choice"]:
                        await human.does(TABLE, command="surrender", seat=1)
                    elif human.you["cut"]:
                        await human.does(TABLE, command="decline_cut")
                if rounds == 1:
                    write_heads(store, file, house.clock.now())
            seen = witnesses_in(heads)
            first, second = prove_round(store, TABLE, 1, seen), prove_round(store, TABLE, 2, seen)
            assert first.ok
            assert "unbroken to the head signed at" in first.against
            assert "(line 1)" in first.against
            assert second.ok
            assert "No signed head covers it yet" in second.against
            whole = prove_table(store, TABLE, seen)
            assert whole.ok
            assert "against 1 signed head," in whole.against
            other = [replace(one, chain=bytes(32)) for one in seen.of(stream_of(TABLE))]
            rewritten = prove_round(store, TABLE, 1, Witnesses(other))
            assert not rewritten.ok
            assert "does not lead to" in rewritten.against
            assert "own chain only" in prove_round(store, TABLE, 1, witnesses_in(None)).against

    asyncio.run(story())
