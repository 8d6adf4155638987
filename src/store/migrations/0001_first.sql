-- Other tables refer to a match by its number. Ids are random: with ids as keys, the rows of matches that are played
-- at the same time would be on as many pages as there are matches, and SQLite writes whole pages.
CREATE TABLE matches (
    number INTEGER NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    created_at TEXT NOT NULL,
    -- The number of events, and the digest of the last one.
    count INTEGER NOT NULL DEFAULT 0,
    head TEXT NOT NULL DEFAULT '',
    -- The columns for lists and filters. They are derived from the log and written in the same transaction as the
    -- event that changes them; the log decides if they differ.
    title TEXT,
    -- The day on which the match was played, or on which it was opened.
    day TEXT NOT NULL DEFAULT '',
    location TEXT,
    complete INTEGER NOT NULL DEFAULT 0,
    -- Whether the lowest total wins: the totals are those of the last event.
    lowest_wins INTEGER NOT NULL DEFAULT 0,
    -- The id that a program gave the match, and the program's notes as JSON.
    external_id TEXT,
    metadata TEXT,
    -- The digest of the imported document. It is removed when a person is erased, because a guess of the name could
    -- be checked against it.
    source TEXT
) STRICT;

CREATE INDEX matches_by_day ON matches (day, id);
CREATE INDEX matches_by_game ON matches (game, day, id);
CREATE INDEX matches_by_status ON matches (complete, day, id);
-- For filtered lists in the order of ids: a page of a list costs the same, no matter how many matches there are. The
-- first index contains the day too, so that no row of a match outside the days is read.
CREATE INDEX matches_day_by_id ON matches (id, day);
CREATE INDEX matches_of_game ON matches (game, id);
CREATE INDEX matches_of_status ON matches (complete, id);
CREATE UNIQUE INDEX matches_by_external_id ON matches (external_id) WHERE external_id IS NOT NULL;
CREATE INDEX matches_by_source ON matches (source) WHERE source IS NOT NULL;

-- Rows are only appended. If two writers append the same event, the unique pair refuses the second one.
CREATE TABLE events (
    -- The place in the order of commits.
    position INTEGER NOT NULL PRIMARY KEY,
    match_number INTEGER NOT NULL REFERENCES matches (number) ON DELETE CASCADE,
    sequence INTEGER NOT NULL CHECK (sequence > 0),
    at TEXT NOT NULL,
    by TEXT NOT NULL,
    -- The change, and the score after it, as JSON.
    kind TEXT NOT NULL,
    outcome TEXT NOT NULL,
    -- JSON: pairs of the number of a name and a digest of the name with its salt.
    commitments TEXT NOT NULL,
    -- The digest of the event's texts and of the previous digest.
    digest TEXT NOT NULL,
    UNIQUE (match_number, sequence)
) STRICT;

-- The names of people. The log refers to a name by its number, so erasing a person changes only this table.
CREATE TABLE names (
    match_number INTEGER NOT NULL REFERENCES matches (number) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    name TEXT NOT NULL,
    salt TEXT NOT NULL,
    -- The seat of the player with this name, and the name in the form in which names are compared. Both are
    -- overwritten with the name.
    seat INTEGER,
    folded TEXT NOT NULL,
    PRIMARY KEY (match_number, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX names_seated ON names (folded, match_number) WHERE seat IS NOT NULL;

-- The match that a request with an Idempotency-Key opened.
CREATE TABLE idempotency (
    key TEXT NOT NULL PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    at TEXT NOT NULL,
    match_number INTEGER REFERENCES matches (number) ON DELETE CASCADE,
    version INTEGER
) STRICT;

CREATE INDEX idempotency_of_match ON idempotency (match_number);

-- The results of requests with an Idempotency-Key that changed a match. Most hands have one. The rows of a match are
-- stored together, so that recording a hand writes one page. Keys and fingerprints are the first 16 bytes of digests.
CREATE TABLE idempotent_changes (
    match_number INTEGER NOT NULL REFERENCES matches (number) ON DELETE CASCADE,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    at TEXT NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (match_number, key)
) STRICT, WITHOUT ROWID;

-- Published matches. They are listed without reading every log. The log decides what is public; a row is written in
-- the transaction of the event that changes it.
CREATE TABLE publications (
    match_number INTEGER NOT NULL PRIMARY KEY REFERENCES matches (number) ON DELETE CASCADE,
    id TEXT NOT NULL,
    game TEXT NOT NULL,
    showing TEXT NOT NULL,
    -- The time of publication.
    at TEXT NOT NULL,
    -- The day on which the match was played.
    day TEXT NOT NULL,
    -- The place, in the form in which names are compared; empty if unknown.
    location TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX publications_by_day ON publications (day, at, id);
CREATE INDEX publications_by_game ON publications (game, day, at, id);
CREATE INDEX publications_by_location ON publications (location, day, at, id);

-- The record of a deleted match, for programs that follow the changes of all matches. It has a place in the order of
-- commits, between the events.
CREATE TABLE deleted_matches (
    position INTEGER NOT NULL PRIMARY KEY,
    id TEXT NOT NULL,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    at TEXT NOT NULL,
    -- The digest of the other columns.
    digest TEXT NOT NULL
) STRICT;

CREATE INDEX deleted_matches_by_id ON deleted_matches (id);

-- SQLite reuses the position of a deleted last row. A reader at that position would miss the event.
CREATE TRIGGER events_after_deleted AFTER INSERT ON events
WHEN NEW.position <= (SELECT max(position) FROM deleted_matches) BEGIN
    UPDATE events SET position = (SELECT max(position) + 1 FROM deleted_matches)
    WHERE position = NEW.position;
END;

-- The club document: one row, replaced as a whole.
CREATE TABLE club (
    number INTEGER NOT NULL PRIMARY KEY CHECK (number = 1),
    -- Raised by one with every write.
    version INTEGER NOT NULL,
    document TEXT NOT NULL
) STRICT;

-- Keys of programs, valid for all matches. Only the digest of a key is stored. A revoked key is kept for a while, so
-- that its sender gets the reason why it is refused.
CREATE TABLE program_keys (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    scope TEXT NOT NULL,
    digest TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT
) STRICT, WITHOUT ROWID;

-- Values that all instances share, by name: the digest of their secret.
CREATE TABLE cluster_settings (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Codes with which phones join matches, stored as digests keyed with the secret. A role has one code at a time.
CREATE TABLE join_codes (
    digest TEXT NOT NULL PRIMARY KEY,
    match_number INTEGER NOT NULL REFERENCES matches (number) ON DELETE CASCADE,
    role TEXT NOT NULL,
    -- The generation of the role's key: the code is invalid after the key changes.
    generation INTEGER NOT NULL,
    until TEXT NOT NULL,
    UNIQUE (match_number, role)
) STRICT, WITHOUT ROWID;

CREATE INDEX join_codes_by_end ON join_codes (until);

-- The rematch that was opened after a match; pages that watch the match follow it.
CREATE TABLE next_matches (
    match_number INTEGER NOT NULL PRIMARY KEY REFERENCES matches (number) ON DELETE CASCADE,
    next_id TEXT NOT NULL
) STRICT;

-- The position of the last change that was sent to each webhook of the settings file. A webhook is identified by the
-- digest of its URL, because the URL may contain a secret.
CREATE TABLE webhook_cursors (
    webhook TEXT NOT NULL PRIMARY KEY,
    position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
