//! Which field of an object is asked for next.

use super::super::place::{Step, pointer, value_at, within};
use super::Entry;
use overtrick_core::form::{FieldOf, KindOf, Need};
use overtrick_core::json::Json;
use overtrick_server::Condition;

/// What is asked at a place.
#[derive(Clone, Copy)]
pub enum Asked<'a> {
    /// A value of a kind.
    Value(&'a KindOf<'a>),
    /// Which of the parts of an object that may be left out it has.
    Part(&'a [FieldOf<'a>]),
}

/// The next question.
pub struct Ask<'a> {
    pub place: Vec<Step>,
    pub asked: Asked<'a>,
    /// What is left out if nothing is answered; `None` if an answer is needed.
    pub skip: Option<String>,
    /// Whether it begins an item, so that nothing ends the list although an answer is offered.
    pub is_item: bool,
}

impl<'a> Ask<'a> {
    fn new(place: &[Step], asked: Asked<'a>, skip: Option<String>) -> Ask<'a> {
        let is_item = skip.as_ref().is_some_and(|skip| skip.ends_with("/-"));
        Ask {
            place: place.to_vec(),
            asked,
            skip,
            is_item,
        }
    }
}

impl<'a> Entry<'a> {
    pub(super) fn is_open_part(&self, place: &[Step], field: &FieldOf<'_>) -> bool {
        let place = within(place, Step::Key(field.name.to_owned()));
        field.need != Need::Required && value_at(&self.record, &place).is_none()
    }

    /// The next question, if anything is missing.
    pub(super) fn next(&self) -> Option<Ask<'a>> {
        let form = self.form;
        let steps = form.bidding.iter().chain(&form.result);
        let ordered: Vec<&String> = steps.collect();
        let rank = |field: &&FieldOf<'_>| {
            let place = ordered.iter().position(|name| **name == field.name);
            place.unwrap_or(ordered.len())
        };
        let mut fields: Vec<&'a FieldOf<'a>> = self.fields.iter().collect();
        fields.sort_by_key(rank);
        fields.into_iter().find_map(|field| {
            if !self.is_asked(field) {
                return None;
            }
            let place = [Step::Key(field.name.to_owned())];
            let stem = pointer(&place);
            let needed = self.is_missing(field.name);
            let skip = (!needed).then_some(stem);
            self.open(&field.kind, &place, skip)
        })
    }

    /// Whether the judge misses a field.
    fn is_missing(&self, name: &str) -> bool {
        match &self.check.missing {
            Some(missing) => missing.iter().any(|missing| missing == name),
            None => {
                let mut fields = self.fields.iter();
                fields.any(|field| field.name == name && field.need == Need::Required)
            }
        }
    }

    /// Whether a field is asked for; the phone shows the same.
    fn is_asked(&self, field: &FieldOf<'_>) -> bool {
        let (name, form, record) = (field.name, self.form, &self.record);
        let has = |name: &str| record.get(name).is_some();
        let is_wanted = self.wanted.contains(&format!("/{name}"));
        if let Some(only) = form.excludes_others.as_deref()
            && has(only)
            && name != only
            && !is_wanted
        {
            return false;
        }
        let hides = form.hidden_by.get(name);
        if hides.is_some_and(|flag| record.flag(flag)) {
            return false;
        }
        if is_wanted || has(name) {
            return true;
        }
        if form
            .shown_if
            .get(name)
            .is_some_and(|condition| !self.holds(condition))
        {
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
        let is_aside = form
            .aside
            .iter()
            .chain(&form.folded)
            .any(|aside| aside == name);
        let is_listed = form
            .bidding
            .iter()
            .chain(&form.result)
            .any(|listed| listed == name);
        match field.need {
            _ if form.excludes_others.as_deref() == Some(name) => false,
            _ if self.is_missing(name) => true,
            _ if is_aside => false,
            Need::Required | Need::Depends => self.check.missing.is_none(),
            Need::Optional => is_listed,
        }
    }

    fn holds(&self, condition: &Condition) -> bool {
        condition.iter().all(|(name, words)| {
            let word = self.record.text(name);
            word.is_some_and(|word| words.iter().any(|known| known == word))
        })
    }

    /// The first question about a value of this kind that is still open. `skip` is what is left out if nothing
    /// is answered to a value that is not there at all.
    fn open(&self, kind: &'a KindOf<'a>, place: &[Step], skip: Option<String>) -> Option<Ask<'a>> {
        let value = value_at(&self.record, place);
        let skip = skip.filter(|_| value.is_none());
        if skip
            .as_ref()
            .is_some_and(|skip| self.left_out.contains(skip))
        {
            return None;
        }
        match kind {
            KindOf::Nullable(kind) => self.open(kind, place, skip),
            KindOf::PerPlayer(of) => self.players.iter().find_map(|player| {
                let place = within(place, Step::Key(player.clone()));
                self.open(of, &place, skip.clone())
            }),
            KindOf::Object(fields) => self.open_object(fields, place, skip.as_ref()),
            KindOf::List(of @ (KindOf::Object(_) | KindOf::OneOf(_) | KindOf::List(_))) => {
                self.open_list(of, place, skip.is_some())
            }
            KindOf::OneOf(kinds) => match value {
                None => Some(Ask::new(place, Asked::Value(kind), skip)),
                Some(value) => {
                    let object = kinds.iter().find(|kind| matches!(kind, KindOf::Object(_)));
                    let object = object.filter(|kind| kind.admits(value))?;
                    self.open(object, place, None)
                }
            },
            KindOf::Any | KindOf::ById(_) => None,
            _ => value
                .is_none()
                .then(|| Ask::new(place, Asked::Value(kind), skip)),
        }
    }

    fn open_object(
        &self,
        fields: &'a [FieldOf<'a>],
        place: &[Step],
        skip: Option<&String>,
    ) -> Option<Ask<'a>> {
        let part = |field: &FieldOf<'_>| within(place, Step::Key(field.name.to_owned()));
        let (required, others): (Vec<&'a FieldOf<'a>>, Vec<&'a FieldOf<'a>>) = fields
            .iter()
            .partition(|field| field.need == Need::Required);
        for field in required {
            let ask = self.open(&field.kind, &part(field), skip.cloned());
            if ask.is_some() {
                return ask;
            }
        }
        for field in &others {
            let place = part(field);
            let stem = pointer(&place);
            let is_begun = value_at(&self.record, &place).is_some();
            if is_begun || self.wanted.contains(&stem) || others.len() == 1 {
                let skip = (!is_begun).then_some(stem);
                let ask = self.open(&field.kind, &place, skip);
                if ask.is_some() {
                    return ask;
                }
            }
        }
        let none_left = others.iter().all(|field| !self.is_open_part(place, field));
        let end = format!("{}/+", pointer(place));
        if others.len() < 2 || none_left || self.left_out.contains(&end) {
            return None;
        }
        Some(Ask::new(place, Asked::Part(fields), Some(end)))
    }

    fn open_list(&self, of: &'a KindOf<'a>, place: &[Step], is_optional: bool) -> Option<Ask<'a>> {
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
        // A trick has a card of each player.
        let is_full = place.len() > 1 && count >= self.players.len();
        let is_needed = count == 0 && !is_optional;
        let end = format!("{}/-", pointer(place));
        if is_full || self.left_out.contains(&end) {
            return None;
        }
        let skip = (!is_needed).then_some(end);
        self.open(of, &within(place, Step::Item(count)), skip)
    }
}
