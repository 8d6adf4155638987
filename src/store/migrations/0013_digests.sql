-- A digest of all that lists show of a match, which is looked at whenever they are read. An event writes it; where
-- an earlier version of the program has written the last one, the next list does.
ALTER TABLE matches ADD COLUMN listed TEXT;
-- The same of what is told of a match that was deleted.
ALTER TABLE gone ADD COLUMN digest TEXT;
