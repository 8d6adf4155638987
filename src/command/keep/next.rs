//! Finds the next field of an object to ask for.

use super::entry::Entry;
use super::place::{Step, pointer, value_at, within};
use overtrick_core::form::{FieldOf, KindOf, Need};
use overtrick_core::json::Json;
use overtrick_server::Condition;

/// The kind of a question at a place.
#[derive(Clone, Copy)]
pub enum Prompt<'a> {
    /// Asks for a value of this kind.
    Value(&'a KindOf<'a>),
    /// Asks which optional part of an object to enter.
    Part(&'a [FieldOf<'a>]),
}

/// The next question.
pub struct Open<'a> {
    pub place: Vec<Step>,
    pub prompt: Prompt<'a>,
    /// The place to skip if the answer is empty. `None` if an answer is required.
    pub skip: Option<String>,
}

impl<'a> Open<'a> {
    fn new(place: &[Step], prompt: Prompt<'a>, skip: Option<String>) -> Open<'a> {
        Open {
            place: place.to_vec(),
            prompt,
            skip,
        }
    }

    /// Whether the question asks for a further list item. An empty answer then ends the list.
    pub fn is_item(&self) -> bool {
        self.skip.as_ref().is_some_and(|skip| skip.ends_with("/-"))
    }
}

/// The field for the suit that a led joker represents, and the id of the joker. No other card needs this field.
const SUIT: &str = "suit";
const JOKER: &str = "joker";
/// The field of a question that defines the meaning of the cards.
const SETTING: &str = "setting";

impl<'a> Entry<'a> {
    pub(super) fn is_open_part(&self, place: &[Step], field: &FieldOf<'_>) -> bool {
        let place = within(place, Step::Key(field.name.to_owned()));
        field.need != Need::Required && value_at(&self.record, &place).is_none()
    }

    /// Returns the next question; `None` if nothing is missing.
    pub(super) fn next(&self) -> Option<Open<'a>> {
        let form = self.form;
        let ordered: Vec<&String> = form.bidding.iter().chain(&form.result).collect();
        let rank = |field: &&FieldOf<'_>| {
            let at = ordered.iter().position(|name| **name == field.name);
            at.unwrap_or(ordered.len())
        };
        let mut fields: Vec<&'a FieldOf<'a>> = self.fields.iter().collect();
        fields.sort_by_key(rank);
        let mut due = fields.into_iter().filter(|field| self.is_due(field));
        due.find_map(|field| {
            let place = [Step::Key(field.name.to_owned())];
            let skip = (!self.is_missing(field.name)).then(|| pointer(&place));
            self.open(&field.kind, &place, skip)
        })
    }

    /// Whether the judge reports a field as missing.
    fn is_missing(&self, name: &str) -> bool {
        match &self.check.missing {
            Some(missing) => missing
                .iter()
                .any(|missing| missing.split('/').nth(1) == Some(name)),
            None => {
                let mut fields = self.fields.iter();
                fields.any(|field| field.name == name && field.need == Need::Required)
            }
        }
    }

    /// Whether to ask for a field. The phone page shows the same fields.
    fn is_due(&self, field: &FieldOf<'_>) -> bool {
        let (name, form, record) = (field.name, self.form, &self.record);
        let has = |name: &str| record.get(name).is_some();
        let is_wanted = self.wanted.contains(&format!("/{name}"));
        if self.is_edit && !is_wanted && (has(name) || !self.is_missing(name)) {
            return false;
        }
        let only = form.excludes_others.as_deref();
        let is_excluded = only.is_some_and(|only| has(only) && name != only && !is_wanted);
        let hides = form.hidden_by.get(name);
        if is_excluded || hides.is_some_and(|flag| record.flag(flag)) {
            return false;
        }
        if is_wanted || has(name) {
            return true;
        }
        if self.is_absent(&[Step::Key(name.to_owned())]) {
            return false;
        }
        let shown_if = form.shown_if.get(name);
        if shown_if.is_some_and(|condition| !self.holds(condition)) {
            return false;
        }
        if let Some(calls) = &form.calls {
            let by_calls = has(&calls.field) || self.wanted.contains(&format!("/{}", calls.field));
            if calls.field == name {
                return false;
            }
            if by_calls && calls.instead_of.iter().any(|other| other == name) {
                return self.is_missing(name)
                    && !self.is_missing(&calls.field)
                    && has(&calls.field);
            }
        }
        let is_listed = |names: &[String]| names.iter().any(|listed| listed == name);
        match field.need {
            _ if only == Some(name) => false,
            _ if self.is_missing(name) => true,
            _ if is_listed(&form.aside) || is_listed(&form.folded) => false,
            Need::Required | Need::Depends => self.check.missing.is_none(),
            Need::Optional if self.words.question.is_some() => is_hands(&field.kind),
            Need::Optional => is_listed(&form.bidding) || is_listed(&form.result),
        }
    }

    /// Whether this hand cannot have a value. A custom game may define a field for some hands or players
    /// only.
    fn is_absent(&self, place: &[Step]) -> bool {
        self.check.absent.contains(&pointer(place)) && value_at(&self.record, place).is_none()
    }

    fn holds(&self, condition: &Condition) -> bool {
        condition.iter().all(|(name, words)| {
            let word = self.record.text(name);
            word.is_some_and(|word| words.iter().any(|listed| listed == word))
        })
    }

    /// Returns the first open question about a value of this kind. An empty answer skips the place `skip`, if
    /// there is one.
    fn open(&self, kind: &'a KindOf<'a>, place: &[Step], skip: Option<String>) -> Option<Open<'a>> {
        if self.is_absent(place) {
            return None;
        }
        let value = value_at(&self.record, place);
        let skip = skip.filter(|_| value.is_none());
        let is_left_out = |skip: &String| self.left_out.contains(skip);
        if skip.as_ref().is_some_and(is_left_out) {
            return None;
        }
        match kind {
            KindOf::Nullable(kind) => self.open(kind, place, skip),
            KindOf::PerPlayer(of) => self.players.iter().find_map(|player| {
                let place = within(place, Step::Key(player.clone()));
                // Any player's cards may be unknown, so each player can be skipped.
                let hand = is_hands(kind).then(|| pointer(&place));
                self.open(of, &place, hand.or(skip.clone()))
            }),
            KindOf::Object(fields) => self.open_object(fields, place, skip.as_ref()),
            KindOf::List(of @ (KindOf::Object(_) | KindOf::OneOf(_) | KindOf::List(_))) => {
                self.open_list(of, place, skip.is_some())
            }
            KindOf::OneOf(kinds) => match value {
                None => Some(Open::new(place, Prompt::Value(kind), skip)),
                Some(value) => {
                    let object = kinds.iter().find(|kind| matches!(kind, KindOf::Object(_)));
                    let object = object.filter(|kind| kind.admits(value))?;
                    self.open(object, place, None)
                }
            },
            KindOf::Any | KindOf::ById(_) => None,
            _ => value
                .is_none()
                .then(|| Open::new(place, Prompt::Value(kind), skip)),
        }
    }

    fn open_object(
        &self,
        fields: &'a [FieldOf<'a>],
        place: &[Step],
        skip: Option<&String>,
    ) -> Option<Open<'a>> {
        let part = |field: &FieldOf<'_>| within(place, Step::Key(field.name.to_owned()));
        let (required, others): (Vec<&'a FieldOf<'a>>, Vec<&'a FieldOf<'a>>) = fields
            .iter()
            .filter(|field| field.name != SUIT || self.is_joker_led(place))
            .partition(|field| field.need == Need::Required);
        let open = |field: &&'a FieldOf<'a>| self.open(&field.kind, &part(field), skip.cloned());
        let ask = required.iter().find_map(open);
        if ask.is_some() {
            return ask;
        }
        let is_setting =
            self.words.question.is_some() && matches!(place, [Step::Key(name)] if name == SETTING);
        for field in &others {
            let place = part(field);
            let stem = pointer(&place);
            let is_begun = value_at(&self.record, &place).is_some();
            let mut missing = self.check.missing.iter().flatten();
            let is_missing = missing.any(|missing| *missing == stem);
            // Ask for fields that depend on a call only if the judge requires them.
            let is_free = field.need == Need::Optional || !self.is_judged_list(&place[..1]);
            let is_sole = others.len() == 1 && !is_setting && is_free;
            if is_begun || is_missing || is_sole || self.wanted.contains(&stem) {
                let skip = (!is_begun && !is_missing && field.name != SUIT).then_some(stem);
                let ask = self.open(&field.kind, &place, skip);
                if ask.is_some() {
                    return ask;
                }
            }
        }
        let none_left = others.iter().all(|field| !self.is_open_part(place, field));
        let end = format!("{}/+", pointer(place));
        if others.len() < 2 || none_left || is_setting || self.left_out.contains(&end) {
            return None;
        }
        Some(Open::new(place, Prompt::Part(fields), Some(end)))
    }

    fn open_list(&self, of: &'a KindOf<'a>, place: &[Step], is_optional: bool) -> Option<Open<'a>> {
        let count = match value_at(&self.record, place) {
            Some(Json::List(items)) => items.len(),
            _ => 0,
        };
        if let Some(last) = count.checked_sub(1) {
            let ask = self.open(of, &within(place, Step::Item(last)), None);
            if ask.is_some() {
                return ask;
            }
        }
        let is_over = count > 0 && self.check.is_over && self.is_judged_list(place);
        let is_full = place.len() > 1 && self.is_whole_trick(place, count);
        let is_needed = count == 0 && !is_optional;
        let end = format!("{}/-", pointer(place));
        if is_over || is_full || self.left_out.contains(&end) {
            return None;
        }
        let skip = (!is_needed).then_some(end);
        self.open(of, &within(place, Step::Item(count)), skip)
    }

    /// Whether this is a list of calls or cards whose next turn the judge returns.
    fn is_judged_list(&self, place: &[Step]) -> bool {
        let [Step::Key(name)] = place else {
            return false;
        };
        let calls = self.form.calls.as_ref();
        self.words.question.is_some() || calls.is_some_and(|calls| calls.field == *name)
    }

    /// Whether a trick has a card from every player, or already from the player who plays next.
    fn is_whole_trick(&self, place: &[Step], count: usize) -> bool {
        let has_played = |turn: &String| match value_at(&self.record, place) {
            Some(Json::List(cards)) => cards.iter().any(|card| card.text("player") == Some(turn)),
            _ => false,
        };
        count >= self.players.len() || self.check.turn.as_ref().is_some_and(has_played)
    }

    fn is_joker_led(&self, place: &[Step]) -> bool {
        let card = value_at(&self.record, place).and_then(|card| card.text("card"));
        matches!(place.last(), Some(Step::Item(0))) && card == Some(JOKER)
    }
}

/// Whether a field lists the cards in each player's hand.
fn is_hands(kind: &KindOf<'_>) -> bool {
    matches!(kind, KindOf::PerPlayer(KindOf::List(KindOf::Card)))
}
