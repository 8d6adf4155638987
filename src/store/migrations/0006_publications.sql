-- The matches that everybody may see, so that they are listed without reading every log. What of a match
-- is public says its log; a row is written in the transaction of the event that changes it.
CREATE TABLE publications (
    match_number INTEGER NOT NULL PRIMARY KEY REFERENCES matches (number) ON DELETE CASCADE,
    id TEXT NOT NULL,
    game TEXT NOT NULL,
    showing TEXT NOT NULL,
    -- Since when.
    at TEXT NOT NULL,
    -- When it was played; empty until that is read from a log that an earlier version wrote.
    day TEXT NOT NULL
) STRICT;

CREATE INDEX publications_by_day ON publications (day, at, id);
CREATE INDEX publications_by_game ON publications (game, day, at, id);

INSERT INTO publications (match_number, id, game, showing, at, day)
    SELECT matches.number, matches.id, matches.game, 'standings', events.at, ''
    FROM events JOIN matches ON matches.number = events.match_number
    WHERE deed = '{"action":"shown"}' AND NOT EXISTS (
        SELECT 1 FROM events AS later WHERE later.match_number = events.match_number
        AND later.sequence > events.sequence
        AND later.deed IN ('{"action":"shown"}', '{"action":"hidden"}')
    );
