-- A snapshot is only believed with the seal of the house. Earlier ones have none, and are made again from the log.
DROP TABLE snapshots;

CREATE TABLE snapshots (
    stream text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL,
    body bytea NOT NULL,
    notes bytea NOT NULL,
    seal bytea NOT NULL
);
