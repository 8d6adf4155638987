-- Events are chained by digests. What an earlier version wrote is chained when the database is opened:
-- until then, a match has no head.
ALTER TABLE matches ADD COLUMN count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN head TEXT;
-- JSON: pairs of the number of a name and a digest of the name with its salt.
ALTER TABLE events ADD COLUMN commitments TEXT NOT NULL DEFAULT '[]';
ALTER TABLE events ADD COLUMN digest TEXT;
ALTER TABLE names ADD COLUMN salt TEXT NOT NULL DEFAULT '';
CREATE INDEX matches_unchained ON matches (id) WHERE head IS NULL;
