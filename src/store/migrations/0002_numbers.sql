-- Matches have numbers, and what belongs to a match is found by its number. Ids are random: rows of
-- matches that are played at the same time were scattered over as many pages as there are matches,
-- and each page is written whole.
ALTER TABLE matches RENAME TO old_matches;
ALTER TABLE events RENAME TO old_events;
ALTER TABLE names RENAME TO old_names;
ALTER TABLE answers RENAME TO old_answers;
DROP INDEX answers_of_match;

CREATE TABLE matches (
    number INTEGER NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT;

-- Only ever appended to. Which of two writers was first is settled by the unique pair.
CREATE TABLE events (
    position INTEGER NOT NULL PRIMARY KEY,
    match_number INTEGER NOT NULL REFERENCES matches (number) ON DELETE CASCADE,
    sequence INTEGER NOT NULL CHECK (sequence > 0),
    at TEXT NOT NULL,
    by TEXT NOT NULL,
    deed TEXT NOT NULL,
    outcome TEXT NOT NULL,
    UNIQUE (match_number, sequence)
) STRICT;

-- Who is called what: the log knows names by their numbers, so that a person is erased here and
-- nowhere else.
CREATE TABLE names (
    match_number INTEGER NOT NULL REFERENCES matches (number) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    name TEXT NOT NULL,
    PRIMARY KEY (match_number, number)
) STRICT, WITHOUT ROWID;

-- What came of a request that may be sent again: an event, or an answer as it was given.
CREATE TABLE answers (
    key TEXT NOT NULL PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    at TEXT NOT NULL,
    match_number INTEGER REFERENCES matches (number) ON DELETE CASCADE,
    version INTEGER,
    status INTEGER,
    headers TEXT,
    body BLOB
) STRICT;

CREATE INDEX answers_of_match ON answers (match_number);

INSERT INTO matches (id, game, created_at)
    SELECT id, game, created_at FROM old_matches ORDER BY rowid;
INSERT INTO events (position, match_number, sequence, at, by, deed, outcome)
    SELECT position, matches.number, sequence, at, by, deed, outcome
    FROM old_events JOIN matches ON matches.id = match_id ORDER BY position;
INSERT INTO names (match_number, number, name)
    SELECT matches.number, old_names.number, name
    FROM old_names JOIN matches ON matches.id = match_id;
INSERT INTO answers (key, fingerprint, at, match_number, version, status, headers, body)
    SELECT key, fingerprint, at, matches.number, version, status, headers, body
    FROM old_answers LEFT JOIN matches ON matches.id = match_id;

-- Those that point first: nothing is deleted that anything points to.
DROP TABLE old_answers;
DROP TABLE old_names;
DROP TABLE old_events;
DROP TABLE old_matches;
