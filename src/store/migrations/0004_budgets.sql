-- The last read with a key, of a match in which nothing was played: at most one a day is written.
ALTER TABLE matches ADD COLUMN read_at TEXT;

-- What is left of a match that expired. Whoever has a key of it may open it again with the same
-- document, whose digest is kept; an empty one says that nobody may.
CREATE TABLE expired (
    id TEXT NOT NULL PRIMARY KEY,
    at TEXT NOT NULL,
    digest TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER opened_again AFTER INSERT ON matches BEGIN
    DELETE FROM expired WHERE id = NEW.id;
END;
