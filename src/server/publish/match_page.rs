//! The page of a published match: its standings or its whole sheet, and metadata for chats, search engines
//! and websites.

use askama::Template;
use serde_json::{Value, json};

use crate::assets::words;
use crate::bounds::MAX_REASONS_ON_A_PAGE;
use crate::publish::board::{Board, ShownRow};
use crate::publish::list_endpoints::{ListQuery, encoded};
use crate::publish::picture::{HEIGHT, WIDTH};
use crate::rules::page::others;
use overtrick_core::text::anchor;
use overtrick_core::{Points, Seat, SeatPoints, args};
use overtrick_match::document::{Scored, clauses_of, marked_clause};
use overtrick_match::lang::Language;
use overtrick_match::ledger::PublishedPart;
use overtrick_own::OWN;

/// The stylesheet of the pages of published matches; the games' colors precede it.
pub const STYLE: &str = include_str!("../../../templates/public/style.css");
/// The script that redirects an address of the page for phones to that page.
pub const OPEN: &str = include_str!("../../../templates/public/open.js");

/// A published match and the context of its page.
#[derive(Debug)]
pub struct MatchView<'a> {
    /// The match.
    pub board: &'a Board,
    /// The address of the service, with a trailing slash.
    pub home: &'a str,
    /// The language.
    pub language: &'static Language,
    /// Whether the service lists its published matches.
    pub is_listed: bool,
}

#[derive(Template)]
#[template(path = "public/match.html")]
struct MatchPage<'a> {
    view: &'a MatchView<'a>,
    others: Vec<(&'static str, String)>,
    title: String,
    description: String,
    day: String,
    address: String,
    /// The path and query of its oEmbed description.
    oembed: String,
    picture: String,
    data: String,
    rows: Vec<ShownRow<'a>>,
    sheet: Option<Sheet>,
    width: u32,
    height: u32,
}

/// The whole sheet of a match.
struct Sheet {
    players: Vec<String>,
    hands: Vec<Hand>,
}

struct Hand {
    number: usize,
    dealer: String,
    note: Option<String>,
    cells: Vec<Cell>,
    reasons: Vec<ReasonLine>,
    /// How many reasons are left out, as a sentence.
    left_out: Option<String>,
    adjustments: Vec<ReasonLine>,
}

struct Cell {
    deals: bool,
    points: String,
    total: Points,
}

/// A reason or an adjustment.
struct ReasonLine {
    points: Vec<PlayerPoints>,
    text: String,
    /// Its clauses, each after ◇ if it is a reading of ours, and their addresses.
    clauses: Vec<(String, String)>,
}

struct PlayerPoints {
    player: String,
    points: String,
}

#[derive(Template)]
#[template(path = "public/none.html")]
struct NoPage<'a> {
    language: &'a Language,
    /// The address of the service, with a trailing slash.
    home: &'a str,
    title: &'a str,
    text: &'a str,
}

impl MatchView<'_> {
    fn text(&self, key: &str) -> String {
        self.language.text("public", key)
    }

    fn label(&self, key: &str) -> String {
        self.language.text("embed", key)
    }

    fn emblem(&self) -> &'static [String] {
        self.board.emblem()
    }

    /// The address of the game's rules; an own game has none.
    fn rules(&self) -> Option<String> {
        let game = &self.board.game;
        let tag = self.language.tag();
        (game != OWN).then(|| format!("../games/{game}?lang={tag}"))
    }

    /// The query of the list of matches with this parameter, in this language.
    fn found(&self, name: &'static str, value: &str) -> String {
        let lang = ("lang", self.language.tag().to_owned());
        ListQuery(vec![(name, value.to_owned()), lang]).text()
    }

    /// The title of the page.
    pub fn title(&self) -> String {
        let board = self.board;
        match &board.title {
            Some(_) => format!("{} · {}", board.heading(), board.name),
            None => {
                let day = words::day_in_words(&board.day, self.language);
                format!("{} · {day}", board.name)
            }
        }
    }

    /// The description for search engines and chats.
    pub fn description(&self) -> String {
        self.board.summary()
    }

    /// The match in the schema.org vocabulary, as JSON for a script element.
    fn data(&self) -> String {
        let board = self.board;
        let players = board.standings.iter();
        let players = players.map(|row| json!({ "@type": "Person", "name": row.player }));
        let mut data = json!({
            "@context": "https://schema.org",
            "@type": "SportsEvent",
            "name": board.heading(),
            "description": self.description(),
            "sport": board.name,
            "startDate": board.day,
            "eventStatus": "https://schema.org/EventScheduled",
            "url": board.address(self.home),
            "image": board.picture(self.home),
            "competitor": players.collect::<Vec<Value>>(),
        });
        if let Some(location) = &board.location {
            data["location"] = json!({ "@type": "Place", "name": location });
        }
        if let Some(won) = &board.won {
            data["disambiguatingDescription"] = won.as_str().into();
        }
        within_script(&data.to_string())
    }
}

/// JSON that cannot end the script element around it or begin a comment.
pub fn within_script(json: &str) -> String {
    json.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

/// The page of a published match.
///
/// # Errors
/// The template cannot be rendered.
pub fn page(view: &MatchView<'_>, scored: &Scored) -> askama::Result<String> {
    let board = view.board;
    let is_sheet = board.part == PublishedPart::Sheet && !scored.hands.is_empty();
    MatchPage {
        others: others(view.language),
        title: view.title(),
        description: view.description(),
        day: words::day_in_words(&board.day, view.language),
        oembed: format!(
            "oembed?url={}&format=json",
            encoded(&board.address(view.home))
        ),
        address: board.address(view.home),
        picture: board.picture(view.home),
        data: view.data(),
        rows: board.rows(view.language),
        sheet: is_sheet.then(|| Sheet::new(scored, view.language)),
        width: WIDTH,
        height: HEIGHT,
        view,
    }
    .render()
}

/// The page for an address without a published match.
///
/// # Errors
/// The template cannot be rendered.
pub fn none(language: &Language, home: &str) -> askama::Result<String> {
    let text = |key| language.text("embed", key);
    trouble(language, home, &text("not-shown"), &text("how"))
}

/// The page that says what is wrong with an address.
///
/// # Errors
/// The template cannot be rendered.
pub fn trouble(language: &Language, home: &str, title: &str, text: &str) -> askama::Result<String> {
    NoPage {
        language,
        home,
        title,
        text,
    }
    .render()
}

impl Sheet {
    fn new(scored: &Scored, language: &Language) -> Sheet {
        let name = |seat: Seat| scored.table.name(seat).to_string();
        let clause = |id: &str| (marked_clause(scored.facts, id), anchor(id));
        let mut room = MAX_REASONS_ON_A_PAGE;
        let hands = scored.hands.iter().map(|hand| {
            let shown = hand.reasons.len().min(room);
            room -= shown;
            let left_out = hand.reasons.len() - shown;
            let left_out = (left_out > 0)
                .then(|| language.format("public", "left-out", &args![count: left_out]));
            let cells = scored.table.seats().map(|seat| Cell {
                deals: seat == hand.dealer,
                points: language.signed(hand.scores[seat.index()]),
                total: hand.totals[seat.index()],
            });
            let points = |paid: &SeatPoints| PlayerPoints {
                player: name(paid.seat),
                points: language.signed(paid.points),
            };
            let reasons = hand.reasons[..shown].iter().map(|reason| ReasonLine {
                points: reason.points.iter().map(points).collect(),
                text: language.reason(reason),
                clauses: clauses_of(reason).into_iter().map(clause).collect(),
            });
            let adjusted = scored.adjustments.iter();
            let adjusted = adjusted.filter(|adjusted| {
                adjusted.after_hand == hand.number || adjusted.after_hand == 0 && hand.number == 1
            });
            let adjustments = adjusted.map(|adjusted| ReasonLine {
                points: vec![PlayerPoints {
                    player: name(adjusted.seat),
                    points: language.signed(adjusted.points),
                }],
                text: adjusted.reason.to_string(),
                clauses: adjusted.rule.as_deref().map(clause).into_iter().collect(),
            });
            Hand {
                number: hand.number,
                dealer: name(hand.dealer),
                note: hand.note.as_deref().map(str::to_owned),
                cells: cells.collect(),
                reasons: reasons.collect(),
                left_out,
                adjustments: adjustments.collect(),
            }
        });
        Sheet {
            players: scored.table.seats().map(name).collect(),
            hands: hands.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_ends_the_script_that_it_stands_in() {
        let json = json!({ "name": "</script><!--\u{2028}&" }).to_string();
        let within = within_script(&json);
        assert!(!within.contains(['<', '>', '&', '\u{2028}']), "{within}");
        assert_eq!(
            serde_json::from_str::<Value>(&within).unwrap(),
            serde_json::from_str::<Value>(&json).unwrap()
        );
    }
}
