//! The list of published matches as a page, and as a feed (Atom, RFC 4287).

use askama::Template;

use crate::assets::day;
use crate::assets::look::look;
use crate::publish::entry::Listed;
use overtrick_games as games;
use overtrick_match::lang::Language;

/// The contents and context of a list.
#[derive(Debug)]
pub struct ListView<'a> {
    /// Its matches.
    pub matches: &'a [Listed],
    /// The address of the service, with a trailing slash.
    pub home: &'a str,
    /// The language.
    pub language: &'static Language,
    /// The game to which it is restricted, if any.
    pub game: Option<&'a str>,
    /// The day to which it is restricted, if any.
    pub day: Option<&'a str>,
    /// The query of this page without its cursor: empty, or beginning with `?`.
    pub query: String,
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
    evenings: Vec<Evening<'a>>,
}

struct GameLink {
    id: &'static str,
    name: String,
    emblem: &'static [String],
    is_chosen: bool,
}

/// The matches of a day.
struct Evening<'a> {
    day: &'a str,
    name: String,
    matches: &'a [Listed],
}

#[derive(Template)]
#[template(path = "public/feed.xml")]
struct Feed<'a> {
    view: &'a ListView<'a>,
    title: String,
    updated: String,
}

impl ListView<'_> {
    fn text(&self, key: &str) -> String {
        self.language.text("public", key)
    }

    fn title(&self) -> String {
        let mut title = self.text("title");
        if let Some(game) = self.game {
            title += &format!(" · {}", self.language.word(game));
        }
        if let Some(day) = self.day {
            title += &format!(" · {}", day::in_words(day, self.language));
        }
        title
    }
}

/// The page of a list.
///
/// # Errors
/// The template cannot be rendered.
pub fn page(view: &ListView<'_>) -> askama::Result<String> {
    let days = view.matches.chunk_by(|one, other| one.day == other.day);
    let evenings = days.filter_map(|matches| {
        let day = &*matches.first()?.day;
        Some(Evening {
            day,
            name: day::in_words(day, view.language),
            matches,
        })
    });
    let games = games::all().iter().map(|entry| GameLink {
        id: entry.facts.id,
        name: view.language.word(entry.facts.id),
        emblem: look(entry.facts.id).map_or(&[], |look| &look.emblem),
        is_chosen: view.game == Some(entry.facts.id),
    });
    ListPage {
        title: view.title(),
        others: others(view.language),
        games: games.collect(),
        evenings: evenings.collect(),
        view,
    }
    .render()
}

/// The feed of a list.
///
/// # Errors
/// The template cannot be rendered.
pub fn feed(view: &ListView<'_>) -> askama::Result<String> {
    let changed = view.matches.iter().map(|listed| listed.changed_at).max();
    // A feed without entries has no known change time.
    let updated = changed.map_or_else(|| "1970-01-01T00:00:00Z".to_owned(), |at| at.to_string());
    let feed = Feed {
        title: view.title(),
        updated,
        view,
    };
    Ok(of_xml(&feed.render()?))
}

/// The other languages: tags and native names.
pub fn others(language: &Language) -> Vec<(&'static str, String)> {
    let all = Language::tags().filter_map(Language::find);
    let others = all.filter(|other| other.tag() != language.tag());
    others
        .map(|other| (other.tag(), other.text("rules", "language")))
        .collect()
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
