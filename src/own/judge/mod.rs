//! Judging a hand of a custom game.

mod fields;
mod rules;

use overtrick_core::Show;
use overtrick_core::bounds::HandWork;
use overtrick_core::prelude::*;

use self::rules::shown;
use crate::definition::{Definition, Item, Per};
use crate::game::Own;
use crate::record::{Record, State};
use crate::types::{MAX_PLAYERS, MAX_TOTAL, Range};
use crate::value::{Expression, ExpressionFacts, Seats, Values, count, side};

const WHOLE_TOTAL: Range = Range::new(-MAX_TOTAL, MAX_TOTAL);

impl Scoring for Own {
    type Record = Record;
    type State = State;

    fn open(&self, _table: &Table) -> State {
        let values = self.values();
        let carry = self.definition.carry.iter().map(|carry| {
            let start = values.eval_seats(&carry.start);
            start.map(|start| carry.range.clamp(start))
        });
        State {
            carry: carry.collect(),
            chosen: vec![Vec::new(); self.definition.once.len()],
            all_scored: true,
            ..State::default()
        }
    }

    fn before(&self, table: &Table, number: usize) -> State {
        State {
            hands: number.saturating_sub(1),
            ..self.open(table)
        }
    }

    fn judge(&self, state: &mut State, record: &Record, context: &mut HandContext<'_>) {
        state.hands += 1;
        state.last = None;
        state.deals = None;
        let mut judging = Judging::new(self, state, context);
        judging.known_fields(record, context);
        judging.values.compute_stage(judging.definition, 0);
        for (index, field) in self.definition.fields.iter().enumerate() {
            judging.field(index, field, record, context);
            judging.values.compute_stage(judging.definition, index + 1);
            judging.checks(index + 1, context);
            judging.once(index + 1, state, context);
        }
        state.cards = judging.values.now.cards;
        let leads = judging.value(self.definition.leads.as_ref(), 0);
        state.leads = leads.and_then(|leads| seat(context.table, leads));
        let is_whole = context.is_clean() && context.missing_so_far().next().is_none();
        // A faulty value that was left out is neither missing nor known.
        if is_whole && judging.has_all_fields() {
            judging.score(context);
            state.carry = judging.carry();
            let values = judging.values;
            state.last = Some((values.now, values.steps.get()));
        } else {
            state.all_scored = false;
        }
    }

    fn note_totals(&self, state: &mut State, table: &Table, totals: &[Points]) {
        for (known, total) in state.totals.iter_mut().zip(totals) {
            *known = WHOLE_TOTAL.clamp(total.in_units(self.scale()));
        }
        let Some((now, steps)) = state.last.take() else {
            return;
        };
        let (ends, deals) = (&self.definition.ends, &self.definition.deals);
        if ends.is_none() && deals.is_none() {
            return;
        }
        let mut values = Values {
            now,
            ..self.values_in(state, state.hands)
        };
        // Values that use totals have now changed.
        values.recompute(&self.definition, |facts| facts.totals || facts.scored);
        state.ended = ends.as_ref().is_some_and(|ends| values.eval(ends, 0) != 0);
        let deals = deals.as_ref().map(|deals| values.eval(deals, 0));
        state.deals = deals.and_then(|deals| seat(table, deals));
        debug_assert!(steps + values.steps.get() <= self.definition.steps);
    }

    fn next_dealer(&self, state: &State, table: &Table, dealer: Seat) -> Seat {
        state.deals.unwrap_or_else(|| table.next(dealer))
    }

    fn side(&self, table: &Table, seat: Seat) -> Vec<Seat> {
        let (players, sides) = (table.len(), self.definition.sides);
        side(players, sides, seat.index()).map(Seat::new).collect()
    }

    fn work(&self, table: &Table) -> HandWork {
        self.definition.work(table.len())
    }

    fn scale(&self) -> i64 {
        self.definition.scale.max(1)
    }

    fn show(&self, state: &State, table: &Table) -> Vec<Show> {
        if self.definition.show.is_empty() {
            return Vec::new();
        }
        let values = self.between_hands(state);
        let shows = self.definition.show.iter();
        let shows = shows.filter(|show| values.holds(show.when.as_ref(), 0));
        let shows = shows.map(|show| {
            let value_of = |seat| {
                let value = values.eval(&show.value, seat);
                shown(&self.definition, value, &show.value, table)
            };
            let seats = match show.per {
                Per::Table => 0,
                Per::Side => self.definition.sides,
                Per::Player => self.players,
            };
            let of_seats = (0..seats).map(|seat| (Seat::new(seat), value_of(seat)));
            Show {
                label: show.label.clone(),
                value: (show.per == Per::Table).then(|| value_of(0)),
                seats: of_seats.collect(),
            }
        });
        shows.collect()
    }

    fn merits(&self, state: &State) -> Vec<Vec<i64>> {
        if self.definition.wins.is_empty() {
            return Vec::new();
        }
        let values = self.between_hands(state);
        let of_seat = |seat| {
            let wins = self.definition.wins.iter();
            wins.map(|value| values.eval(value, seat)).collect()
        };
        (0..self.players).map(of_seat).collect()
    }

    fn lowest_wins(&self) -> bool {
        self.definition.lowest_wins
    }

    fn complete(&self, state: &State) -> bool {
        state.ended || self.hands.is_some_and(|hands| state.hands >= hands)
    }
}

impl Own {
    /// Returns the values that are known at the beginning of the hand with this number.
    fn values_in(&self, state: &State, hand: usize) -> Values<'_> {
        Values {
            hand: count(hand),
            totals: state.totals,
            carry: state.carry.clone(),
            ..self.values()
        }
    }

    /// Returns the values that are known before the next hand, or at the end of the match.
    fn between_hands(&self, state: &State) -> Values<'_> {
        let mut values = self.values_in(state, state.hands + 1);
        values.compute_stage(&self.definition, 0);
        values
    }
}

impl Values<'_> {
    /// Computes the lets and `cards` that are known after exactly this number of fields.
    fn compute_stage(&mut self, definition: &Definition, fields: usize) {
        for item in definition.of_hand.get(fields).into_iter().flatten() {
            match item {
                Item::Let(index) => self.now.lets[*index] = self.seats(&definition.lets[*index]),
                Item::Cards => {
                    let cards = definition.cards.as_ref();
                    self.now.cards = cards.map_or(0, |cards| self.compute(&cards.node, 0));
                }
                Item::Option(_) => {}
            }
        }
    }

    /// Computes the lets for which `is_new` is true.
    fn recompute(&mut self, definition: &Definition, is_new: impl Fn(&ExpressionFacts) -> bool) {
        for item in &definition.order {
            if let Item::Let(index) = item
                && let expression = &definition.lets[*index]
                && is_new(&expression.facts)
            {
                self.now.lets[*index] = self.eval_seats(expression);
            }
        }
    }
}

/// A hand being judged.
struct Judging<'a> {
    definition: &'a Definition,
    values: Values<'a>,
    /// For each player, the fields with a known value, including a correctly absent value, as bits.
    known: [u64; MAX_PLAYERS],
    /// For each player, the fields that do not apply to this hand, as bits.
    absent: [u64; MAX_PLAYERS],
    /// Whether totals and carried values are known, because every previous hand was scored.
    all_scored: bool,
}

impl<'a> Judging<'a> {
    fn new(own: &'a Own, state: &State, context: &HandContext<'_>) -> Judging<'a> {
        let definition = &*own.definition;
        let fields = definition.fields.iter();
        let fields = fields.map(|field| [field.input.kind.absent(); MAX_PLAYERS]);
        let mut values = own.values_in(state, state.hands);
        values.now.dealer = count(context.dealer.index());
        values.now.fields = fields.collect();
        Judging {
            definition,
            values,
            known: [0; MAX_PLAYERS],
            absent: [0; MAX_PLAYERS],
            all_scored: state.all_scored,
        }
    }

    /// Whether all values that an expression uses for a player are known.
    fn is_known(&self, expression: &Expression, me: usize) -> bool {
        let facts = &expression.facts;
        if (facts.totals || facts.carried) && !self.all_scored {
            return false;
        }
        let all = &self.known[..self.values.players];
        facts.own & !self.known[me] == 0 && all.iter().all(|known| facts.whole & !known == 0)
    }

    fn has_all_fields(&self) -> bool {
        let mut fields = 0..self.definition.fields.len();
        let all = &self.known[..self.values.players];
        fields.all(|field| all.iter().all(|known| known >> field & 1 == 1))
    }

    /// Returns the value of an expression, if all values that it uses are known.
    fn value(&self, expression: Option<&Expression>, me: usize) -> Option<i64> {
        let expression = expression?;
        let known = self.is_known(expression, me);
        known.then(|| self.values.eval(expression, me))
    }

    /// Returns the values that are carried to the next hand. Each new value is computed from the old values.
    fn carry(&mut self) -> Vec<Seats> {
        self.values.recompute(self.definition, |facts| facts.scored);
        let carries = self.definition.carry.iter().map(|carry| {
            let next = self.values.eval_seats(&carry.next);
            next.map(|next| carry.range.clamp(next))
        });
        carries.collect()
    }
}

fn seat(table: &Table, value: i64) -> Option<Seat> {
    let index = usize::try_from(value).ok();
    index.filter(|index| *index < table.len()).map(Seat::new)
}
