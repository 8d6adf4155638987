//! Editing an object that is there already.

use super::super::place::{Step, pointer, value_at, within};
use super::Entry;
use overtrick_core::form::{FieldOf, KindOf};
use overtrick_core::json::Json;

impl<'a> Entry<'a> {
    /// Leaves out whatever an existing record does not have: nothing of it is asked for.
    pub fn settle_absent(&mut self) {
        self.check.missing = Some(Vec::new());
        let fields = self.fields.iter();
        let absent = fields.filter(|field| self.record.get(field.name).is_none());
        self.left_out = absent.map(|field| format!("/{}", field.name)).collect();
        self.leave_out_within(self.fields, &[]);
    }

    /// Ends the lists of a record, and leaves out the parts that its objects do not have.
    fn leave_out_within(&mut self, fields: &'a [FieldOf<'a>], place: &[Step]) {
        for field in fields {
            let place = within(place, Step::Key(field.name.to_owned()));
            self.leave_out(&field.kind, &place);
        }
    }

    fn leave_out(&mut self, kind: &'a KindOf<'a>, place: &[Step]) {
        let stem = pointer(place);
        match (kind, value_at(&self.record, place)) {
            (_, None) => {
                self.left_out.insert(stem);
            }
            (KindOf::Object(fields), Some(Json::Object(_))) => {
                self.left_out.insert(format!("{stem}/+"));
                self.leave_out_within(fields, place);
            }
            (KindOf::List(of), Some(Json::List(items))) => {
                let count = items.len();
                self.left_out.insert(format!("{stem}/-"));
                for index in 0..count {
                    self.leave_out(of, &within(place, Step::Item(index)));
                }
            }
            (KindOf::OneOf(kinds), Some(value)) => {
                let of = kinds.iter().find(|of| of.admits(value));
                if let Some(of) = of {
                    self.leave_out(of, place);
                }
            }
            _ => {}
        }
    }

    /// The fields of the record with their values, a line each.
    pub fn summary(&self) -> String {
        let Json::Object(entries) = &self.record else {
            return String::new();
        };
        let line = |(name, value): &(String, Json)| {
            format!("{}: {}", self.words.field(&[name]), self.words.shown(value))
        };
        entries.iter().map(line).collect::<Vec<String>>().join("\n")
    }

    /// Remembers the values of a field as they would be typed, so that they are offered again.
    pub(super) fn recall(&mut self, kind: &'a KindOf<'a>, place: &[Step]) {
        let Some(value) = value_at(&self.record, place).cloned() else {
            return;
        };
        let mut inner: Vec<(&'a KindOf<'a>, Vec<Step>)> = Vec::new();
        match (kind, &value) {
            (KindOf::PerPlayer(of), Json::Object(entries)) => {
                let steps = entries.iter().map(|(key, _)| Step::Key(key.clone()));
                inner.extend(steps.map(|step| (*of, within(place, step))));
            }
            (KindOf::Object(fields), Json::Object(_)) => {
                let steps = fields.iter();
                inner.extend(
                    steps.map(|field| {
                        (&field.kind, within(place, Step::Key(field.name.to_owned())))
                    }),
                );
            }
            (KindOf::List(of @ (KindOf::Object(_) | KindOf::List(_))), Json::List(items)) => {
                let steps = (0..items.len()).map(Step::Item);
                inner.extend(steps.map(|step| (*of, within(place, step))));
            }
            _ => {
                let text = self.words.text(kind, place, &value);
                self.typed.insert(pointer(place), text);
            }
        }
        for (kind, place) in inner {
            self.recall(kind, &place);
        }
    }
}
