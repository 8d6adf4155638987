//! The values of the fields of a pad.

use super::text::Text;

/// The value of a field in one row.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Value {
    /// The text that is written there.
    pub text: Option<Text>,
    /// A second line, in smaller type.
    pub under: Option<Text>,
    /// The ids of the ticked boxes.
    pub ticked: Vec<String>,
    /// The texts before corrections, the oldest first.
    pub was: Vec<Text>,
    /// The ids of the boxes that were ticked before a correction.
    pub unticked: Vec<String>,
}

impl Value {
    /// A written text.
    pub fn text(text: Text) -> Value {
        Value {
            text: Some(text),
            ..Value::default()
        }
    }

    /// Ticked boxes.
    pub fn ticked<S: ToString>(ids: impl IntoIterator<Item = S>) -> Value {
        let ticked = ids.into_iter().map(|id| id.to_string()).collect();
        Value {
            ticked,
            ..Value::default()
        }
    }
}

/// The values of some fields, by their keys.
///
/// ```
/// use overtrick::rules::pad::{Text, Value, Values};
///
/// let mut values = Values::default();
/// values.write("bid", 3);
/// values.tick("trump", ["hearts"]);
/// assert_eq!(values.get("bid"), Some(&Value::text(Text::plain(3))));
/// assert_eq!(values.get("trump").unwrap().ticked, ["hearts"]);
/// assert_eq!(values.get("tricks"), None);
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Values(Vec<(&'static str, Value)>);

impl Values {
    /// The value of a field.
    pub fn get(&self, key: &str) -> Option<&Value> {
        let found = self.0.iter().find(|(known, _)| *known == key);
        found.map(|(_, value)| value)
    }

    /// Sets the value of a field.
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

    /// Every field that has a value.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        self.0.iter().map(|(key, value)| (*key, value))
    }

    /// The value of a field, which is added if there is none.
    pub fn of(&mut self, key: &'static str) -> &mut Value {
        let known = self.0.iter().position(|(known, _)| *known == key);
        let index = known.unwrap_or_else(|| {
            self.0.push((key, Value::default()));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }
}
