"""What a server promises when it ends: only what it can know of the records that it answered for."""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql

from bench.postgres import Postgres
from tests.postgres import Given, postgres
from tests.server.test_serve import START, served
from tests.server.test_whole_house import come_in, lines_of, stop

__all__ = ["postgres"]


def test_a_server_whose_postgresql_database_is_gone_promises_nothing_at_its_end(
    postgres: Postgres | Given,
    tmp_path: Path,
) -> None:
    with postgres.database() as url, served(tmp_path, "--db", url) as (process, door):
        assert come_in(door).status_code == 201
        parts = urlsplit(url)
        with psycopg.connect(parts._replace(path="/postgres").geturl(), autocommit=True) as connection:
            name = sql.Identifier(parts.path.removeprefix("/"))
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))
        code, out, err = stop(process)
    assert code == 2
    assert "is kept" not in out + err
    assert lines_of(err)[-1].endswith("the last heads were not signed: what was answered before may be lost")


@pytest.mark.parametrize("cut", [True, False], ids=["cut", "added"])
def test_a_server_promises_that_all_is_kept_only_where_records_were_added(tmp_path: Path, cut: bool) -> None:
    with served(tmp_path) as (process, url):
        assert come_in(url).status_code == 201
        with closing(sqlite3.connect(tmp_path / "wartable.db")) as connection, connection:
            if cut:
                connection.execute("DROP TRIGGER events_remain")
                connection.execute("DELETE FROM events WHERE stream LIKE 'patron/%'")
                connection.execute("DROP TRIGGER streams_remain")
                connection.execute("DELETE FROM streams WHERE stream LIKE 'patron/%'")
            else:
                connection.execute(
                    "INSERT INTO events SELECT stream, version + 1, name, schema, body, at, command_id, chain"
                    " FROM events WHERE stream LIKE 'patron/%'"
                )
        code, out, err = stop(process)
    assert code == 2
    assert "is kept" not in out
    assert ("every answered command is kept" in err) is not cut
    assert "restore a copy" in lines_of(err)[-1]


def test_a_server_does_not_tell_the_password_of_its_database(postgres: Postgres | Given, tmp_path: Path) -> None:
    with postgres.database() as url:
        told = re.sub(r"//([^/@:]*)(:[^/@]*)?@", r"//\1:secret@", url)  # the server of these tests asks for none
        command = [sys.executable, "-c", START, "serve", "--port", "0", "--db", told]
        with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            said = process.stdout.readline()
            process.kill()
    assert "(kept in postgresql://…@" in said
    assert "secret" not in said
