//! Judging a document that has been read: the fold of a match over its hands.

use std::sync::Arc;

use crate::document::envelope::{Adjustment, HistoryEntry};
use crate::document::fingerprint::fingerprint;
use crate::document::fold::Fold;
use crate::document::hand::{HandPosition, judge_hand, text_fault};
use crate::document::scored::{Adjusted, Scored, ScoredCurrent, ScoredHand};
use crate::games::players_count;
use crate::rules::form::Reading;
use crate::rules::wire::Given;
use crate::rules::{
    Class, DocumentPlace, Finding, Game, OptionsContext, Points, Seat, Table, args, unknown_player,
};

/// The most points that one adjustment may give or take.
const MOST_ADJUSTED: i64 = 1_000_000;

/// A document read into its game's own types, nothing of it judged.
#[derive(Debug)]
pub struct Source<G: Game> {
    /// The players as written.
    pub players: Given<Vec<String>>,
    /// The house rules as written.
    pub options: G::Options,
    /// Who deals first.
    pub first_dealer: Given<String>,
    /// The hands.
    pub hands: Vec<G::Record>,
    /// Whether the document has a list of hands at all.
    pub has_hands: bool,
    /// The hand being played.
    pub current: Option<G::Record>,
    /// The adjustments.
    pub adjustments: Vec<Adjustment>,
    /// Whether the match was ended.
    pub finished: bool,
    /// The edition asked for.
    pub edition: Given<i64>,
    /// The day.
    pub played_on: Given<String>,
    /// Title, location, notes and id, each with its key.
    pub texts: [(&'static str, Given<String>); 4],
    /// Corrections told by an export.
    pub history: Vec<HistoryEntry>,
    /// What reading found, empty where the typed reader read it all.
    pub reading: Reading,
}

/// The match as it stands, or all the faults.
pub fn judge<G: Game>(mut source: Source<G>) -> Result<Fold<G>, Vec<Finding>> {
    let mut findings = std::mem::take(&mut source.reading.findings);
    let (table, faults) = seat_players::<G>(&source);
    let seated = faults.is_empty() && !table.is_empty();
    findings.extend(faults);
    findings.extend(text_faults(&source));
    if !source.has_hands
        && !source
            .reading
            .left_out
            .iter()
            .any(|place| place == "/hands")
    {
        findings.push(Finding::shape("missing-field", "/hands", args![]));
    }
    if !seated {
        return Err(findings);
    }
    let mut options = OptionsContext::new(&source.reading.left_out);
    let game = G::rules(&source.options, &table, &mut options);
    findings.extend(options.findings);
    let adjustments = judge_adjustments::<G>(&source, &table, &mut findings);
    Replay::open(game, &source, table, adjustments, findings).play()
}

fn seat_players<G: Game>(source: &Source<G>) -> (Table, Vec<Finding>) {
    let Some(names) = &*source.players else {
        let said = source
            .reading
            .left_out
            .iter()
            .any(|place| place.starts_with("/players"));
        let missing = Finding::shape("missing-field", "/players", args![]);
        return (
            Table::seat_players(&[]).0,
            if said { Vec::new() } else { vec![missing] },
        );
    };
    let (fewest, most) = G::FACTS.players;
    let shown = &names[..names.len().min(most)];
    let (table, mut faults) = Table::seat_players(shown);
    if !(fewest..=most).contains(&names.len()) {
        faults.insert(0, players_count(G::FACTS, names.len()));
    }
    (table, faults)
}

fn text_faults<G: Game>(source: &Source<G>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (key, text) in &source.texts {
        findings.extend(
            text.as_ref()
                .and_then(|text| text_fault(text, format!("/{key}"))),
        );
    }
    if let Some(day) = source.played_on.as_ref().filter(|day| !is_date(day)) {
        findings.push(Finding::rule(
            "bad-date",
            "/played_on",
            args![found: day.clone()],
        ));
    }
    if let Some(edition) = source
        .edition
        .filter(|edition| !(1..=G::FACTS.edition).contains(edition))
    {
        let args = args![found: edition, newest: G::FACTS.edition, game: G::FACTS.id];
        findings.push(Finding::rule("unknown-edition", "/edition", args));
    }
    findings
}

/// Whether it is a day of the Gregorian calendar as ISO 8601 writes it.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let digits =
        |part: &str, length| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
    let [year, month, day] = parts[..] else {
        return false;
    };
    if !(digits(year, 4) && digits(month, 2) && digits(day, 2)) {
        return false;
    }
    let number = |part: &str| part.parse::<u32>().unwrap_or(0);
    let (year, month, day) = (number(year), number(month), number(day));
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

fn judge_adjustments<G: Game>(
    source: &Source<G>,
    table: &Table,
    findings: &mut Vec<Finding>,
) -> Vec<Adjusted> {
    let mut adjusted = Vec::with_capacity(source.adjustments.len());
    for (index, adjustment) in source.adjustments.iter().enumerate() {
        let place = format!("/adjustments/{index}");
        let before = findings.len();
        let mut missing = |key: &str, there: bool| {
            let pointer = format!("{place}/{key}");
            if !there && !source.reading.left_out.contains(&pointer) {
                findings.push(Finding::shape("missing-field", pointer, args![]));
            }
        };
        missing("after_hand", adjustment.after_hand.is_some());
        missing("player", adjustment.player.is_some());
        missing("points", adjustment.points.is_some());
        missing("reason", adjustment.reason.is_some());
        let hands = source.hands.len();
        let after_hand = adjustment.after_hand.and_then(|after| {
            let known = usize::try_from(after).ok().filter(|after| *after <= hands);
            if known.is_none() {
                let args = args![found: after, hands: hands];
                findings.push(Finding::rule(
                    "no-such-hand",
                    format!("{place}/after_hand"),
                    args,
                ));
            }
            known
        });
        let seat = adjustment.player.as_ref().and_then(|name| {
            let seat = table.seat(name);
            if seat.is_none() {
                findings.push(unknown_player(table, &format!("{place}/player"), name));
            }
            seat
        });
        let points = adjustment.points.and_then(|decimal| {
            let points = adjustment_points(decimal.0, G::FACTS.halves);
            points
                .map_err(|code| {
                    let args = args![found: decimal.0.to_string(), most: MOST_ADJUSTED];
                    findings.push(Finding::rule(code, format!("{place}/points"), args));
                })
                .ok()
        });
        let reason = adjustment.reason.as_deref().map(str::trim);
        if reason == Some("") {
            findings.push(Finding::rule(
                "reason-empty",
                format!("{place}/reason"),
                args![],
            ));
        }
        findings.extend(reason.and_then(|reason| text_fault(reason, format!("{place}/reason"))));
        if let Some(rule) = &*adjustment.rule
            && !G::FACTS.clauses.iter().any(|clause| clause.id == rule)
        {
            let args = args![found: rule.clone(), game: G::FACTS.id];
            findings.push(Finding::rule("unknown-rule", format!("{place}/rule"), args));
        }
        if let (Some(after_hand), Some(seat), Some(points), Some(reason)) =
            (after_hand, seat, points, reason)
            && findings.len() == before
        {
            let rule = adjustment.rule.as_deref().map(Arc::from);
            adjusted.push(Adjusted {
                after_hand,
                seat,
                points,
                reason: reason.into(),
                rule,
            });
        }
    }
    adjusted.sort_by_key(|adjusted| adjusted.after_hand);
    adjusted
}

fn adjustment_points(decimal: f64, halves: bool) -> Result<Points, &'static str> {
    let points = Points::from_decimal(decimal).ok_or(if decimal.abs() > 1e9 {
        "adjustment-size"
    } else {
        "not-half"
    })?;
    if !halves && !points.is_whole() {
        return Err("not-whole");
    }
    (points.in_halves().abs() <= MOST_ADJUSTED * 2)
        .then_some(points)
        .ok_or("adjustment-size")
}

/// A match being replayed.
struct Replay<'a, G: Game> {
    game: G,
    source: &'a Source<G>,
    table: Table,
    adjustments: Vec<Adjusted>,
    findings: Vec<Finding>,
    totals: Vec<Points>,
    hands: Vec<Arc<ScoredHand>>,
    dealer: Seat,
    /// How many of the adjustments, which are in the order of their hands, are in the totals.
    adjusted: usize,
}

impl<'a, G: Game> Replay<'a, G> {
    fn open(
        game: G,
        source: &'a Source<G>,
        table: Table,
        adjustments: Vec<Adjusted>,
        mut findings: Vec<Finding>,
    ) -> Replay<'a, G> {
        let mut dealer = Seat::new(0);
        if let Some(name) = &*source.first_dealer {
            match table.seat(name) {
                Some(seat) => dealer = seat,
                None => findings.push(unknown_player(&table, "/first_dealer", name)),
            }
        }
        let totals = vec![Points::ZERO; table.len()];
        let hands = Vec::with_capacity(source.hands.len());
        Replay {
            game,
            source,
            table,
            adjustments,
            findings,
            totals,
            hands,
            dealer,
            adjusted: 0,
        }
    }

    fn play(mut self) -> Result<Fold<G>, Vec<Finding>> {
        let mut state = self.game.open(&self.table);
        self.adjust(0);
        let mut too_many = None;
        for (index, record) in self.source.hands.iter().enumerate() {
            if self.game.complete(&state) {
                let played = *too_many.get_or_insert(index);
                self.findings
                    .push(self.match_complete(DocumentPlace::Hand(index), played));
                continue;
            }
            self.play_hand(index, record, &mut state);
        }
        let complete = self.source.finished || self.game.complete(&state);
        let current = self.judge_current(&state, complete);
        if !self.findings.is_empty() {
            return Err(self.findings);
        }
        let edition = self.source.edition.unwrap_or(G::FACTS.edition);
        let title = self.source.texts[0].1.as_deref().map(Arc::from);
        let scored = Scored {
            facts: G::FACTS,
            edition,
            fingerprint: fingerprint(G::FACTS.id, edition, &self.game.resolved()),
            complete,
            detail: self.game.detail(&state, &self.table),
            hands: self.hands,
            adjustments: self.adjustments,
            totals: self.totals,
            table: self.table,
            current,
            title,
        };
        Ok(Fold {
            game: Arc::new(self.game),
            state: Arc::new(state),
            dealer: self.dealer,
            finished: self.source.finished,
            scored: Arc::new(scored),
        })
    }

    fn match_complete(&self, place: DocumentPlace, played: usize) -> Finding {
        let message = if self.source.finished && !matches!(place, DocumentPlace::Hand(_)) {
            Some("match-finished")
        } else {
            None
        };
        let args = args![hands: played];
        Finding {
            message,
            ..Finding::rule("match-complete", place.to_string(), args)
        }
    }

    fn play_hand(&mut self, index: usize, record: &G::Record, state: &mut G::State) {
        let position = HandPosition {
            table: &self.table,
            place: DocumentPlace::Hand(index),
            number: index + 1,
            rotation: self.dealer,
            ends_match: self.source.finished && index + 1 == self.source.hands.len(),
            left_out: &self.source.reading.left_out,
        };
        let mut judged = judge_hand(&self.game, state, record, position);
        self.findings.append(&mut judged.judgment.findings);
        self.dealer = self.table.next(judged.dealer);
        if !self.findings.is_empty() {
            return;
        }
        let scores = judged.scores(self.table.len());
        for (total, score) in self.totals.iter_mut().zip(&scores) {
            *total += *score;
        }
        self.adjust(index + 1);
        let hand = judged.into_scored(index + 1, scores, self.totals.clone());
        self.hands.push(Arc::new(hand));
    }

    fn adjust(&mut self, after_hand: usize) {
        while let Some(next) = self
            .adjustments
            .get(self.adjusted)
            .filter(|next| next.after_hand == after_hand)
        {
            self.totals[next.seat.index()] += next.points;
            self.adjusted += 1;
        }
    }

    fn judge_current(&mut self, state: &G::State, complete: bool) -> Option<ScoredCurrent> {
        let record = self.source.current.as_ref()?;
        if complete {
            self.findings
                .push(self.match_complete(DocumentPlace::Current, self.source.hands.len()));
            return None;
        }
        let position = HandPosition {
            table: &self.table,
            place: DocumentPlace::Current,
            number: self.source.hands.len() + 1,
            rotation: self.dealer,
            ends_match: false,
            left_out: &self.source.reading.left_out,
        };
        let mut judged = judge_hand(&self.game, &mut state.clone(), record, position);
        self.findings.append(&mut judged.judgment.findings);
        Some(judged.into_current(position.number))
    }
}

/// Whether every finding can be seen from the form alone.
pub fn all_of_form(findings: &[Finding]) -> bool {
    findings.iter().all(|finding| finding.class == Class::Shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_days() {
        for day in ["2026-11-21", "2024-02-29", "2000-02-29"] {
            assert!(is_date(day), "{day}");
        }
        for day in [
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-00-10",
            "26-1-1",
            "2026-1-01",
            "",
            "2026-04-31",
        ] {
            assert!(!is_date(day), "{day}");
        }
    }

    #[test]
    fn adjustments_are_whole_unless_the_game_has_halves() {
        assert_eq!(adjustment_points(-2.5, true), Ok(Points::halves(-5)));
        assert_eq!(adjustment_points(-2.5, false), Err("not-whole"));
        assert_eq!(adjustment_points(0.3, true), Err("not-half"));
        assert_eq!(adjustment_points(1e300, true), Err("adjustment-size"));
        assert_eq!(
            adjustment_points(1_000_001.0, false),
            Err("adjustment-size")
        );
    }
}
