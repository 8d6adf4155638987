//! Finding and writing the list of published matches.

use super::super::error::StoreError;
use super::super::public_list::{
    PublicationRows, PublicationUpdate, PublishedFilter, PublishedMatch, StoredPublication, enlist,
    unlist,
};
use super::super::statement::{Row, Value};
use super::super::store::Store;
use super::super::write::Alone;
use overtrick_match::ledger::{MatchId, Publication, Showing, Timestamp};

/// A page of the list, with more conditions.
macro_rules! page {
    ($conditions:literal) => {
        concat!(
            "SELECT (SELECT matches.id FROM matches WHERE number = match_number) AS match_id, \
             game, showing, at, day, (SELECT events.at FROM events \
             WHERE events.match_number = publications.match_number ORDER BY sequence DESC LIMIT 1) \
             AS changed_at, (SELECT max(sequence) FROM events \
             WHERE events.match_number = publications.match_number) AS version \
             FROM publications WHERE (day, at, id) < ($1, $2, $3) ",
            $conditions,
            " ORDER BY day DESC, at DESC, id DESC LIMIT $4"
        )
    };
}

/// The statement for a page of a filter, whose game is the fifth parameter, and whose day the last.
const fn page(by_game: bool, by_day: bool) -> &'static str {
    match (by_game, by_day) {
        (false, false) => page!(""),
        (true, false) => page!("AND game = $5"),
        (false, true) => page!("AND day = $5"),
        (true, true) => page!("AND game = $5 AND day = $6"),
    }
}

impl Store {
    /// At most `limit` published matches, the newest day first, and of a day those first that were
    /// published last.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn published(
        &self,
        filter: &PublishedFilter,
        limit: usize,
    ) -> Result<Vec<PublishedMatch>, StoreError> {
        // Later than every day, which begins with a digit.
        const END: &str = "~";
        let after = filter.after.as_ref();
        let mut values = vec![
            after.map_or(END, |after| &after.day).into(),
            after.map_or_else(|| "".into(), |after| after.at.into()),
            after.map_or("", |after| &after.id).into(),
            limit.into(),
        ];
        let given = [&filter.game, &filter.day].into_iter().flatten();
        values.extend(given.map(|text| Value::from(text.as_str())));
        let page = page(filter.game.is_some(), filter.day.is_some());
        let rows = self.readers().rows(page, &values).await?;
        Ok(rows.iter().filter_map(published).collect())
    }

    /// How many matches are published.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn published_count(&self) -> Result<u64, StoreError> {
        let count = "SELECT count(*) AS published FROM publications";
        let row = self.readers().row(count, &[]).await?;
        row.map_or(Ok(0), |row| row.number("published"))
    }

    /// The ids of published matches in the order in which they were opened: at most `limit`, without the first
    /// `skip`. One that is another beside the publication than beside the match was changed, and is left out.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn published_ids(
        &self,
        skip: usize,
        limit: usize,
    ) -> Result<Vec<MatchId>, StoreError> {
        let found = "SELECT matches.id FROM publications \
            JOIN matches ON matches.number = match_number AND matches.id = publications.id \
            ORDER BY match_number LIMIT $1 OFFSET $2";
        let values = [limit.into(), skip.into()];
        let rows = self.readers().rows(found, &values).await?;
        Ok(rows.iter().filter_map(|row| row.id("id").ok()).collect())
    }

    /// What is stored of a match for the list of published matches, unchecked: by its number, its id there may be
    /// another one.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn publication(&self, id: &MatchId) -> Result<Option<StoredPublication>, StoreError> {
        let found = "SELECT publications.id, publications.game, showing, at, publications.day \
            FROM publications JOIN matches ON matches.number = match_number WHERE matches.id = $1";
        let row = self.readers().row(found, &[id.as_str().into()]).await?;
        let read = |row: Row| {
            Ok(StoredPublication {
                id: row.text("id")?,
                game: row.text("game")?,
                showing: row.text("showing")?,
                at: row.text("at")?,
                day: row.text("day")?,
            })
        };
        row.map(read).transpose()
    }

    /// Writes which of these matches are listed, all or none.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn write_publications(
        &self,
        updates: Vec<(MatchId, PublicationUpdate)>,
    ) -> Result<(), StoreError> {
        let write = self.transact(Alone::Order.into(), move |transaction| {
            Box::pin(async move {
                let mut rows = PublicationRows::default();
                for (id, update) in &updates {
                    rows.add(id.as_str(), update);
                }
                let changed = [Value::rows(&rows.changed)];
                transaction.run(unlist!("$1"), &changed).await?;
                let listed = [Value::rows(&rows.listed)];
                transaction.run(enlist!("$1"), &listed).await
            })
        });
        write.await.map(|_| ())
    }
}

/// A published match of a row; `None`, if its id cannot be read. What is damaged beside it moves the match in the
/// list, and hides none: what is shown comes from its log.
fn published(row: &Row) -> Option<PublishedMatch> {
    let text = |column| row.plain_text(column).unwrap_or_default();
    let time = |column| text(column).parse().unwrap_or(Timestamp::from_millis(0));
    Some(PublishedMatch {
        id: MatchId::read(&text("match_id"))?,
        game: text("game"),
        publication: Publication {
            showing: Showing::from_word(&text("showing")).unwrap_or_default(),
            at: time("at"),
            day: text("day"),
        },
        changed_at: time("changed_at"),
        version: row.any_number("version").unwrap_or(0),
    })
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
    use sqlx::{ConnectOptions, Row};

    use super::super::super::migrate::MIGRATIONS;
    use super::*;

    /// The steps by which a statement is answered.
    async fn plan(connection: &mut SqliteConnection, statement: &str) -> Vec<String> {
        let statement = format!("EXPLAIN QUERY PLAN {statement}");
        let rows = sqlx::query(sqlx::AssertSqlSafe(statement));
        let rows = rows.fetch_all(connection).await.unwrap();
        rows.iter()
            .map(|row| row.try_get("detail").unwrap())
            .collect()
    }

    #[tokio::test]
    async fn a_page_of_the_list_is_read_from_an_index_in_its_order() {
        let options = SqliteConnectOptions::new().in_memory(true);
        let mut connection = options.connect().await.unwrap();
        MIGRATIONS.run(&mut connection).await.unwrap();
        for (by_game, by_day) in [(false, false), (true, false), (false, true), (true, true)] {
            let statement = page(by_game, by_day);
            let plan = plan(&mut connection, statement).await;
            let index = if by_game {
                "publications_by_game"
            } else {
                "publications_by_day"
            };
            assert!(plan.iter().any(|step| step.contains(index)), "{plan:?}");
            // Nothing is sorted, and no table is read from end to end.
            let slow = [
                "TEMP B-TREE",
                "SCAN publications",
                "SCAN events",
                "SCAN matches",
            ];
            let is_slow = |step: &String| slow.iter().any(|slow| step.contains(slow));
            assert!(!plan.iter().any(is_slow), "{plan:?}");
        }
    }
}
