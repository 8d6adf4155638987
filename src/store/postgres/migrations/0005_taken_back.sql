-- A match of an import that was cut off and taken back was never deleted by anybody: its log can be imported
-- again. That of any other match that is gone cannot.
ALTER TABLE gone ADD COLUMN taken_back bigint NOT NULL DEFAULT 0;
