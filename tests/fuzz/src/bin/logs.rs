//! Fuzzes stored logs. Reading a log never panics, and a log with one changed byte does not open.
//!
//! The first byte of an input determines the meaning of the rest. After `d`: a position in an intact log and
//! a change of the byte there. After `u` or `c`: the rows of a log; for `c` its digests are computed first.

#![no_main]

use std::convert::Infallible;
use std::sync::LazyLock;

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use overtrick_core::json::Json;
use overtrick_fuzz::{mutate, seeds};
use overtrick_match::document::Report;
use overtrick_match::lang::Language;
use overtrick_match::ledger::{
    Bounds, Change, Match, MatchId, Opening, Role, StoredEvent, StoredHead, StoredLog, StoredName,
    Timestamp,
};

const ID: &str = "AAAAAAAAAAAAAAAAAAAAAA";

/// One intact log of each game.
static WHOLE: LazyLock<Vec<StoredLog>> =
    LazyLock::new(|| seeds::openings().into_iter().map(stored).collect());

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate(data, size, max_size, seed, 1)
});

fuzz_target!(
    init: seeds::write(written_seeds),
    |bytes: &[u8]| match bytes.split_first() {
        Some((b'd', place)) => damage(place),
        Some((b'u', rows)) => read(&rows_of(rows)),
        Some((b'c', rows)) => {
            let mut log = rows_of(rows);
            chain(&mut log);
            read(&log);
        }
        _ => {}
    }
);

/// Reads a log with every function that the program uses for it.
fn read(log: &StoredLog) {
    let (salvaged, damage) = log.clone().salvage();
    if let Some(played) = salvaged {
        show(&played);
        assert_eq!(played.damage(), damage);
    }
    match log.clone().open() {
        Ok(played) => {
            assert_eq!(damage, None);
            let again = played
                .at_version(played.version())
                .expect("its last version opens");
            assert_eq!(again.document(), played.document());
        }
        Err(error) => assert!(damage.is_none_or(|damage| damage == error)),
    }
    let _ = log.clone().verify();
    let judged = log.clone().judge(&Bounds::default());
    assert!(
        judged.is_err() || damage.is_none(),
        "damaged logs are not accepted"
    );
}

/// Computes everything that the program shows of a match, which may be damaged.
fn show(played: &Match) {
    let _ = played.document();
    if let Ok(scored) = played.scored() {
        let report = Report::new(scored, Language::english());
        assert!(serde_json::to_string(&report).is_ok());
    }
    for event in played.events() {
        let _ = played.named_event(event);
    }
    let _ = (played.seats(), played.people(), played.head());
    let _ = (played.can_undo(), played.can_redo());
    for version in 1..=played.version().min(9) {
        let _ = played.at_version(version);
    }
}

/// Changes one byte of an intact log. `place` has the log, text, byte and XOR value.
fn damage(place: &[u8]) {
    let &[log, text, text_low, byte, byte_low, with] = place else {
        return;
    };
    let number = |high, low| usize::from(u16::from_be_bytes([high, low]));
    let whole = &WHOLE[usize::from(log) % WHOLE.len()];
    let mut log = whole.clone();
    {
        let mut texts = texts(&mut log);
        let count = texts.len();
        let text = &mut *texts[number(text, text_low) % count];
        let mut bytes = std::mem::take(text).into_bytes();
        if bytes.is_empty() {
            bytes.push(with);
        } else {
            let at = number(byte, byte_low) % bytes.len();
            bytes[at] ^= with;
        }
        match String::from_utf8(bytes) {
            Ok(changed) => *text = changed,
            // A database returns only valid UTF-8.
            Err(_) => return,
        }
    }
    if log == *whole {
        assert!(log.open().is_ok(), "an intact log opens");
        return;
    }
    let (salvaged, damage) = log.clone().salvage();
    assert!(damage.is_some(), "undetected damage: {log:?}");
    if let Some(played) = salvaged {
        show(&played);
    }
    assert!(log.open().is_err());
}

/// Returns every stored text of a match.
fn texts(log: &mut StoredLog) -> Vec<&mut String> {
    let mut texts = Vec::new();
    if let Some(head) = &mut log.head {
        texts.extend([&mut head.id, &mut head.game, &mut head.created_at]);
        texts.push(&mut head.digest);
    }
    for event in &mut log.events {
        let StoredEvent {
            at,
            by,
            kind,
            outcome,
            commitments,
            digest,
            ..
        } = event;
        texts.extend([at, by, kind, outcome, commitments]);
        texts.extend(digest);
    }
    for name in &mut log.names {
        texts.extend([&mut name.name, &mut name.salt]);
    }
    texts
}

/// Reads a log from rows: one row per line, with tabs between the texts.
fn rows_of(rows: &[u8]) -> StoredLog {
    let rows = String::from_utf8_lossy(rows);
    let mut log = StoredLog::default();
    for row in rows.lines() {
        let mut texts = row.split('\t').map(str::to_owned);
        let kind = texts.next().unwrap_or_default();
        let mut next = || texts.next().unwrap_or_default();
        match kind.as_str() {
            "h" => {
                log.head = Some(StoredHead {
                    id: next(),
                    game: next(),
                    created_at: next(),
                    count: next().parse().unwrap_or_default(),
                    digest: String::new(),
                });
            }
            "e" => log.events.push(StoredEvent {
                sequence: next().parse().unwrap_or_default(),
                at: next(),
                by: next(),
                kind: next(),
                outcome: next(),
                commitments: next(),
                digest: None,
            }),
            "n" => log.names.push(StoredName {
                number: next().parse().unwrap_or_default(),
                name: next(),
                salt: next(),
            }),
            _ => {}
        }
    }
    log
}

/// Computes all digests of a log with any content.
fn chain(log: &mut StoredLog) {
    let Some(head) = &mut log.head else {
        return;
    };
    let Some(id) = MatchId::read(&head.id) else {
        head.digest = String::new();
        return;
    };
    let names = log.names.iter();
    let pairs: Vec<_> = names
        .map(|name| (name.number, name.commitment(&id).to_string()))
        .collect();
    let mut previous = None;
    for event in &mut log.events {
        let committed = if previous.is_none() { &pairs[..] } else { &[] };
        event.commitments = serde_json::to_string(committed).unwrap();
        let digest = event.digest_after(previous.as_ref(), &id);
        event.digest = Some(digest.to_string());
        previous = Some(digest);
    }
    head.count = u64::try_from(log.events.len()).unwrap();
    head.digest = previous
        .map(|digest| digest.to_string())
        .unwrap_or_default();
}

/// Returns the log of a match with recorded hands, a correction, undo, redo and a renamed player.
fn stored((document, hands): (Json, Vec<Json>)) -> StoredLog {
    let at = Timestamp::from_millis(1_795_287_600_000);
    let id = MatchId::read(ID).unwrap();
    let mut played = Match::begin(&id, &document, Opening::default(), at, Role::Direct)
        .expect("the sample is valid");
    let head = StoredHead {
        id: ID.to_owned(),
        game: played.game().to_owned(),
        created_at: at.to_string(),
        count: 0,
        digest: String::new(),
    };
    let mut log = StoredLog {
        head: Some(head),
        ..StoredLog::default()
    };
    seal(&mut log, &mut played, None);
    let mut changes: Vec<Change> = hands
        .into_iter()
        .take(3)
        .map(|hand| Change::Record { hand })
        .collect();
    changes.push(Change::Undo {});
    changes.push(Change::Redo {});
    changes.push(Change::Rename {
        seat: 1,
        name: "Zoe".to_owned(),
    });
    changes.push(Change::Void {
        hand: 3,
        reason: "misdeal".to_owned(),
    });
    changes.push(Change::Erase {
        person: 2,
        name: "Nobody".to_owned(),
    });
    for change in changes {
        let mut next = played
            .after(change, at, Role::Direct)
            .expect("the change is valid");
        seal(&mut log, &mut next, Some(&played));
        played = next;
    }
    log
}

/// Stores the last event of a match.
fn seal(log: &mut StoredLog, played: &mut Match, before: Option<&Match>) {
    let salts = |salts: &mut [u8]| {
        salts.fill(7);
        Ok::<(), Infallible>(())
    };
    let sealed = played.seal(before, salts).unwrap();
    let digest = sealed.stored.digest.clone().unwrap_or_default();
    log.events.push(sealed.stored);
    for name in sealed.names {
        match log
            .names
            .iter_mut()
            .find(|known| known.number == name.number)
        {
            Some(known) => *known = name,
            None => log.names.push(name),
        }
    }
    if let Some(head) = &mut log.head {
        head.count += 1;
        head.digest = digest;
    }
}

fn written_seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (number, log) in WHOLE.iter().enumerate() {
        assert!(log.clone().verify().is_ok(), "an intact log opens");
        assert!(
            log.clone().judge(&Bounds::default()).is_ok(),
            "an intact log is accepted"
        );
        let head = log.head.clone().unwrap();
        let mut rows = format!(
            "h\t{}\t{}\t{}\t{}\n",
            head.id, head.game, head.created_at, head.count
        );
        for event in &log.events {
            let StoredEvent {
                sequence,
                at,
                by,
                kind,
                outcome,
                commitments,
                ..
            } = event;
            rows += &format!("e\t{sequence}\t{at}\t{by}\t{kind}\t{outcome}\t{commitments}\n");
        }
        for StoredName { number, name, salt } in &log.names {
            rows += &format!("n\t{number}\t{name}\t{salt}\n");
        }
        seeds.extend(["u", "c"].map(|kind| format!("{kind}{rows}").into_bytes()));
        let number = u8::try_from(number).unwrap();
        for text in 0..60 {
            seeds.push(vec![b'd', number, 0, text, 0, text.wrapping_mul(7), 1]);
        }
    }
    seeds
}
