-- What came of a request that may be sent again and changed a match. Most hands have one, and one index finds it by its
-- match. Keys and fingerprints are the first 16 bytes of digests.
CREATE TABLE idempotent_changes (
    match_number bigint NOT NULL REFERENCES matches (number) ON DELETE CASCADE,
    key text COLLATE "C" NOT NULL,
    fingerprint text COLLATE "C" NOT NULL,
    at text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT idempotent_changes_key PRIMARY KEY (match_number, key)
);

-- What was known of requests stays known. Of those with a version, some adopted a log: they stay where they are too.
INSERT INTO idempotent_changes (match_number, key, fingerprint, at, version)
    SELECT match_number, substr(key, 1, 32), substr(fingerprint, 1, 32), at, version
    FROM idempotency WHERE version > 1;

UPDATE idempotency SET fingerprint = substr(fingerprint, 1, 32),
    key = CASE WHEN substr(key, 65, 1) = '/' THEN substr(key, 1, 32) || '/' || substr(key, 66, 32)
        ELSE substr(key, 1, 32) END;

-- Writes the marks of changes, in the statement that writes their events.
CREATE FUNCTION write_changes(keys text[], fingerprints text[], ats text[], ids text[], versions bigint[])
RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    IF cardinality(keys) > 0 THEN
        INSERT INTO idempotent_changes (key, fingerprint, at, match_number, version)
            SELECT c.key, c.fingerprint, c.at,
                (SELECT matches.number FROM matches WHERE matches.id = c.id), c.version
            FROM unnest(keys, fingerprints, ats, ids, versions) AS c (key, fingerprint, at, id, version);
    END IF;
END $$;
