-- What is left of a match that was deleted, for those who follow the changes of all matches: it stands
-- in the order of commits, between the events.
CREATE TABLE gone (
    position INTEGER NOT NULL PRIMARY KEY,
    id TEXT NOT NULL,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    at TEXT NOT NULL
) STRICT;

CREATE INDEX gone_by_id ON gone (id);

-- SQLite gives the position of a deleted last row again. Whoever has read so far would miss the event.
CREATE TRIGGER events_after_gone AFTER INSERT ON events
WHEN NEW.position <= (SELECT max(position) FROM gone) BEGIN
    UPDATE events SET position = (SELECT max(position) + 1 FROM gone)
    WHERE position = NEW.position;
END;

-- Addresses that are sent changes. Secrets are derived from their ids and generations.
CREATE TABLE webhooks (
    number INTEGER NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- NULL is every match. The match may be gone while its deletion is still to be told.
    match_id TEXT,
    url TEXT NOT NULL,
    -- JSON: lists of words; an empty one is all.
    games TEXT NOT NULL,
    types TEXT NOT NULL,
    description TEXT NOT NULL,
    state TEXT NOT NULL,
    created_at TEXT NOT NULL,
    generation INTEGER NOT NULL,
    -- Until when the secret of the generation before signs too.
    previous_until TEXT,
    -- The first failure since the last success.
    failing_since TEXT,
    -- What was committed up to this position is delivered, or stands in the queue.
    cursor INTEGER NOT NULL
) STRICT;

CREATE INDEX webhooks_of_match ON webhooks (match_id);
CREATE INDEX webhooks_behind ON webhooks (cursor) WHERE state = 'active';

CREATE TABLE deliveries (
    webhook_number INTEGER NOT NULL REFERENCES webhooks (number) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    match_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    type TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    -- When it is tried next: of those of a webhook and a match that wait, only the first has a time.
    due_at TEXT,
    last_at TEXT,
    status INTEGER,
    error TEXT,
    PRIMARY KEY (webhook_number, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX deliveries_due ON deliveries (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_waiting ON deliveries (webhook_number, match_id, position)
WHERE state = 'waiting';
CREATE INDEX deliveries_of_match ON deliveries (match_id);
