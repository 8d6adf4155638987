//! Judging a recorded hand: its numbers, against the rules and against each other.

use super::auction::{Terms, terms};
use super::play::{
    Cards, Commitment, Discard, Numbers, TRICKS, agrees_last, numbers, playing, who_plays,
};
use super::score::{Outcome, Parties, score_trump, score_whole};
use super::whole::whole_doubles;
use super::{CardPoints, Contract, GameType, LastTrick, Mariash, OpenHand, Record, Sides, clauses};
use overtrick_core::prelude::*;

/// The most points of marriages: forty and three times twenty.
pub const MAX_MARRIAGES: i64 = 100;

/// What a marriage gives, that of trumps twice as much.
pub const MARRIAGE: i64 = 20;

impl Scoring for Mariash {
    type Record = Record;
    /// How many hands have been dealt.
    type State = i64;

    fn open(&self, _table: &Table) -> i64 {
        0
    }

    fn judge(&self, hands: &mut i64, record: &Record, context: &mut HandContext<'_>) {
        *hands += 1;
        let players = playing(context.table, context.dealer);
        let declarer = context.needed_player("/declarer", &record.declarer);
        let declarer = who_plays(context, "/declarer", declarer, &players);
        let game_type = context.needed(&record.game_type, "/game_type").copied();
        let looks_trump =
            record.trump.is_some() || record.calls.is_some() || record.commitments.is_some();
        let game_type = game_type.or(looks_trump.then_some(GameType::Trump));
        let hand = Hand {
            game: self,
            record,
            players,
            declarer,
        };
        match game_type {
            Some(GameType::Trump) => hand.trump(context),
            Some(game_type) => hand.whole(game_type, context),
            None => {}
        }
    }

    fn complete(&self, hands: &i64) -> bool {
        self.hands_planned.is_some_and(|planned| *hands >= planned)
    }
}

/// What a record says of the play, as far as it does.
struct OfPlay {
    /// The card points of the declarer and of the defense.
    points: Option<[i64; 2]>,
    /// The points of their marriages.
    marriages: Option<[i64; 2]>,
    /// Who won the last trick, and whether with the seven of trumps.
    last: Option<(Seat, bool)>,
}

struct Hand<'a> {
    game: &'a Mariash,
    record: &'a Record,
    players: Vec<Seat>,
    declarer: Option<Seat>,
}

impl Hand<'_> {
    fn trump(&self, context: &mut HandContext<'_>) {
        let record = self.record;
        let fields = [
            ("/doubles", record.doubles.is_some()),
            ("/declarer_tricks", record.declarer_tricks.is_some()),
        ];
        refuse_foreign(context, GameType::Trump, &fields);
        let trump = context.needed(&record.trump, "/trump").copied();
        let Terms {
            commitments,
            open_hand,
        } = terms(self.game, record, &self.players, self.declarer, context);
        let conceded = open_hand == Some(OpenHand::Accept);
        if conceded && record.play.is_some() {
            context.fault("nothing-played", "/play", clauses::OPEN_HAND, args![]);
        }
        let played = if conceded {
            None
        } else {
            self.played(GameType::Trump, trump, commitments.as_deref(), context)
        };
        let points = self.points(conceded, played.as_ref(), context);
        let marriages = self.marriages(conceded, context);
        let mut committed = commitments.iter().flatten();
        let seven = committed.any(|commitment| commitment.contract.has_seven());
        let needed = (seven || self.game.silent) && !conceded;
        let last = self.last_trick(needed, commitments.is_some(), played.as_ref(), context);
        if let Some(commitments) = &commitments {
            self.warn_hundred(commitments, context);
        }
        if let Some(points) = points {
            self.warn_impossible(points, last.map(|(winner, _)| winner), context);
        }
        let (Some(declarer), Some(trump), Some(commitments)) = (self.declarer, trump, commitments)
        else {
            return;
        };
        let result = if conceded {
            let of_play = OfPlay {
                points,
                marriages,
                last,
            };
            Self::check_conceded(declarer, &commitments, &of_play, context);
            Some(Outcome::Conceded)
        } else {
            let counted = points.zip(marriages);
            counted.map(|(points, marriages)| Outcome::Played {
                cards: points,
                marriages,
                last: last.map(|(winner, seven)| (winner == declarer, seven)),
            })
        };
        if let Some(result) = result.filter(|_| context.is_clean() && !context.so_far()) {
            let parties = Parties::new(self.game, context, declarer);
            let open = open_hand.is_some();
            score_trump(&parties, trump, &commitments, open, &result, context);
        }
    }

    fn whole(&self, game_type: GameType, context: &mut HandContext<'_>) {
        let record = self.record;
        let none_committed = record.commitments.iter().flatten().next().is_none();
        let fields = [
            ("/trump", record.trump.is_some()),
            ("/commitments", !none_committed),
            ("/open_hand", record.open_hand.is_some()),
            ("/points", record.points.is_some()),
            ("/marriages", record.marriages.is_some()),
            ("/last_trick", record.last_trick.is_some()),
        ];
        refuse_foreign(context, game_type, &fields);
        let (game, players) = (self.game, &self.players);
        let doubles = whole_doubles(game, game_type, record, players, self.declarer, context);
        let played = self.played(game_type, None, Some(&[]), context);
        let recorded = context.number(
            "/declarer_tricks",
            &record.declarer_tricks,
            Bounds::cards(10),
        );
        let tricks = match (&played, record.play.is_some()) {
            (Some(played), _) => {
                let tricks = played.declarer_tricks;
                agrees(context, "/declarer_tricks", recorded, tricks);
                Some(tricks)
            }
            (None, true) => recorded,
            (None, false) => {
                context.needed(&record.declarer_tricks, "/declarer_tricks");
                recorded
            }
        };
        if let (Some(declarer), Some(doubles), Some(tricks)) = (self.declarer, doubles, tricks)
            && context.is_clean()
            && !context.so_far()
        {
            let parties = Parties::new(self.game, context, declarer);
            score_whole(&parties, game_type, doubles, tricks, context);
        }
    }

    /// The numbers of the recorded play, if there is one and all that it rests on is known.
    fn played(
        &self,
        game_type: GameType,
        trump: Option<Suit>,
        commitments: Option<&[Commitment]>,
        context: &mut HandContext<'_>,
    ) -> Option<Numbers> {
        let played = self.record.play.as_ref()?;
        let declarer = self.declarer?;
        if game_type == GameType::Trump && trump.is_none() {
            return None;
        }
        let commitments = commitments.unwrap_or_default();
        let rules = Cards::of_hand(self.game, &self.players, declarer, trump, commitments);
        let discard = Discard {
            game_type,
            trump,
            seven: rules.sevens[0],
        };
        numbers(&rules, &discard, played, context)
    }

    /// The card points of either side.
    fn points(
        &self,
        conceded: bool,
        played: Option<&Numbers>,
        context: &mut HandContext<'_>,
    ) -> Option<[i64; 2]> {
        let total = self.game.card_points.total();
        context.adds_up_to("/points", total);
        let written = &self.record.points;
        let by_play = self.record.play.is_some();
        let recorded = if written.is_none() && (conceded || by_play) {
            None
        } else {
            written_points(context, written, total)
        };
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
            agrees(context, "/points/declarer", Some(recorded[0]), played[0]);
            agrees(context, "/points/defense", Some(recorded[1]), played[1]);
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
        let marriages = sides(context, "/marriages", written, MAX_MARRIAGES)?;
        for (side, points) in ["declarer", "defense"].iter().zip(marriages) {
            if points % MARRIAGE != 0 {
                let args = args![found: points, step: MARRIAGE];
                let pointer = format!("/marriages/{side}");
                context.fault("marriage-step", &pointer, clauses::MARRIAGES, args);
            }
        }
        let sum: i64 = marriages.iter().sum();
        if sum > MAX_MARRIAGES {
            let args = args![sum: sum, most: MAX_MARRIAGES];
            context.fault("marriages-sum", "/marriages", clauses::MARRIAGES, args);
        }
        Some(marriages)
    }

    /// Who won the last trick, and whether with the seven of trumps.
    fn last_trick(
        &self,
        needed: bool,
        commitments_known: bool,
        played: Option<&Numbers>,
        context: &mut HandContext<'_>,
    ) -> Option<(Seat, bool)> {
        let Some(written) = self.record.last_trick.as_ref() else {
            if let Some(played) = played {
                return Some((played.last_winner, played.trump_seven));
            }
            if needed && self.record.play.is_none() {
                context.missing("/last_trick");
            }
            return None;
        };
        let recorded = self.recorded_last(written, context);
        match played {
            Some(played) => {
                if commitments_known {
                    agrees_last(written, played, context);
                }
                Some((played.last_winner, played.trump_seven))
            }
            None => recorded,
        }
    }

    fn recorded_last(
        &self,
        written: &LastTrick,
        context: &mut HandContext<'_>,
    ) -> Option<(Seat, bool)> {
        let winner = context.needed_player("/last_trick/winner", &written.winner);
        let winner = who_plays(context, "/last_trick/winner", winner, &self.players);
        let seven = context.needed(&written.trump_seven, "/last_trick/trump_seven");
        winner.zip(seven.copied())
    }

    /// An accepted open hand wins all that was declared: what is recorded of its play cannot say otherwise.
    fn check_conceded(
        declarer: Seat,
        commitments: &[Commitment],
        of_play: &OfPlay,
        context: &mut HandContext<'_>,
    ) {
        let OfPlay {
            points,
            marriages,
            last,
        } = *of_play;
        let recorded = Outcome::Played {
            cards: points.unwrap_or_default(),
            marriages: marriages.unwrap_or_default(),
            last: last.map(|(winner, seven)| (winner == declarer, seven)),
        };
        // What the declarer committed to is won, what the defense did is lost.
        let differs = |needed: fn(Contract) -> Option<Contract>| {
            commitments.iter().any(|commitment| {
                let side = usize::from(commitment.by != declarer);
                let contract = match side {
                    0 => needed(commitment.contract),
                    _ => needed(commitment.contract).filter(|own| *own == commitment.contract),
                };
                contract.is_some_and(|own| recorded.fulfilled(own, side) != (side == 0))
            })
        };
        let rule = clauses::OPEN_HAND;
        if points.is_some() && (recorded.winner() != Some(0) || differs(Contract::points)) {
            context.fault("accepted-open-hand", "/points", rule, args![]);
        }
        if last.is_some() && differs(Contract::last_trick) {
            context.fault("accepted-open-hand", "/last_trick", rule, args![]);
        }
    }

    /// Warns of card points that no cards can give: the scorer has counted wrong.
    fn warn_impossible(
        &self,
        points: [i64; 2],
        last_winner: Option<Seat>,
        context: &mut HandContext<'_>,
    ) {
        let card_points = self.game.card_points;
        let declarer_won = last_winner.map(|winner| Some(winner) == self.declarer);
        let won_last = [declarer_won, declarer_won.map(|won| !won)];
        let mut sides = points.into_iter().zip(won_last);
        let adds_up = points.iter().sum::<i64>() == card_points.total();
        let impossible = sides.find(|(points, won)| !can_be(card_points, *points, *won));
        if let Some((points, _)) = impossible.filter(|_| adds_up) {
            let rule = card_points.clause();
            let finding = Finding::rule("impossible-count", "/points", args![points: points]);
            context.report_warning(Finding {
                message: Some("impossible-points".into()),
                ..finding.by(rule)
            });
        }
    }

    /// Ninety points in all, and no marriages: nobody can reach a hundred.
    fn warn_hundred(&self, commitments: &[Commitment], context: &mut HandContext<'_>) {
        if self.game.card_points == CardPoints::Full || self.game.marriages {
            return;
        }
        let listed = self.record.commitments.is_some();
        for (index, commitment) in commitments.iter().enumerate() {
            if commitment.contract.has_hundred() {
                let pointer = if listed {
                    format!("/commitments/{index}")
                } else {
                    "/calls".to_owned()
                };
                let args = args![by: context.name(commitment.by), contract: commitment.contract];
                context.warn("hundred-out-of-reach", &pointer, clauses::HUNDRED, args);
            }
        }
    }
}

/// Whether a side can have counted so many points. With 120 in all no card is worth one point, and every other number
/// has its cards; with 90 each card that counts is worth ten, and so is the last trick.
fn can_be(card_points: CardPoints, points: i64, won_last: Option<bool>) -> bool {
    match card_points {
        CardPoints::Full => points != 1 && points != card_points.total() - 1,
        CardPoints::Tens => points % 10 == 0 && (points > 0 || won_last != Some(true)),
    }
}

/// Refuses the fields that a hand of this type does not have, each under the clause by which it has none.
pub fn refuse_foreign(
    context: &mut HandContext<'_>,
    game_type: GameType,
    fields: &[(&'static str, bool)],
) {
    for (pointer, _) in fields.iter().filter(|(_, given)| *given) {
        let field = pointer.rsplit('/').next().unwrap_or_default();
        let rule = match (game_type, field) {
            (_, "commitments" | "open_hand") => clauses::TRUMP_GAME,
            (_, "trump") => clauses::NO_TRUMP,
            (GameType::Trump, "doubles") => clauses::WHOLE_DOUBLE,
            // Tricks are counted in a Misère and a Slam only, and points in neither.
            (GameType::Misere, _) => clauses::MISERE,
            (GameType::Trump | GameType::Slam, _) => clauses::SLAM,
        };
        let args = args![game_type: game_type];
        context.fault("other-game-type", pointer, rule, args);
    }
}

/// The card points as written, both sides needed, each in its range.
fn written_points(
    context: &mut HandContext<'_>,
    written: &Given<super::Points>,
    most: i64,
) -> Option<[i64; 2]> {
    let written = context.needed(written, "/points")?;
    let declarer = side_points(context, "/points/declarer", &written.declarer, most);
    let defense = side_points(context, "/points/defense", &written.defense, most);
    Some([declarer?, defense?])
}

/// The card points of a side: `70.0` is as good as `70`, `69.5` is nothing that cards add up to.
fn side_points(
    context: &mut HandContext<'_>,
    pointer: &str,
    written: &Given<Decimal>,
    most: i64,
) -> Option<i64> {
    let decimal = context.needed(written, pointer)?.0;
    let halves = Points::from_decimal(decimal).map(Points::in_halves);
    match halves {
        Some(halves) if halves % 2 == 0 => {
            let points = halves / 2;
            let bounds = Bounds::up_to(most, "out-of-range-card-points");
            context.in_range(pointer, points, bounds).then_some(points)
        }
        None if decimal.fract() == 0.0 => {
            let args = args![found: decimal, least: 0, most: most];
            context.report(Finding {
                message: Some("out-of-range-card-points".into()),
                ..Finding::rule("out-of-range", pointer, args)
            });
            None
        }
        _ => {
            let args = args![found: decimal];
            context.refuse("not-whole", pointer, args);
            None
        }
    }
}

/// A number for the declarer and one for the defense, both needed, each in its range.
fn sides(
    context: &mut HandContext<'_>,
    pointer: &str,
    written: &Given<Sides>,
    most: i64,
) -> Option<[i64; 2]> {
    let written = context.needed(written, pointer)?;
    let declarer = format_args!("{pointer}/declarer");
    let declarer = context.needed_number(declarer, &written.declarer, 0..=most);
    let defense = format_args!("{pointer}/defense");
    let defense = context.needed_number(defense, &written.defense, 0..=most);
    Some([declarer?, defense?])
}

const _: () = assert!(TRICKS == 10, "declarer_tricks goes as far");
