-- What is kept, and what the database itself refuses, whoever asks.

CREATE TABLE commands (
    command_id TEXT NOT NULL PRIMARY KEY,
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    at INTEGER NOT NULL,
    answer BLOB NOT NULL,
    receipts BLOB NOT NULL
) STRICT;

CREATE TABLE streams (
    stream TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL CHECK (version >= 1),
    chain BLOB NOT NULL CHECK (length(chain) = 32)
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
    stream TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 1),
    name TEXT NOT NULL,
    schema INTEGER NOT NULL CHECK (schema >= 1),
    body BLOB NOT NULL,
    at INTEGER NOT NULL,
    command_id TEXT NOT NULL REFERENCES commands (command_id),
    chain BLOB NOT NULL CHECK (length(chain) = 32),
    PRIMARY KEY (stream, version)
) STRICT;

CREATE INDEX events_by_name ON events (stream, name, version);

-- Postings come before their event, and the event closes them: see events_follow.
CREATE TABLE postings (
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    place INTEGER NOT NULL CHECK (place >= 0),
    account TEXT NOT NULL,
    cents INTEGER NOT NULL,
    after INTEGER NOT NULL,
    PRIMARY KEY (stream, version, place),
    FOREIGN KEY (stream, version) REFERENCES events (stream, version) DEFERRABLE INITIALLY DEFERRED
) STRICT, WITHOUT ROWID;

CREATE TABLE accounts (
    account TEXT NOT NULL PRIMARY KEY,
    cents INTEGER NOT NULL,
    CONSTRAINT no_funds CHECK (cents >= 0 OR account NOT GLOB 'patron/*')
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshots (
    stream TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;

CREATE TABLE drivers (
    name TEXT NOT NULL PRIMARY KEY,
    owner TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number >= 1),
    seconds INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT;

CREATE TABLE personal (
    patron TEXT NOT NULL PRIMARY KEY,
    body BLOB NOT NULL,
    at INTEGER NOT NULL
) STRICT;

CREATE TABLE secrets (
    name TEXT NOT NULL PRIMARY KEY,
    body BLOB NOT NULL
) STRICT;

-- Versions have no gap and no repeat, and what an event moves sums to nothing.
CREATE TRIGGER events_follow BEFORE INSERT ON events BEGIN
    SELECT RAISE(ABORT, 'wrong version')
    WHERE NEW.version <> 1 + coalesce((SELECT version FROM streams WHERE stream = NEW.stream), 0);
    SELECT RAISE(ABORT, 'unbalanced')
    WHERE (SELECT sum(cents) FROM postings WHERE stream = NEW.stream AND version = NEW.version) <> 0;
END;

CREATE TRIGGER events_lead AFTER INSERT ON events BEGIN
    INSERT INTO streams VALUES (NEW.stream, NEW.version, NEW.chain)
    ON CONFLICT (stream) DO UPDATE SET version = excluded.version, chain = excluded.chain;
END;

CREATE TRIGGER postings_stay_closed BEFORE INSERT ON postings BEGIN
    SELECT RAISE(ABORT, 'the event is closed')
    WHERE EXISTS (SELECT 1 FROM events WHERE stream = NEW.stream AND version = NEW.version);
END;

CREATE TRIGGER commands_happen_once BEFORE INSERT ON commands BEGIN
    SELECT RAISE(ABORT, 'the command was given before')
    WHERE EXISTS (SELECT 1 FROM commands WHERE command_id = NEW.command_id);
END;

-- A head is the last event, and nothing else.
CREATE TRIGGER streams_begin BEFORE INSERT ON streams BEGIN
    SELECT RAISE(ABORT, 'a head is the last event')
    WHERE NOT EXISTS (SELECT 1 FROM events WHERE stream = NEW.stream AND version = NEW.version AND chain = NEW.chain);
END;

CREATE TRIGGER streams_go_on BEFORE UPDATE ON streams BEGIN
    SELECT RAISE(ABORT, 'a head is the last event')
    WHERE NEW.stream <> OLD.stream OR NEW.version <> OLD.version + 1
    OR NOT EXISTS (SELECT 1 FROM events WHERE stream = NEW.stream AND version = NEW.version AND chain = NEW.chain);
END;

-- Nothing that was kept is changed or taken away.
CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events stay'); END;
CREATE TRIGGER events_remain BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events stay'); END;
CREATE TRIGGER postings_stay BEFORE UPDATE ON postings BEGIN SELECT RAISE(ABORT, 'postings stay'); END;
CREATE TRIGGER postings_remain BEFORE DELETE ON postings BEGIN SELECT RAISE(ABORT, 'postings stay'); END;
CREATE TRIGGER commands_stay BEFORE UPDATE ON commands BEGIN SELECT RAISE(ABORT, 'commands stay'); END;
CREATE TRIGGER commands_remain BEFORE DELETE ON commands BEGIN SELECT RAISE(ABORT, 'commands stay'); END;
CREATE TRIGGER streams_remain BEFORE DELETE ON streams BEGIN SELECT RAISE(ABORT, 'streams stay'); END;
CREATE TRIGGER accounts_remain BEFORE DELETE ON accounts BEGIN SELECT RAISE(ABORT, 'accounts stay'); END;
