//! `forms.json`: the entry form for each game, from `templates/games/NAME/form.toml`. The phone shows the
//! form. In a terminal, `overtrick keep` prompts for the fields one by one.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use overtrick_games as games;

/// The path of the forms, relative to the page.
pub const PATH: &str = "forms.json";

/// The phone's entry form for a hand of a game. It sets which fields are shown, in which order, and which
/// are folded. Only the game's rules decide which values are required and allowed.
///
/// All lists are optional. If `bidding` and `result` are empty, the second step shows all fields in the
/// order of the record.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Form {
    /// The fields of the first step, in order: the facts known before the play. Everyone who watches the
    /// match sees them as soon as they are entered.
    pub bidding: Vec<String>,
    /// The fields of the second step, in order: the outcome of the play.
    pub result: Vec<String>,
    /// The settings for entering the auction call by call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calls: Option<Calls>,
    /// Rarely used fields, folded below the others.
    pub aside: Vec<String>,
    /// Fields that are folded into one line. Tapping the line unfolds them.
    pub folded: Vec<String>,
    /// The flag that, when set, makes all other fields unnecessary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excludes_others: Option<String>,
    /// For each field, the fields to clear when it changes.
    pub resets: BTreeMap<String, Vec<String>>,
    /// For each field, the flag that hides it when set.
    pub hidden_by: BTreeMap<String, String>,
    /// For each field, the condition on other fields under which it is shown.
    pub shown_if: BTreeMap<String, Condition>,
    /// For each field, the field whose amounts are shown beside it for comparison.
    beside: BTreeMap<String, String>,
    /// The board of contracts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// The cards, in the order in which players look for them.
    deck: Vec<Cards>,
    /// The game's emblem and color. If absent, the default look is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    look: Option<Look>,
    /// Fields that only the page reads; see `GameForm` in `tests/js/types.d.ts`.
    #[serde(flatten)]
    page_fields: BTreeMap<String, Value>,
}

/// The color of a game, as `#RRGGBB`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Hue {
    /// The color on a light background.
    pub light: String,
    /// The color on a dark background.
    pub dark: String,
}

/// A game's emblem and its accent color.
#[derive(Debug, Serialize, Deserialize)]
pub struct Look {
    /// The accent color of the game.
    #[serde(flatten)]
    pub hue: Hue,
    /// The SVG paths of the emblem, drawn as lines of equal width in a 24-by-24 box.
    pub emblem: Vec<String>,
}

/// A condition: for each field, the values that meet it.
pub type Condition = BTreeMap<String, Vec<String>>;

/// The settings for entering the auction call by call instead of its result.
#[derive(Debug, Serialize, Deserialize)]
pub struct Calls {
    /// The field that lists the calls.
    pub field: String,
    /// The fields of the auction's result. Either these fields or the calls are entered.
    pub instead_of: Vec<String>,
    /// The fields to enter before the first call.
    #[serde(default)]
    pub needs: Vec<String>,
    /// The condition on other fields under which calls can be entered.
    #[serde(default)]
    pub shown_if: Condition,
}

/// A board of contracts, for games in which every player plays each contract once.
#[derive(Debug, Serialize, Deserialize)]
pub struct Board {
    /// The field that names the contract of a hand.
    pub field: String,
    /// The possible contracts of a board, in the order shown.
    pub contracts: Vec<String>,
    #[serde(flatten)]
    page_fields: BTreeMap<String, Value>,
}

/// The cards of a suit.
#[derive(Debug, Serialize, Deserialize)]
struct Cards {
    /// The text before the rank in the name of a card.
    #[serde(default)]
    prefix: String,
    /// The names of the ranks.
    ranks: Vec<String>,
    #[serde(flatten)]
    page_fields: BTreeMap<String, Value>,
}

impl Form {
    /// Reads the entry form of a game.
    pub fn new(entry: &games::Entry) -> Form {
        toml::from_str(entry.form).unwrap_or_default()
    }

    /// Returns a form with these fields in this order, for a game without a form.
    pub fn in_order(fields: Vec<String>) -> Form {
        Form {
            bidding: fields,
            ..Form::default()
        }
    }

    /// Returns the names of the game's cards.
    pub fn cards(&self) -> Vec<String> {
        let cards = self.deck.iter().flat_map(|suit| {
            let ranks = suit.ranks.iter();
            ranks.map(|rank| suit.prefix.clone() + rank)
        });
        cards.collect()
    }
}

/// Returns the forms of all games as JSON, by game id.
pub fn text() -> String {
    let forms = games::all().iter();
    let forms = forms.map(|entry| (entry.facts.id, Form::new(entry)));
    json!(forms.collect::<BTreeMap<_, _>>()).to_string()
}

static LOOKS: LazyLock<HashMap<&str, Look>> = LazyLock::new(|| {
    let looks = games::all().iter();
    let looks = looks.filter_map(|entry| Some((entry.facts.id, Form::new(entry).look?)));
    looks.collect()
});

/// Returns the look of a game.
pub fn look(game: &str) -> Option<&'static Look> {
    LOOKS.get(game)
}

/// The emblem of every custom game: two cards, as on the phone.
static CARDS: LazyLock<[String; 2]> =
    LazyLock::new(|| ["M9 4.5h10v14.5", "M5 7.5h10v13H5Z"].map(str::to_owned));

/// Returns the SVG paths of a game's emblem, in a 24-by-24 box.
pub fn emblem(game: &str) -> &'static [String] {
    look(game).map_or(&*CARDS, |look| &look.emblem)
}

/// Returns the colors of all games as CSS rules.
pub fn hues() -> String {
    let rules = games::all().iter().filter_map(|entry| {
        let id = entry.facts.id;
        let Hue { light, dark } = &look(id)?.hue;
        Some(format!(
            "[data-game=\"{id}\"] {{ --hue-light: {light}; --hue-dark: {dark}; }}\n"
        ))
    });
    rules.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use overtrick_core::Facts;
    use overtrick_core::form::{Field, Kind};
    use overtrick_match::adjudicate::adjudicate;
    use serde_json::json;

    /// Returns each game's facts, the path of its form file, and its form.
    fn forms() -> Vec<(&'static Facts, String, Form)> {
        let read = |entry: &games::Entry| {
            let facts = entry.facts;
            let file = format!("templates/games/{}/form.toml", facts.id.replace('-', "_"));
            let form = toml::from_str(entry.form).unwrap_or_else(|error| panic!("{file}: {error}"));
            (facts, file, form)
        };
        games::all().iter().map(read).collect()
    }

    fn find<'a>(facts: &'a Facts, name: &str) -> Option<&'a Field> {
        facts.record.iter().find(|field| field.name == name)
    }

    /// The allowed keys of a form and of its parts.
    const PARTS: [(&str, &[&str]); 5] = [
        (
            "",
            &[
                "bidding",
                "result",
                "declarer",
                "bids",
                "cards_dealt",
                "calls",
                "aside",
                "folded",
                "dice",
                "excludes_others",
                "resets",
                "implies",
                "hidden_by",
                "most",
                "shown_if",
                "beside",
                "board",
                "whole",
                "balanced",
                "deck",
                "look",
                "trial",
                "sheet",
                "suits",
            ],
        ),
        ("/calls", &["field", "instead_of", "needs", "shown_if"]),
        (
            "/board",
            &[
                "field",
                "option",
                "custom",
                "copy_option",
                "copying",
                "contracts",
            ],
        ),
        ("/deck/0", &["suit", "prefix", "ranks", "drawing"]),
        ("/look", &["light", "dark", "emblem"]),
    ];

    #[test]
    fn every_part_of_a_form_exists() {
        for (_, file, form) in forms() {
            let form = json!(form);
            for (place, names) in PARTS {
                let parts = form.pointer(place).and_then(Value::as_object);
                for part in parts.into_iter().flat_map(|parts| parts.keys()) {
                    assert!(names.contains(&part.as_str()), "{file}: {place}/{part}");
                }
            }
        }
    }

    /// Returns all strings in a value.
    fn texts(value: &Value) -> Vec<String> {
        match value {
            Value::String(text) => vec![text.clone()],
            Value::Array(values) => values.iter().flat_map(texts).collect(),
            Value::Object(values) => values.values().flat_map(texts).collect(),
            _ => Vec::new(),
        }
    }

    fn keys(value: &Value) -> Vec<String> {
        let keys = value
            .as_object()
            .into_iter()
            .flat_map(|values| values.keys());
        keys.cloned().collect()
    }

    impl Form {
        /// Returns the names of all record fields that the form mentions.
        fn fields(&self) -> Vec<String> {
            let form = json!(self);
            let mut named = Vec::new();
            for part in [
                "/bidding",
                "/result",
                "/aside",
                "/folded",
                "/declarer",
                "/bids",
                "/cards_dealt",
                "/dice",
                "/excludes_others",
                "/resets",
                "/hidden_by",
                "/beside",
                "/calls/field",
                "/calls/instead_of",
                "/calls/needs",
                "/board/field",
            ] {
                named.extend(form.pointer(part).map(texts).unwrap_or_default());
            }
            for part in ["resets", "hidden_by", "beside", "shown_if", "implies"] {
                named.extend(keys(&form[part]));
            }
            let implied = form["implies"].as_object();
            named.extend(
                implied
                    .into_iter()
                    .flat_map(|all| all.values().flat_map(keys)),
            );
            named.extend(self.conditions().flat_map(Condition::keys).cloned());
            named
        }

        fn conditions(&self) -> impl Iterator<Item = &Condition> {
            let calls = self.calls.iter().map(|calls| &calls.shown_if);
            self.shown_if.values().chain(calls)
        }
    }

    #[test]
    fn every_field_of_a_form_is_one_of_the_record() {
        for (facts, file, form) in forms() {
            for name in form.fields() {
                assert!(
                    find(facts, &name).is_some(),
                    "{file} names the field {name:?}, which the record of {} does not have",
                    facts.name
                );
            }
            for (name, words) in form.conditions().flatten() {
                let kind = find(facts, name).map(|field| field.kind);
                let Some(Kind::Word(allowed)) = kind else {
                    panic!("{file}: shown_if has words of {name:?}, which is not a field of words");
                };
                for word in words {
                    assert!(
                        allowed.contains(&word.as_str()),
                        "{file}: {name} is never {word:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn every_house_rule_of_a_board_is_one_of_the_game() {
        for (facts, file, form) in forms() {
            if let Some(board) = form.board {
                let (contracts, board) = (board.contracts, board.page_fields);
                for name in ["option", "custom", "copy_option"].map(|part| &board[part]) {
                    let exists = facts.options.iter().any(|rule| *name == rule.field.name);
                    assert!(exists, "{file}: there is no house rule {name:?}");
                }
                let copying = board["copying"].as_str().unwrap();
                assert!(
                    contracts.iter().any(|one| one == copying),
                    "{file}: copying"
                );
            }
        }
    }

    #[test]
    fn every_card_of_a_deck_is_one_of_the_game() {
        for (facts, file, form) in forms() {
            let players: Vec<String> = (0..facts.players.0)
                .map(|seat| format!("P{seat}"))
                .collect();
            let is_unknown = |card: &str| {
                let question = json!({ "game": facts.id, "players": players, "question": "trick",
                    "cards": [{ "player": players[0], "card": card }] });
                let findings = adjudicate(question.to_string().as_bytes()).err();
                findings.is_some_and(|all| all.iter().any(|one| one.code == "unknown-card"))
            };
            let has_trick_question = facts
                .questions
                .iter()
                .any(|(question, _)| question.word() == "trick");
            assert!(
                !has_trick_question || is_unknown("no card"),
                "{file}: cards are not read"
            );
            let mut deck: Vec<String> = Vec::new();
            for suit in form.deck {
                deck.extend(suit.ranks.iter().map(|rank| suit.prefix.clone() + rank));
            }
            for (place, card) in deck.iter().enumerate() {
                assert!(!is_unknown(card), "{file}: the game has no card {card:?}");
                assert!(
                    !deck[..place].contains(card),
                    "{file}: {card:?} is there twice"
                );
            }
        }
    }

    /// Returns the relative luminance of a color, as defined in WCAG 2.
    fn luminance(color: &str) -> f64 {
        let part = |place: usize| {
            let part = u8::from_str_radix(&color[place..place + 2], 16).unwrap();
            let part = f64::from(part) / 255.0;
            if part <= 0.03928 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    #[test]
    fn every_game_has_an_emblem_and_a_legible_hue() {
        let papers = [["#FBFAF6", "#FFFFFF"], ["#0F1613", "#1A231F"]];
        let mut hues = BTreeMap::new();
        for (_, file, form) in forms() {
            let look = form.look.unwrap_or_else(|| panic!("{file}: no [look]"));
            assert!(!look.emblem.is_empty(), "{file}: no emblem");
            for (hue, papers) in [&look.hue.light, &look.hue.dark].into_iter().zip(papers) {
                for paper in papers {
                    let (one, other) = (luminance(hue), luminance(paper));
                    let contrast = (one.max(other) + 0.05) / (one.min(other) + 0.05);
                    assert!(
                        contrast >= 4.5,
                        "{file}: {hue} on {paper}: {contrast:.1} to 1"
                    );
                }
            }
            if let Some(other) = hues.insert(look.hue.light, file.clone()) {
                panic!("{file} has the hue of {other}");
            }
        }
    }

    #[test]
    fn a_custom_game_has_the_same_emblem_as_on_the_phone() {
        let marks = include_str!("../../../templates/web/js/ui/marks.js");
        let paths = emblem("own");
        assert!(!paths.is_empty());
        for path in paths {
            assert!(marks.contains(path), "{path}");
        }
    }

    #[test]
    fn a_game_without_a_form_is_served_with_an_empty_one() {
        let form: Form = toml::from_str("").unwrap();
        assert!(form.fields().is_empty());
    }
}
