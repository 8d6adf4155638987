//! The list of published matches as a page, and as a feed (Atom, RFC 4287).

use std::sync::Arc;

use askama::Template;

use crate::assets::forms::look;
use crate::assets::words;
use crate::publish::board::Board;
use crate::publish::frame::Theme;
use crate::publish::list_endpoints::{ListQuery, encoded};
use crate::rules::page::others;
use overtrick_core::args;
use overtrick_games as games;
use overtrick_match::lang::Language;

/// The contents and context of a list.
#[derive(Debug)]
pub struct ListView<'a> {
    /// Its matches.
    pub matches: &'a [Arc<Board>],
    /// The address of the service, with a trailing slash.
    pub home: &'a str,
    /// The language.
    pub language: &'static Language,
    /// The query of its first page.
    pub query: &'a ListQuery,
    /// The query of the next page.
    pub next: Option<String>,
    /// Whether it is the first page.
    pub is_first: bool,
}

#[derive(Template)]
#[template(path = "public/list.html")]
struct ListPage<'a> {
    view: &'a ListView<'a>,
    title: String,
    /// The other languages: tags and native names.
    others: Vec<(&'static str, String)>,
    games: Vec<GameLink>,
    chosen: Vec<Chosen>,
    evenings: Vec<Evening<'a>>,
}

struct GameLink {
    id: &'static str,
    name: String,
    emblem: &'static [String],
    is_chosen: bool,
    query: String,
}

/// A filter in use, besides that of games.
struct Chosen {
    what: String,
    /// The query of the list without it.
    query: String,
}

/// The matches of a day.
struct Evening<'a> {
    day: &'a str,
    name: String,
    matches: &'a [Arc<Board>],
}

#[derive(Template)]
#[template(path = "embed/list.html")]
struct ListFrame<'a> {
    view: &'a ListView<'a>,
    title: String,
    theme: String,
    evenings: Vec<Evening<'a>>,
}

#[derive(Template)]
#[template(path = "public/feed.xml")]
struct Feed<'a> {
    view: &'a ListView<'a>,
    title: String,
    updated: String,
}

/// The filters that are named in a title, and on their own on the page.
const FILTERS: [&str; 5] = ["player", "location", "day", "from", "to"];

impl ListView<'_> {
    fn text(&self, key: &str) -> String {
        self.language.text("public", key)
    }

    fn label(&self, key: &str) -> String {
        self.language.text("embed", key)
    }

    /// What a link does that takes a filter away.
    fn without(&self, what: &str) -> String {
        let args = args![what: what.to_owned()];
        self.language.format("public", "without", &args)
    }

    /// The path and query of its oEmbed description.
    fn oembed(&self) -> String {
        let address = format!("{}matches{}", self.home, self.own());
        format!("oembed?url={}&format=json", encoded(&address))
    }

    /// The text of the query of this page without its cursor.
    fn own(&self) -> String {
        self.query.text()
    }

    /// The value of a parameter in the fields of the form.
    fn value(&self, name: &str) -> &str {
        self.query.get(name).unwrap_or_default()
    }

    /// Whether anything is left out but by game.
    fn filters(&self) -> bool {
        FILTERS.iter().any(|name| self.query.get(name).is_some())
    }
}

/// What a filter leaves, in words.
fn filter_in_words(name: &str, value: &str, language: &Language) -> String {
    match name {
        "day" => words::day_in_words(value, language),
        "from" => words::day_in_message("since", value, language),
        "to" => words::day_in_message("until", value, language),
        _ => value.to_owned(),
    }
}

/// The title of a list.
pub fn title(query: &ListQuery, language: &Language) -> String {
    let mut title = language.text("public", "title");
    if let Some(game) = query.get("game") {
        title += &format!(" · {}", language.word(game));
    }
    for name in FILTERS {
        if let Some(value) = query.get(name) {
            title += &format!(" · {}", filter_in_words(name, value, language));
        }
    }
    title
}

/// The page of a list.
///
/// # Errors
/// The template cannot be rendered.
pub fn page(view: &ListView<'_>) -> askama::Result<String> {
    let games = games::all().iter().map(|entry| GameLink {
        id: entry.facts.id,
        name: view.language.word(entry.facts.id),
        emblem: look(entry.facts.id).map_or(&[], |look| &look.emblem),
        is_chosen: view.query.get("game") == Some(entry.facts.id),
        query: view.query.with("game", Some(entry.facts.id)).text(),
    });
    let chosen = FILTERS.into_iter().filter_map(|name| {
        let value = view.query.get(name)?;
        Some(Chosen {
            what: filter_in_words(name, value, view.language),
            query: view.query.with(name, None).text(),
        })
    });
    ListPage {
        title: title(view.query, view.language),
        others: others(view.language),
        games: games.collect(),
        chosen: chosen.collect(),
        evenings: evenings(view),
        view,
    }
    .render()
}

/// The list in a frame with this theme.
///
/// # Errors
/// The template cannot be rendered.
pub fn frame(view: &ListView<'_>, theme: &Theme) -> askama::Result<String> {
    ListFrame {
        title: title(view.query, view.language),
        theme: theme.query(),
        evenings: evenings(view),
        view,
    }
    .render()
}

/// The matches of a list by their days.
fn evenings<'a>(view: &ListView<'a>) -> Vec<Evening<'a>> {
    let days = view.matches.chunk_by(|one, other| one.day == other.day);
    let evenings = days.filter_map(|matches| {
        let day = &*matches.first()?.day;
        Some(Evening {
            day,
            name: words::day_in_words(day, view.language),
            matches,
        })
    });
    evenings.collect()
}

/// The feed of a list.
///
/// # Errors
/// The template cannot be rendered.
pub fn feed(view: &ListView<'_>) -> askama::Result<String> {
    let changed = view.matches.iter().map(|board| board.changed_at).max();
    // A feed without entries has no known change time.
    let updated = changed.map_or_else(|| "1970-01-01T00:00:00Z".to_owned(), |at| at.to_string());
    let feed = Feed {
        title: title(view.query, view.language),
        updated,
        view,
    };
    Ok(of_xml(&feed.render()?))
}

/// A text without characters that XML cannot represent even when escaped.
pub fn of_xml(text: &str) -> String {
    let allowed = |c: char| {
        !c.is_control() && !('\u{fffe}'..='\u{ffff}').contains(&c) || "\t\n\r".contains(c)
    };
    let kept = |c| {
        if allowed(c) {
            c
        } else {
            char::REPLACEMENT_CHARACTER
        }
    };
    text.chars().map(kept).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        assert_eq!(
            of_xml("a\u{0}b\u{b}c\u{ffff}\n🂡"),
            "a\u{fffd}b\u{fffd}c\u{fffd}\n🂡"
        );
    }
}
