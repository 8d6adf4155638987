BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, description TEXT NOT NULL, installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, success BOOLEAN NOT NULL, checksum BLOB NOT NULL, execution_time BIGINT NOT NULL);
INSERT INTO "_sqlx_migrations" VALUES(1,'matches','2026-11-01 12:00:00',1,X'5E9592984BC1DD46B06430142FCB2C464ED133C81BF228A622BF479386C616CB304CE10FA497169F3C3333DC339D03D7',1000);
CREATE TABLE answers (
    key TEXT NOT NULL PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    at TEXT NOT NULL,
    match_id TEXT REFERENCES matches (id) ON DELETE CASCADE,
    version INTEGER,
    status INTEGER,
    headers TEXT,
    body BLOB
) STRICT;
CREATE TABLE events (
    position INTEGER NOT NULL PRIMARY KEY,
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    sequence INTEGER NOT NULL CHECK (sequence > 0),
    at TEXT NOT NULL,
    by TEXT NOT NULL,
    deed TEXT NOT NULL,
    outcome TEXT NOT NULL,
    UNIQUE (match_id, sequence)
) STRICT;
INSERT INTO "events" VALUES(1,'pA3X6xvhcglFfcbTOHqo6A',1,'2026-11-23T04:35:39.555Z','direct','{"action":"opened","id":"pA3X6xvhcglFfcbTOHqo6A","document":{"game":"brink-bid","edition":1,"options":{"made_points":5,"brink_points":2,"first_hand_cards":4,"last_hand_cards":10},"title":"Thursday at the Crown","played_on":"2026-11-19","location":"The Crown, back room","first_dealer":"s5","hands":[{"dice":{"trump":"hearts","cards":1,"direction":"left"},"bids":{"s1":1,"s2":2,"s3":0,"s4":1,"s5":0},"tricks":{"s1":1,"s2":1,"s3":0,"s4":2,"s5":0}},{"dice":{"trump":"no-trump","cards":0,"direction":"right"},"bids":{"s1":3,"s2":1,"s3":1,"s4":0,"s5":1},"tricks":{"s1":1,"s2":1,"s3":1,"s4":0,"s5":2}},{"dice":{"trump":"spades","cards":3,"direction":"across-right"},"bids":{"s1":2,"s2":2,"s3":1,"s4":1,"s5":0},"tricks":{"s1":2,"s2":3,"s3":1,"s4":0,"s5":0},"note":"Three cards came to Ann from Ægir, all of them aces."},{"dice":{"trump":"clubs","cards":2,"direction":"left"},"bids":{"s1":1,"s2":0,"s3":3,"s4":2,"s5":2},"tricks":{"s1":1,"s2":0,"s3":3,"s4":2,"s5":1}},{"dice":{"trump":"diamonds","cards":1,"direction":"right"},"bids":{"s1":2,"s2":3,"s3":0,"s4":1,"s5":2},"tricks":{"s1":4,"s2":2,"s3":0,"s4":0,"s5":2}},{"dice":{"trump":"hearts","cards":0,"direction":"across-left"},"bids":{"s1":3,"s2":0,"s3":2,"s4":3,"s5":1},"tricks":{"s1":3,"s2":1,"s3":2,"s4":2,"s5":1}},{"dice":{"trump":"spades","cards":2,"direction":"left"},"bids":{"s1":2,"s2":4,"s3":3,"s4":0,"s5":2},"tricks":{"s1":2,"s2":4,"s3":2,"s4":1,"s5":1}}],"adjustments":[{"after_hand":6,"player":"s3","points":-2,"reason":"looked at the passed cards too early","rule":"brink-bid/pass"}]},"players":["n1","n2","n3","n4","n5"]}','{"hands":7,"totals":[25,23,30,20,26],"complete":true}');
INSERT INTO "events" VALUES(2,'Td0Dtjj-75TyOowgQ3BatQ',1,'2026-11-23T04:35:39.797Z','direct','{"action":"opened","id":"Td0Dtjj-75TyOowgQ3BatQ","document":{"game":"mariash","edition":1,"options":{"rates":{"game":1,"hundred":4,"hundred_seven":6,"misere":15,"seven":2,"slam":30},"game_stake":1,"red_doubles":true,"max_doubles":4,"commitments_per_defender":1,"open_hand_factor":2,"card_points":120,"marriages":false,"silent":false,"limit":500,"sitting_out_pays":true,"hands_planned":null},"title":"Sobotní mariáš","played_on":"2026-11-21","location":"U Zlatého lva","finished":true,"hands":[{"declarer":"s2","game_type":"trump","trump":"clubs","calls":[{"player":"s2","call":"game"},{"player":"s3","call":"double","on":{"by":"s2","contract":"game"}},{"player":"s1","call":"hundred"},{"player":"s2","call":"double","on":{"by":"s1","contract":"hundred"}},{"player":"s3","call":"good"},{"player":"s1","call":"good"}],"points":{"declarer":70,"defense":50}},{"declarer":"s3","game_type":"trump","trump":"hearts","commitments":[{"by":"s3","contract":"hundred"}],"points":{"declarer":65,"defense":55},"note":"Won the game, and paid for it."},{"declarer":"s1","game_type":"misere","doubles":1,"declarer_tricks":1},{"declarer":"s2","game_type":"trump","trump":"spades","commitments":[{"by":"s2","contract":"hundred-seven"}],"points":{"declarer":110,"defense":10},"last_trick":{"winner":"s3","trump_seven":false}},{"declarer":"s1","game_type":"trump","trump":"spades","open_hand":"accept","commitments":[{"by":"s1","contract":"seven"}]},{"declarer":"s3","game_type":"trump","trump":"diamonds","commitments":[{"by":"s3","contract":"hundred","doubles":4}],"points":{"declarer":100,"defense":20},"note":"Sixteen times, and he had it."}]},"players":["n1","n2","n3"]}','{"hands":6,"totals":[-179,-89,268],"complete":true}');
CREATE TABLE matches (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT;
INSERT INTO "matches" VALUES('pA3X6xvhcglFfcbTOHqo6A','brink-bid','2026-11-23T04:35:39.555Z');
INSERT INTO "matches" VALUES('Td0Dtjj-75TyOowgQ3BatQ','mariash','2026-11-23T04:35:39.797Z');
CREATE TABLE names (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number > 0),
    name TEXT NOT NULL,
    PRIMARY KEY (match_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "names" VALUES('Td0Dtjj-75TyOowgQ3BatQ',1,'Zuzana Šťastná');
INSERT INTO "names" VALUES('Td0Dtjj-75TyOowgQ3BatQ',2,'Karel');
INSERT INTO "names" VALUES('Td0Dtjj-75TyOowgQ3BatQ',3,'Petr');
INSERT INTO "names" VALUES('pA3X6xvhcglFfcbTOHqo6A',1,'Ann');
INSERT INTO "names" VALUES('pA3X6xvhcglFfcbTOHqo6A',2,'Bo');
INSERT INTO "names" VALUES('pA3X6xvhcglFfcbTOHqo6A',3,'Zuzana Šťastná');
INSERT INTO "names" VALUES('pA3X6xvhcglFfcbTOHqo6A',4,'李雷');
INSERT INTO "names" VALUES('pA3X6xvhcglFfcbTOHqo6A',5,'Ægir');
CREATE INDEX answers_of_match ON answers (match_id);
COMMIT;
