//! Writing complete logs and list data.

use sqlx::Row as _;

use super::super::error::StoreError;
use super::super::lists::{ImportedMatch, ListedLog};
use super::super::right::Right;
use super::super::rows::{ListingRows, Rows};
use super::pool::{Pool, Writing};
use super::rights;
use super::rows::{bound, size};
use super::statements::{check_texts, listings, write_events};
use overtrick_core::folded;
use overtrick_match::ledger::{MatchId, StoredName};

/// The number of matches written in one statement.
const PART: usize = 256;

/// Stores matches with complete logs, all or none.
pub async fn import(
    pool: &Pool,
    matches: &[ImportedMatch],
    right: &Right,
) -> Result<(), StoreError> {
    let mut writing = pool.begin().await?;
    writing.execute(sqlx::query("SELECT in_order()")).await?;
    rights::hold(&mut writing, right).await?;
    for part in matches.chunks(PART) {
        import_part(&mut writing, part).await?;
    }
    writing.commit().await
}

/// Stores some matches with complete logs, in the caller's transaction.
pub async fn import_part(
    writing: &mut Writing<'_>,
    matches: &[ImportedMatch],
) -> Result<(), StoreError> {
    let rows = Rows::of_logs(matches);
    check_texts(&rows)?;
    writing.execute(write_events(&rows, true)).await?;
    let sources = matches.iter().filter_map(|one| {
        let head = one.log.head.as_ref()?;
        Some((head.id.as_str(), one.source.as_deref()?))
    });
    let (ids, sources): (Vec<&str>, Vec<&str>) = sources.unzip();
    let note = "UPDATE matches SET source = s.source \
        FROM unnest($1, $2) AS s (id, source) WHERE matches.id = s.id";
    writing
        .execute(sqlx::query(note).bind(ids).bind(sources))
        .await?;
    Ok(())
}

/// Writes the list data of those of these matches that have not changed since, with the comparison forms of
/// their names: all or none.
pub async fn write_listings(
    pool: &Pool,
    matches: &[ListedLog],
    names: &[(MatchId, Vec<StoredName>)],
) -> Result<(), StoreError> {
    let mut writing = pool.begin().await?;
    writing.execute(sqlx::query("SELECT in_order()")).await?;
    let unchanged = "SELECT coalesce(array_agg(matches.id), '{}') FROM matches \
        JOIN unnest($1, $2) AS l (id, count) ON matches.id = l.id AND matches.count = l.count";
    let unchanged = sqlx::query(unchanged)
        .bind(
            matches
                .iter()
                .map(|one| one.id.as_str())
                .collect::<Vec<_>>(),
        )
        .bind(
            matches
                .iter()
                .map(|one| bound(one.count))
                .collect::<Vec<_>>(),
        );
    let row = writing.row(unchanged).await?;
    let unchanged: Vec<String> = row.map_or(Ok(Vec::new()), |row| row.try_get(0))?;
    let is_unchanged = |id: &MatchId| unchanged.iter().any(|known| known == id.as_str());
    let matches: Vec<&ListedLog> = matches.iter().filter(|one| is_unchanged(&one.id)).collect();
    let mut rows = ListingRows::default();
    for one in &matches {
        rows.add(one.id.as_str(), &one.listing);
    }
    let ids: Vec<&str> = matches.iter().map(|one| one.id.as_str()).collect();
    let names = names.iter().filter(|(id, _)| is_unchanged(id));
    let each = names.flat_map(|(id, names)| {
        let row = |name: &StoredName| (id.as_str(), size(name.number), folded(&name.name));
        names.iter().map(row)
    });
    let (mut of, mut numbers, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    for (id, number, text) in each {
        of.push(id);
        numbers.push(number);
        texts.push(text);
    }
    let stand = "UPDATE names SET seat = NULL FROM matches \
        WHERE match_number = matches.number AND matches.id = ANY ($1)";
    let stand = sqlx::query(stand).bind(ids.clone());
    writing.execute(stand).await?;
    let compare = "UPDATE names SET folded = n.folded \
        FROM unnest($1, $2, $3) AS n (id, number, folded) JOIN matches ON matches.id = n.id \
        WHERE names.match_number = matches.number AND names.number = n.number";
    let compare = sqlx::query(compare).bind(of).bind(numbers).bind(texts);
    writing.execute(compare).await?;
    let list = sqlx::query("SELECT write_listings($1, $2, $3, $4, $5, $6, $7, $8, $9)");
    writing.execute(listings(list, &rows)).await?;
    let digests = "UPDATE matches SET listed = l.digest FROM unnest($1, $2) AS l (id, digest) \
        WHERE matches.id = l.id";
    let digests = sqlx::query(digests)
        .bind(ids)
        .bind(matches.iter().map(|one| &*one.digest).collect::<Vec<_>>());
    writing.execute(digests).await?;
    writing.commit().await
}
