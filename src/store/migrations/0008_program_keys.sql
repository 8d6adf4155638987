-- Keys for programs, over all matches. Of a key only a digest is stored; a key that was revoked stays for
-- a while, so that whoever sends it is told why it opens nothing.
CREATE TABLE program_keys (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    scope TEXT NOT NULL,
    digest TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT,
    used_at TEXT,
    revoked_at TEXT
) STRICT, WITHOUT ROWID;
