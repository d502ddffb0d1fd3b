-- A wallet that another server has moved is compared with the sum of its postings, which this index answers alone.
CREATE INDEX IF NOT EXISTS postings_of_wallets ON postings (account, cents) WHERE account >= 'patron/' AND account < 'patron0';
