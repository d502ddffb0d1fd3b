-- Keeps a group of commands in one message, if everything still stands where the sender remembers it; otherwise nothing
-- is written, and the sender has to look. Rows are locked kind after kind and name after name, as everybody does.
CREATE FUNCTION keep_group(
    tables text[], owners text[], numbers bigint[],
    heads text[], versions bigint[],
    held text[], befores bigint[], afters bigint[],
    command_ids text[], digests bytea[], moments bigint[], answers bytea[], receipts bytea[],
    posted_streams text[], posted_versions bigint[], places bigint[], posted_accounts text[], amounts bigint[],
    then_held bigint[],
    event_streams text[], event_versions bigint[], names text[], schemas bigint[], bodies bytea[], ats bigint[],
    event_commands text[], chains bytea[]
) RETURNS boolean LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
    IF cardinality(tables) > 0 THEN
        PERFORM 1 FROM drivers WHERE name = ANY(tables) ORDER BY name FOR SHARE;
        IF cardinality(tables) <> (
            SELECT count(*) FROM unnest(tables, owners, numbers) AS asked (name, owner, number)
            JOIN drivers USING (name, owner, number)
        ) THEN
            RETURN false;
        END IF;
    END IF;
    PERFORM 1 FROM streams WHERE stream = ANY(heads) ORDER BY stream FOR UPDATE;
    IF cardinality(heads) <> (
        SELECT count(*) FROM unnest(heads, versions) AS asked (stream, version) JOIN streams USING (stream, version)
    ) THEN
        RETURN false;
    END IF;
    IF cardinality(held) > 0 THEN
        PERFORM 1 FROM accounts WHERE account = ANY(held) ORDER BY account FOR UPDATE;
        IF cardinality(held) <> (
            SELECT count(*) FROM unnest(held, befores) AS asked (account, cents) JOIN accounts USING (account, cents)
        ) THEN
            RETURN false;
        END IF;
    END IF;
    IF EXISTS (SELECT 1 FROM commands WHERE command_id = ANY(command_ids)) THEN
        RETURN false;
    END IF;
    INSERT INTO commands SELECT * FROM unnest(command_ids, digests, moments, answers, receipts);
    IF cardinality(held) > 0 THEN
        UPDATE accounts SET cents = fresh.cents FROM unnest(held, afters) AS fresh (account, cents)
        WHERE accounts.account = fresh.account;
        INSERT INTO postings
        SELECT * FROM unnest(posted_streams, posted_versions, places, posted_accounts, amounts, then_held);
    END IF;
    INSERT INTO events
    SELECT * FROM unnest(event_streams, event_versions, names, schemas, bodies, ats, event_commands, chains);
    RETURN true;
END $$;
