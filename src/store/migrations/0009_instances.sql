-- What the instances of a service have in common beside matches, by name: the digest of their secret.
CREATE TABLE shared (
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

-- The match that was opened as the next one of another: whoever watches goes along.
CREATE TABLE next_matches (
    match_number INTEGER NOT NULL PRIMARY KEY REFERENCES matches (number) ON DELETE CASCADE,
    next_id TEXT NOT NULL
) STRICT;
