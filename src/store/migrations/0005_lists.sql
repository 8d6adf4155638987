-- What lists show of a match, and find it by: derived from its log, written in the same transaction as
-- the event that changes it, and never read as the truth. What an earlier version wrote is listed when the
-- database is opened: until then, a match has no day.
ALTER TABLE matches ADD COLUMN title TEXT;
-- The day on which it was played, or on which it was opened.
ALTER TABLE matches ADD COLUMN day TEXT;
ALTER TABLE matches ADD COLUMN complete INTEGER NOT NULL DEFAULT 0;
-- What programs call it, and what they noted of it, as JSON.
ALTER TABLE matches ADD COLUMN external_id TEXT;
ALTER TABLE matches ADD COLUMN metadata TEXT;
-- The digest of the document that it was imported from. It is forgotten when a person is erased, whose
-- name could be guessed and tried.
ALTER TABLE matches ADD COLUMN source TEXT;
-- The seat of whoever sits at the table under this name, and the name as names are compared: they stand
-- beside the name, and are overwritten with it.
ALTER TABLE names ADD COLUMN seat INTEGER;
ALTER TABLE names ADD COLUMN folded TEXT NOT NULL DEFAULT '';

CREATE INDEX matches_unlisted ON matches (id) WHERE day IS NULL;
CREATE INDEX matches_by_day ON matches (day, id);
CREATE INDEX matches_by_game ON matches (game, day, id);
CREATE INDEX matches_by_status ON matches (complete, day, id);
CREATE UNIQUE INDEX matches_by_external_id ON matches (external_id) WHERE external_id IS NOT NULL;
CREATE INDEX matches_by_source ON matches (source) WHERE source IS NOT NULL;
CREATE INDEX names_seated ON names (folded, match_number) WHERE seat IS NOT NULL;
