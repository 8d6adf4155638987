-- What is written in several transactions leaves a mark, until all of it is there.

-- An import of many matches that goes on, or was cut off. There is one at a time.
CREATE TABLE imports (
    one bigint NOT NULL PRIMARY KEY CHECK (one = 1),
    -- A digest of what is imported: the same import goes on where it was cut off.
    name text COLLATE "C" NOT NULL,
    at text COLLATE "C" NOT NULL
);

-- The matches that it has stored so far, by the lines that they come from: they are taken back, unless it
-- goes on.
CREATE TABLE imported (
    line bigint NOT NULL PRIMARY KEY,
    match_number bigint NOT NULL UNIQUE REFERENCES matches (number) ON DELETE CASCADE
);

-- A copy of a whole database into this one that goes on, or was cut off: how far it has come.
CREATE TABLE copying (
    one bigint NOT NULL PRIMARY KEY CHECK (one = 1),
    -- What the source had when the copy began.
    source text COLLATE "C" NOT NULL,
    -- The number of the table, and as JSON the key of its last row that was copied.
    stage bigint NOT NULL,
    after text COLLATE "C" NOT NULL
);
