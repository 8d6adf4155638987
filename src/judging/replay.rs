//! Judging a document: its hands are played again, one by one.

use std::collections::HashSet;
use std::sync::Arc;

use super::adjustments::judge_adjustments;
use super::fingerprint::fingerprint;
use super::head::{seat_players, text_fault, text_faults};
use super::options::resolve;
use super::scored::{Adjusted, Scored, ScoredCurrent, ScoredHand};
use super::source::Source;
use crate::rules::{
    Finding, Game, HandContext, HandRecord, Points, Seat, Subject, Table, args, unknown_player,
};

/// Judges every hand of a document and gives the match as it stands.
///
/// # Errors
/// Every fault of the document, in the order found.
pub fn judge<G: Game>(mut source: Source<G>) -> Result<Scored, Vec<Finding>> {
    let mut findings = std::mem::take(&mut source.reading.findings);
    let (table, faults) = seat_players::<G>(&source);
    let seated = faults.is_empty() && !table.is_empty();
    findings.extend(faults);
    findings.extend(text_faults(&source));
    if !source.has_hands && !source.reading.is_left_out("/hands") {
        findings.push(Finding::shape("missing-field", "/hands", args![]));
    }
    if !seated {
        return Err(findings);
    }
    let left_out = &source.reading.left_out;
    let game: G = resolve(&source.options, &table, left_out, &mut findings);
    let adjustments = judge_adjustments::<G>(&source, &table, &mut findings);
    let mut dealer = Seat::new(0);
    if let Some(name) = &*source.first_dealer {
        match table.seat(name) {
            Some(seat) => dealer = seat,
            None => findings.push(unknown_player(&table, "/first_dealer", name)),
        }
    }
    let replay = Replay {
        game: &game,
        source: &source,
        totals: vec![Points::ZERO; table.len()],
        hands: Vec::with_capacity(source.hands.len()),
        table,
        adjustments,
        findings,
        dealer,
        adjusted: 0,
    };
    replay.run()
}

/// A match while its hands are played again.
struct Replay<'a, G: Game> {
    game: &'a G,
    source: &'a Source<G>,
    table: Table,
    /// In the order of the hands that they follow.
    adjustments: Vec<Adjusted>,
    findings: Vec<Finding>,
    totals: Vec<Points>,
    hands: Vec<ScoredHand>,
    /// Who deals the next hand if the deal rotates.
    dealer: Seat,
    /// How many of the adjustments are in the totals.
    adjusted: usize,
}

impl<G: Game> Replay<'_, G> {
    fn run(mut self) -> Result<Scored, Vec<Finding>> {
        let mut state = self.game.open(&self.table);
        self.adjust(0);
        let mut complete_after = None;
        for (index, record) in self.source.hands.iter().enumerate() {
            if self.game.complete(&state) {
                let hands = *complete_after.get_or_insert(index);
                self.report_complete(Subject::Hand(index), hands);
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
        let [(_, title), ..] = &self.source.texts;
        Ok(Scored {
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
            title: title.as_deref().map(Arc::from),
        })
    }

    /// Reports a hand of a match that was complete after so many hands.
    fn report_complete(&mut self, subject: Subject, hands: usize) {
        let ended = self.source.finished && subject == Subject::Current;
        self.findings.push(Finding {
            message: ended.then_some("match-finished"),
            ..Finding::rule("match-complete", subject.to_string(), args![hands: hands])
        });
    }

    fn play_hand(&mut self, index: usize, record: &G::Record, state: &mut G::State) {
        let number = index + 1;
        let left_out = &self.source.reading.left_out;
        let mut context = HandContext::new(&self.table, Subject::Hand(index), number, left_out);
        context.ends_match = self.source.finished && number == self.source.hands.len();
        let (dealer, note) = read_common(record, self.dealer, &mut context);
        self.game.judge(state, record, &mut context);
        let judgment = context.finish();
        self.findings.extend(judgment.findings);
        self.dealer = self.table.next(dealer);
        if !self.findings.is_empty() {
            return;
        }
        let mut scores = vec![Points::ZERO; self.table.len()];
        for line in &judgment.lines {
            scores[line.seat.index()] += line.points;
        }
        for (total, score) in self.totals.iter_mut().zip(&scores) {
            *total += *score;
        }
        self.adjust(number);
        self.hands.push(ScoredHand {
            number,
            dealer,
            scores,
            totals: self.totals.clone(),
            lines: judgment.lines,
            warnings: judgment.warnings,
            detail: judgment.detail,
            note,
        });
    }

    /// Adds the adjustments that follow a hand to the totals.
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
        let played = self.source.hands.len();
        if complete {
            self.report_complete(Subject::Current, played);
            return None;
        }
        let number = played + 1;
        let left_out = &self.source.reading.left_out;
        let mut context = HandContext::new(&self.table, Subject::Current, number, left_out);
        let (dealer, _) = read_common(record, self.dealer, &mut context);
        self.game.judge(&mut state.clone(), record, &mut context);
        let judgment = context.finish();
        self.findings.extend(judgment.findings);
        let mut listed = HashSet::new();
        let missing = judgment.missing.into_iter();
        let missing = missing.filter(|pointer| listed.insert(pointer.clone()));
        Some(ScoredCurrent {
            number,
            dealer,
            missing: missing.collect(),
            sums: judgment.sums,
            warnings: judgment.warnings,
        })
    }
}

/// Reads the fields that every record has: the dealer, who is `rotation` unless the record names
/// another, and the note.
fn read_common<R: HandRecord>(
    record: &R,
    rotation: Seat,
    context: &mut HandContext<'_>,
) -> (Seat, Option<Arc<str>>) {
    let common = record.common();
    context.waived = common.irregularities.is_some();
    context.dealer = rotation;
    if let Some(dealer) = context.player("/dealer", common.dealer) {
        if dealer != rotation {
            let args = args![dealer: context.name(dealer), turn: context.name(rotation)];
            context.warn("dealer-rotation", "/dealer", "match/dealer", args);
        }
        context.dealer = dealer;
    }
    let note = common.note.as_deref();
    if let Some(fault) = note.and_then(|note| text_fault(note, "/note".to_owned())) {
        context.report(fault);
    }
    (context.dealer, note.map(Arc::from))
}
