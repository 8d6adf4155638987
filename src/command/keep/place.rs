//! Places in a record, and reading and setting the values there.

use overtrick_core::json::Json;
use overtrick_core::segment;

/// A step from a value to one of its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// To the value of a key.
    Key(String),
    /// To an item of a list, or to the place after its last item.
    Item(usize),
}

impl Step {
    /// Returns the key of this step, or `None` for an item.
    pub fn key(&self) -> Option<&str> {
        match self {
            Step::Key(key) => Some(key),
            Step::Item(_) => None,
        }
    }
}

/// Returns the JSON pointer of a place.
pub fn pointer(place: &[Step]) -> String {
    let step = |step: &Step| match step {
        Step::Key(key) => format!("/{}", segment(key)),
        Step::Item(index) => format!("/{index}"),
    };
    place.iter().map(step).collect()
}

/// Adds a step to a place.
pub fn within(place: &[Step], step: Step) -> Vec<Step> {
    let mut place = place.to_vec();
    place.push(step);
    place
}

/// Returns the value at a place.
pub fn value_at<'a>(value: &'a Json, place: &[Step]) -> Option<&'a Json> {
    place.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.get(key),
        Step::Item(index) => match value {
            Json::List(items) => items.get(*index),
            _ => None,
        },
    })
}

/// Sets the value at a place, and creates missing objects and lists around it.
pub fn put(value: &mut Json, place: &[Step], new: Json) {
    let Some((step, rest)) = place.split_first() else {
        *value = new;
        return;
    };
    match step {
        Step::Key(key) => {
            let mut inner = value.get(key).cloned().unwrap_or(Json::Null);
            put(&mut inner, rest, new);
            if !matches!(value, Json::Object(_)) {
                *value = Json::EMPTY;
            }
            value.set(key, inner);
        }
        Step::Item(index) => {
            if !matches!(value, Json::List(_)) {
                *value = Json::List(Vec::new());
            }
            if let Json::List(items) = value {
                items.resize(items.len().max(index + 1), Json::Null);
                put(&mut items[*index], rest, new);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_added_at_a_new_key() {
        let key = |key: &str| Step::Key(key.to_owned());
        let mut hand = Json::EMPTY;
        let place = [key("calls"), Step::Item(0), key("player")];
        put(&mut hand, &place, "Ann".into());
        put(&mut hand, &[key("tricks"), key("A/B")], Json::Int(3));
        let text = serde_json::to_string(&hand).unwrap();
        assert_eq!(text, r#"{"calls":[{"player":"Ann"}],"tricks":{"A/B":3}}"#);
        assert_eq!(value_at(&hand, &place), Some(&"Ann".into()));
        assert_eq!(pointer(&[key("tricks"), key("A/B")]), "/tricks/A~1B");
        hand.take("calls");
        assert_eq!(value_at(&hand, &place), None);
    }
}
