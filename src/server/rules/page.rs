//! `/games`, `/games/{game}` and `/verify`: the rules of the games as pages that work without scripts, and a
//! page that checks a result in the browser.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use actix_web::HttpRequest;
use actix_web::web::Path;
use askama::Template;

use crate::http::file::{self, endpoint};
use crate::http::{Answer, CSS, File, JAVASCRIPT, ProblemKind, csp, request};
use crate::openapi::Endpoint;
use crate::rules::endpoints::find;
use overtrick_core::args;
use overtrick_core::text::{Block, Inline, RulesText, Table, anchor};
use overtrick_games::{self as games, Entry};
use overtrick_match::describe::{
    Examples, FieldText, GameRules, GameSummary, HouseRuleText, IrregularityText, PlayerRange,
    fields_in_words, rules_text, value_in_words,
};
use overtrick_match::lang::Language;
use overtrick_paper::figures::Figures;

/// The stylesheet of the pages.
pub const STYLE: &str = include_str!("../../../templates/rules/rules.css");
/// The script that searches a page.
pub const SCRIPT: &str = include_str!("../../../templates/rules/find.js");
/// The stylesheet of the page that checks a result, in addition to that of the rules.
pub const VERIFY_STYLE: &str = include_str!("../../../templates/verify/verify.css");
/// The script that checks a file with the WebAssembly module.
pub const VERIFY_SCRIPT: &str = include_str!("../../../templates/verify/check.js");

/// The timeout of a check in seconds. A file of a thousand matches takes less time.
const SECONDS: i64 = 30;

/// The maximum length of a default value that is shown within a sentence.
const SHORT: usize = 24;
/// The maximum number of text columns for a table on phones. With more columns, each row becomes a list.
const MAX_TEXT_COLUMNS: usize = 2;

#[derive(Template)]
#[template(path = "rules/page.html")]
struct RulesPage<'a> {
    language: &'static Language,
    entry: &'static Entry,
    text: &'a RulesText,
    rules: GameRules,
    figures: Figures<'a>,
    irregularities: Vec<IrregularityText>,
    /// The fields of a hand.
    fields: Vec<FieldText>,
    examples: Examples,
    /// The clauses that the page has mentioned so far. Links lead to the first mention of a clause.
    mentioned: RefCell<BTreeSet<&'static str>>,
}

#[derive(Template)]
#[template(path = "rules/list.html")]
struct ListPage {
    language: &'static Language,
    games: Vec<GameSummary>,
}

#[derive(Template)]
#[template(path = "verify/page.html")]
struct VerifyPage {
    language: &'static Language,
}

/// Returns the page of a game's rules in this language.
///
/// # Errors
/// The text cannot be read or the template cannot be rendered.
pub fn page(entry: &'static Entry, language: &'static Language) -> Result<String, String> {
    let page = RulesPage {
        text: &rules_text(entry, language)?,
        rules: GameRules::new(entry.facts, language),
        figures: Figures::new(entry, language)?,
        irregularities: IrregularityText::all(entry.facts, language),
        fields: fields_in_words(entry.facts, None, language),
        examples: Examples::new(entry, language),
        mentioned: RefCell::default(),
        language,
        entry,
    };
    page.render().map_err(|error| error.to_string())
}

/// Returns the list of the games in this language.
///
/// # Errors
/// The template cannot be rendered.
pub fn list(language: &'static Language) -> Result<String, String> {
    let games = games::all().iter();
    let games = games.map(|entry| GameSummary::new(entry.facts, language));
    let page = ListPage {
        language,
        games: games.collect(),
    };
    page.render().map_err(|error| error.to_string())
}

/// Returns, in this language, the page that checks a result.
///
/// # Errors
/// The template cannot be rendered.
pub fn verify(language: &'static Language) -> Result<String, String> {
    let page = VerifyPage { language }.render();
    page.map_err(|error| error.to_string())
}

/// Returns the other languages with their native names.
pub(crate) fn others(language: &Language) -> Vec<(&'static str, String)> {
    let tags = Language::tags().filter(|tag| *tag != language.tag());
    let named = tags.filter_map(|tag| Some((tag, Language::find(tag)?.text("rules", "language"))));
    named.collect()
}

/// Returns the name of a clause within its game.
fn label(id: &str) -> &str {
    id.split_once('/').map_or(id, |(_, name)| name)
}

/// Whether phones show each row of a table as a list.
fn is_wide(table: &Table) -> bool {
    let text_columns = table.right.iter().filter(|right| !**right);
    text_columns.count() > MAX_TEXT_COLUMNS
}

/// Returns a text without its references.
fn words(text: &[Inline]) -> String {
    text.iter().map(Inline::words).collect()
}

impl RulesPage<'_> {
    /// Returns the address of the rules as a PDF, with plain pages or as a folding booklet.
    fn pdf(&self, paper: &str, fold: bool) -> String {
        let (game, lang) = (self.rules.id, self.language.tag());
        let fold = if fold { "&fold" } else { "" };
        format!("../api/v1/games/{game}/rules.pdf?lang={lang}&paper={paper}{fold}")
    }

    /// Records that the page mentions a clause, and returns whether this is the first mention.
    fn is_first_mention(&self, id: &'static str) -> bool {
        self.mentioned.borrow_mut().insert(id)
    }

    /// Returns the source of a clause.
    fn source(&self, id: &str) -> &str {
        let mut clauses = self.rules.clauses.iter();
        let clause = clauses.find(|clause| clause.id == id);
        clause.map_or("", |clause| &clause.source)
    }

    /// Returns the house rule with this name.
    fn house_rule(&self, name: &str) -> Option<&HouseRuleText> {
        self.rules.options.iter().find(|rule| rule.name == name)
    }

    /// Returns the default of a house rule, if it is short enough for a sentence.
    fn short_default(&self, rule: &HouseRuleText) -> Option<String> {
        let default = value_in_words(&rule.default, self.rules.id, self.language);
        let is_short = (1..=SHORT).contains(&default.chars().count());
        is_short.then_some(default)
    }

    /// Returns a picture as SVG.
    fn figure(&self, name: &str, alt: &str) -> String {
        self.figures.svg(name, alt).unwrap_or_default()
    }
}

impl VerifyPage {
    fn too_long(&self) -> String {
        let args = args![seconds: SECONDS];
        self.language.format("verify", "too-long", &args)
    }
}

/// The endpoints of the pages and their files.
pub fn pages() -> Vec<Endpoint> {
    vec![
        Endpoint::page("/games", list_page),
        endpoint("/games/rules.css", STYLE, CSS, csp::page),
        endpoint("/games/find.js", SCRIPT, JAVASCRIPT, csp::page),
        Endpoint::page("/games/{game}", game_page),
        Endpoint::page("/verify", verify_page),
        endpoint("/verify/check.js", VERIFY_SCRIPT, JAVASCRIPT, csp::page),
        endpoint("/verify/verify.css", VERIFY_STYLE, CSS, csp::page),
    ]
}

/// All pages by name and language. They are rendered only once, because they are few and never change.
static PAGES: LazyLock<BTreeMap<(&str, &str), File>> = LazyLock::new(|| {
    let languages = Language::tags().filter_map(Language::find);
    let pages = languages.flat_map(|language| {
        let all = games::all().iter();
        let all = all.map(move |entry| (entry.facts.id, page(entry, language)));
        let others = [(LIST, list(language)), (VERIFY, verify(language))];
        let all = all.chain(others);
        all.map(move |(name, page)| ((name, language.tag()), page))
    });
    file::pages(pages)
});

/// The names of the pages that do not belong to a game.
const LIST: &str = "/games";
const VERIFY: &str = "/verify";

/// The list of the games.
async fn list_page(request: HttpRequest) -> Answer {
    page_answer(&request, LIST).await
}

/// The rules of a game.
async fn game_page(request: HttpRequest, game: Path<String>) -> Answer {
    page_answer(&request, find(&game)?.facts.id).await
}

/// The page that checks a result.
async fn verify_page(request: HttpRequest) -> Answer {
    page_answer(&request, VERIFY).await
}

/// Returns the answer with the page of this name, in the language of the request.
async fn page_answer(request: &HttpRequest, name: &'static str) -> Answer {
    let page = PAGES.get(&(name, request::page_language(request).tag()));
    let page = page.ok_or(ProblemKind::Internal)?;
    Ok(page.answer(request, csp::page).await)
}
