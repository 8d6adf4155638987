BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO "_sqlx_migrations" VALUES(1,'first','2026-11-25 12:00:00',1,X'C0153FB4B9E857F0E7923FC8DEE3848F93135AB3144F98261E3F9CF25358F17C4FC7D0356FBFB1C1F9BE0EF47D0A59F4',1000);
CREATE TABLE cluster_settings (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "cluster_settings" VALUES('secret','8c0d900415bb9a89b0208c422bb0497d6439177a0c48d1759f94d4ea9ec0b2ed');
CREATE TABLE copying (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    -- What the source had when the copy began.
    source TEXT NOT NULL,
    -- The number of the table, and as JSON the key of its last row that was copied.
    stage INTEGER NOT NULL,
    after TEXT NOT NULL
) STRICT;
CREATE TABLE deleted_matches (
    position INTEGER NOT NULL PRIMARY KEY,
    id TEXT NOT NULL,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    at TEXT NOT NULL,
    -- Of what is told of it.
    digest TEXT NOT NULL
) STRICT;
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
CREATE TABLE events (
    -- Its place in the order of commits.
    position INTEGER NOT NULL PRIMARY KEY,
    match_number INTEGER NOT NULL REFERENCES matches (number) ON DELETE CASCADE,
    sequence INTEGER NOT NULL CHECK (sequence > 0),
    at TEXT NOT NULL,
    by TEXT NOT NULL,
    -- What happened, and the score after it, as JSON.
    kind TEXT NOT NULL,
    outcome TEXT NOT NULL,
    -- JSON: pairs of the number of a name and a digest of the name with its salt.
    commitments TEXT NOT NULL,
    -- Of the texts of the event and the digest of the one before it.
    digest TEXT NOT NULL,
    UNIQUE (match_number, sequence)
) STRICT;
INSERT INTO "events" VALUES(1,1,1,'2026-11-23T04:35:39.555Z','direct','{"action":"opened","id":"pA3X6xvhcglFfcbTOHqo6A","document":{"game":"brink-bid","edition":1,"options":{"made_points":5,"brink_points":2,"first_hand_cards":4,"last_hand_cards":10},"title":"Thursday at the Crown","played_on":"2026-11-19","location":"The Crown, back room","first_dealer":"s5","hands":[{"dice":{"trump":"hearts","cards":1,"direction":"left"},"bids":{"s1":1,"s2":2,"s3":0,"s4":1,"s5":0},"tricks":{"s1":1,"s2":1,"s3":0,"s4":2,"s5":0}},{"dice":{"trump":"no-trump","cards":0,"direction":"right"},"bids":{"s1":3,"s2":1,"s3":1,"s4":0,"s5":1},"tricks":{"s1":1,"s2":1,"s3":1,"s4":0,"s5":2}},{"dice":{"trump":"spades","cards":3,"direction":"across-right"},"bids":{"s1":2,"s2":2,"s3":1,"s4":1,"s5":0},"tricks":{"s1":2,"s2":3,"s3":1,"s4":0,"s5":0},"note":"Three cards came to Ann from Ægir, all of them aces."},{"dice":{"trump":"clubs","cards":2,"direction":"left"},"bids":{"s1":1,"s2":0,"s3":3,"s4":2,"s5":2},"tricks":{"s1":1,"s2":0,"s3":3,"s4":2,"s5":1}},{"dice":{"trump":"diamonds","cards":1,"direction":"right"},"bids":{"s1":2,"s2":3,"s3":0,"s4":1,"s5":2},"tricks":{"s1":4,"s2":2,"s3":0,"s4":0,"s5":2}},{"dice":{"trump":"hearts","cards":0,"direction":"across-left"},"bids":{"s1":3,"s2":0,"s3":2,"s4":3,"s5":1},"tricks":{"s1":3,"s2":1,"s3":2,"s4":2,"s5":1}},{"dice":{"trump":"spades","cards":2,"direction":"left"},"bids":{"s1":2,"s2":4,"s3":3,"s4":0,"s5":2},"tricks":{"s1":2,"s2":4,"s3":2,"s4":1,"s5":1}}],"adjustments":[{"after_hand":6,"player":"s3","points":-2,"reason":"looked at the passed cards too early","rule":"brink-bid/pass"}]},"players":["n1","n2","n3","n4","n5"]}','{"hands":7,"totals":[25,23,30,20,26],"complete":true}','[[1,"44e4d81fadfe0c22dd0f37ab0ef8043c8bc4a7b17dda9c54de8bef66252774a0"],[2,"152286cf9ae5537dcf53ac51ba0e71555f408f0bb82d558675f2e01c677da910"],[3,"2c144e24c009671f6ab5d25196428dca1aff1f4a3f74a9defe38d216d5a4ae29"],[4,"beddcd3582cb8bf031256ced2841500210055b57464bb86d59f0e2dc3577cba4"],[5,"a1c7363b91a1835be21d829f7c70529c59620b44246054f8f9591e389b6f392f"]]','7f6ccb407beda6f153aa395080c99c7f32b826bb40c0c96925c9ccda3a7fc67a');
INSERT INTO "events" VALUES(2,2,1,'2026-11-23T04:35:39.797Z','direct','{"action":"opened","id":"Td0Dtjj-75TyOowgQ3BatQ","document":{"game":"mariash","edition":1,"options":{"rates":{"game":1,"hundred":4,"hundred_seven":6,"misere":15,"seven":2,"slam":30},"game_stake":1,"red_doubles":true,"max_doubles":4,"commitments_per_defender":1,"open_hand_factor":2,"card_points":120,"marriages":false,"silent":false,"limit":500,"sitting_out_pays":true,"hands_planned":null},"title":"Sobotní mariáš","played_on":"2026-11-21","location":"U Zlatého lva","finished":true,"hands":[{"declarer":"s2","game_type":"trump","trump":"clubs","calls":[{"player":"s2","call":"game"},{"player":"s3","call":"double","on":{"by":"s2","contract":"game"}},{"player":"s1","call":"hundred"},{"player":"s2","call":"double","on":{"by":"s1","contract":"hundred"}},{"player":"s3","call":"good"},{"player":"s1","call":"good"}],"points":{"declarer":70,"defense":50}},{"declarer":"s3","game_type":"trump","trump":"hearts","commitments":[{"by":"s3","contract":"hundred"}],"points":{"declarer":65,"defense":55},"note":"Won the game, and paid for it."},{"declarer":"s1","game_type":"misere","doubles":1,"declarer_tricks":1},{"declarer":"s2","game_type":"trump","trump":"spades","commitments":[{"by":"s2","contract":"hundred-seven"}],"points":{"declarer":110,"defense":10},"last_trick":{"winner":"s3","trump_seven":false}},{"declarer":"s1","game_type":"trump","trump":"spades","open_hand":"accept","commitments":[{"by":"s1","contract":"seven"}]},{"declarer":"s3","game_type":"trump","trump":"diamonds","commitments":[{"by":"s3","contract":"hundred","doubles":4}],"points":{"declarer":100,"defense":20},"note":"Sixteen times, and he had it."}]},"players":["n1","n2","n3"]}','{"hands":6,"totals":[-179,-89,268],"complete":true}','[[1,"1ce578996216909d928fbd831adcd3bab718fb46dc8f1ea3dba027a35d825aaa"],[2,"3e45c56d35874825de7e561839d9471c64f310c588916d6fdb17595cab20b3b4"],[3,"a6b0f56150ebca0d1856b0ee715c8b1414bd7ce80d8400e46de7fc1acff58d29"]]','5fa21d9368abdc29646cc8a7a702c554368550949e5b138db95d2e13cbaa20e1');
CREATE TABLE expired (
    id TEXT NOT NULL PRIMARY KEY,
    at TEXT NOT NULL,
    digest TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE idempotency (
    key TEXT NOT NULL PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    at TEXT NOT NULL,
    match_number INTEGER REFERENCES matches (number) ON DELETE CASCADE,
    version INTEGER,
    status INTEGER,
    headers TEXT,
    body BLOB
) STRICT;
CREATE TABLE join_codes (
    digest TEXT NOT NULL PRIMARY KEY,
    match_number INTEGER NOT NULL REFERENCES matches (number) ON DELETE CASCADE,
    role TEXT NOT NULL,
    -- Of the key of the role: with another key, the code opens nothing.
    generation INTEGER NOT NULL,
    until TEXT NOT NULL,
    UNIQUE (match_number, role)
) STRICT, WITHOUT ROWID;
CREATE TABLE matches (
    number INTEGER NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    created_at TEXT NOT NULL,
    -- How many events it has, and the digest of the last one.
    count INTEGER NOT NULL DEFAULT 0,
    head TEXT NOT NULL DEFAULT '',
    -- The last read with a key, of a match in which nothing was played: at most one a day is written.
    read_at TEXT,
    -- What lists show of a match, and find it by: derived from its log, written in the same transaction as the
    -- event that changes it, and never read as the truth.
    title TEXT,
    -- The day on which it was played, or on which it was opened.
    day TEXT NOT NULL DEFAULT '',
    complete INTEGER NOT NULL DEFAULT 0,
    -- What programs call it, and what they noted of it, as JSON.
    external_id TEXT,
    metadata TEXT,
    -- A digest of all that lists show of it, which is looked at whenever they are read.
    listed TEXT NOT NULL DEFAULT '',
    -- The digest of the document that it was imported from. It is forgotten when a person is erased, whose name
    -- could be guessed and tried.
    source TEXT
) STRICT;
INSERT INTO "matches" VALUES(1,'pA3X6xvhcglFfcbTOHqo6A','brink-bid','2026-11-23T04:35:39.555Z',1,'7f6ccb407beda6f153aa395080c99c7f32b826bb40c0c96925c9ccda3a7fc67a',NULL,'Thursday at the Crown','2026-11-19',1,NULL,NULL,'50c4bed9c74d6e94',NULL);
INSERT INTO "matches" VALUES(2,'Td0Dtjj-75TyOowgQ3BatQ','mariash','2026-11-23T04:35:39.797Z',1,'5fa21d9368abdc29646cc8a7a702c554368550949e5b138db95d2e13cbaa20e1',NULL,'Sobotní mariáš','2026-11-21',1,NULL,NULL,'372a89a1df144030',NULL);
CREATE TABLE names (
    match_number INTEGER NOT NULL REFERENCES matches (number) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    name TEXT NOT NULL,
    salt TEXT NOT NULL,
    -- The seat of whoever sits at the table under this name, and the name as names are compared: they stand beside
    -- the name, and are overwritten with it.
    seat INTEGER,
    folded TEXT NOT NULL,
    PRIMARY KEY (match_number, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "names" VALUES(1,1,'Ann','3ef7a57f4883e3643ff8eb999ba77ea5',1,'ann');
INSERT INTO "names" VALUES(1,2,'Bo','f42414a21d31568159c7966f9f099ed3',2,'bo');
INSERT INTO "names" VALUES(1,3,'Zuzana Šťastná','a887f0078d626e4543fa03a3c06d1719',3,'zuzana šťastná');
INSERT INTO "names" VALUES(1,4,'李雷','a73bd17c086e284cfd5ae88d2460597c',4,'李雷');
INSERT INTO "names" VALUES(1,5,'Ægir','79b1eaa2b7465a597417e3b12cbed2f6',5,'ægir');
INSERT INTO "names" VALUES(2,1,'Zuzana Šťastná','9e10e18a54349a079d17e00a4dd048c1',1,'zuzana šťastná');
INSERT INTO "names" VALUES(2,2,'Karel','0c5a160123b69c334fd2630a7b495a68',2,'karel');
INSERT INTO "names" VALUES(2,3,'Petr','8d9310d78e4dd71b27e4f3906b386e83',3,'petr');
CREATE TABLE next_matches (
    match_number INTEGER NOT NULL PRIMARY KEY REFERENCES matches (number) ON DELETE CASCADE,
    next_id TEXT NOT NULL
) STRICT;
CREATE TABLE program_keys (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    scope TEXT NOT NULL,
    digest TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT,
    used_at TEXT,
    revoked_at TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE publications (
    match_number INTEGER NOT NULL PRIMARY KEY REFERENCES matches (number) ON DELETE CASCADE,
    id TEXT NOT NULL,
    game TEXT NOT NULL,
    showing TEXT NOT NULL,
    -- Since when.
    at TEXT NOT NULL,
    -- When it was played.
    day TEXT NOT NULL,
    -- Where, as names are compared; empty if that is not known.
    location TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE webhooks (
    number INTEGER NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- NULL is every match. The match may be deleted while its deletion is still to be told.
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
    cursor INTEGER NOT NULL,
    -- What messages have besides what all have, as JSON: a list of words.
    include TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX matches_by_day ON matches (day, id);
CREATE INDEX matches_by_game ON matches (game, day, id);
CREATE INDEX matches_by_status ON matches (complete, day, id);
CREATE INDEX matches_day_by_id ON matches (id, day);
CREATE INDEX matches_of_game ON matches (game, id);
CREATE INDEX matches_of_status ON matches (complete, id);
CREATE UNIQUE INDEX matches_by_external_id ON matches (external_id) WHERE external_id IS NOT NULL;
CREATE INDEX matches_by_source ON matches (source) WHERE source IS NOT NULL;
CREATE INDEX names_seated ON names (folded, match_number) WHERE seat IS NOT NULL;
CREATE INDEX idempotency_of_match ON idempotency (match_number);
CREATE TRIGGER opened_again AFTER INSERT ON matches BEGIN
    DELETE FROM expired WHERE id = NEW.id;
END;
CREATE INDEX publications_by_day ON publications (day, at, id);
CREATE INDEX publications_by_game ON publications (game, day, at, id);
CREATE INDEX publications_by_location ON publications (location, day, at, id);
CREATE INDEX deleted_matches_by_id ON deleted_matches (id);
CREATE TRIGGER events_after_deleted AFTER INSERT ON events
WHEN NEW.position <= (SELECT max(position) FROM deleted_matches) BEGIN
    UPDATE events SET position = (SELECT max(position) + 1 FROM deleted_matches)
    WHERE position = NEW.position;
END;
CREATE INDEX webhooks_of_match ON webhooks (match_id);
CREATE INDEX webhooks_behind ON webhooks (cursor) WHERE state = 'active';
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_waiting ON deliveries (webhook_number, match_id, position)
WHERE state = 'waiting';
CREATE INDEX deliveries_of_match ON deliveries (match_id);
CREATE INDEX join_codes_by_end ON join_codes (until);
COMMIT;
