//! Choices that the user selects by their first letters, their number, or their full text.

use crate::output::language;
use overtrick_core::Arg;
use overtrick_core::json::Json;
use overtrick_match::lang::visible_line;

/// The maximum length of a list of choices in a sentence, for labels and for names.
const MAX_LABELS: usize = 200;
const MAX_NAMES: usize = 400;

/// A choice offered to the user.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The text shown to the user.
    pub label: String,
    /// The id, which the user can also type.
    pub id: String,
    /// The value to record.
    pub value: Json,
}

impl Choice {
    /// Makes a choice whose value is its id. Replaces control characters in the label.
    pub fn word(id: &str, label: &str) -> Choice {
        Choice {
            label: visible_line(label),
            id: id.to_owned(),
            value: id.into(),
        }
    }
}

/// Returns a choice for each player.
pub fn names(names: &[String]) -> Vec<Choice> {
    names.iter().map(|name| Choice::word(name, name)).collect()
}

/// Returns the choices yes and no.
pub fn yes_or_no() -> Vec<Choice> {
    let choice = |(id, value): (&str, bool)| Choice {
        value: value.into(),
        ..Choice::word(id, &language().text("ui", id))
    };
    [("yes", true), ("no", false)].map(choice).into()
}

/// Folds a text for comparison: in lower case, with spaces in place of hyphens and underscores.
pub fn folded(text: &str) -> String {
    let text = text.to_lowercase().replace(['-', '_'], " ");
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// Returns the name of a choice within its game, which is the part of its id after the last slash. For a
/// player, it is the whole id.
fn name(choice: &Choice) -> &str {
    let is_own = choice.label == choice.id;
    let last = choice.id.rsplit('/').next().filter(|_| !is_own);
    last.unwrap_or(&choice.id)
}

/// Returns the choices for a sentence: their labels, or their names if the labels are too long. `None` if the
/// names are also too long.
fn listed(choices: &[&Choice]) -> Option<Arg> {
    let labels = choices.iter().map(|choice| &*choice.label).collect();
    let names = choices.iter().map(|choice| name(choice)).collect();
    let is_short = |(texts, most): &(Vec<&str>, usize)| {
        let letters = texts.iter().map(|text| text.chars().count() + 2);
        letters.sum::<usize>() <= *most
    };
    let mut kinds = [(labels, MAX_LABELS), (names, MAX_NAMES)].into_iter();
    kinds.find(is_short).map(|(texts, _)| Arg::texts(texts))
}

/// Finds the choice that a text selects by its full text, by first letters that fit only one choice, or by
/// its number if no choice begins with that number.
///
/// # Errors
/// A sentence that lists the choices.
pub fn chosen<'a>(choices: &'a [Choice], text: &str) -> Result<&'a Choice, String> {
    let typed = folded(text);
    let names = |one: &Choice| [&*one.label, &*one.id, name(one)].map(folded);
    let mut same = choices.iter().filter(|one| names(one).contains(&typed));
    if let Some(choice) = same.next() {
        return Ok(choice);
    }
    let begins = |one: &Choice| names(one).iter().any(|name| name.starts_with(&typed));
    let fitting = choices
        .iter()
        .filter(|one| !typed.is_empty() && begins(one));
    let fitting: Vec<&Choice> = fitting.collect();
    let fault = |key: &str, of: &[&Choice]| {
        let found = text.to_owned();
        match listed(of) {
            Some(listed) => sentence!("keep", key, found: found, choices: listed),
            None => sentence!("keep", &format!("{key}-many"), found: found, count: of.len()),
        }
    };
    match fitting[..] {
        [choice] => Ok(choice),
        [] => {
            let number = typed.parse::<usize>().ok();
            let numbered = number.and_then(|number| choices.get(number.checked_sub(1)?));
            let all: Vec<&Choice> = choices.iter().collect();
            numbered.ok_or_else(|| fault("no-choice", &all))
        }
        _ => Err(fault("several-choices", &fitting)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_named_by_its_first_letters_its_number_or_its_whole_text() {
        let words = ["hold-steady", "hidden-strength", "Ann", "Anna"];
        let choices = words.map(|word| Choice::word(word, &word.replace('-', " ")));
        let name = |text: &str| {
            let choice = chosen(&choices, text);
            choice.map(|choice| choice.id.clone()).ok()
        };
        assert_eq!(name("ho").as_deref(), Some("hold-steady"));
        assert_eq!(name("HIDDEN S").as_deref(), Some("hidden-strength"));
        assert_eq!(name("ann").as_deref(), Some("Ann"));
        assert_eq!(name("4").as_deref(), Some("Anna"));
        for text in ["h", "x", "", "0", "5"] {
            assert_eq!(name(text), None, "{text:?}");
        }
    }
    #[test]
    fn long_choices_are_listed_by_name_and_many_by_their_count() {
        let fault = |choices: &[Choice], text: &str| chosen(choices, text).unwrap_err();
        let label = "A player who could follow suit did something else instead";
        let sentence =
            |at: usize| Choice::word(&format!("game/slip-{at}"), &format!("{label} {at}"));
        let sentences: Vec<Choice> = (1..9).map(sentence).collect();
        let listed = fault(&sentences, "x");
        assert!(
            listed.contains("slip-1, slip-2") && listed.len() < 120,
            "{listed}"
        );
        assert!(chosen(&sentences, "slip-3").is_ok());
        let many: Vec<Choice> = (1..99).map(sentence).collect();
        for text in ["x", "a"] {
            let counted = fault(&many, text);
            assert!(counted.contains("98") && counted.len() < 100, "{counted}");
        }
    }
}
