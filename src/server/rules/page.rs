//! The rules of the games as pages that are readable without scripts: one per game, and a list.

use std::collections::BTreeSet;

use askama::Template;
use serde_json::Value;

use overtrick_core::text::{Block, Heading, Inline, Table, anchor};
use overtrick_games::{self as games, Entry};
use overtrick_match::describe::{
    Examples, FieldText, GameRules, GameSummary, IrregularityText, PlayerRange, fields_in_words,
    rules_text, value_in_words,
};
use overtrick_match::lang::Language;
use overtrick_paper::figures::Figures;

/// The stylesheet of the pages.
pub const STYLE: &str = include_str!("../../../templates/rules/rules.css");
/// The script that searches a page.
pub const SCRIPT: &str = include_str!("../../../templates/rules/find.js");

/// The most characters of a default shown within a sentence.
const SHORT: usize = 24;
/// The id of the section before the first heading.
const INTRODUCTION: &str = "introduction";

#[derive(Template)]
#[template(path = "rules/page.html")]
struct RulesPage {
    language: &'static Language,
    others: Vec<(&'static str, String)>,
    rules: GameRules,
    about: String,
    players: String,
    sections: Vec<Section>,
    example: &'static str,
    irregularities: Vec<IrregularityText>,
    /// The fields of a hand.
    fields: Vec<FieldText>,
    /// A hand of each kind, with its description.
    hands: Vec<(String, String)>,
}

#[derive(Template)]
#[template(path = "rules/list.html")]
struct ListPage {
    language: &'static Language,
    others: Vec<(&'static str, String)>,
    /// Each game with its numbers of players in words.
    games: Vec<(GameSummary, String)>,
}

/// A section of a page with one heading.
struct Section {
    id: String,
    /// Empty in the introduction.
    heading: String,
    level: usize,
    questions: Vec<String>,
    parts: Vec<Part>,
}

/// A text as shown.
type Text = Vec<Piece>;
/// The cells of a row, each with whether it is a number.
type Row = Vec<(Text, bool)>;

enum Part {
    Paragraph(Text),
    List(Vec<Text>),
    Steps(Vec<Text>),
    Table {
        head: Row,
        rows: Vec<Row>,
        /// The column names without references, for rows shown as lists.
        names: Vec<String>,
        /// Whether it has so many text columns that phones show each row as a list.
        wide: bool,
    },
    Example,
    Figure {
        /// The picture as SVG.
        svg: String,
        caption: Text,
    },
}

enum Piece {
    Text(String),
    /// The sign of a red suit.
    RedSuit(char),
    Strong(String),
    Clause {
        anchor: String,
        /// Whether links to the clause lead here.
        first: bool,
        label: String,
        source: String,
        ours: bool,
    },
    HouseRule {
        name: &'static str,
        /// Its default, if it is short enough for a sentence.
        default: String,
    },
}

/// The page of a game's rules in a language.
///
/// # Errors
/// The text cannot be read or the template cannot be rendered.
pub fn page(entry: &'static Entry, language: &'static Language) -> Result<String, String> {
    let facts = entry.facts;
    let text = rules_text(entry, language)?;
    let rules = GameRules::new(facts, language);
    let mut shown = Shown {
        figures: Figures::new(entry, language)?,
        rules: &rules,
        language,
        seen: BTreeSet::new(),
    };
    let mut sections = vec![Section {
        id: INTRODUCTION.to_owned(),
        heading: String::new(),
        level: 2,
        questions: Vec::new(),
        parts: shown.parts(text.introduction()),
    }];
    for (heading, blocks) in text.sections() {
        sections.push(Section::new(heading, shown.parts(blocks)));
    }
    let hands = Examples::new(entry).hands.into_iter();
    let hands = hands.map(|example| (example.title(language), example.text()));
    let page = RulesPage {
        fields: fields_in_words(facts, None, language),
        hands: hands.collect(),
        language,
        others: others(language),
        about: language.text("game", facts.id),
        players: PlayerRange::new(facts).in_words(language),
        sections,
        example: entry.example,
        irregularities: IrregularityText::all(facts, language),
        rules,
    };
    page.render().map_err(|error| error.to_string())
}

/// The list of the games in a language.
///
/// # Errors
/// The template cannot be rendered.
pub fn list(language: &'static Language) -> Result<String, String> {
    let games = games::all().iter().map(|entry| {
        let game = GameSummary::new(entry.facts, language);
        let players = game.players.in_words(language);
        (game, players)
    });
    let page = ListPage {
        language,
        others: others(language),
        games: games.collect(),
    };
    page.render().map_err(|error| error.to_string())
}

/// The other languages with their native names.
pub(crate) fn others(language: &Language) -> Vec<(&'static str, String)> {
    let tags = Language::tags().filter(|tag| *tag != language.tag());
    let named = tags.filter_map(|tag| Some((tag, Language::find(tag)?.text("rules", "language"))));
    named.collect()
}

/// The name of a clause within its game.
fn label(id: &str) -> &str {
    id.split_once('/').map_or(id, |(_, name)| name)
}

impl RulesPage {
    fn text(&self, key: &str) -> String {
        self.language.text("rules", key)
    }

    fn ui(&self, key: &str) -> String {
        self.language.text("ui", key)
    }

    /// The address of the printed rules, plain or to fold.
    fn pdf(&self, paper: &str, fold: bool) -> String {
        let (game, lang) = (self.rules.id, self.language.tag());
        let fold = if fold { "&fold" } else { "" };
        format!("../api/v1/games/{game}/rules.pdf?lang={lang}&paper={paper}{fold}")
    }

    fn value(&self, value: &Value) -> String {
        value_in_words(value, self.language)
    }

    #[expect(clippy::unused_self, reason = "the template calls it")]
    fn anchor(&self, id: &str) -> String {
        anchor(id)
    }

    #[expect(clippy::unused_self, reason = "the template calls it")]
    fn label<'a>(&self, id: &'a str) -> &'a str {
        label(id)
    }
}

impl ListPage {
    fn text(&self, key: &str) -> String {
        self.language.text("rules", key)
    }
}

impl Section {
    fn new(heading: &Heading, parts: Vec<Part>) -> Section {
        Section {
            id: heading.id.clone(),
            heading: heading.text.clone(),
            level: heading.level,
            questions: heading.questions.clone(),
            parts,
        }
    }
}

/// A text, the signs of red suits apart.
fn with_red_suits(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for part in text.split_inclusive(['♥', '♦']) {
        let plain = part.trim_end_matches(['♥', '♦']);
        if !plain.is_empty() {
            pieces.push(Piece::Text(plain.to_owned()));
        }
        pieces.extend(part[plain.len()..].chars().map(Piece::RedSuit));
    }
    pieces
}

/// A text with the clauses mentioned so far: links lead to a clause's first mention.
struct Shown<'a> {
    figures: Figures<'a>,
    rules: &'a GameRules,
    language: &'a Language,
    seen: BTreeSet<&'static str>,
}

impl Shown<'_> {
    fn parts(&mut self, blocks: &[Block]) -> Vec<Part> {
        let mut parts = Vec::new();
        for block in blocks {
            parts.push(match block {
                Block::Heading(_) => continue,
                Block::Paragraph { text } => Part::Paragraph(self.text(text)),
                Block::List { items, ordered } => {
                    let items = items.iter().map(|item| self.text(item)).collect();
                    if *ordered {
                        Part::Steps(items)
                    } else {
                        Part::List(items)
                    }
                }
                Block::Table(table) => self.table(table),
                Block::Example => Part::Example,
                Block::Figure { alt, caption, name } => Part::Figure {
                    svg: self.figures.svg(name, alt).unwrap_or_default(),
                    caption: self.text(caption),
                },
            });
        }
        parts
    }

    fn table(&mut self, table: &Table) -> Part {
        let words = |text: &Vec<Inline>| text.iter().map(Inline::words).collect::<String>();
        let rows = table.rows.iter();
        Part::Table {
            head: self.row(&table.head, &table.right),
            rows: rows.map(|row| self.row(row, &table.right)).collect(),
            names: table.head.iter().map(words).collect(),
            wide: table.right.iter().filter(|right| !**right).count() > 2,
        }
    }

    fn row(&mut self, cells: &[Vec<Inline>], right: &[bool]) -> Row {
        let cells = cells.iter().zip(right);
        cells
            .map(|(cell, right)| (self.text(cell), *right))
            .collect()
    }

    fn text(&mut self, text: &[Inline]) -> Text {
        let mut pieces = Vec::new();
        for piece in text {
            match piece {
                Inline::Text { text } => pieces.extend(with_red_suits(text)),
                other => pieces.push(self.piece(other)),
            }
        }
        pieces
    }

    fn piece(&mut self, piece: &Inline) -> Piece {
        match piece {
            Inline::Text { text } => Piece::Text(text.clone()),
            Inline::Strong { text } => Piece::Strong(text.clone()),
            Inline::Clause { id, ours } => {
                let mut clauses = self.rules.clauses.iter();
                let clause = clauses.find(|clause| clause.id == *id);
                Piece::Clause {
                    anchor: anchor(id),
                    first: self.seen.insert(id),
                    label: label(id).to_owned(),
                    source: clause.map_or_else(String::new, |clause| clause.source.clone()),
                    ours: *ours,
                }
            }
            Inline::HouseRule { name, .. } => {
                let mut rules = self.rules.options.iter();
                let rule = rules.find(|rule| rule.name == *name);
                let default = rule.map(|rule| value_in_words(&rule.default, self.language));
                let short = default.filter(|default| default.chars().count() <= SHORT);
                Piece::HouseRule {
                    name,
                    default: short.unwrap_or_default(),
                }
            }
        }
    }
}
