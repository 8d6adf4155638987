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

DROP FUNCTION write_events;

-- Writes the rows of events in the rights of these keys for programs, and everything that they change, in one
-- round trip. Each statement sees what the one before has written, and what was committed before the lock was got.
-- The first that fails is the last. Of an import, whole logs are written; else each match has one event, which must
-- be its next.
CREATE FUNCTION write_events(
    is_import boolean,
    opened_ids text[], opened_games text[], opened_ats text[],
    head_ids text[], head_counts bigint[], head_digests text[], head_listed text[],
    event_ids text[], event_sequences bigint[], event_ats text[], event_bys text[], event_kinds text[],
    event_outcomes text[], event_commitments text[], event_digests text[],
    name_ids text[], name_numbers bigint[], name_texts text[], name_salts text[], name_folded text[],
    answer_keys text[], answer_fingerprints text[], answer_ats text[], answer_ids text[],
    answer_versions bigint[],
    change_keys text[], change_fingerprints text[], change_ats text[], change_ids text[],
    change_versions bigint[],
    listed_ids text[], listed_titles text[], listed_days text[], listed_completes bigint[],
    listed_external_ids text[], listed_metadata text[],
    seat_ids text[], seat_numbers bigint[], seat_seats bigint[],
    erased_ids text[],
    changed_ids text[],
    published_ids text[], published_showings text[], published_ats text[], published_days text[],
    published_locations text[],
    key_ids text[], key_digests text[]
) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    advanced bigint;
BEGIN
    PERFORM in_order();
    PERFORM hold_rights(key_ids, key_digests);
    IF cardinality(opened_ids) > 0 THEN
        INSERT INTO matches (id, game, created_at)
            SELECT o.id, o.game, o.at FROM unnest(opened_ids, opened_games, opened_ats) AS o (id, game, at);
        DELETE FROM expired WHERE expired.id = ANY (opened_ids);
    END IF;
    INSERT INTO events (match_number, sequence, at, by, kind, outcome, commitments, digest)
        SELECT (SELECT matches.number FROM matches WHERE matches.id = e.id),
            e.sequence, e.at, e.by, e.kind, e.outcome, e.commitments, e.digest
        FROM unnest(event_ids, event_sequences, event_ats, event_bys, event_kinds, event_outcomes,
            event_commitments, event_digests) WITH ORDINALITY
            AS e (id, sequence, at, by, kind, outcome, commitments, digest, place)
        ORDER BY e.place;
    UPDATE matches SET count = h.count, head = h.digest, listed = h.listed
        FROM unnest(head_ids, head_counts, head_digests, head_listed) AS h (id, count, digest, listed)
        WHERE matches.id = h.id AND (is_import OR matches.count = h.count - 1);
    GET DIAGNOSTICS advanced = ROW_COUNT;
    -- A copy in memory may be of a match that was deleted and opened again: its next event is none of this.
    IF advanced < cardinality(head_ids) THEN
        RAISE unique_violation USING CONSTRAINT = 'events_sequence';
    END IF;
    IF cardinality(name_ids) > 0 THEN
        INSERT INTO names (match_number, number, name, salt, folded)
            SELECT DISTINCT ON (n.id, n.number)
                (SELECT matches.number FROM matches WHERE matches.id = n.id),
                n.number, n.name, n.salt, n.folded
            FROM unnest(name_ids, name_numbers, name_texts, name_salts, name_folded) WITH ORDINALITY
                AS n (id, number, name, salt, folded, place)
            ORDER BY n.id, n.number, n.place DESC
            ON CONFLICT (match_number, number) DO UPDATE
            SET name = excluded.name, salt = excluded.salt, folded = excluded.folded;
    END IF;
    IF cardinality(answer_keys) > 0 THEN
        INSERT INTO idempotency (key, fingerprint, at, match_number, version)
            SELECT a.key, a.fingerprint, a.at,
                (SELECT matches.number FROM matches WHERE matches.id = a.id), a.version
            FROM unnest(answer_keys, answer_fingerprints, answer_ats, answer_ids, answer_versions)
                AS a (key, fingerprint, at, id, version);
    END IF;
    IF cardinality(change_keys) > 0 THEN
        INSERT INTO idempotent_changes (key, fingerprint, at, match_number, version)
            SELECT c.key, c.fingerprint, c.at,
                (SELECT matches.number FROM matches WHERE matches.id = c.id), c.version
            FROM unnest(change_keys, change_fingerprints, change_ats, change_ids, change_versions)
                AS c (key, fingerprint, at, id, version);
    END IF;
    PERFORM write_listings(listed_ids, listed_titles, listed_days, listed_completes,
        listed_external_ids, listed_metadata, seat_ids, seat_numbers, seat_seats);
    IF cardinality(erased_ids) > 0 THEN
        UPDATE matches SET source = NULL WHERE matches.id = ANY (erased_ids);
    END IF;
    PERFORM write_publications(
        changed_ids, published_ids, published_showings, published_ats, published_days, published_locations);
END $$;
