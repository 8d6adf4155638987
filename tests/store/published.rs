//! The list of published matches, which is stored with their logs.

use overtrick_server::{
    Change, Description, MatchService, Precondition, PublishedFilter, PublishedPart, Role,
};

use crate::store::table::{DIRECTOR, assert_whole, change, document, open, story};

/// Creates a match with this publication and, optionally, this day.
async fn publish(matches: &MatchService, show: Option<PublishedPart>, day: Option<&str>) -> String {
    let id = matches
        .create(&document(), None)
        .await
        .unwrap()
        .id
        .to_string();
    let mut version = 1;
    if let Some(day) = day {
        let describe = Change::Describe(Description {
            played_on: Some(day.to_owned()),
            ..Description::default()
        });
        let described = change(matches, &id, version, Role::Score, describe).await;
        version = described.unwrap().version();
    }
    let at = Precondition::version(version);
    let first = Some(PublishedPart::Standings);
    matches.publish(&id, &at, first, &DIRECTOR).await.unwrap();
    matches
        .publish(&id, &Precondition::Any, show, &DIRECTOR)
        .await
        .unwrap();
    id
}

async fn listed(matches: &MatchService) -> Vec<(String, PublishedPart, String)> {
    let all = matches
        .store()
        .published(&PublishedFilter::default(), 100)
        .await;
    let all = all.unwrap().into_iter();
    all.map(|row| (row.id.to_string(), row.part, row.day))
        .collect()
}

#[test]
fn published_matches_are_listed_by_the_days_on_which_they_were_played_or_else_opened() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let old = publish(&matches, Some(PublishedPart::Standings), Some("2025-12-24")).await;
        let without_day = publish(&matches, Some(PublishedPart::Standings), None).await;
        publish(&matches, None, Some("2026-01-01")).await;
        let new = publish(&matches, Some(PublishedPart::Sheet), Some("2026-11-22")).await;
        let expected = [
            (new, PublishedPart::Sheet, "2026-11-22".to_owned()),
            (
                without_day,
                PublishedPart::Standings,
                "2026-11-21".to_owned(),
            ),
            (old, PublishedPart::Standings, "2025-12-24".to_owned()),
        ];
        assert_eq!(listed(&matches).await, expected);
        assert_whole(&matches, 4).await;
    });
}
