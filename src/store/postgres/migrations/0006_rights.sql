-- A right is looked at in the transaction that writes in it. Another instance may just have taken it away, of
-- which this one has not heard yet.

-- Of keys for programs, one changes at a time; whoever writes in the right of one holds them as they are.
CREATE FUNCTION change_program_keys() RETURNS void LANGUAGE sql VOLATILE AS
$$ SELECT pg_advisory_xact_lock(1869902441, 3) $$;

-- Fails unless a key for programs, if there is one, is what it was when it was sent, and no key of a match was
-- renewed or revoked since a version. Both stay so until the transaction ends.
CREATE FUNCTION hold_right(
    key_id text, key_digest text, keyed_id text, keyed_version bigint
) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    keyed bigint;
BEGIN
    IF key_id IS NOT NULL THEN
        PERFORM pg_advisory_xact_lock_shared(1869902441, 3);
        PERFORM 1 FROM program_keys
            WHERE id = key_id AND digest = key_digest AND revoked_at IS NULL;
        IF NOT FOUND THEN
            RAISE 'the key is not valid' USING ERRCODE = 'OT403';
        END IF;
    END IF;
    IF keyed_id IS NOT NULL THEN
        -- Its events wait, because each of them writes this row.
        SELECT number INTO keyed FROM matches WHERE id = keyed_id FOR SHARE;
        IF NOT FOUND OR EXISTS (SELECT 1 FROM events WHERE match_number = keyed
            AND sequence > keyed_version AND json_member(deed, 'action') IN ('renewed', 'revoked'))
        THEN
            RAISE 'a key of the match was changed' USING ERRCODE = 'OT403';
        END IF;
    END IF;
END $$;

-- The same of the keys with which these events are written.
CREATE FUNCTION hold_rights(key_ids text[], key_digests text[]) RETURNS void
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    IF cardinality(key_ids) > 0 THEN
        PERFORM pg_advisory_xact_lock_shared(1869902441, 3);
        IF EXISTS (SELECT 1 FROM unnest(key_ids, key_digests) AS k (id, digest)
            WHERE NOT EXISTS (SELECT 1 FROM program_keys
                WHERE program_keys.id = k.id AND program_keys.digest = k.digest AND revoked_at IS NULL))
        THEN
            RAISE 'a key is not valid' USING ERRCODE = 'OT403';
        END IF;
    END IF;
END $$;

-- A digest of all that lists show of a match, which is looked at whenever they are read. An event writes it; where
-- an earlier version of the program has written the last one, the next list does.
ALTER TABLE matches ADD COLUMN listed text COLLATE "C";
-- The same of what is told of a match that was deleted.
ALTER TABLE gone ADD COLUMN digest text COLLATE "C";

-- Writes the rows of events as before, in the rights of these keys, and with these digests. Instances of the
-- version before write by the function of before.
CREATE FUNCTION write_events(
    is_import boolean,
    opened_ids text[], opened_games text[], opened_ats text[],
    head_ids text[], head_counts bigint[], head_digests text[], head_listed text[],
    event_ids text[], event_sequences bigint[], event_ats text[], event_bys text[], event_deeds text[],
    event_outcomes text[], event_commitments text[], event_digests text[],
    name_ids text[], name_numbers bigint[], name_texts text[], name_salts text[], name_folded text[],
    answer_keys text[], answer_fingerprints text[], answer_ats text[], answer_ids text[],
    answer_versions bigint[],
    listed_ids text[], listed_titles text[], listed_days text[], listed_completes bigint[],
    listed_external_ids text[], listed_metadata text[],
    seat_ids text[], seat_numbers bigint[], seat_seats bigint[],
    erased_ids text[],
    changed_ids text[],
    published_ids text[], published_showings text[], published_ats text[], published_days text[],
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
    INSERT INTO events (match_number, sequence, at, by, deed, outcome, commitments, digest)
        SELECT (SELECT matches.number FROM matches WHERE matches.id = e.id),
            e.sequence, e.at, e.by, e.deed, e.outcome, e.commitments, e.digest
        FROM unnest(event_ids, event_sequences, event_ats, event_bys, event_deeds, event_outcomes,
            event_commitments, event_digests) WITH ORDINALITY
            AS e (id, sequence, at, by, deed, outcome, commitments, digest, place)
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
        INSERT INTO answers (key, fingerprint, at, match_number, version)
            SELECT a.key, a.fingerprint, a.at,
                (SELECT matches.number FROM matches WHERE matches.id = a.id), a.version
            FROM unnest(answer_keys, answer_fingerprints, answer_ats, answer_ids, answer_versions)
                AS a (key, fingerprint, at, id, version);
    END IF;
    PERFORM write_listings(listed_ids, listed_titles, listed_days, listed_completes,
        listed_external_ids, listed_metadata, seat_ids, seat_numbers, seat_seats);
    IF cardinality(erased_ids) > 0 THEN
        UPDATE matches SET source = NULL WHERE matches.id = ANY (erased_ids);
    END IF;
    PERFORM write_publications(
        changed_ids, published_ids, published_showings, published_ats, published_days);
END $$;

CREATE OR REPLACE FUNCTION delete_match(wanted text, deleted_at text) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM in_order();
    PERFORM alone_with_webhooks();
    INSERT INTO gone (id, game, version, at, digest)
        SELECT d.id, d.game, d.version, deleted_at, left(encode(sha256(convert_to(
            concat_ws(' ', d.id, d.game, d.version, deleted_at), 'UTF8')), 'hex'), 16)
        FROM (SELECT matches.id, matches.game, coalesce((SELECT max(events.sequence) FROM events
            WHERE events.match_number = matches.number), 0) AS version
            FROM matches WHERE matches.id = wanted) AS d;
    DELETE FROM deliveries WHERE deliveries.match_id = wanted;
    DELETE FROM matches WHERE matches.id = wanted;
    RETURN FOUND;
END $$;
