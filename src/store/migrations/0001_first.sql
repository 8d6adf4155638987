-- Matches have numbers, and what belongs to a match is found by its number. Ids are random: rows of matches that
-- are played at the same time would be scattered over as many pages as there are matches, and each page is written
-- whole.
CREATE TABLE matches (
    number INTEGER NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    created_at TEXT NOT NULL,
    -- How many events it has, and the digest of the last one.
    count INTEGER NOT NULL DEFAULT 0,
    head TEXT NOT NULL DEFAULT '',
    -- What lists show of a match, and find it by: derived from its log, written in the same transaction as the
    -- event that changes it, and never read as the truth.
    title TEXT,
    -- The day on which it was played, or on which it was opened.
    day TEXT NOT NULL DEFAULT '',
    location TEXT,
    complete INTEGER NOT NULL DEFAULT 0,
    -- Whether the lowest total wins: the totals are those of the last event.
    lowest_wins INTEGER NOT NULL DEFAULT 0,
    -- What programs call it, and what they noted of it, as JSON.
    external_id TEXT,
    metadata TEXT,
    -- A digest of all that lists show of it, which is looked at whenever they are read.
    -- The digest of the document that it was imported from. It is forgotten when a person is erased, whose name
    -- could be guessed and tried.
    source TEXT
) STRICT;

CREATE INDEX matches_by_day ON matches (day, id);
CREATE INDEX matches_by_game ON matches (game, day, id);
CREATE INDEX matches_by_status ON matches (complete, day, id);
-- Lists by id of what a filter leaves: each part of one costs what its entries cost, however many matches there
-- are. The first is read for days: it has both columns, so that no row is read of a match that is left out.
CREATE INDEX matches_day_by_id ON matches (id, day);
CREATE INDEX matches_of_game ON matches (game, id);
CREATE INDEX matches_of_status ON matches (complete, id);
CREATE UNIQUE INDEX matches_by_external_id ON matches (external_id) WHERE external_id IS NOT NULL;
CREATE INDEX matches_by_source ON matches (source) WHERE source IS NOT NULL;

-- Only ever appended to. Which of two writers was first is settled by the unique pair.
CREATE TABLE events (
    -- Its place in the order of commits.
    position INTEGER NOT NULL PRIMARY KEY,
    match_number INTEGER NOT NULL REFERENCES matches (number) ON DELETE CASCADE,
    sequence INTEGER NOT NULL CHECK (sequence > 0),
    at TEXT NOT NULL,
    by TEXT NOT NULL,
    -- What happened, and the score after it, as JSON.
    kind TEXT NOT NULL,
    outcome TEXT NOT NULL,
    -- JSON: pairs of the number of a name and a digest of the name with its salt.
    commitments TEXT NOT NULL,
    -- Of the texts of the event and the digest of the one before it.
    digest TEXT NOT NULL,
    UNIQUE (match_number, sequence)
) STRICT;

-- Who is called what: the log knows names by their numbers, so that a person is erased here and nowhere else.
CREATE TABLE names (
    match_number INTEGER NOT NULL REFERENCES matches (number) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    name TEXT NOT NULL,
    salt TEXT NOT NULL,
    -- The seat of the player under this name, and the name as names are compared: they stand beside
    -- the name, and are overwritten with it.
    seat INTEGER,
    folded TEXT NOT NULL,
    PRIMARY KEY (match_number, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX names_seated ON names (folded, match_number) WHERE seat IS NOT NULL;

-- The match that was opened by a request that may be sent again.
CREATE TABLE idempotency (
    key TEXT NOT NULL PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    at TEXT NOT NULL,
    match_number INTEGER REFERENCES matches (number) ON DELETE CASCADE,
    version INTEGER
) STRICT;

CREATE INDEX idempotency_of_match ON idempotency (match_number);

-- What came of a request that may be sent again and changed a match. Most hands have one, and the rows of a match stand
-- together: one tree is written, at one place. Keys and fingerprints are the first 16 bytes of digests.
CREATE TABLE idempotent_changes (
    match_number INTEGER NOT NULL REFERENCES matches (number) ON DELETE CASCADE,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    at TEXT NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (match_number, key)
) STRICT, WITHOUT ROWID;

-- The matches that everybody may see, so that they are listed without reading every log. What of a match is public
-- says its log; a row is written in the transaction of the event that changes it.
CREATE TABLE publications (
    match_number INTEGER NOT NULL PRIMARY KEY REFERENCES matches (number) ON DELETE CASCADE,
    id TEXT NOT NULL,
    game TEXT NOT NULL,
    showing TEXT NOT NULL,
    -- Since when.
    at TEXT NOT NULL,
    -- When it was played.
    day TEXT NOT NULL,
    -- Where, as names are compared; empty if that is not known.
    location TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX publications_by_day ON publications (day, at, id);
CREATE INDEX publications_by_game ON publications (game, day, at, id);
CREATE INDEX publications_by_location ON publications (location, day, at, id);

-- What is left of a match that was deleted, for those who follow the changes of all matches: it stands in the order
-- of commits, between the events.
CREATE TABLE deleted_matches (
    position INTEGER NOT NULL PRIMARY KEY,
    id TEXT NOT NULL,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    at TEXT NOT NULL,
    -- Of what is told of it.
    digest TEXT NOT NULL
) STRICT;

CREATE INDEX deleted_matches_by_id ON deleted_matches (id);

-- SQLite reuses the position of a deleted last row. A reader who was there would miss the event.
CREATE TRIGGER events_after_deleted AFTER INSERT ON events
WHEN NEW.position <= (SELECT max(position) FROM deleted_matches) BEGIN
    UPDATE events SET position = (SELECT max(position) + 1 FROM deleted_matches)
    WHERE position = NEW.position;
END;

-- The club document, which is replaced as a whole: one row.
CREATE TABLE club (
    number INTEGER NOT NULL PRIMARY KEY CHECK (number = 1),
    -- How often it was written.
    version INTEGER NOT NULL,
    document TEXT NOT NULL
) STRICT;

-- Keys for programs, over all matches. Of a key only a digest is stored; a key that was revoked stays for
-- a while, so that its sender learns why it opens nothing.
CREATE TABLE program_keys (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    scope TEXT NOT NULL,
    digest TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT
) STRICT, WITHOUT ROWID;

-- What the instances of a service have in common beside matches, by name: the digest of their secret.
CREATE TABLE cluster_settings (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Codes by which phones join matches, as digests that are made with the secret. A role has one at a time.
CREATE TABLE join_codes (
    digest TEXT NOT NULL PRIMARY KEY,
    match_number INTEGER NOT NULL REFERENCES matches (number) ON DELETE CASCADE,
    role TEXT NOT NULL,
    -- Of the key of the role: with another key, the code opens nothing.
    generation INTEGER NOT NULL,
    until TEXT NOT NULL,
    UNIQUE (match_number, role)
) STRICT, WITHOUT ROWID;

CREATE INDEX join_codes_by_end ON join_codes (until);

-- The match that was opened as the next one of another: watchers follow it.
CREATE TABLE next_matches (
    match_number INTEGER NOT NULL PRIMARY KEY REFERENCES matches (number) ON DELETE CASCADE,
    next_id TEXT NOT NULL
) STRICT;

-- How far the webhooks of the settings file have come: each is done with the changes up to this position. They are
-- found by the digest of their address, which may contain a secret of the receiver.
CREATE TABLE webhook_cursors (
    webhook TEXT NOT NULL PRIMARY KEY,
    position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
