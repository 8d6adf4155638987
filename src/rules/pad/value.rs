//! What is written in the fields of a pad.

use super::text::Text;

/// What is known of a field in one row.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Value {
    /// What is written there.
    pub text: Option<Text>,
    /// A second line, smaller.
    pub under: Option<Text>,
    /// The boxes ticked, by their ids.
    pub ticked: Vec<String>,
    /// What stood there before corrections, the oldest first.
    pub was: Vec<Text>,
    /// The boxes that were ticked before a correction, by their ids.
    pub unticked: Vec<String>,
}

impl Value {
    /// This text.
    pub fn text(text: Text) -> Value {
        Value {
            text: Some(text),
            ..Value::default()
        }
    }

    /// These boxes ticked.
    pub fn ticked<S: ToString>(ids: impl IntoIterator<Item = S>) -> Value {
        let ticked = ids.into_iter().map(|id| id.to_string()).collect();
        Value {
            ticked,
            ..Value::default()
        }
    }
}

/// What is known of some fields.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Values(Vec<(&'static str, Value)>);

impl Values {
    /// What is known of this field.
    pub fn get(&self, key: &str) -> Option<&Value> {
        let found = self.0.iter().find(|(known, _)| *known == key);
        found.map(|(_, value)| value)
    }

    /// Notes what is known of a field.
    pub fn set(&mut self, key: &'static str, value: Value) {
        match self.0.iter_mut().find(|(known, _)| *known == key) {
            Some((_, known)) => *known = value,
            None => self.0.push((key, value)),
        }
    }

    /// Writes a number or a text into a field.
    pub fn write(&mut self, key: &'static str, text: impl ToString) {
        self.set(key, Value::text(Text::plain(text)));
    }

    /// Ticks boxes of a field.
    pub fn tick<S: ToString>(&mut self, key: &'static str, ids: impl IntoIterator<Item = S>) {
        self.set(key, Value::ticked(ids));
    }

    /// Every field of which something is known.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.0.iter().map(|(key, value)| (*key, value))
    }

    /// What is known of this field, to be told more.
    pub fn of(&mut self, key: &'static str) -> &mut Value {
        let known = self.0.iter().position(|(known, _)| *known == key);
        let index = known.unwrap_or_else(|| {
            self.0.push((key, Value::default()));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }
}
