-- Lists by id of what a filter leaves: each part of one costs what its entries cost, however many matches there
-- are. The first is read for days: it has both columns, so that no row is read of a match that is left out.

CREATE INDEX matches_day_by_id ON matches (id, day);
CREATE INDEX matches_of_game ON matches (game, id);
CREATE INDEX matches_of_status ON matches (complete, id);
