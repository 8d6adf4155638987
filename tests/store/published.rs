//! The list of published matches, stored with their logs.

use overtrick_server::{
    Change, ListPlace, MatchService, Precondition, PublishedFilter, Role, Showing,
};

use crate::store::table::{DIRECTOR, assert_whole, change, document, open, story};

/// A match with this publication and optional day.
async fn publish(matches: &MatchService, show: Option<Showing>, day: Option<&str>) -> String {
    let id = matches
        .create(&document(), None)
        .await
        .unwrap()
        .id
        .to_string();
    let mut version = 1;
    if let Some(day) = day {
        let describe = Change::Describe {
            title: None,
            played_on: Some(day.to_owned()),
            location: None,
            notes: None,
        };
        let described = change(matches, &id, version, Role::Score, describe).await;
        version = described.unwrap().version();
    }
    let at = Precondition::version(version);
    let first = Some(Showing::Standings);
    matches.publish(&id, &at, first, &DIRECTOR).await.unwrap();
    matches
        .publish(&id, &Precondition::Any, show, &DIRECTOR)
        .await
        .unwrap();
    id
}

async fn listed(matches: &MatchService) -> Vec<(String, Showing, String)> {
    let all = matches.published(&PublishedFilter::default(), 100).await;
    let all = all.unwrap().into_iter();
    all.map(|row| {
        (
            row.id.to_string(),
            row.publication.showing,
            row.publication.day,
        )
    })
    .collect()
}

#[test]
fn published_matches_are_listed_by_the_days_on_which_they_were_played_or_else_opened() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let old = publish(&matches, Some(Showing::Standings), Some("2025-12-24")).await;
        let without_day = publish(&matches, Some(Showing::Standings), None).await;
        publish(&matches, None, Some("2026-01-01")).await;
        let new = publish(&matches, Some(Showing::Sheet), Some("2026-11-22")).await;
        let expected = [
            (new, Showing::Sheet, "2026-11-22".to_owned()),
            (without_day, Showing::Standings, "2026-11-21".to_owned()),
            (old, Showing::Standings, "2025-12-24".to_owned()),
        ];
        assert_eq!(listed(&matches).await, expected);
        assert_whole(&matches, 4).await;
    });
}

#[test]
fn a_deleted_match_leaves_the_list_and_a_place_in_it_outlasts_its_match() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let mut ids = Vec::new();
        for day in ["2026-11-19", "2026-11-20", "2026-11-21"] {
            ids.push(publish(&matches, Some(Showing::Sheet), Some(day)).await);
        }
        let first = matches
            .published(&PublishedFilter::default(), 2)
            .await
            .unwrap();
        let last = &first[1];
        let after = PublishedFilter {
            after: Some(ListPlace {
                day: last.publication.day.clone(),
                at: last.publication.at,
                id: last.id.to_string(),
            }),
            ..PublishedFilter::default()
        };
        matches
            .delete(&ids[1], &DIRECTOR, &Precondition::Any)
            .await
            .unwrap();
        let rest = matches.published(&after, 2).await.unwrap();
        let rest: Vec<String> = rest.iter().map(|row| row.id.to_string()).collect();
        assert_eq!(rest, [ids[0].clone()]);
        assert_eq!(matches.published_count().await, Ok(2));
        let in_files = matches.published_ids(1, 10).await.unwrap();
        assert_eq!(in_files.len(), 1);
        assert_eq!(in_files[0].as_str(), ids[2]);
    });
}
