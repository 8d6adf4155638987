CREATE TABLE matches (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT;

-- Only ever appended to. Which of two writers was first is settled by the unique pair.
CREATE TABLE events (
    position INTEGER NOT NULL PRIMARY KEY,
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    sequence INTEGER NOT NULL CHECK (sequence > 0),
    at TEXT NOT NULL,
    by TEXT NOT NULL,
    deed TEXT NOT NULL,
    outcome TEXT NOT NULL,
    UNIQUE (match_id, sequence)
) STRICT;

-- Who is called what: the log knows names by their numbers, so that a person is erased here and
-- nowhere else.
CREATE TABLE names (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    name TEXT NOT NULL,
    PRIMARY KEY (match_id, number)
) STRICT, WITHOUT ROWID;

-- What came of a request that may be sent again: an event, or an answer as it was given.
CREATE TABLE answers (
    key TEXT NOT NULL PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    at TEXT NOT NULL,
    match_id TEXT REFERENCES matches (id) ON DELETE CASCADE,
    version INTEGER,
    status INTEGER,
    headers TEXT,
    body BLOB
) STRICT;

CREATE INDEX answers_of_match ON answers (match_id);
