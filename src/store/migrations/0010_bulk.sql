-- What is written in several transactions leaves a mark, until all of it is there.

-- An import of many matches that goes on, or was cut off. There is one at a time.
CREATE TABLE imports (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    -- A digest of what is imported: the same import goes on where it was cut off.
    name TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;

-- The matches that it has stored so far, by the lines that they come from: they are taken back, unless it
-- goes on.
CREATE TABLE imported (
    line INTEGER NOT NULL PRIMARY KEY,
    match_number INTEGER NOT NULL UNIQUE REFERENCES matches (number) ON DELETE CASCADE
) STRICT;

-- A copy of a whole database into this one that goes on, or was cut off: how far it has come.
CREATE TABLE copying (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    -- What the source had when the copy began.
    source TEXT NOT NULL,
    -- The number of the table, and as JSON the key of its last row that was copied.
    stage INTEGER NOT NULL,
    after TEXT NOT NULL
) STRICT;
