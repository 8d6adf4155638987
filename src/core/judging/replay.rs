//! Judging a document by replaying its hands one by one.

use std::sync::{Arc, OnceLock};

use super::hand::judge_hand;
use super::head::{faults_at_any_table, judge_adjustments, seat_players, text_faults};
use super::in_play::GameInPlay;
use super::scored::{Adjusted, Scored, ScoredHand};
use super::sides::sides_of;
use super::source::{Source, resolve};
use crate::{Finding, Game, HandContext, Points, Seat, Subject, Table, args, unknown_player};

/// Judges every hand of a document and returns the scored match.
///
/// # Errors
/// Every fault of the document, in the order found.
pub fn judge<G: Game>(mut source: Source<G>) -> Result<Scored, Vec<Finding>> {
    let mut findings = std::mem::take(&mut source.reading.findings);
    let players = G::players(&source.options);
    let (names, left_out) = (source.document.players.as_deref(), &source.reading.left_out);
    let (table, faults) = seat_players(names, G::FACTS, players, left_out);
    let seated = faults.is_empty() && !table.is_empty();
    findings.extend(faults);
    findings.extend(text_faults(&source));
    if !seated {
        // Finds the faults in house rules and adjustments, except unknown players.
        let faults = |players: usize| {
            let seats = Table::of_names((1..=players).map(|number| number.to_string()));
            let mut findings = Vec::new();
            let game: G = resolve(&source.options, &seats, left_out, &mut findings);
            judge_adjustments::<G>(&source, &game, &table, &mut findings);
            findings.retain(|fault| fault.code != "unknown-player");
            findings
        };
        let is_same =
            |one: &Finding, other: &Finding| one.code == other.code && one.pointer == other.pointer;
        findings.extend(faults_at_any_table(players, faults, is_same));
        return Err(findings);
    }
    let game: G = resolve(&source.options, &table, left_out, &mut findings);
    // The work is checked before any hand is judged. It includes the hand being played.
    let hands = source.hands.len() + usize::from(source.current.is_some());
    if let Err(too_much) = game.work(&table).check(hands) {
        findings.push(too_much);
        return Err(findings);
    }
    let adjustments = judge_adjustments::<G>(&source, &game, &table, &mut findings);
    let first = source.document.first_dealer.as_deref();
    let dealer = first.and_then(|name| table.seat(name));
    if let (Some(name), None) = (first, dealer) {
        findings.push(unknown_player(&table, "/first_dealer", name));
    }
    let replay = Replay {
        game,
        source: &source,
        totals: vec![Points::ZERO; table.len()],
        hands: Vec::with_capacity(source.hands.len()),
        table,
        adjustments,
        findings,
        dealer: dealer.unwrap_or_default(),
    };
    replay.run()
}

/// A match being replayed.
struct Replay<'a, G: Game> {
    game: G,
    source: &'a Source<G>,
    table: Table,
    /// The adjustments, sorted by the hands that they follow.
    adjustments: Vec<Adjusted>,
    findings: Vec<Finding>,
    totals: Vec<Points>,
    hands: Vec<Arc<ScoredHand>>,
    /// The next dealer, by rotation.
    dealer: Seat,
}

impl<G: Game> Replay<'_, G> {
    fn run(mut self) -> Result<Scored, Vec<Finding>> {
        let mut state = self.game.open(&self.table);
        self.adjust(0);
        self.game.note_totals(&mut state, &self.table, &self.totals);
        let mut complete_after = None;
        for (index, record) in self.source.hands.iter().enumerate() {
            if self.game.complete(&state) {
                let hands = *complete_after.get_or_insert(index);
                self.report_complete(Subject::Hand(index), hands);
                continue;
            }
            self.play_hand(index, record, &mut state);
        }
        let complete = self.source.finished() || self.game.complete(&state);
        let current = self.judge_current(&state, complete);
        if !self.findings.is_empty() {
            return Err(self.findings);
        }
        Ok(Scored {
            facts: G::FACTS,
            called: self.game.called(),
            edition: self.source.edition(),
            complete,
            lowest_wins: self.game.lowest_wins(),
            sides: sides_of(&self.game, &self.table),
            table: self.table,
            hands: self.hands,
            adjustments: self.adjustments,
            totals: self.totals,
            current,
            title: self.source.document.title.as_deref().map(Arc::from),
            is_by_side: false,
            in_play: Arc::new(GameInPlay {
                game: Arc::new(self.game),
                state: Arc::new(state),
                dealer: self.dealer,
                record: self.source.current.clone(),
                fingerprint: Arc::new(OnceLock::new()),
            }),
        })
    }

    /// Reports a hand that is recorded after the end of the match.
    fn report_complete(&mut self, subject: Subject, hands: usize) {
        let ended = self.source.finished() && subject == Subject::Current;
        let fault = Finding::rule("match-complete", subject.to_string(), args![hands: hands]);
        let message = ended.then_some("match-finished");
        self.findings.push(fault.with_message(message));
    }

    fn play_hand(&mut self, index: usize, record: &G::Record, state: &mut G::State) {
        let number = index + 1;
        let context = HandContext {
            ends_match: self.source.finished() && number == self.source.hands.len(),
            ..self.context(Subject::Hand(index), number)
        };
        let before = self.game.show(state, &self.table);
        let mut hand = judge_hand(&self.game, state, record, context);
        let dealer = hand.dealer;
        self.findings.append(&mut hand.findings);
        if self.findings.is_empty() {
            hand.score(&mut self.totals);
            self.adjust(number);
            self.game.note_totals(state, &self.table, &self.totals);
            (hand.before, hand.totals) = (before, self.totals.clone());
            self.hands.push(Arc::new(hand));
        }
        self.dealer = self.game.next_dealer(state, &self.table, dealer);
    }

    /// Adds the adjustments that follow a hand to the totals.
    fn adjust(&mut self, after_hand: usize) {
        let adjustments = &self.adjustments;
        let first = adjustments.partition_point(|adjusted| adjusted.after_hand < after_hand);
        let following = adjustments[first..].iter();
        for adjusted in following.take_while(|adjusted| adjusted.after_hand == after_hand) {
            for seat in &adjusted.side {
                self.totals[seat.index()] += adjusted.points;
            }
        }
    }

    fn judge_current(&mut self, state: &G::State, complete: bool) -> Option<ScoredHand> {
        let record = self.source.current.as_ref()?;
        let played = self.source.hands.len();
        if complete {
            self.report_complete(Subject::Current, played);
            return None;
        }
        let context = self.context(Subject::Current, played + 1);
        let mut judged = judge_hand(&self.game, &mut state.clone(), record, context);
        self.findings.append(&mut judged.findings);
        Some(judged)
    }

    /// Returns the context of a hand dealt by the next dealer in rotation.
    fn context(&self, subject: Subject, number: usize) -> HandContext<'_> {
        HandContext {
            dealer: self.dealer,
            edition: self.source.edition(),
            ..HandContext::new(&self.table, subject, number, &self.source.reading.left_out)
        }
    }
}
