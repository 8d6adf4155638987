//! Answers that are chosen: by their first letters, their number, or their whole text.

use overtrick_core::args;
use overtrick_core::json::Json;
use overtrick_match::lang::{Language, visible_line};

/// An answer to choose.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// What is shown.
    pub label: String,
    /// The id, which can be typed too.
    pub id: String,
    /// What is recorded.
    pub value: Json,
}

impl Choice {
    /// A choice recorded by its id. A name cannot control the terminal.
    pub fn word(id: &str, label: &str) -> Choice {
        Choice {
            label: visible_line(label),
            id: id.to_owned(),
            value: id.into(),
        }
    }
}

/// A text for comparing: without case and without what joins words.
pub fn folded(text: &str) -> String {
    let text = text.trim().to_lowercase();
    text.replace(['-', '_'], " ")
}

/// The choice that a text names: exactly, or by its first letters if these fit one choice only, or by its
/// number where no choice is a number.
///
/// # Errors
/// A sentence that lists the choices.
pub fn chosen<'a>(
    choices: &'a [Choice],
    text: &str,
    language: &Language,
) -> Result<&'a Choice, String> {
    let typed = folded(text);
    let mut same = choices
        .iter()
        .filter(|one| folded(&one.label) == typed || folded(&one.id) == typed);
    if let Some(choice) = same.next() {
        return Ok(choice);
    }
    let begins = |name: &str| folded(name).starts_with(&typed);
    let fitting = choices
        .iter()
        .filter(|one| !typed.is_empty() && (begins(&one.label) || begins(&one.id)));
    let fitting: Vec<&Choice> = fitting.collect();
    let labels = |all: &[&Choice]| {
        let labels = all.iter().map(|one| one.label.clone());
        labels.collect::<Vec<String>>()
    };
    match fitting[..] {
        [choice] => Ok(choice),
        [] => {
            let number = typed.parse::<usize>().ok();
            let numbered = number.and_then(|number| choices.get(number.checked_sub(1)?));
            numbered.ok_or_else(|| {
                let all: Vec<&Choice> = choices.iter().collect();
                let args = args![found: text.to_owned(), choices: labels(&all)];
                language.format("keep", "no-choice", &args)
            })
        }
        _ => {
            let args = args![found: text.to_owned(), choices: labels(&fitting)];
            Err(language.format("keep", "several-choices", &args))
        }
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
            let choice = chosen(&choices, text, Language::english());
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
}
