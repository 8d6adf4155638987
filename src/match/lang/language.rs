//! A language: its messages and how to render them.

use std::fmt;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::catalog::Texts;
use overtrick_core::message::{Message, Part};
use overtrick_core::{
    Arg, Args, Breach, Doubt, Factor, Facts, Finding, Name, Points, Reason, STILL, Table, args,
};
use overtrick_games as games;

/// Includes the files of a language: the texts of the rules, and those of the program. The WebAssembly
/// modules of the page omit the texts of the program.
macro_rules! files {
    ($tag:literal) => {
        (
            $tag,
            include_str!(concat!("../../../templates/lang/", $tag, ".toml")),
            if cfg!(feature = "program") {
                include_str!(concat!("../../../templates/lang/", $tag, ".program.toml"))
            } else {
                ""
            },
        )
    };
}

/// The tags of the shipped languages with their files in `templates/lang`; the first is the fallback for the others.
const SHIPPED: [(&str, &str, &str); 2] = [files!("en"), files!("cs")];

/// The shipped languages in the same order. Each is read when first needed.
static LANGUAGES: [OnceLock<Option<Language>>; SHIPPED.len()] =
    [const { OnceLock::new() }; SHIPPED.len()];

/// A language and all its messages.
///
/// ```
/// use overtrick_match::lang::Language;
///
/// let english = Language::english();
/// assert_eq!(english.word("no-trump"), "no-trump");
/// assert_eq!(english.ordinal(3), "3rd");
///
/// let czech = Language::find("cs-CZ").unwrap();
/// assert_eq!(czech.word("no-trump"), "bez trumfů");
/// assert_eq!(czech.ordinal(3), "3.");
/// ```
pub struct Language {
    pub(super) tag: &'static str,
    /// The plural categories, in the order in which messages list the forms of a word.
    pub(super) forms: Vec<&'static str>,
    pub(super) sections: FxHashMap<&'static str, Texts>,
    /// The keys of game-specific words, by game id and word id.
    pub(super) own_words: FxHashMap<(&'static str, &'static str), &'static str>,
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Language({})", self.tag)
    }
}

impl Language {
    /// Returns the tags of all languages.
    pub fn tags() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|(tag, ..)| *tag)
    }

    /// Returns the texts of a language's files: the common ones, then those of the games. The English files
    /// also include the sources of the clauses.
    pub fn files(tag: &str) -> impl Iterator<Item = &'static str> {
        let common = SHIPPED.iter().filter(move |(known, ..)| *known == tag);
        let game_files = games::all().iter().flat_map(move |entry| {
            let sources = (tag == "en").then_some(entry.sources);
            entry.language(tag).into_iter().chain(sources)
        });
        let common = common.flat_map(|(_, rules, program)| [*rules, *program]);
        common.chain(game_files)
    }

    fn shipped(index: usize) -> Option<&'static Language> {
        let (tag, ..) = SHIPPED[index];
        let read = || Language::read(tag, Language::files(tag)).ok();
        LANGUAGES[index].get_or_init(read).as_ref()
    }

    /// Returns English, which has every message.
    ///
    /// # Panics
    /// Never: a test reads every language.
    #[expect(clippy::expect_used, reason = "a test reads every language")]
    pub fn english() -> &'static Language {
        Language::shipped(0).expect("English can be read")
    }

    /// Returns the language with this tag, such as `en` or `en-US`, if there is one.
    pub fn find(tag: &str) -> Option<&'static Language> {
        let base = tag.split(['-', '_']).next().unwrap_or(tag);
        let index = Language::tags().position(|tag| tag.eq_ignore_ascii_case(base))?;
        Language::shipped(index)
    }

    /// Returns its tag.
    pub fn tag(&self) -> &'static str {
        self.tag
    }

    /// Returns a message with its arguments filled in. A missing argument is shown as its name in braces, a missing
    /// message as its key.
    ///
    /// ```
    /// use overtrick_match::lang::Language;
    /// use overtrick_core::args;
    ///
    /// let english = Language::english();
    /// let text = english.format("finding", "tricks-sum", &args![sum: 12, cards: 13]);
    /// assert_eq!(text, "tricks add up to 12; a hand has 13");
    /// ```
    pub fn format(&self, section: &str, key: &str, args: &Args) -> String {
        let mut out = String::with_capacity(96);
        self.write(section, key, Values::new(args), &mut out);
        out
    }

    /// Returns the message with this key, or else the English one.
    fn message(&self, section: &str, key: &str) -> Option<&Message> {
        let english = || Language::english().own_message(section, key);
        self.own_message(section, key).or_else(english)
    }

    /// Writes a message, like [`Language::format`].
    fn write(&self, section: &str, key: &str, values: Values<'_>, out: &mut String) {
        match self.message(section, key) {
            Some(message) => self.write_message(message, values, out),
            None => out.push_str(key),
        }
    }

    /// Writes the text of a name in this language, or else the message that has the name as its key.
    fn write_named(&self, section: &str, name: &Name, values: Values<'_>, out: &mut String) {
        let own = name.in_language(self.tag);
        match own.or_else(|| self.message(section, name)) {
            Some(message) => self.write_message(message, values, out),
            None => out.push_str(name),
        }
    }

    /// Returns a text without arguments, such as a heading.
    pub fn text(&self, section: &str, key: &str) -> String {
        self.format(section, key, &Args::new())
    }

    /// Returns the word for an id: a suit, a contract, a game.
    pub fn word(&self, id: &str) -> String {
        self.text("word", id)
    }

    /// Returns the game's own word for an id, or else the common word.
    pub fn word_in(&self, game: &str, id: &str) -> String {
        self.or_english("word", &format!("{game}/{id}"), &self.word(id))
    }

    /// Returns the word for a name: its own text in this language, or else the common word for it.
    ///
    /// ```
    /// use overtrick_core::Name;
    /// use overtrick_core::message::{Message, Texts};
    /// use overtrick_match::lang::Language;
    ///
    /// let czech = vec![("cs".into(), Message::plain("červená"))];
    /// let red = Name::with_texts("red", Texts { own: None, others: czech });
    /// assert_eq!(Language::find("cs").unwrap().named(&red), "červená");
    /// assert_eq!(Language::english().named(&red), "red");
    /// ```
    pub fn named(&self, name: &Name) -> String {
        let mut out = String::new();
        self.write_named("word", name, Values::default(), &mut out);
        out
    }

    /// Returns the game's own name for a field of a question or answer, or else the common name.
    pub fn field(&self, game: &str, key: &str) -> String {
        self.or_english("field", &format!("{game}/{key}"), &self.text("field", key))
    }

    /// Returns the name of a game's rulebook.
    pub fn rulebook(&self, facts: &Facts) -> String {
        self.or_english("source", facts.id, facts.source)
    }

    /// Returns the author of a game: the name in this language, or else the name in the game's code.
    pub fn author(&self, facts: &Facts) -> String {
        self.or_english("author", facts.id, facts.author)
    }

    /// Returns this language's text, or the English text from the game's code.
    fn or_english(&self, section: &str, key: &str, english: &str) -> String {
        let own = self.has(section, key).then(|| self.text(section, key));
        own.unwrap_or_else(|| english.to_owned())
    }

    /// Returns the sentence for a fault or a warning.
    pub fn finding(&self, finding: &Finding) -> String {
        let key = finding.message.as_ref().unwrap_or(&finding.code);
        let is_ruling = finding.message.is_some() && self.has("ruling", key);
        let section = if is_ruling { "ruling" } else { "finding" };
        self.sentence(section, key, &finding.args)
    }

    /// Returns the sentence for a fault of a refused document. For an illegal step, it also explains how to
    /// score the hand anyway and how to penalize the step.
    pub fn fault(&self, finding: &Finding) -> String {
        let sentence = self.finding(finding);
        // If a card was not played at all, a trick is incomplete, and the hand cannot be scored.
        let message = finding.message.as_deref().unwrap_or_default();
        let can_stand = finding.code == "irregularity" && !message.starts_with("play/");
        match &finding.rule {
            Some(rule) if can_stand => {
                // A clause of a custom game already ends with a period.
                let sentence = sentence.strip_suffix('.').unwrap_or(&sentence);
                let args = args![reason: sentence.to_owned(), rule: rule.to_string()];
                self.format("ui", "irregularity-stands", &args)
            }
            _ => sentence,
        }
    }

    /// Returns the sentence for a reason, including the text of its clause if the match contains it.
    pub fn reason(&self, reason: &Reason) -> String {
        let mut out = String::new();
        let values = Values::new(&reason.args);
        match &reason.texts {
            Some(texts) => self.write_named("line", &texts.sentence, values, &mut out),
            None => self.write_reason(reason, &mut out),
        }
        out
    }

    /// Writes the sentence for a reason, without the text of a clause that the match contains.
    pub fn write_reason(&self, reason: &Reason, out: &mut String) {
        let values = Values {
            factors: &reason.factors,
            ..Values::new(&reason.args)
        };
        self.write_named("line", &reason.message, values, out);
    }

    /// Writes the factors that multiply a value or, with `adds`, the factors that are added to the count.
    fn write_factors(&self, values: Values<'_>, adds: bool, out: &mut String) {
        let factors = values.factors.iter().filter(|factor| factor.adds == adds);
        for (index, factor) in factors.enumerate() {
            if index > 0 {
                out.push_str(if adds { " + " } else { " × " });
            }
            let values = Values {
                factor: Some(&Arg::Int(factor.value)),
                ..Values::new(values.args)
            };
            self.write("factor", &factor.factor, values, out);
        }
    }

    /// Returns the sentence for a breach.
    pub fn breach(&self, breach: &Breach) -> String {
        self.sentence("ruling", &breach.message, &breach.args)
    }

    /// Returns the sentence for a finding or a ruling. For a step that does not count, the sentence also
    /// explains why it is still the player's turn.
    fn sentence(&self, section: &str, name: &Name, args: &Args) -> String {
        let mut out = String::with_capacity(96);
        self.write_named(section, name, Values::new(args), &mut out);
        if section == "ruling" && args.iter().any(|(name, _)| *name == STILL) {
            self.write("ui", "still-turn", Values::new(args), &mut out);
        }
        out
    }

    /// Returns the sentence with the cards that would make a legal play illegal if the player held them; `None` if
    /// there are none.
    pub fn doubts(&self, doubts: &[Doubt], table: &Table) -> Option<String> {
        let held = doubts.iter().map(|doubt| {
            let suit = suit_of(&doubt.cards[0]);
            let is_whole_suit = suit_of(&doubt.played) != suit;
            if is_whole_suit && doubt.cards.iter().all(|card| suit_of(card) == suit) {
                return self.word(&format!("held-{suit}"));
            }
            doubt.cards.join(", ")
        });
        let held: Vec<String> = held.collect();
        let player = table.name(doubts.first()?.seat);
        let args = args![player: player, cards: held.join(&self.text("ui", "or"))];
        Some(self.format("ui", "legal-unless", &args))
    }

    /// Returns a rank in the standings: `1st`.
    pub fn ordinal(&self, rank: usize) -> String {
        let form = self.form_of_rank(rank);
        self.format("ordinal", form, &args![rank: rank])
    }

    /// Returns the text of a single number or word, as in a table cell.
    ///
    /// ```
    /// use overtrick_match::lang::Language;
    /// use overtrick_core::Arg;
    ///
    /// assert_eq!(Language::english().arg(&Arg::Int(-3)), "−3");
    /// ```
    pub fn arg(&self, arg: &Arg) -> String {
        let mut out = String::new();
        self.write_arg(arg, None, &mut out);
        out
    }

    /// Writes a message with these values; a game's message uses the game's own words.
    fn write_message(&self, message: &Message, values: Values<'_>, out: &mut String) {
        let game = message.game();
        for part in message.parts() {
            if let Part::Text(text) = part {
                out.push_str(text);
            }
            let Some(name) = part.argument() else {
                continue;
            };
            let mut args = values.args.iter();
            let arg = args.find(|(known, _)| **known == *name);
            match (arg, name, values.factor) {
                (Some((_, arg)), ..) | (None, "factor", Some(arg)) => {
                    self.write_part(part, game, arg, out);
                }
                (None, "factors", _) => self.write_factors(values, false, out),
                (None, "counted", _) => self.write_factors(values, true, out),
                (None, name, _) => out.extend(["{", name, "}"]),
            }
        }
    }

    /// Writes a part of a message with its argument.
    fn write_part(&self, part: &Part, game: Option<&str>, arg: &Arg, out: &mut String) {
        match (part, arg) {
            (Part::Form(_, forms), arg) => {
                let form = self.form(arg).min(forms.len() - 1);
                out.push_str(&forms[form]);
            }
            (Part::Word(_), Arg::Text(id)) => self.write_word(id, game, out),
            (Part::Signed(_), arg) if is_positive(arg) => {
                out.push('+');
                self.write_arg(arg, game, out);
            }
            (_, arg) => self.write_arg(arg, game, out),
        }
    }

    fn write_arg(&self, arg: &Arg, game: Option<&str>, out: &mut String) {
        match arg {
            Arg::Int(number) => write_whole(*number < 0, number.unsigned_abs(), out),
            Arg::Points(points) if points.is_whole() => {
                let points = points.in_units(1);
                write_whole(points < 0, points.unsigned_abs(), out);
            }
            Arg::Points(points) => self.write_decimal(&points.to_string(), out),
            Arg::Decimal(number) => self.write_decimal(&number.to_string(), out),
            Arg::Word(word) => match word.in_language(self.tag) {
                Some(message) => self.write_message(message, Values::default(), out),
                None => self.write_word(word, game, out),
            },
            Arg::Text(text) => out.push_str(text),
            Arg::List(list) => {
                for (index, item) in list.iter().enumerate() {
                    out.push_str(if index > 0 { ", " } else { "" });
                    self.write_arg(item, game, out);
                }
            }
        }
    }

    /// Writes a number with the language's decimal sign; `number` has a decimal point.
    fn write_decimal(&self, number: &str, out: &mut String) {
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        out.push_str(&whole.replace('-', "−"));
        if !fraction.is_empty() {
            self.write("ui", "decimal-sign", Values::default(), out);
        }
        out.push_str(fraction);
    }

    fn write_word(&self, id: &str, game: Option<&str>, out: &mut String) {
        match game.and_then(|game| self.own_word(game, id)) {
            Some(own) => self.write_message(own, Values::default(), out),
            None => self.write("word", id, Values::default(), out),
        }
    }
}

/// The values for the placeholders of a message.
#[derive(Clone, Copy, Default)]
struct Values<'a> {
    args: &'a [(Name, Arg)],
    /// The factors of a reason: `{factors}` and `{counted}`.
    factors: &'a [Factor],
    /// The factor in the message for a single factor: `{factor}`.
    factor: Option<&'a Arg>,
}

impl<'a> Values<'a> {
    fn new(args: &'a [(Name, Arg)]) -> Values<'a> {
        Values {
            args,
            ..Values::default()
        }
    }
}

/// Writes a whole number. Sentences contain many numbers, and the standard library's formatter is slow.
fn write_whole(is_negative: bool, size: u64, out: &mut String) {
    out.push_str(if is_negative { "−" } else { "" });
    out.push_str(itoa::Buffer::new().format(size));
}

fn is_positive(arg: &Arg) -> bool {
    match arg {
        Arg::Int(number) => *number > 0,
        Arg::Points(points) => *points > Points::ZERO,
        Arg::Decimal(number) => *number > 0.0,
        _ => false,
    }
}

/// Returns the suit of a card. A card that is only a number, such as a trump, has an empty suit. Any other card without
/// a suit, such as a joker, counts as a separate suit.
fn suit_of(card: &str) -> &str {
    match card.split_once('-') {
        Some((suit, _)) => suit,
        None if card.parse::<u8>().is_ok() => "",
        None => card,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use overtrick_core::args;

    fn language(tag: &'static str, text: &str) -> Language {
        let text: &'static str = text.to_owned().leak();
        Language::read(tag, [text]).unwrap()
    }

    #[test]
    fn every_language_reads() {
        for tag in Language::tags() {
            let language = Language::read(tag, Language::files(tag));
            let faults = language.map_or_else(|fault| vec![fault], |read| read.faults());
            assert!(faults.is_empty(), "{tag}: {faults:#?}");
        }
    }

    #[test]
    fn arguments_are_filled_in() {
        let text = "forms = [\"one\", \"other\"]\n[line]\n\
            t = \"{who} bid {bid} {bid|trick|tricks}, {+took} and {+owed}\"\nu = \"{nobody}\"";
        let english = language("en", text);
        let args = args![bid: 1, took: Points::halves(3), who: "Ann".to_owned(), owed: -2];
        let text = english.format("line", "t", &args);
        assert_eq!(text, "Ann bid 1 trick, +1½ and −2");
        assert_eq!(english.format("line", "u", &args), "{nobody}");
    }

    #[test]
    fn a_fraction_has_the_decimal_sign_of_the_language() {
        let shown = |tag, number: f64| {
            let language = Language::find(tag).unwrap();
            language.format("finding", "not-half", &args![found: number])
        };
        assert!(shown("en", 46.3).starts_with("46.3 is not"));
        assert!(shown("cs", 46.3).starts_with("46,3 "));
        assert!(shown("cs", -0.25).starts_with("−0,25 "));
        assert!(shown("cs", 120.0).starts_with("120 "));
        let text = "forms = [\"one\", \"other\"]\n[line]\nt = \"{+n} {n|point|points}\"";
        let english = language("en", &format!("{text}\n[ui]\n\"decimal-sign\" = \".\""));
        assert_eq!(english.format("line", "t", &args![n: 1.5]), "+1.5 points");
    }

    #[test]
    fn numbers_choose_their_form_by_the_language() {
        let text = "forms = [\"one\", \"few\", \"many\", \"other\"]\n[line]\n\
            t = \"{n} {n|zdvih|zdvihy|zdvihu|zdvihů}\"";
        let czech = language("cs", text);
        let tricks = |n: Arg| czech.format("line", "t", &args![n: n]);
        let whole = [0, 1, 2, 4, 5, 11, 22, -3].map(|n: i64| tricks(n.into()));
        let expected = "0 zdvihů, 1 zdvih, 2 zdvihy, 4 zdvihy, 5 zdvihů, 11 zdvihů, 22 zdvihů";
        assert_eq!(whole.join(", "), format!("{expected}, −3 zdvihy"));
        let halves = [1, 3, 9].map(|n| tricks(Points::halves(n).into()));
        assert_eq!(halves, ["½ zdvihu", "1½ zdvihu", "4½ zdvihu"]);
        assert_eq!(tricks(Points::whole(3).into()), "3 zdvihy");
    }

    #[test]
    fn a_tag_with_a_region_finds_its_language() {
        assert_eq!(Language::find("en-GB").map(Language::tag), Some("en"));
        assert_eq!(Language::find("cs_CZ").map(Language::tag), Some("cs"));
        assert!(Language::find("xx").is_none());
    }

    #[test]
    fn ranks_are_ordinal() {
        let ranks: Vec<String> = [1, 2, 3, 4, 11, 21]
            .map(|rank| Language::english().ordinal(rank))
            .into();
        assert_eq!(ranks, ["1st", "2nd", "3rd", "4th", "11th", "21st"]);
        let czech = Language::find("cs").unwrap();
        let ranks = [1, 2, 21].map(|rank| czech.ordinal(rank));
        assert_eq!(ranks, ["1.", "2.", "21."]);
    }
}
