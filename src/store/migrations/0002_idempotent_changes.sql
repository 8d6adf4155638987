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

-- What was known of requests stays known. Of those with a version, some adopted a log: they stay where they are too.
INSERT INTO idempotent_changes (match_number, key, fingerprint, at, version)
    SELECT match_number, substr(key, 1, 32), substr(fingerprint, 1, 32), at, version
    FROM idempotency WHERE version > 1;

UPDATE idempotency SET fingerprint = substr(fingerprint, 1, 32),
    key = CASE WHEN substr(key, 65, 1) = '/' THEN substr(key, 1, 32) || '/' || substr(key, 66, 32)
        ELSE substr(key, 1, 32) END;
