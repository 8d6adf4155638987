//! Plural forms of words, and endings of ranks.

use overtrick_core::Arg;

/// The plural categories of all languages, as named in catalogs.
const CATEGORIES: [&str; 6] = ["zero", "one", "two", "few", "many", OTHER];

/// The category that every language has.
pub const OTHER: &str = "other";

/// The plural rules of a language, as Unicode's CLDR has them.
pub struct Plurals {
    /// The categories for which words have forms, in the order of the forms.
    forms: Vec<&'static str>,
    rules: Rules,
}

#[derive(Debug, Clone, Copy)]
enum Rules {
    Czech,
    English,
}

impl Plurals {
    /// The rules of a language with these plural forms.
    ///
    /// # Errors
    /// The rules of the language are unknown, or a form is not a category.
    pub fn new(tag: &str, forms: &[&str]) -> Result<Plurals, String> {
        let rules = match tag.split('-').next() {
            Some("cs") => Rules::Czech,
            Some("en") => Rules::English,
            _ => return Err(format!("the plural rules of {tag} are unknown")),
        };
        let category = |form: &&str| {
            let mut known = CATEGORIES.into_iter();
            known
                .find(|known| known == form)
                .ok_or_else(|| format!("forms: {form} is no category of numbers"))
        };
        Ok(Plurals {
            forms: forms.iter().map(category).collect::<Result<_, _>>()?,
            rules,
        })
    }

    /// The index of the plural form for a number; other arguments take the form of 0.
    pub fn form(&self, arg: &Arg) -> usize {
        let whole = match arg {
            Arg::Points(points) if points.in_halves() % 2 != 0 => None,
            Arg::Decimal(number) if number.fract() != 0.0 => None,
            Arg::Decimal(number) => number.abs().to_string().parse().ok(),
            arg => Some(arg.number().unwrap_or(0).unsigned_abs()),
        };
        let category = match (self.rules, whole) {
            (_, Some(1)) => "one",
            (Rules::Czech, Some(2..=4)) => "few",
            (Rules::Czech, None) => "many",
            (Rules::Czech, Some(_)) | (Rules::English, _) => OTHER,
        };
        self.forms
            .iter()
            .position(|form| *form == category)
            .unwrap_or(self.forms.len().saturating_sub(1))
    }

    /// The category of a rank: `one` for 1st and 21st in English.
    pub fn of_rank(&self, rank: usize) -> &'static str {
        match (self.rules, rank % 10, rank % 100) {
            (Rules::Czech, ..) | (_, _, 11..=13) => OTHER,
            (_, 1, _) => "one",
            (_, 2, _) => "two",
            (_, 3, _) => "few",
            _ => OTHER,
        }
    }
}
