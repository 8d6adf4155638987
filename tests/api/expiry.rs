//! Unused matches.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;

use crate::served::{
    self, ADMIN, HandClock, Match, Server, bearer, brink_bid, database, first_hand,
};

/// Runs `overtrick prune` on the database in a folder; returns its exit status and output.
fn prune(folder: &TempDir, more: &[&str]) -> (Option<i32>, String) {
    let output = served::run(folder.path(), &[&["prune"], more].concat());
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

fn days(days: u64) -> Duration {
    Duration::from_hours(24 * days)
}

#[test]
fn only_unplayed_and_unchanged_matches_expire() {
    let clock = HandClock::new();
    let folder = Arc::new(TempDir::new().unwrap());
    let server = Server::with_clock(folder.clone(), &clock, |_| {});
    let names = ["unused", "played", "playing", "read", "changed", "totals"];
    let games = names.map(|title| {
        let mut document = brink_bid();
        document["title"] = title.into();
        server.create(&document)
    });
    let [unused, played, playing, read, changed, totals] = &games;
    let admin = bearer(ADMIN);
    let logs = server.get("/api/v1/exports?form=logs", &[("authorization", &admin)]);
    let logs = logs.text();
    let log = logs.lines().find(|line| line.contains(&unused.id)).unwrap();
    played.record(&first_hand(1));
    let bids = json!({ "action": "set_current", "hand": { "bids": { "Ann": 1 } } });
    playing.changed(&playing.score, &bids);
    // A match without hands counts as used if it has an adjustment.
    let total =
        json!({ "player": "Ann", "points": 7, "after_hand": 0, "reason": "the first evening" });
    let adjust = json!({ "action": "adjust", "adjustment": total });
    totals.changed(&totals.direct, &adjust);
    clock.forward(days(20));
    assert_eq!(read.get("").status, 200);
    changed.changed(
        &changed.direct,
        &json!({ "action": "describe", "notes": "next week" }),
    );
    // Reading by the operator does not count as use.
    server.get(&unused.path(""), &[("authorization", &admin)]);
    clock.forward(days(11));
    let kept = games.each_ref().map(Match::keep);
    drop(server);
    let server = Server::with_clock(folder, &clock, |settings| settings.expire = 30);
    let games = kept.each_ref().map(|kept| kept.on(&server));
    let status = |index: usize| games[index].get("").status;
    // The service looks for unused matches as soon as it starts.
    served::until("the first match expires", || {
        let authorization = [("authorization", &*admin)];
        server.get(&games[0].path(""), &authorization).status != 200
    });
    let statuses: Vec<u16> = (0..6).map(status).collect();
    assert_eq!(statuses, [404, 200, 200, 404, 200, 200]);
    let gone = games[0].get("");
    assert_eq!(gone.problem(), "not-found");
    let frame = server.get(&format!("/matches/{}.json", games[0].id), &[]);
    assert_eq!((frame.status, frame.problem().as_str()), (404, "not-shown"));
    let log = serde_json::from_str(log).unwrap();
    let brought = server.post("/api/v1/logs", &[], &log);
    assert_eq!((brought.status, &*brought.problem()), (410, "deleted"));
}

#[test]
fn the_command_lists_what_it_would_delete_and_then_deletes_it() {
    let server = Server::start();
    let game = server.create(&brink_bid());
    let played = server.create(&brink_bid());
    played.record(&first_hand(1));
    let kept = game.keep();
    let id = &kept.id;
    let folder = server.folder.clone();
    let (status, listed) = prune(&folder, &["--days", "0", "--dry-run"]);
    assert_eq!(status, Some(0), "{listed}");
    let row = listed.lines().find(|line| line.contains(id.as_str()));
    let mut row = row.unwrap_or_default().split_whitespace().skip(1);
    assert_eq!(row.next(), Some("brink-bid"), "{listed}");
    assert!(listed.contains("1 match would be deleted."), "{listed}");
    assert!(!listed.contains(&played.id), "{listed}");
    assert_eq!(
        prune(&folder, &["--days", "30", "--dry-run"]).1,
        "0 matches would be deleted.\n"
    );
    // Several servers and commands may use a PostgreSQL database at the same time.
    if !database::on_postgres() {
        let (status, refused) = prune(&folder, &["--days", "0"]);
        assert_eq!(status, Some(3), "a server uses the database: {refused}");
    }
    assert_eq!(game.get("").status, 200);
    drop(server);
    let (status, deleted) = prune(&folder, &["--days", "0"]);
    assert_eq!(status, Some(0), "{deleted}");
    assert!(
        deleted.contains(id) && deleted.contains("1 match deleted."),
        "{deleted}"
    );
    let server = Server::on(folder, |_| {});
    assert_eq!(kept.on(&server).get("").problem(), "not-found");
}
