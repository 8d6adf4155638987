//! The rules and the state of a match of any game. They compute results on demand, describe the next hand and
//! judge further hands.

use std::fmt;
use std::sync::{Arc, OnceLock};

use serde::Serializer;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::hand::judge_hand;
use super::scored::{Scored, ScoredHand};
use crate::json::Json;
use crate::{
    ComingHand, FactsOf, Game, HandContext, HouseRules, LeftOut, NextHand, OpenMatch, Outlook,
    Seat, Show, Subject, Table,
};

/// The rules and the state of a match. `scored` is the same match with its judged hands.
pub trait InPlay: Send + Sync {
    /// Returns the fingerprint of its rules.
    fn fingerprint(&self, edition: i64) -> &str;

    /// Returns the game-specific results after the last hand.
    fn detail(&self, table: &Table) -> Option<Json>;

    /// Returns the values that rank players ahead of their totals: see [`Scoring::merits`](crate::Scoring::merits).
    fn merits(&self) -> Vec<Vec<i64>>;
    /// Returns the values that are shown before the next hand, or at the end of the match.
    fn show(&self, table: &Table) -> Vec<Show>;
    /// Returns the dealer and the description of the next hand.
    fn next(&self, scored: &Scored) -> (Seat, NextHand);

    /// Returns the numbers of cards that a player holds when play begins: one for each hand after the next
    /// one, up to the last. Empty if the number is the same in every hand.
    fn cards_ahead(&self) -> Vec<i64>;

    /// Returns who can still win; `None` if it cannot be computed exactly.
    fn outlook(&self, scored: &Scored) -> Option<Outlook>;

    /// Returns the match with another hand: see [`Scored::with_hand`].
    fn with_hand(&self, scored: &Scored, record: &Json) -> Option<Scored>;

    /// Returns the match with this hand being played: see [`Scored::with_current`].
    fn with_current(&self, scored: &Scored, record: Option<&Json>) -> Option<Scored>;
}

impl fmt::Debug for dyn InPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InPlay").finish_non_exhaustive()
    }
}

/// The rules and the state of a match of the game `G`.
pub(super) struct GameInPlay<G: Game> {
    /// Its house rules.
    pub game: Arc<G>,
    /// The state before the next hand.
    pub state: Arc<G::State>,
    /// The dealer of the next hand, by rotation.
    pub dealer: Seat,
    /// The recorded part of the hand being played.
    pub record: Option<G::Record>,
    /// The fingerprint of its rules, computed on first use; shared by matches under the same rules.
    pub fingerprint: Arc<OnceLock<String>>,
}

impl<G: Game> GameInPlay<G> {
    fn coming<'a>(&'a self, scored: &'a Scored) -> ComingHand<'a, G::Record> {
        let current = scored.current.as_ref();
        ComingHand {
            table: &scored.table,
            number: scored.hands.len() + 1,
            dealer: current.map_or(self.dealer, |current| current.dealer),
            edition: scored.edition,
            record: self.record.as_ref(),
        }
    }

    /// Judges another hand. Returns `None` if it has a fault, or if judging a match with that many hands is
    /// too much work.
    fn judge(
        &self,
        scored: &Scored,
        subject: Subject,
        state: &mut G::State,
        record: &G::Record,
    ) -> Option<ScoredHand> {
        let number = scored.hands.len() + 1;
        self.game.work(&scored.table).check(number).ok()?;
        let context = HandContext {
            dealer: self.dealer,
            edition: scored.edition,
            ..HandContext::new(&scored.table, subject, number, LeftOut::none())
        };
        let judged = judge_hand(&*self.game, state, record, context);
        judged.findings.is_empty().then_some(judged)
    }

    /// Returns the same match with this state, dealer and record.
    fn with_state(
        &self,
        state: Arc<G::State>,
        dealer: Seat,
        record: Option<G::Record>,
    ) -> Arc<dyn InPlay> {
        Arc::new(GameInPlay {
            game: self.game.clone(),
            state,
            dealer,
            record,
            fingerprint: self.fingerprint.clone(),
        })
    }
}

impl<G: Game> InPlay for GameInPlay<G> {
    fn fingerprint(&self, edition: i64) -> &str {
        let compute = || fingerprint(G::FACTS, edition, &self.game.resolved());
        self.fingerprint.get_or_init(compute)
    }

    fn detail(&self, table: &Table) -> Option<Json> {
        self.game.detail(&self.state, table)
    }

    fn merits(&self) -> Vec<Vec<i64>> {
        self.game.merits(&self.state)
    }

    fn show(&self, table: &Table) -> Vec<Show> {
        self.game.show(&self.state, table)
    }

    fn next(&self, scored: &Scored) -> (Seat, NextHand) {
        let coming = self.coming(scored);
        (coming.dealer, self.game.next(&self.state, &coming))
    }

    fn cards_ahead(&self) -> Vec<i64> {
        self.game.cards_ahead(&self.state)
    }

    fn outlook(&self, scored: &Scored) -> Option<Outlook> {
        let (hand, totals) = (self.coming(scored), &scored.totals);
        self.game.outlook(&self.state, &OpenMatch { hand, totals })
    }

    fn with_hand(&self, scored: &Scored, record: &Json) -> Option<Scored> {
        let index = scored.hands.len();
        let mut adjustments = scored.adjustments.iter();
        if scored.complete || adjustments.any(|adjusted| adjusted.after_hand > index) {
            return None;
        }
        let mut state = G::State::clone(&self.state);
        let before = self.game.show(&state, &scored.table);
        let mut hand = self.judge(scored, Subject::Hand(index), &mut state, &record.typed()?)?;
        let mut totals = scored.totals.clone();
        hand.score(&mut totals);
        (hand.before, hand.totals) = (before, totals.clone());
        self.game.note_totals(&mut state, &scored.table, &totals);
        let dealer = self.game.next_dealer(&state, &scored.table, hand.dealer);
        let recorded = scored.hands.iter().cloned();
        Some(Scored {
            complete: self.game.complete(&state),
            hands: recorded.chain([Arc::new(hand)]).collect(),
            totals,
            current: None,
            in_play: self.with_state(Arc::new(state), dealer, None),
            ..scored.without_hands()
        })
    }

    fn with_current(&self, scored: &Scored, record: Option<&Json>) -> Option<Scored> {
        let (record, current) = match record {
            Some(_) if scored.complete => return None,
            Some(record) => {
                let (record, mut state) = (record.typed()?, G::State::clone(&self.state));
                let current = self.judge(scored, Subject::Current, &mut state, &record)?;
                (Some(record), Some(current))
            }
            None => (None, None),
        };
        Some(Scored {
            current,
            in_play: self.with_state(self.state.clone(), self.dealer, record),
            ..scored.clone()
        })
    }
}

/// Returns eight hexadecimal digits that identify a game, its scoring edition and its house rules in force.
/// Two matches with the same fingerprint have the same rules.
///
/// A [later](crate::HouseRule::later) house rule is only included if it differs from its default, so that
/// older matches keep their fingerprint.
///
/// ```
/// use overtrick_core::judging::fingerprint;
/// use serde_json::json;
///
/// let facts = overtrick_games::all()[0].facts;
/// let print = |points: i64| fingerprint(facts, 1, &vec![("made_points", json!(points))]);
/// assert_eq!(print(5), print(5));
/// assert_ne!(print(5), print(6));
/// assert_eq!(print(5).len(), 8);
/// ```
pub fn fingerprint(facts: &FactsOf<'_>, edition: i64, rules: &HouseRules) -> String {
    let counts = |name: &str, value: &Value| {
        let mut later = facts.options.iter().filter(|rule| rule.later);
        !later.any(|rule| rule.field.name == name && rule.is_default(value))
    };
    let counting = rules.iter().filter(|(name, value)| counts(name, value));
    let options = counting.map(|(name, value)| {
        let mut value = value.clone();
        value.sort_all_objects();
        (*name, value)
    });
    let start = format!(r#"{{"game":"{}","edition":{edition},"options":"#, facts.id);
    let mut hashed = start.into_bytes();
    // Writing to memory cannot fail.
    _ = serde_json::Serializer::new(&mut hashed).collect_map(options);
    hashed.push(b'}');
    let digest = Sha256::digest(hashed);
    let start = u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]);
    format!("{start:08x}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::HouseRule;
    use crate::form::{Field, Kind};

    fn facts(id: &'static str, options: &'static [HouseRule]) -> FactsOf<'static> {
        FactsOf {
            id,
            name: "",
            author: "",
            source: "",
            players: (2, 2),
            halves: false,
            balances: false,
            edition: 1,
            clauses: &[],
            options,
            record: &[],
            columns: &[],
            irregularities: &[],
            questions: &[],
        }
    }

    #[test]
    fn the_order_of_keys_in_a_house_rule_does_not_matter() {
        let print = |text: &str| {
            let value: Value = serde_json::from_str(text).unwrap();
            fingerprint(&facts("one-game", &[]), 1, &vec![("rates", value)])
        };
        let one = print(r#"{"game": 1, "seven": 2}"#);
        assert_eq!(one, print(r#"{"seven": 2, "game": 1}"#));
        assert_ne!(one, print(r#"{"game": 2, "seven": 1}"#));
    }

    #[test]
    fn the_game_the_edition_and_the_house_rules_count() {
        let rules = vec![("made_points", json!(5))];
        let game = facts("one-game", &[]);
        let one = fingerprint(&game, 1, &rules);
        assert_eq!(one.len(), 8);
        assert_ne!(one, fingerprint(&game, 2, &rules));
        assert_ne!(one, fingerprint(&facts("other-game", &[]), 1, &rules));
        assert_ne!(one, fingerprint(&game, 1, &Vec::new()));
    }

    #[test]
    fn a_later_house_rule_counts_only_if_it_is_changed() {
        const OLD: HouseRule = HouseRule {
            field: Field::optional("old", Kind::Flag),
            default: "false",
            clause: "g/old",
            ours: true,
            later: false,
        };
        const NEW: HouseRule = HouseRule {
            field: Field::optional("new", Kind::Flag),
            clause: "g/new",
            later: true,
            ..OLD
        };
        const LATER: &[HouseRule] = &[OLD, NEW];
        let game = facts("one-game", LATER);
        let print = |rules: &[(&'static str, bool)]| {
            let rules = rules.iter().map(|(name, value)| (*name, json!(value)));
            fingerprint(&game, 1, &rules.collect())
        };
        let before = print(&[("old", false)]);
        assert_eq!(print(&[("old", false), ("new", false)]), before);
        assert_ne!(print(&[("old", false), ("new", true)]), before);
        assert_ne!(print(&[("new", false)]), before);
    }
}
