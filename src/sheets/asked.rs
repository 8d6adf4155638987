//! What an order for paper is asked with, in flags, in a query, or in JSON.

use super::Who;

impl Who {
    /// Who is meant by names, by their number alone, or by nothing.
    pub fn of(players: Vec<String>) -> Who {
        match &players[..] {
            [] => Who::Anyone,
            [count] => match count.trim().parse() {
                Ok(count) => Who::Count(count),
                Err(_) => Who::Named(players),
            },
            _ => Who::Named(players),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_alone_is_no_name() {
        let of = |players: &[&str]| Who::of(players.iter().map(ToString::to_string).collect());
        assert_eq!(of(&[]), Who::Anyone);
        assert_eq!(of(&[" 4"]), Who::Count(4));
        assert_eq!(of(&["Ann"]), Who::Named(vec!["Ann".to_owned()]));
        assert_eq!(of(&["3", "4"]), Who::Named(vec!["3".into(), "4".into()]));
    }
}
