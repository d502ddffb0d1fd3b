-- What is kept, and what the database itself refuses, whoever asks.

CREATE TABLE commands (
    command_id text COLLATE "C" PRIMARY KEY,
    digest bytea NOT NULL CHECK (octet_length(digest) = 32),
    at bigint NOT NULL,
    answer bytea NOT NULL,
    receipts bytea NOT NULL
);

CREATE TABLE streams (
    stream text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL CHECK (version >= 1),
    chain bytea NOT NULL CHECK (octet_length(chain) = 32)
);

CREATE TABLE events (
    stream text COLLATE "C" NOT NULL,
    version bigint NOT NULL CHECK (version >= 1),
    name text COLLATE "C" NOT NULL,
    schema bigint NOT NULL CHECK (schema >= 1),
    body bytea NOT NULL,
    at bigint NOT NULL,
    command_id text COLLATE "C" NOT NULL REFERENCES commands (command_id),
    chain bytea NOT NULL CHECK (octet_length(chain) = 32),
    PRIMARY KEY (stream, version)
);

CREATE INDEX events_by_name ON events (stream, name, version);

-- Postings come before their event, and the event closes them: see postings_balance.
CREATE TABLE postings (
    stream text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    place bigint NOT NULL CHECK (place >= 0),
    account text COLLATE "C" NOT NULL,
    cents bigint NOT NULL,
    after bigint NOT NULL,
    PRIMARY KEY (stream, version, place),
    FOREIGN KEY (stream, version) REFERENCES events (stream, version) DEFERRABLE INITIALLY DEFERRED
);

CREATE TABLE accounts (
    account text COLLATE "C" PRIMARY KEY,
    cents bigint NOT NULL,
    CONSTRAINT no_funds CHECK (cents >= 0 OR NOT starts_with(account, 'patron/'))
);

CREATE TABLE snapshots (
    stream text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL,
    body bytea NOT NULL
);

CREATE TABLE drivers (
    name text COLLATE "C" PRIMARY KEY,
    owner text NOT NULL,
    number bigint NOT NULL CHECK (number >= 1),
    seconds bigint NOT NULL,
    until timestamptz NOT NULL
);

CREATE TABLE personal (
    patron text COLLATE "C" PRIMARY KEY,
    body bytea NOT NULL,
    at bigint NOT NULL
);

CREATE TABLE secrets (
    name text COLLATE "C" PRIMARY KEY,
    body bytea NOT NULL
);

-- Versions have no gap and no repeat; the last event is the head; and whoever listens is told. The settings keep these
-- functions at their indexes, however small the tables were when the session began.
CREATE FUNCTION events_follow() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
    IF EXISTS (
        SELECT 1
        FROM (SELECT stream, min(version) AS low, max(version) AS high, count(*) AS many FROM added GROUP BY stream) AS run
        LEFT JOIN streams USING (stream)
        WHERE low <> coalesce(streams.version, 0) + 1 OR many <> high - low + 1
    ) THEN
        RAISE EXCEPTION 'wrong version' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    INSERT INTO streams
    SELECT DISTINCT ON (stream) stream, version, chain FROM added ORDER BY stream, version DESC
    ON CONFLICT (stream) DO UPDATE SET version = excluded.version, chain = excluded.chain;
    PERFORM pg_notify('wartable', max(version) || ' ' || stream) FROM added GROUP BY stream;
    RETURN NULL;
END $$;

CREATE TRIGGER events_follow AFTER INSERT ON events
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION events_follow();

-- What an event moves sums to nothing, from the first moment, and stays as it is.
CREATE FUNCTION postings_balance() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM added GROUP BY stream, version HAVING sum(cents) <> 0) THEN
        RAISE EXCEPTION 'unbalanced' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (SELECT 1 FROM added JOIN events USING (stream, version)) THEN
        RAISE EXCEPTION 'the event is closed' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER postings_balance AFTER INSERT ON postings
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION postings_balance();

-- A head is the last event, and nothing else: only events_follow writes there.
CREATE FUNCTION streams_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF pg_trigger_depth() < 2 THEN
        RAISE EXCEPTION 'a head is the last event' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER streams_follow BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON streams
FOR EACH STATEMENT EXECUTE FUNCTION streams_follow();

-- Nothing that was kept is changed or taken away.
CREATE FUNCTION it_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% stay', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER events_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON events
FOR EACH STATEMENT EXECUTE FUNCTION it_stays();
CREATE TRIGGER postings_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON postings
FOR EACH STATEMENT EXECUTE FUNCTION it_stays();
CREATE TRIGGER commands_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON commands
FOR EACH STATEMENT EXECUTE FUNCTION it_stays();
CREATE TRIGGER accounts_stay BEFORE DELETE OR TRUNCATE ON accounts
FOR EACH STATEMENT EXECUTE FUNCTION it_stays();
