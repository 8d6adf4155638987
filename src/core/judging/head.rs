//! The parts of a document besides its hands: players, texts, day, edition, and a director's penalties and
//! corrections.

use std::fmt::{self, Display};
use std::sync::Arc;

use time::{Date, Month};

use super::scored::Adjusted;
use super::source::{Adjustment, Source};
use crate::wire::Given;
use crate::{
    Facts, Finding, Game, HandContext, LeftOut, Lines, Points, Subject, Table, args,
    character_fault, players_count,
};

/// The maximum number of characters in a title, note or reason.
const LONGEST_TEXT: usize = 10_000;

/// Seats the players of a document or question. Also returns the faults in their number and names.
pub(super) fn seat_players(
    names: Option<&[String]>,
    facts: &Facts,
    (fewest, most): (usize, usize),
    left_out: &LeftOut,
) -> (Table, Vec<Finding>) {
    let Some(names) = names else {
        let is_reported = left_out.has_any_of("/players");
        let missing = (!is_reported).then(|| Finding::missing("/players"));
        return (Table::seat_players(&[]).0, missing.into_iter().collect());
    };
    let (table, mut faults) = Table::seat_players(&names[..names.len().min(most)]);
    if !(fewest..=most).contains(&names.len()) {
        faults.insert(0, players_count(facts.id, (fewest, most), names.len()));
    }
    (table, faults)
}

/// Returns the faults that occur with every possible number of players, if the actual players cannot be seated.
pub(super) fn faults_at_any_table(
    (fewest, most): (usize, usize),
    faults: impl Fn(usize) -> Vec<Finding>,
    is_same: impl Fn(&Finding, &Finding) -> bool,
) -> Vec<Finding> {
    let mut common = faults(fewest);
    for players in fewest + 1..=most {
        let others = faults(players);
        common.retain(|fault| others.iter().any(|other| is_same(fault, other)));
    }
    common
}

/// Returns the faults in the title, location, notes, id, history, day and edition.
pub(super) fn text_faults<G: Game>(source: &Source<G>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let document = &source.document;
    let mut check = |text: &Given<String>, lines, pointer: fmt::Arguments<'_>| {
        let text = text.as_ref();
        findings.extend(text.and_then(|text| text_fault(text, pointer, lines)));
    };
    check(&document.title, Lines::One, format_args!("/title"));
    check(&document.location, Lines::One, format_args!("/location"));
    check(&document.notes, Lines::Many, format_args!("/notes"));
    check(&document.id, Lines::One, format_args!("/id"));
    for (index, entry) in document.history.iter().flatten().enumerate() {
        let mut check = |text, key| {
            check(text, Lines::One, format_args!("/history/{index}/{key}"));
        };
        check(&entry.at, "at");
        check(&entry.by, "by");
        check(&entry.action, "action");
        check(&entry.reason, "reason");
    }
    if let Some(day) = document.played_on.as_ref().filter(|day| !is_date(day)) {
        let args = args![found: day.clone()];
        findings.push(Finding::rule("bad-date", "/played_on", args));
    }
    let is_known = |edition: &i64| (1..=G::FACTS.edition).contains(edition);
    if let Some(edition) = document.edition.filter(|edition| !is_known(edition)) {
        let args = args![found: edition, newest: G::FACTS.edition, game: G::FACTS.id];
        findings.push(Finding::rule("unknown-edition", "/edition", args));
    }
    findings
}

/// Returns the fault of a text, if it is too long or has a refused character.
pub(super) fn text_fault(text: &str, pointer: impl Display, lines: Lines) -> Option<Finding> {
    let length = text.chars().count();
    let (code, args) = if length > LONGEST_TEXT {
        ("text-too-long", args![length: length, most: LONGEST_TEXT])
    } else {
        ("text-character", character_fault(text, lines)?)
    };
    Some(Finding::rule(code, pointer.to_string(), args))
}

/// Whether a text is a date of the Gregorian calendar in ISO 8601 form.
fn is_date(text: &str) -> bool {
    let is_form = |(place, byte): (usize, u8)| match place {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    let date = || {
        let month = Month::try_from(text[5..7].parse::<u8>().ok()?).ok()?;
        Date::from_calendar_date(text[..4].parse().ok()?, month, text[8..].parse().ok()?).ok()
    };
    text.len() == 10 && text.bytes().enumerate().all(is_form) && date().is_some()
}

/// The maximum number of points of an adjustment.
const MAX_ADJUSTED: i64 = 1_000_000;

/// Returns the adjustments of a document, sorted by the hands that they follow. Reports faulty ones and
/// leaves them out.
pub(super) fn judge_adjustments<G: Game>(
    source: &Source<G>,
    game: &G,
    table: &Table,
    findings: &mut Vec<Finding>,
) -> Vec<Adjusted> {
    let mut adjusted = Vec::new();
    let adjustments = source.document.adjustments.iter().flatten();
    for (index, adjustment) in adjustments.enumerate() {
        let (subject, left_out) = (Subject::Adjustment(index), &source.reading.left_out);
        let mut context = HandContext::new(table, subject, 0, left_out);
        let judged = judge_adjustment(adjustment, source, game, &mut context);
        let mut faults = context.finish().findings;
        adjusted.extend(judged.filter(|_| faults.is_empty()));
        findings.append(&mut faults);
    }
    adjusted.sort_by_key(|adjusted| adjusted.after_hand);
    adjusted
}

fn judge_adjustment<G: Game>(
    adjustment: &Adjustment,
    source: &Source<G>,
    game: &G,
    context: &mut HandContext<'_>,
) -> Option<Adjusted> {
    let after_hand = context.needed(&adjustment.after_hand, "/after_hand");
    let player = context.needed(&adjustment.player, "/player");
    let points = context.needed(&adjustment.points, "/points");
    let reason = context.needed(&adjustment.reason, "/reason");
    let hands = source.hands.len();
    let after_hand = after_hand.and_then(|after| {
        let last = usize::try_from(*after).ok().filter(|after| *after <= hands);
        if last.is_none() {
            let args = args![found: *after, hands: hands];
            context.refuse("no-such-hand", "/after_hand", args);
        }
        last
    });
    let seat = player.and_then(|name| context.seat("/player", name));
    let points = points.and_then(|decimal| {
        let points = adjustment_points(*decimal, G::FACTS.halves, game.scale());
        if let Err(code) = points {
            let args = args![found: *decimal, most: MAX_ADJUSTED];
            context.refuse(code, "/points", args);
        }
        points.ok()
    });
    let reason = reason.map(|reason| reason.trim());
    if reason == Some("") {
        context.refuse("reason-empty", "/reason", args![]);
    }
    let fault = reason.and_then(|reason| text_fault(reason, "/reason", Lines::One));
    if let Some(fault) = fault {
        context.report(fault);
    }
    let rule = adjustment.rule.as_deref();
    let is_clause = |rule: &str| {
        let mut irregularities = G::FACTS.all_irregularities();
        G::has_clause(&source.options, rule)
            || irregularities.any(|irregularity| irregularity.id == rule)
    };
    if let Some(unknown) = rule.filter(|rule| !is_clause(rule)) {
        let args = args![found: unknown.to_owned(), game: G::FACTS.id];
        context.refuse("unknown-rule", "/rule", args);
    }
    let seat = seat?;
    Some(Adjusted {
        after_hand: after_hand?,
        seat,
        side: game.side(context.table, seat),
        points: points?,
        reason: reason?.into(),
        rule: rule.map(Arc::from),
    })
}

/// Returns the points of an adjustment, or the code of its fault. The fault's message suggests rounding or
/// splitting the adjustment.
fn adjustment_points(decimal: f64, halves: bool, scale: i64) -> Result<Points, &'static str> {
    #[expect(clippy::cast_precision_loss, reason = "1, 10 or 100")]
    let units = decimal * scale as f64;
    let whole = units.round();
    #[expect(clippy::cast_possible_truncation, reason = "whole, in range")]
    let scaled = || Points::scaled(whole as i64, scale);
    match Points::from_decimal(decimal) {
        None if decimal.abs() > 1e9 => Err("adjustment-size"),
        Some(points) if points.in_units(1).abs() > MAX_ADJUSTED => Err("adjustment-size"),
        Some(points) if halves || points.is_whole() => Ok(points),
        _ if scale > 1 && (units - whole).abs() < 1e-6 => Ok(scaled()),
        None if scale == 1 => Err("not-half"),
        _ => Err("not-whole"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_days_of_the_calendar_are_dates() {
        for day in ["2026-11-21", "2024-02-29", "2000-02-29"] {
            assert!(is_date(day), "{day}");
        }
        let none = "2026-02-29 1900-02-29 2026-13-01 2026-00-10 26-1-1 2026-1-01  2026-04-31";
        for day in none.split(' ') {
            assert!(!is_date(day), "{day}");
        }
    }

    #[test]
    fn adjustments_are_whole_unless_the_game_has_halves() {
        let code = |decimal, halves| adjustment_points(decimal, halves, 1).unwrap_err();
        assert_eq!(adjustment_points(-2.5, true, 1), Ok(Points::halves(-5)));
        assert_eq!(code(-2.5, false), "not-whole");
        assert_eq!(code(0.3, true), "not-half");
        assert_eq!(code(1e300, true), "adjustment-size");
        assert_eq!(code(1_000_001.0, false), "adjustment-size");
        assert_eq!(
            adjustment_points(-4.1, false, 10),
            Ok(Points::scaled(-41, 10))
        );
        assert_eq!(adjustment_points(4.15, false, 10), Err("not-whole"));
    }
}
