-- What the instances of a service have in common beside matches, by name: the digest of their secret, and how
-- often keys for programs were changed.
CREATE TABLE shared (
    name text COLLATE "C" NOT NULL PRIMARY KEY,
    value text COLLATE "C" NOT NULL
);

-- What one instance at a time does. Time is that of the database: no clock of an instance counts.
CREATE TABLE leases (
    name text COLLATE "C" NOT NULL PRIMARY KEY,
    holder text COLLATE "C" NOT NULL,
    until timestamptz NOT NULL
);

-- Codes by which phones join matches, as digests that are made with the secret. A role has one at a time.
CREATE TABLE join_codes (
    digest text COLLATE "C" NOT NULL PRIMARY KEY,
    match_number bigint NOT NULL REFERENCES matches (number) ON DELETE CASCADE,
    role text COLLATE "C" NOT NULL,
    -- Of the key of the role: with another key, the code opens nothing.
    generation bigint NOT NULL,
    until text COLLATE "C" NOT NULL,
    UNIQUE (match_number, role)
);

CREATE INDEX join_codes_by_end ON join_codes (until);

-- The match that was opened as the next one of another: whoever watches goes along.
CREATE TABLE next_matches (
    match_number bigint NOT NULL PRIMARY KEY REFERENCES matches (number) ON DELETE CASCADE,
    next_id text COLLATE "C" NOT NULL
);

-- Each instance hears what any has committed: c with position, version and id of each event, a version of 0
-- for a match that was deleted; k for keys of programs; n and the id of a match that has a next one. Whoever
-- misses something finds it by the positions. A message has room for 8,000 bytes.
CREATE FUNCTION tell_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('overtrick', 'c' || string_agg(format(' %s %s %s', position, sequence, id), ''))
        FROM (SELECT added.position, added.sequence, matches.id,
                (row_number() OVER (ORDER BY added.position) - 1) / 64 AS part
            FROM added JOIN matches ON matches.number = added.match_number) AS told
        GROUP BY part;
    RETURN NULL;
END $$;

CREATE TRIGGER events_told AFTER INSERT ON events REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION tell_events();

CREATE FUNCTION tell_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('overtrick', format('c %s 0 %s', NEW.position, NEW.id));
    RETURN NULL;
END $$;

CREATE TRIGGER gone_told AFTER INSERT ON gone FOR EACH ROW EXECUTE FUNCTION tell_gone();

CREATE FUNCTION tell_next() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('overtrick', 'n ' || id) FROM matches WHERE number = NEW.match_number;
    RETURN NULL;
END $$;

CREATE TRIGGER next_told AFTER INSERT OR UPDATE ON next_matches
FOR EACH ROW EXECUTE FUNCTION tell_next();

-- When a key was last used is of no matter to others.
CREATE FUNCTION tell_program_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO shared (name, value) VALUES ('program_keys', '1')
        ON CONFLICT (name) DO UPDATE SET value = (shared.value::bigint + 1)::text;
    PERFORM pg_notify('overtrick', 'k');
    RETURN NULL;
END $$;

CREATE TRIGGER program_keys_told
AFTER INSERT OR DELETE OR UPDATE OF name, scope, digest, expires_at, revoked_at ON program_keys
FOR EACH STATEMENT EXECUTE FUNCTION tell_program_keys();

-- A key that was revoked stays so, whatever an instance writes that has not heard of it.
CREATE FUNCTION keep_revoked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.revoked_at := coalesce(OLD.revoked_at, NEW.revoked_at);
    RETURN NEW;
END $$;

CREATE TRIGGER program_keys_revoked BEFORE UPDATE ON program_keys
FOR EACH ROW WHEN (OLD.revoked_at IS NOT NULL) EXECUTE FUNCTION keep_revoked();

-- Stores a code in the place of the role's earlier one, and forgets those whose time is over; the one that ends
-- first makes room. Whether it was stored.
CREATE FUNCTION put_code(
    code_digest text, code_match text, code_role text, code_generation bigint, code_until text,
    now text, most bigint
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    code_number bigint;
    stored bigint;
BEGIN
    SELECT number INTO code_number FROM matches WHERE id = code_match;
    DELETE FROM join_codes WHERE until <= now OR (role = code_role AND match_number = code_number);
    DELETE FROM join_codes WHERE digest IN (SELECT digest FROM join_codes ORDER BY until
        LIMIT greatest(0, (SELECT count(*) FROM join_codes) + 1 - most));
    INSERT INTO join_codes (digest, match_number, role, generation, until)
        SELECT code_digest, code_number, code_role, code_generation, code_until
        WHERE code_number IS NOT NULL ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS stored = ROW_COUNT;
    RETURN stored > 0;
END $$;
