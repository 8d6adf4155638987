//! Judging a recorded hand: its numbers, against the rules and against each other.

use super::cards::Cards;
use super::commitments::{Commitment, Terms, terms};
use super::discard::Discard;
use super::played::{Numbers, agrees_last, numbers};
use super::record::{GameType, LastTrick, OpenHand, Points, Record, Sides};
use super::score::{Result, Table, score_trump, score_whole};
use super::{CardPoints, Mariash, TRICKS, catalog, commitments, playing, who_plays};
use crate::rules::play::{Suit, agrees};
use crate::rules::wire::{Decimal, Given};
use crate::rules::{self, Desk, Finding, Seat, args};

/// The most points of marriages: forty and three times twenty.
const MOST_MARRIAGES: i64 = 100;
const MARRIAGE: i64 = 20;

/// Judges a hand, and scores it if it is whole and sound.
pub(super) fn judge(game: &Mariash, record: &Record, desk: &mut Desk<'_>) {
    let players = playing(desk.table, desk.dealer);
    let declarer = desk.needed_player("/declarer", &record.declarer);
    let declarer = who_plays(desk, "/declarer", declarer, &players);
    let game_type = desk.needed(&record.game_type, "/game_type").copied();
    let looks_trump =
        record.trump.is_some() || record.calls.is_some() || record.commitments.is_some();
    let game_type = game_type.or(looks_trump.then_some(GameType::Trump));
    let hand = Hand {
        game,
        record,
        players,
        declarer,
    };
    match game_type {
        Some(GameType::Trump) => hand.trump(desk),
        Some(game_type) => hand.whole(game_type, desk),
        None => {}
    }
}

struct Hand<'a> {
    game: &'a Mariash,
    record: &'a Record,
    players: Vec<Seat>,
    declarer: Option<Seat>,
}

impl Hand<'_> {
    fn trump(&self, desk: &mut Desk<'_>) {
        let record = self.record;
        foreign(
            desk,
            GameType::Trump,
            &[
                ("/doubles", record.doubles.is_some()),
                ("/declarer_tricks", record.declarer_tricks.is_some()),
            ],
        );
        let trump = desk.needed(&record.trump, "/trump").copied();
        let Terms {
            commitments,
            open_hand,
        } = terms(self.game, record, &self.players, self.declarer, desk);
        let conceded = open_hand == Some(OpenHand::Accept);
        if conceded && record.play.is_some() {
            desk.fault("nothing-played", "/play", catalog::OPEN_HAND, args![]);
        }
        let played = if conceded {
            None
        } else {
            self.played(GameType::Trump, trump, commitments.as_deref(), desk)
        };
        let points = self.points(conceded, played.as_ref(), desk);
        let marriages = self.marriages(conceded, desk);
        let seven = commitments
            .iter()
            .flatten()
            .any(|commitment| commitment.contract.has_seven());
        let needed = (seven || self.game.silent) && !conceded;
        let last = self.last_trick(needed, commitments.is_some(), played.as_ref(), desk);
        if let Some(commitments) = &commitments {
            self.warn_hundred(commitments, desk);
        }
        let (Some(declarer), Some(trump), Some(commitments)) = (self.declarer, trump, commitments)
        else {
            return;
        };
        let result = if conceded {
            Some(Result::Conceded)
        } else {
            points
                .zip(marriages)
                .map(|(points, marriages)| Result::Played {
                    points: [points[0] + marriages[0], points[1] + marriages[1]],
                    last: last.map(|(winner, seven)| (winner == declarer, seven)),
                })
        };
        if let Some(result) = result.filter(|_| desk.is_clean() && !desk.so_far()) {
            let table = Table::new(self.game, desk, declarer);
            score_trump(
                &table,
                trump,
                &commitments,
                open_hand.is_some(),
                &result,
                desk,
            );
        }
    }

    fn whole(&self, game_type: GameType, desk: &mut Desk<'_>) {
        let record = self.record;
        let none_called = record.calls.iter().flatten().next().is_none();
        let none_committed = record.commitments.iter().flatten().next().is_none();
        foreign(
            desk,
            game_type,
            &[
                ("/trump", record.trump.is_some()),
                ("/calls", !none_called),
                ("/commitments", !none_committed),
                ("/open_hand", record.open_hand.is_some()),
                ("/points", record.points.is_some()),
                ("/marriages", record.marriages.is_some()),
                ("/last_trick", record.last_trick.is_some()),
            ],
        );
        let doubles =
            commitments::doubles(self.game, format_args!("/doubles"), *record.doubles, desk);
        let played = self.played(game_type, None, Some(&[]), desk);
        let recorded = desk.number("/declarer_tricks", &record.declarer_tricks, 0..=10);
        let tricks = match (&played, record.play.is_some()) {
            (Some(played), _) => {
                agrees(desk, "/declarer_tricks", recorded, played.declarer_tricks);
                Some(played.declarer_tricks)
            }
            (None, true) => recorded,
            (None, false) => {
                desk.needed(&record.declarer_tricks, "/declarer_tricks");
                recorded
            }
        };
        if let (Some(declarer), Some(doubles), Some(tricks)) = (self.declarer, doubles, tricks)
            && desk.is_clean()
            && !desk.so_far()
        {
            let table = Table::new(self.game, desk, declarer);
            score_whole(&table, game_type, doubles, tricks, desk);
        }
    }

    /// The numbers of the recorded play, if there is one and all that it rests on is known.
    fn played(
        &self,
        game_type: GameType,
        trump: Option<Suit>,
        commitments: Option<&[Commitment]>,
        desk: &mut Desk<'_>,
    ) -> Option<Numbers> {
        let played = self.record.play.as_ref()?;
        let declarer = self.declarer?;
        if game_type == GameType::Trump && trump.is_none() {
            return None;
        }
        let commitments = commitments.unwrap_or_default();
        let points = self.game.card_points;
        let rules = Cards::of_hand(&self.players, declarer, trump, points, commitments);
        let discard = Discard {
            game_type,
            trump,
            seven: rules.sevens[0],
        };
        numbers(&rules, &discard, played, desk)
    }

    /// The card points of either side.
    fn points(
        &self,
        conceded: bool,
        played: Option<&Numbers>,
        desk: &mut Desk<'_>,
    ) -> Option<[i64; 2]> {
        let total = self.game.card_points.total();
        desk.adds_up_to("/points", total);
        let written = &self.record.points;
        let by_play = self.record.play.is_some();
        let recorded = if written.is_none() && (conceded || by_play) {
            None
        } else {
            written_points(desk, written, total)
        };
        if let Some([declarer, defense]) = recorded
            && declarer + defense != total
        {
            let args = args![sum: declarer + defense, points: total];
            desk.fault("points-sum", "/points", catalog::CARD_POINTS, args);
        }
        let Some(played) = played else {
            return recorded;
        };
        let played = [played.points, total - played.points];
        if let Some(recorded) = recorded {
            agrees(desk, "/points/declarer", Some(recorded[0]), played[0]);
            agrees(desk, "/points/defense", Some(recorded[1]), played[1]);
        }
        Some(played)
    }

    fn marriages(&self, conceded: bool, desk: &mut Desk<'_>) -> Option<[i64; 2]> {
        let written = &self.record.marriages;
        if !self.game.marriages {
            if written.is_some() {
                desk.fault("no-marriages", "/marriages", catalog::MARRIAGES, args![]);
            }
            return Some([0, 0]);
        }
        if conceded && written.is_none() {
            return None;
        }
        let marriages = sides(desk, "/marriages", written, MOST_MARRIAGES)?;
        for (side, points) in ["declarer", "defense"].iter().zip(marriages) {
            if points % MARRIAGE != 0 {
                let args = args![found: points, step: MARRIAGE];
                let pointer = format!("/marriages/{side}");
                desk.fault("marriage-step", &pointer, catalog::MARRIAGES, args);
            }
        }
        let sum: i64 = marriages.iter().sum();
        if sum > MOST_MARRIAGES {
            let args = args![sum: sum, most: MOST_MARRIAGES];
            desk.fault("marriages-sum", "/marriages", catalog::MARRIAGES, args);
        }
        Some(marriages)
    }

    /// Who won the last trick, and whether with the seven of trumps.
    fn last_trick(
        &self,
        needed: bool,
        commitments_known: bool,
        played: Option<&Numbers>,
        desk: &mut Desk<'_>,
    ) -> Option<(Seat, bool)> {
        let Some(written) = self.record.last_trick.as_ref() else {
            if let Some(played) = played {
                return Some((played.last_winner, played.trump_seven));
            }
            if needed && self.record.play.is_none() {
                desk.missing("/last_trick");
            }
            return None;
        };
        let recorded = self.recorded_last(written, desk);
        match played {
            Some(played) => {
                if commitments_known {
                    agrees_last(written, played, desk);
                }
                Some((played.last_winner, played.trump_seven))
            }
            None => recorded,
        }
    }

    fn recorded_last(&self, written: &LastTrick, desk: &mut Desk<'_>) -> Option<(Seat, bool)> {
        let winner = desk.needed_player("/last_trick/winner", &written.winner);
        let winner = who_plays(desk, "/last_trick/winner", winner, &self.players);
        let seven = desk.needed(&written.trump_seven, "/last_trick/trump_seven");
        winner.zip(seven.copied())
    }

    /// Ninety points in all, and no marriages: nobody can reach a hundred.
    fn warn_hundred(&self, commitments: &[Commitment], desk: &mut Desk<'_>) {
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
                let args = args![by: desk.name(commitment.by), contract: commitment.contract];
                desk.warn("hundred-out-of-reach", &pointer, catalog::HUNDRED, args);
            }
        }
    }
}

/// Refuses the fields that a hand of this type does not have.
fn foreign(desk: &mut Desk<'_>, game_type: GameType, fields: &[(&'static str, bool)]) {
    for (pointer, given) in fields {
        if *given {
            let args = args![game_type: game_type];
            desk.lay(Finding::rule("other-game-type", *pointer, args).by(catalog::TRUMP_GAME));
        }
    }
}

/// The card points as written, both sides needed, each in its range.
fn written_points(desk: &mut Desk<'_>, written: &Given<Points>, most: i64) -> Option<[i64; 2]> {
    let written = desk.needed(written, "/points")?;
    let declarer = side_points(desk, "/points/declarer", &written.declarer, most);
    let defense = side_points(desk, "/points/defense", &written.defense, most);
    Some([declarer?, defense?])
}

/// The card points of a side: `70.0` is as good as `70`, `69.5` is nothing that cards add up to.
fn side_points(
    desk: &mut Desk<'_>,
    pointer: &str,
    written: &Given<Decimal>,
    most: i64,
) -> Option<i64> {
    let decimal = desk.needed(written, pointer)?.0;
    let halves = rules::Points::from_decimal(decimal).map(rules::Points::in_halves);
    match halves {
        Some(halves) if halves % 2 == 0 => {
            let points = halves / 2;
            desk.in_range(pointer, points, 0..=most).then_some(points)
        }
        None if decimal.fract() == 0.0 => {
            let args = args![found: decimal.to_string(), least: 0, most: most];
            desk.lay(Finding::rule("out-of-range", pointer, args));
            None
        }
        _ => {
            let args = args![found: decimal.to_string()];
            desk.lay(Finding::rule("not-whole", pointer, args));
            None
        }
    }
}

/// A number for the declarer and one for the defense, both needed, each in its range.
fn sides(
    desk: &mut Desk<'_>,
    pointer: &str,
    written: &Given<Sides>,
    most: i64,
) -> Option<[i64; 2]> {
    let written = desk.needed(written, pointer)?;
    let declarer = format_args!("{pointer}/declarer");
    let declarer = desk.needed_number(declarer, &written.declarer, 0..=most);
    let defense = format_args!("{pointer}/defense");
    let defense = desk.needed_number(defense, &written.defense, 0..=most);
    Some([declarer?, defense?])
}

const _: () = assert!(TRICKS == 10, "declarer_tricks goes as far");
