-- Keeps a group of commands by one statement, which is a transaction of its own: each row says what it is, and one that
-- is nothing is passed over. Where something stands elsewhere than the sender remembers, nothing is kept, and the sender
-- has to look.
CREATE VIEW keep (kind, a, b, c, d, e, f, g, h) AS
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE false;

CREATE TRIGGER keep_drivers INSTEAD OF INSERT ON keep WHEN NEW.kind = 'driver' BEGIN
    SELECT RAISE(ABORT, 'somebody else drives')
    WHERE NOT EXISTS (SELECT 1 FROM drivers WHERE name = NEW.a AND owner = NEW.b AND number = NEW.c);
END;

CREATE TRIGGER keep_commands INSTEAD OF INSERT ON keep WHEN NEW.kind = 'command' BEGIN
    INSERT INTO commands VALUES (NEW.a, NEW.b, NEW.c, NEW.d, NEW.e);
END;

CREATE TRIGGER keep_postings INSTEAD OF INSERT ON keep WHEN NEW.kind = 'posting' BEGIN
    INSERT INTO postings VALUES (NEW.a, NEW.b, NEW.c, NEW.d, NEW.e, NEW.f);
END;

CREATE TRIGGER keep_events INSTEAD OF INSERT ON keep WHEN NEW.kind = 'event' BEGIN
    INSERT INTO events VALUES (NEW.a, NEW.b, NEW.c, NEW.d, NEW.e, NEW.f, NEW.g, NEW.h);
END;

-- From what an account is remembered to hold to what it holds afterwards.
CREATE TRIGGER keep_accounts INSTEAD OF INSERT ON keep WHEN NEW.kind = 'account' BEGIN
    SELECT RAISE(ABORT, 'the account holds something else')
    WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE account = NEW.a AND cents = NEW.b);
    UPDATE accounts SET cents = NEW.c WHERE account = NEW.a;
END;

-- A head is put in its place by the first event, and moved by every other: to ask which of the two it is costs more.
DROP TRIGGER events_lead;

CREATE TRIGGER events_begin AFTER INSERT ON events WHEN NEW.version = 1 BEGIN
    INSERT INTO streams VALUES (NEW.stream, NEW.version, NEW.chain);
END;

CREATE TRIGGER events_lead AFTER INSERT ON events WHEN NEW.version > 1 BEGIN
    UPDATE streams SET version = NEW.version, chain = NEW.chain WHERE stream = NEW.stream;
END;
