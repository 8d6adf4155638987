//! The page's texts in each language, in `words/{tag}.json`; and the texts that only a few screens need, in
//! `words/{tag}.{section}.json`.

use serde_json::{Map, Value, json};
use time::{Date, Month};

use overtrick_core::args;
use overtrick_games as games;
use overtrick_match::describe::GameSummary;
use overtrick_match::lang::Language;
use overtrick_own::{PRESETS, read_file};

/// The sections of a catalog that the page receives.
const SECTIONS: [&str; 2] = ["page", "word"];
/// The section that the page loads only when a screen needs it.
const LATER: &str = "own";
/// The faults that the page itself reports when offline, with the service's messages.
const FINDINGS: [&str; 5] = [
    "name-empty",
    "name-taken",
    "out-of-range",
    "tricks-sum",
    "wrong-type",
];

/// The message that tells how to score a hand despite an illegal step. The page has a button for this, so
/// it removes this message from the fault's text.
const STANDS: &str = "irregularity-stands";

/// Returns the path of a language's texts, and the path of the texts that only a few screens need.
fn paths_of(tag: &str) -> [String; 2] {
    [
        format!("words/{tag}.json"),
        format!("words/{tag}.{LATER}.json"),
    ]
}

/// Reads the catalog files of a language.
fn read(tag: &str) -> Vec<Value> {
    let parsed = |text| toml::from_str(text).unwrap_or_else(|_| Map::new().into());
    Language::files(tag).map(parsed).collect()
}

/// Returns the texts of a section in these files. A later file overrides an earlier one.
fn section(name: &str, files: &[&Value]) -> Value {
    let texts = files
        .iter()
        .filter_map(|file| file[name].as_object().cloned());
    Value::Object(texts.flatten().collect())
}

/// Returns the page's texts in a language. `files` has the English files before the files of the language.
fn words(tag: &str, files: &[&Value]) -> Value {
    let mut words = json!({ "lang": tag, "languages": Language::tags().collect::<Vec<_>>() });
    for name in SECTIONS {
        words[name] = section(name, files);
    }
    words["games"] = shipped_games(Language::find(tag).unwrap_or(Language::english())).into();
    words["gallery"] = gallery(tag).into();
    let mut forms = files.iter().rev().map(|file| &file["forms"]);
    words["forms"] = forms.find(|forms| !forms.is_null()).cloned().into();
    let (findings, stands) = (
        section("finding", files),
        section("ui", files)[STANDS].take(),
    );
    let findings = FINDINGS.map(|code| (code, findings[code].clone()));
    words["finding"] = findings.into_iter().chain([(STANDS, stands)]).collect();
    words
}

/// Returns the built-in games: id, name in a language, minimum and maximum number of players.
fn shipped_games(language: &Language) -> Vec<Value> {
    let games = games::all().iter().map(|entry| {
        let game = GameSummary::new(entry.facts, language);
        json!([game.id, game.name, game.players.least, game.players.most])
    });
    games.collect()
}

/// Returns the games of the gallery: id, name, minimum and maximum number of players.
fn gallery(tag: &str) -> Vec<Value> {
    let files = PRESETS.iter().filter_map(|(_, text)| read_file(text).ok());
    let definitions = files.filter_map(|file| serde_json::to_value(file.json).ok());
    let games = definitions.map(|game| {
        let translated = &game["text"][tag]["name"];
        let name = translated.as_str().or_else(|| game["name"].as_str());
        json!([game["id"], name, game["players"][0], game["players"][1]])
    });
    games.collect()
}

/// Returns the paths of all texts, relative to the page.
pub fn paths() -> impl Iterator<Item = String> {
    Language::tags().flat_map(paths_of)
}

/// Returns the texts at a path relative to the page.
pub fn find(path: &str) -> Option<String> {
    let tag = Language::tags().find(|tag| paths_of(tag).iter().any(|own| own == path))?;
    let (english, own) = (read(Language::english().tag()), read(tag));
    let files: Vec<&Value> = english.iter().chain(&own).collect();
    let [whole, _] = paths_of(tag);
    let texts = if path == whole {
        words(tag, &files)
    } else {
        section(LATER, &files)
    };
    Some(texts.to_string())
}

/// Returns a date such as `2026-11-21` in words: Saturday, November 21, 2026. Returns other texts unchanged.
pub fn day_in_words(day: &str, language: &Language) -> String {
    day_in_message("day", day, language)
}

/// Returns the message with this key, for a date. The message's parameters are the weekday, month, day and
/// year. Returns a text that is not a date unchanged.
pub fn day_in_message(key: &str, day: &str, language: &Language) -> String {
    let Some(date) = date(day) else {
        return day.to_owned();
    };
    let weekday = format!("weekday-{}", date.weekday().number_from_monday());
    let month = format!("month-{}", u8::from(date.month()));
    let args = args![
        weekday: language.text("public", &weekday), month: language.text("public", &month),
        day: date.day().to_string(), year: date.year().to_string(),
    ];
    language.format("public", key, &args)
}

/// Reads an ISO 8601 date.
fn date(day: &str) -> Option<Date> {
    let mut parts = day.splitn(3, '-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let month = Month::try_from(month.parse::<u8>().ok()?).ok()?;
    Date::from_calendar_date(year.parse().ok()?, month, day.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english() -> Value {
        serde_json::from_str(&find("words/en.json").unwrap()).unwrap()
    }

    #[test]
    fn texts_for_few_screens_are_separate() {
        let path = format!("words/{}.own.json", Language::english().tag());
        let texts: Value = serde_json::from_str(&find(&path).unwrap()).unwrap();
        assert!(texts["own.build"].is_string(), "{texts}");
        assert!(english()["page"]["own.build"].is_null());
    }

    #[test]
    fn english_has_its_sections_and_plural_forms() {
        let words = english();
        assert_eq!(words["forms"], json!(["one", "other"]));
        for code in FINDINGS {
            assert!(words["finding"][code].is_string(), "{code}");
        }
        for entry in games::all() {
            assert!(words["word"][entry.facts.id].is_string(), "{words}");
        }
    }

    #[test]
    fn every_game_is_listed_by_its_name_in_the_language() {
        let words = english();
        assert_eq!(words["games"].as_array().unwrap().len(), games::all().len());
        let first = games::all()[0].facts;
        assert_eq!(words["games"][0][0], json!(first.id));
        assert_eq!(words["gallery"].as_array().unwrap().len(), PRESETS.len());
        let czech: Value = serde_json::from_str(&find("words/cs.json").unwrap()).unwrap();
        let listed = czech["gallery"].as_array().unwrap();
        assert!(
            listed.contains(&json!(["hearts", "Srdce", 3, 6])),
            "{czech}"
        );
    }

    #[test]
    fn a_day_in_words_has_its_weekday() {
        let words = |day| day_in_words(day, Language::english());
        assert_eq!(words("2026-11-21"), "Saturday, November 21, 2026");
        assert_eq!(words("2024-02-29"), "Thursday, February 29, 2024");
        assert_eq!(words("2000-01-01"), "Saturday, January 1, 2000");
        assert_eq!(words("someday"), "someday");
        let czech = Language::find("cs").unwrap();
        assert_eq!(
            day_in_words("2026-11-22", czech),
            "neděle 22. listopadu 2026"
        );
    }
}
