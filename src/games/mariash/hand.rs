//! Judges a recorded hand: checks its numbers against the rules and against each other.

use super::play::{Cards, Commitment, Numbers, TRICKS, active_player, playing};
use super::score::{Outcome, TrumpGame, score_whole};
use super::{CardPoints, GameType, Mariash, OpenHand, Record, SIDES, clauses};
use overtrick_core::prelude::*;

/// The most points from marriages: forty in trumps, and twenty in each of three other suits.
pub const MAX_MARRIAGES: i64 = 100;

/// The points of a marriage. A marriage in trumps counts twice as many.
pub const MARRIAGE: i64 = 20;

impl Scoring for Mariash {
    type Record = Record;
    /// The number of hands dealt.
    type State = i64;

    fn open(&self, _table: &Table) -> i64 {
        0
    }

    fn judge(&self, hands: &mut i64, record: &Record, context: &mut HandContext<'_>) {
        *hands += 1;
        let players = playing(context.table, context.dealer);
        let declarer = active_player(context, "/declarer", &record.declarer, &players);
        let game_type = context.needed(&record.game_type, "/game_type").copied();
        let looks_trump =
            record.trump.is_some() || record.calls.is_some() || record.commitments.is_some();
        let hand = Hand {
            game: self,
            table: context.table,
            record,
            players,
            declarer,
        };
        match game_type.or(looks_trump.then_some(GameType::Trump)) {
            Some(GameType::Trump) => hand.trump(context),
            Some(game_type) => hand.whole(game_type, context),
            None => {}
        }
    }

    fn complete(&self, hands: &i64) -> bool {
        self.hands_planned.is_some_and(|planned| *hands >= planned)
    }
}

/// A recorded hand, its table and its players.
pub struct Hand<'a> {
    pub game: &'a Mariash,
    pub table: &'a Table,
    pub record: &'a Record,
    pub players: Vec<Seat>,
    pub declarer: Option<Seat>,
}

impl Hand<'_> {
    fn trump(&self, context: &mut HandContext<'_>) {
        let record = self.record;
        let mut refuse = |pointer, given| refuse_foreign(context, GameType::Trump, pointer, given);
        refuse("/doubles", record.doubles.is_some());
        refuse("/declarer_tricks", record.declarer_tricks.is_some());
        let trump = context.needed(&record.trump, "/trump").copied();
        let (commitments, open_hand) = self.terms(context).unwrap_or_default();
        let conceded = open_hand == Some(OpenHand::Accept);
        if conceded && record.play.is_some() {
            context.fault("nothing-played", "/play", clauses::OPEN_HAND, args![]);
        }
        let known = commitments.as_deref().unwrap_or_default();
        let played = trump.filter(|_| !conceded);
        let played = played.and_then(|_| self.played(GameType::Trump, trump, known, context));
        let points = self.points(conceded, played.as_ref(), context);
        let marriages = self.marriages(conceded, context);
        let seven = known.iter().any(|own| own.contract.has_seven());
        let needed = (seven || self.game.silent) && !conceded;
        let last = self.last_trick(needed, commitments.is_some(), played.as_ref(), context);
        self.warn_hundred(known, context);
        if let Some(points) = points {
            self.warn_impossible(points, last.map(|(winner, _)| winner), context);
        }
        let (Some(declarer), Some(trump), Some(commitments)) = (self.declarer, trump, commitments)
        else {
            return;
        };
        let mut hand = TrumpGame {
            game: self.game,
            declarer,
            trump,
            commitments: &commitments,
            is_open: open_hand.is_some(),
            outcome: Outcome {
                conceded: false,
                cards: points.unwrap_or_default(),
                marriages: marriages.unwrap_or_default(),
                last: last.map(|(winner, seven)| (winner == declarer, seven)),
            },
        };
        if conceded {
            hand.check_conceded(points.is_some(), context);
            hand.outcome = Outcome {
                conceded,
                ..Outcome::default()
            };
        }
        let is_known = conceded || (points.is_some() && marriages.is_some());
        if is_known && context.is_clean() && !context.is_unfinished() {
            hand.score(context);
        }
    }

    fn whole(&self, game_type: GameType, context: &mut HandContext<'_>) {
        let record = self.record;
        let none_committed = record.commitments.iter().flatten().next().is_none();
        let mut refuse = |pointer, given| refuse_foreign(context, game_type, pointer, given);
        refuse("/trump", record.trump.is_some());
        refuse("/commitments", !none_committed);
        refuse("/open_hand", record.open_hand.is_some());
        refuse("/points", record.points.is_some());
        refuse("/marriages", record.marriages.is_some());
        refuse("/last_trick", record.last_trick.is_some());
        let doubles = self.whole_doubles(game_type, context);
        let played = self.played(game_type, None, &[], context);
        let tricks = &record.declarer_tricks;
        let recorded = context.number("/declarer_tricks", tricks, Bounds::cards(10));
        if record.play.is_none() {
            context.needed(tricks, "/declarer_tricks");
        }
        let played = played.map(|played| played.declarer_tricks);
        if let Some(played) = played {
            check_against_play(context, "/declarer_tricks", recorded, played);
        }
        let tricks = played.or(recorded);
        if let (Some(declarer), Some(doubles), Some(tricks)) = (self.declarer, doubles, tricks)
            && context.is_clean()
            && !context.is_unfinished()
        {
            score_whole(self.game, declarer, game_type, doubles, tricks, context);
        }
    }

    /// Returns the results of the recorded play, if there is one and the declarer is known.
    fn played(
        &self,
        game_type: GameType,
        trump: Option<Suit>,
        commitments: &[Commitment],
        context: &mut HandContext<'_>,
    ) -> Option<Numbers> {
        let (played, declarer) = (self.record.play.as_ref()?, self.declarer?);
        let (game, players) = (self.game, &self.players);
        let rules = Cards::of_hand(game, players, declarer, game_type, trump, commitments);
        rules.numbers(played, context)
    }

    /// Returns the card points of both sides.
    fn points(
        &self,
        conceded: bool,
        played: Option<&Numbers>,
        context: &mut HandContext<'_>,
    ) -> Option<[i64; 2]> {
        let total = self.game.card_points.total();
        context.record_sum("/points", total);
        let written = &self.record.points;
        if !conceded && self.record.play.is_none() {
            context.needed(written, "/points");
        }
        let recorded = written.as_ref().and_then(|written| {
            let declarer = side_points(context, "/points/declarer", &written.declarer, total);
            let defense = side_points(context, "/points/defense", &written.defense, total);
            Some([declarer?, defense?])
        });
        if let Some([declarer, defense]) = recorded
            && declarer + defense != total
        {
            let args = args![sum: declarer + defense, points: total];
            let rule = self.game.card_points.clause();
            context.fault("points-sum", "/points", rule, args);
        }
        let Some(played) = played else {
            return recorded;
        };
        let played = [played.points, total - played.points];
        if let Some(recorded) = recorded {
            check_against_play(context, "/points/declarer", Some(recorded[0]), played[0]);
            check_against_play(context, "/points/defense", Some(recorded[1]), played[1]);
        }
        Some(played)
    }

    fn marriages(&self, conceded: bool, context: &mut HandContext<'_>) -> Option<[i64; 2]> {
        let written = &self.record.marriages;
        if !self.game.marriages {
            if written.is_some() {
                context.fault("no-marriages", "/marriages", clauses::MARRIAGES, args![]);
            }
            return Some([0, 0]);
        }
        if conceded && written.is_none() {
            return None;
        }
        let sides = context.needed(written, "/marriages")?;
        let mut read = |pointer, points| context.needed_number(pointer, points, 0..=MAX_MARRIAGES);
        let declarer = read("/marriages/declarer", &sides.declarer);
        let defense = read("/marriages/defense", &sides.defense);
        let marriages = [declarer?, defense?];
        for (side, points) in SIDES.iter().zip(marriages) {
            if points % MARRIAGE != 0 {
                let args = args![found: points, step: MARRIAGE];
                let pointer = format_args!("/marriages/{side}");
                context.fault("marriage-step", pointer, clauses::MARRIAGES, args);
            }
        }
        let sum: i64 = marriages.iter().sum();
        if sum > MAX_MARRIAGES {
            let args = args![sum: sum, most: MAX_MARRIAGES];
            context.fault("marriages-sum", "/marriages", clauses::MARRIAGES, args);
        }
        Some(marriages)
    }

    /// Returns the winner of the last trick, and whether the seven of trumps won it.
    fn last_trick(
        &self,
        needed: bool,
        commitments_known: bool,
        played: Option<&Numbers>,
        context: &mut HandContext<'_>,
    ) -> Option<(Seat, bool)> {
        let Some(written) = self.record.last_trick.as_ref() else {
            if needed && self.record.play.is_none() {
                context.missing("/last_trick");
            }
            return played.map(|played| played.last);
        };
        let (pointer, players) = ("/last_trick/winner", &self.players);
        let winner = active_player(context, pointer, &written.winner, players);
        let seven = context.needed(&written.trump_seven, "/last_trick/trump_seven");
        let Some(played) = played else {
            return winner.zip(seven.copied());
        };
        if commitments_known {
            let name = written.winner.as_deref();
            let seat = name.and_then(|name| self.table.seat(name));
            let winner = seat.map(|seat| context.name(seat));
            check_against_play(context, pointer, winner, context.name(played.last.0));
            let words = ["without the trump seven", "with the trump seven"];
            let word = |seven| words[usize::from(seven)];
            let (seven, won_with) = (seven.copied().map(word), word(played.last.1));
            check_against_play(context, "/last_trick/trump_seven", seven, won_with);
        }
        Some(played.last)
    }

    /// Warns of card points that no cards add up to, because the scorer must have miscounted.
    fn warn_impossible(&self, points: [i64; 2], last: Option<Seat>, context: &mut HandContext<'_>) {
        let card_points = self.game.card_points;
        let declarer_won = last.map(|winner| Some(winner) == self.declarer);
        let won_last = [declarer_won, declarer_won.map(|won| !won)];
        let mut sides = points.into_iter().zip(won_last);
        let adds_up = points.iter().sum::<i64>() == card_points.total();
        let impossible = sides.find(|(points, won)| !is_possible(card_points, *points, *won));
        if let Some((points, _)) = impossible.filter(|_| adds_up) {
            let breach = Breach::new(card_points.clause(), args![points: points]);
            let breach = breach.with_message("impossible-points");
            context.report_warning(breach.into_finding("impossible-count", "/points"));
        }
    }

    /// Warns of commitments to a hundred points if there are only ninety points and no marriages.
    fn warn_hundred(&self, commitments: &[Commitment], context: &mut HandContext<'_>) {
        if self.game.card_points == CardPoints::Full || self.game.marriages {
            return;
        }
        for (index, commitment) in commitments.iter().enumerate() {
            if commitment.contract.has_hundred() {
                let pointer = match &*self.record.commitments {
                    Some(_) => format!("/commitments/{index}"),
                    None => "/calls".to_owned(),
                };
                let args = args![by: context.name(commitment.by), contract: commitment.contract];
                context.warn("hundred-out-of-reach", &pointer, clauses::HUNDRED, args);
            }
        }
    }
}

/// Whether a side can have this number of points. Of 120 points, it can have any number except 1 and 119, because
/// no card is worth 1 point. Of 90 points, it can have any multiple of 10, but not 0 if it won the last trick.
fn is_possible(card_points: CardPoints, points: i64, won_last: Option<bool>) -> bool {
    match card_points {
        CardPoints::Full => points != 1 && points != card_points.total() - 1,
        CardPoints::Tens => points % 10 == 0 && (points > 0 || won_last != Some(true)),
    }
}

/// Reports a field that a hand of this type cannot have, with the clause that excludes it.
pub fn refuse_foreign(
    context: &mut HandContext<'_>,
    game_type: GameType,
    pointer: &str,
    given: bool,
) {
    let field = pointer.rsplit('/').next().unwrap_or_default();
    let rule = match (game_type, field) {
        (_, "commitments" | "open_hand") => clauses::TRUMP_GAME,
        (_, "trump") => clauses::NO_TRUMP,
        (GameType::Trump, "doubles") => clauses::WHOLE_DOUBLE,
        // A trump game has no number of tricks; a Misère or a Slam has no points.
        (GameType::Misere, _) => clauses::MISERE,
        (GameType::Trump | GameType::Slam, _) => clauses::SLAM,
    };
    if given {
        let args = args![game_type: game_type];
        context.fault("other-game-type", pointer, rule, args);
    }
}

/// Returns the card points of a side. They must be a whole number: `70.0` is accepted, `69.5` is not.
fn side_points(
    context: &mut HandContext<'_>,
    pointer: &str,
    written: &Given<f64>,
    most: i64,
) -> Option<i64> {
    let decimal = *context.needed(written, pointer)?;
    let halves = Points::from_decimal(decimal).map(|points| points.in_units(2));
    match halves {
        Some(halves) if halves % 2 == 0 => {
            let points = halves / 2;
            let bounds = Bounds::up_to(most, "out-of-range-card-points");
            context.in_range(pointer, points, bounds).then_some(points)
        }
        None if decimal.fract() == 0.0 => {
            let args = args![found: decimal, least: 0, most: most];
            let fault = Finding::rule("out-of-range", pointer, args);
            context.report(fault.with_message("out-of-range-card-points"));
            None
        }
        _ => {
            let args = args![found: decimal];
            context.refuse("not-whole", pointer, args);
            None
        }
    }
}

const _: () = assert!(TRICKS == 10, "declarer_tricks has this maximum");
