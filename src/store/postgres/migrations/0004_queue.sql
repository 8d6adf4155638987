-- What several instances write in the same moment stands in one queue: whoever comes later is told what the one
-- before has written.

-- Deletes a match that is at a version. False, if it is at another one; NULL, if there is no such match.
CREATE FUNCTION delete_match_at(wanted text, wanted_version bigint, deleted_at text) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    version bigint;
BEGIN
    PERFORM in_order();
    SELECT coalesce((SELECT max(events.sequence) FROM events WHERE events.match_number = matches.number), 0)
        INTO version FROM matches WHERE matches.id = wanted;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    IF version <> wanted_version THEN
        RETURN false;
    END IF;
    RETURN delete_match(wanted, deleted_at);
END $$;

-- Of two equal requests to open a match that come from two addresses at once, the first opens it: a phone that
-- loses its network asks again from elsewhere. What both begin with stands before the slash of their keys. An
-- instance answers such a request with the same match for as long, and opens another one later.
CREATE FUNCTION open_once() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    creation text := split_part(NEW.key, '/', 1) || '/';
BEGIN
    -- What is copied from another database was written there.
    IF NOT EXISTS (SELECT 1 FROM copying) AND EXISTS (SELECT 1 FROM answers
        WHERE key >= creation AND key < creation || chr(127) AND fingerprint = NEW.fingerprint
        AND at::timestamptz >= NEW.at::timestamptz - interval '10 minutes')
    THEN
        RAISE unique_violation USING CONSTRAINT = 'answers_key';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER answers_open_once BEFORE INSERT ON answers
FOR EACH ROW WHEN (NEW.version = 1 AND strpos(NEW.key, '/') > 0) EXECUTE FUNCTION open_once();
