//! The list of published matches, stored with their logs.

use serde_json::json;

use overtrick_server::{
    Change, Description, ListPlace, MatchService, Precondition, PublishedFilter, PublishedPart,
    Role,
};

use crate::store::table::{DIRECTOR, assert_whole, change, document, open, story, to_json};

/// A match with this publication and optional day.
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

#[test]
fn a_deleted_match_leaves_the_list_and_a_place_in_it_outlasts_its_match() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let mut ids = Vec::new();
        for day in ["2026-11-19", "2026-11-20", "2026-11-21"] {
            ids.push(publish(&matches, Some(PublishedPart::Sheet), Some(day)).await);
        }
        let first = matches
            .store()
            .published(&PublishedFilter::default(), 2)
            .await
            .unwrap();
        let last = &first[1];
        let after = PublishedFilter {
            after: Some(ListPlace {
                day: last.day.clone(),
                at: last.at,
                id: last.id.to_string(),
            }),
            ..PublishedFilter::default()
        };
        matches
            .delete(&ids[1], &DIRECTOR, &Precondition::Any)
            .await
            .unwrap();
        let rest = matches.store().published(&after, 2).await.unwrap();
        let rest: Vec<String> = rest.iter().map(|row| row.id.to_string()).collect();
        assert_eq!(rest, [ids[0].clone()]);
        let latest = matches.store().published_ids(1).await.unwrap();
        assert_eq!(latest.len(), 1);
        assert_eq!(latest[0].as_str(), ids[2]);
        assert_eq!(matches.store().published_ids(10).await.unwrap().len(), 2);
    });
}

/// A published match with these players, day and location.
async fn played(matches: &MatchService, players: [&str; 2], day: &str, location: &str) -> String {
    let document = to_json(&json!({
        "game": "brink-bid", "players": players, "played_on": day, "location": location, "hands": [],
    }));
    let id = matches.create(&document, None).await.unwrap().id;
    let show = Some(PublishedPart::Standings);
    let published = matches.publish(id.as_str(), &Precondition::Any, show, &DIRECTOR);
    published.await.unwrap();
    id.to_string()
}

#[test]
fn published_matches_are_found_by_player_place_and_days() {
    story(async {
        let folder = tempfile::tempdir().unwrap();
        let matches = open(folder.path()).await;
        let ann = played(&matches, ["Ann", "Bo"], "2026-11-01", "The Crown").await;
        let zed = played(&matches, ["Žofie", "Bo"], "2026-11-15", "U Zlatého lva").await;
        let two = played(&matches, ["Ann", "Cy"], "2026-11-30", " THE CROWN").await;
        let zero = played(&matches, ["Dee", "Cy"], "2026-12-01", "zero").await;
        let text = |text: &str| Some(text.to_owned());
        let all = PublishedFilter::default();
        for (filter, expected) in [
            (all.clone(), vec![&zero, &two, &zed, &ann]),
            (
                PublishedFilter {
                    player: text("ANN "),
                    ..all.clone()
                },
                vec![&two, &ann],
            ),
            (
                PublishedFilter {
                    player: text("žofie"),
                    ..all.clone()
                },
                vec![&zed],
            ),
            (
                PublishedFilter {
                    player: text("zero"),
                    ..all.clone()
                },
                vec![],
            ),
            (
                PublishedFilter {
                    location: text("the crown"),
                    ..all.clone()
                },
                vec![&two, &ann],
            ),
            (
                PublishedFilter {
                    location: text("zero"),
                    ..all.clone()
                },
                vec![&zero],
            ),
            (
                PublishedFilter {
                    from: text("2026-11-15"),
                    ..all.clone()
                },
                vec![&zero, &two, &zed],
            ),
            (
                PublishedFilter {
                    to: text("2026-11-15"),
                    ..all.clone()
                },
                vec![&zed, &ann],
            ),
            (
                PublishedFilter {
                    from: text("2026-11-02"),
                    to: text("2026-11-30"),
                    ..all.clone()
                },
                vec![&two, &zed],
            ),
            (
                PublishedFilter {
                    game: text("oh-hell"),
                    ..all.clone()
                },
                vec![],
            ),
            (
                PublishedFilter {
                    player: text("Ann"),
                    location: text("The Crown"),
                    to: text("2026-11-29"),
                    ..all.clone()
                },
                vec![&ann],
            ),
        ] {
            let found = matches.store().published(&filter, 100).await.unwrap();
            let found: Vec<String> = found.iter().map(|row| row.id.to_string()).collect();
            assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{filter:?}");
        }
        // A page continues within the same days.
        let month = PublishedFilter {
            to: text("2026-11-30"),
            ..all
        };
        let first = matches.store().published(&month, 1).await.unwrap();
        let after = PublishedFilter {
            after: Some(ListPlace {
                day: first[0].day.clone(),
                at: first[0].at,
                id: first[0].id.to_string(),
            }),
            ..month
        };
        let rest = matches.store().published(&after, 100).await.unwrap();
        let rest: Vec<&str> = rest.iter().map(|row| row.id.as_str()).collect();
        assert_eq!(rest, [&zed, &ann]);
        // A match that changed its location, or whose player left, is no longer found under the old value.
        let describe = Change::Describe(Description {
            location: text("Elsewhere"),
            ..Description::default()
        });
        change(&matches, &ann, 2, Role::Score, describe)
            .await
            .unwrap();
        let there = PublishedFilter {
            location: text("The Crown"),
            ..PublishedFilter::default()
        };
        let found = matches.store().published(&there, 100).await.unwrap();
        assert_eq!(
            found.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(),
            [&two]
        );
        assert_whole(&matches, 4).await;
    });
}
