//! The query of a list of published matches, repeated in links to its other pages and forms.

/// Parameters, each once, in the order in which they are documented.
#[derive(Debug, Clone, Default)]
pub struct ListQuery(Vec<(&'static str, String)>);

impl ListQuery {
    /// The query with these parameters, of those that have a value.
    pub fn new<const N: usize>(parameters: [(&'static str, Option<String>); N]) -> ListQuery {
        let given = parameters.into_iter();
        ListQuery(
            given
                .filter_map(|(name, value)| Some((name, value?)))
                .collect(),
        )
    }

    /// The value of a parameter.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| &**value)
    }

    /// The same query with another value of a parameter, or without it.
    pub fn with(&self, name: &'static str, value: Option<&str>) -> ListQuery {
        let mut query = self.clone();
        query.0.retain(|(known, _)| *known != name);
        query.0.extend(value.map(|value| (name, value.to_owned())));
        query
    }

    /// Its text after an address: empty, or beginning with `?`.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.0 {
            text.push(if text.is_empty() { '?' } else { '&' });
            text += &format!("{name}={}", encoded(value));
        }
        text
    }
}

/// A text encoded as a query value.
pub fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                encoded.push(byte.into());
            }
            byte => encoded += &format!("%{byte:02X}"),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_encoded_and_replaced() {
        let query = ListQuery::new([
            ("game", Some("whist".to_owned())),
            ("player", Some("Ann & Žofie".to_owned())),
            ("lang", None),
        ]);
        assert_eq!(query.text(), "?game=whist&player=Ann%20%26%20%C5%BDofie");
        assert_eq!(query.with("player", None).text(), "?game=whist");
        assert_eq!(
            query.with("game", Some("x")).with("player", None).text(),
            "?game=x"
        );
        assert_eq!(ListQuery::default().text(), "");
    }
}
