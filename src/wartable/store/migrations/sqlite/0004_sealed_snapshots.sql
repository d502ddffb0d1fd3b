-- A snapshot is only believed with the seal of the house. Earlier ones have none, and are made again from the log.
DROP TABLE snapshots;

CREATE TABLE snapshots (
    stream TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    body BLOB NOT NULL,
    notes BLOB NOT NULL,
    seal BLOB NOT NULL
) STRICT;
