//! `forms.json`: the entry form for each game, from `templates/games/NAME/form.toml`. The phone draws it; in a
//! terminal `overtrick keep` asks its fields one by one.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use overtrick_games as games;

/// The path of the forms, relative to the page.
pub const PATH: &str = "forms.json";

/// The phone's entry form for a hand of a game. It orders and folds the fields of the game's record; the
/// game's rules alone decide what is required and allowed.
///
/// Every list may be left out. If `bidding` and `result` are empty, the second step shows all fields in the
/// order of the record.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Form {
    /// The fields of the first step, in order: facts known before the play. Everyone who watches the match
    /// sees them as soon as they are entered.
    pub bidding: Vec<String>,
    /// The fields of the second step, in order: the outcome of the play.
    pub result: Vec<String>,
    /// The field that names the declarer, if its name is not `declarer`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declarer: Option<String>,
    /// The field with one bid for each player, if that is the whole auction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bids: Option<String>,
    /// The field whose amounts add up to the number of cards dealt to each player.
    #[serde(skip_serializing_if = "Option::is_none")]
    cards_dealt: Option<String>,
    /// How the auction is entered call by call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calls: Option<Calls>,
    /// Rarely used fields, folded away below the others.
    pub aside: Vec<String>,
    /// Fields that are folded to one line, which expands them.
    pub folded: Vec<String>,
    /// The field that is filled in by rolling the game's dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<String>,
    /// The flag that makes all other fields unnecessary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excludes_others: Option<String>,
    /// For each field, the fields to clear when it changes.
    pub resets: BTreeMap<String, Vec<String>>,
    /// For each field, the words of other fields that it implies; the form offers it before they are entered.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub implies: BTreeMap<String, BTreeMap<String, String>>,
    /// For each field, the flag that hides it when set.
    pub hidden_by: BTreeMap<String, String>,
    /// For each field, the house rule with the most that it can be.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub most: BTreeMap<String, String>,
    /// For each field, the words of other fields that show it.
    pub shown_if: BTreeMap<String, Condition>,
    /// For each field, the field whose amounts are shown beside it for comparison.
    pub beside: BTreeMap<String, String>,
    /// The board of contracts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// Whether its amounts are whole numbers, although its record reads decimals to explain them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    whole: bool,
    /// Whether totals are already gains and losses against the other players.
    balanced: bool,
    /// The cards, in the order in which players look for them.
    deck: Vec<Cards>,
    /// The game's emblem and color; without it, the default look is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    look: Option<Look>,
    /// The hand that a phone without a match tries on its first screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    trial: Option<Value>,
    /// What the sheet shows of a hand. What each player played is in the game's texts, under `played.` and
    /// the clause of a score line.
    #[serde(skip_serializing_if = "Option::is_none")]
    sheet: Option<Value>,
    /// Drawings of suits, by language tag and suit id, for languages whose players use another deck: SVG
    /// paths in a box of 16 by 16.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    suits: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

/// The color of a game, as `#RRGGBB`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Hue {
    /// On a light background.
    pub light: String,
    /// On a dark background.
    pub dark: String,
}

/// A game's emblem and its accent color.
#[derive(Debug, Serialize, Deserialize)]
pub struct Look {
    /// Its color.
    #[serde(flatten)]
    pub hue: Hue,
    /// The paths of its emblem, drawn as lines of one weight in a box of 24 by 24.
    pub emblem: Vec<String>,
}

/// For each field, the words of which one must be entered.
pub type Condition = BTreeMap<String, Vec<String>>;

/// How the auction is entered call by call instead of by its result.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calls {
    /// The field that lists the calls.
    pub field: String,
    /// The fields of the auction's result: either they or the calls are entered.
    pub instead_of: Vec<String>,
    /// The fields to enter before the first call.
    #[serde(default)]
    pub needs: Vec<String>,
    /// The words of other fields with which calls can be entered.
    #[serde(default)]
    pub shown_if: Condition,
}

/// A board of contracts; every player has each contract once.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The field that names the contract of a hand.
    pub field: String,
    /// The house rule that lists the contracts of the board.
    option: String,
    /// The house rule that adds a club's own contracts.
    custom: String,
    /// The house rule that names the contract copied by `copying`.
    copy_option: String,
    /// The contract that copies another one.
    copying: String,
    /// The contracts that a board can have, in the order shown.
    pub contracts: Vec<String>,
}

/// The cards of a suit.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cards {
    /// Its id.
    suit: String,
    /// The text before the rank when a card is written.
    #[serde(default)]
    prefix: String,
    /// The ranks, as they are written.
    ranks: Vec<String>,
    /// The suit sign as SVG paths in a box of 16 by 16, if no character shows it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    drawing: Vec<String>,
}

impl Form {
    /// The entry form of a game.
    pub fn new(entry: &games::Entry) -> Form {
        toml::from_str(entry.form).unwrap_or_default()
    }

    /// The entry form of a game without one: these fields, one after the other.
    pub fn in_order(fields: Vec<String>) -> Form {
        Form {
            bidding: fields,
            ..Form::default()
        }
    }

    /// The cards of the game, as they are written.
    pub fn cards(&self) -> Vec<String> {
        let cards = self.deck.iter().flat_map(|suit| {
            let ranks = suit.ranks.iter();
            ranks.map(|rank| suit.prefix.clone() + rank)
        });
        cards.collect()
    }
}

/// The forms of all games as JSON, by game id.
static FORMS: LazyLock<String> = LazyLock::new(|| {
    let forms: BTreeMap<&str, Form> = games::all()
        .iter()
        .filter_map(|entry| Some((entry.facts.id, toml::from_str(entry.form).ok()?)))
        .collect();
    serde_json::to_string(&forms).unwrap_or_default()
});

/// The forms of all games.
pub fn text() -> &'static str {
    &FORMS
}

static LOOKS: LazyLock<HashMap<&str, Look>> = LazyLock::new(|| {
    let looks = games::all().iter();
    let looks = looks.filter_map(|entry| Some((entry.facts.id, Form::new(entry).look?)));
    looks.collect()
});

/// The look of a game.
pub fn look(game: &str) -> Option<&'static Look> {
    LOOKS.get(game)
}

/// The paths of a game's emblem, in a box of 24 by 24; none for custom games.
pub fn emblem(game: &str) -> &'static [String] {
    look(game).map_or(&[], |look| &look.emblem)
}

/// The colors of all games, as rules of a stylesheet.
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

    /// The form of each game, with the name of its file.
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

    impl Form {
        /// Every field of the record that the form names.
        fn fields(&self) -> Vec<&String> {
            let lists = [&self.bidding, &self.result, &self.aside, &self.folded];
            let single = [
                &self.declarer,
                &self.bids,
                &self.cards_dealt,
                &self.dice,
                &self.excludes_others,
            ];
            let calls = self.calls.iter();
            let pairs = self.hidden_by.iter().chain(&self.beside);
            let mut named: Vec<&String> = lists.into_iter().flatten().collect();
            named.extend(single.into_iter().flatten());
            named.extend(
                self.resets
                    .iter()
                    .flat_map(|(name, all)| all.iter().chain([name])),
            );
            named.extend(pairs.flat_map(|(name, other)| [name, other]));
            named.extend(self.shown_if.keys());
            named.extend(
                self.implies
                    .iter()
                    .flat_map(|(name, words)| words.keys().chain([name])),
            );
            named.extend(self.conditions().flat_map(Condition::keys));
            named.extend(self.board.iter().map(|board| &board.field));
            for calls in calls {
                named.push(&calls.field);
                named.extend(calls.instead_of.iter().chain(&calls.needs));
            }
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
                    find(facts, name).is_some(),
                    "{file} names the field {name:?}, which the record of {} does not have",
                    facts.name
                );
            }
            for (name, words) in form.conditions().flatten() {
                let kind = find(facts, name).map(|field| field.kind);
                let Some(Kind::Word(known)) = kind else {
                    panic!("{file}: shown_if asks for words of {name:?}, which has none");
                };
                for word in words {
                    assert!(
                        known.contains(&word.as_str()),
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
                for name in [board.option, board.custom, board.copy_option] {
                    let known = facts.options.iter().any(|rule| rule.field.name == name);
                    assert!(known, "{file}: there is no house rule {name:?}");
                }
                assert!(board.contracts.contains(&board.copying), "{file}: copying");
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
            let asks = facts.questions.iter().any(|(ask, _)| ask.word() == "trick");
            assert!(!asks || is_unknown("no card"), "{file}: cards are not read");
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

    /// The luminance of a color, as WCAG 2 defines it.
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
    fn every_game_has_an_emblem_and_a_hue_that_can_be_read() {
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
    fn a_game_without_a_form_is_served_with_an_empty_one() {
        let form: Form = toml::from_str("").unwrap();
        assert!(form.fields().is_empty());
    }
}
