//! Plural forms of words, and endings of ranks.

use intl_pluralrules::{PluralCategory, PluralRuleType, PluralRules};
use unic_langid::LanguageIdentifier;

use overtrick_core::Arg;

/// The plural categories of all languages, as named in catalogs.
const CATEGORIES: [&str; 6] = ["zero", "one", "two", "few", "many", OTHER];

/// The category that every language has.
pub const OTHER: &str = "other";

/// The plural rules of a language.
pub struct Plurals {
    /// The categories for which words have forms, in the order of the forms.
    forms: Vec<&'static str>,
    cardinals: PluralRules,
    ordinals: PluralRules,
}

impl Plurals {
    /// The rules of a language with these plural forms.
    ///
    /// # Errors
    /// The tag belongs to no known language, or a form is not a category.
    pub fn new(tag: &str, forms: &[&str]) -> Result<Plurals, String> {
        let id: LanguageIdentifier = tag
            .parse()
            .map_err(|_| format!("{tag} is no language tag"))?;
        let rules = |kind| PluralRules::create(id.clone(), kind).map_err(str::to_owned);
        let category = |form: &&str| {
            let mut known = CATEGORIES.into_iter();
            known
                .find(|known| known == form)
                .ok_or_else(|| format!("forms: {form} is no category of numbers"))
        };
        Ok(Plurals {
            forms: forms.iter().map(category).collect::<Result<_, _>>()?,
            cardinals: rules(PluralRuleType::CARDINAL)?,
            ordinals: rules(PluralRuleType::ORDINAL)?,
        })
    }

    /// The index of the plural form for a number; other arguments take the form of 0.
    pub fn form(&self, arg: &Arg) -> usize {
        let category = match arg {
            Arg::Points(points) if points.in_halves() % 2 != 0 => {
                let whole = points.in_halves().unsigned_abs() / 2;
                self.cardinals.select(format!("{whole}.5").as_str())
            }
            Arg::Decimal(number) => self.cardinals.select(number.abs().to_string().as_str()),
            arg => {
                let whole = arg.number().unwrap_or(0);
                self.cardinals.select(whole.unsigned_abs())
            }
        };
        let category = category.map_or(OTHER, name);
        self.forms
            .iter()
            .position(|form| *form == category)
            .unwrap_or(self.forms.len().saturating_sub(1))
    }

    /// The category of a rank: `one` for 1st and 21st in English.
    pub fn of_rank(&self, rank: usize) -> &'static str {
        self.ordinals.select(rank).map_or(OTHER, name)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "as `map_or` takes it")]
fn name(category: PluralCategory) -> &'static str {
    match category {
        PluralCategory::ZERO => "zero",
        PluralCategory::ONE => "one",
        PluralCategory::TWO => "two",
        PluralCategory::FEW => "few",
        PluralCategory::MANY => "many",
        PluralCategory::OTHER => OTHER,
    }
}
