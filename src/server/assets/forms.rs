//! `forms.json`: how a hand of each game is entered on a phone, from `templates/games/NAME/form.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use overtrick_games as games;

/// Where the forms are served, relative to the page.
pub const PATH: &str = "forms.json";

/// How a hand of a game is entered on a phone. It orders and folds the fields of the game's record;
/// what must be entered and what is allowed is for the game's rules alone.
///
/// Every list of fields may be left out. A game whose `bidding` and `result` are empty asks all its
/// fields in the second step, in the order of its record.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Form {
    /// The fields of the first step, in order: what is known before the play. They are shown to
    /// everyone who watches the match as soon as they are entered.
    bidding: Vec<String>,
    /// The fields of the second step, in order: what the play came to.
    result: Vec<String>,
    /// The field that names the declarer, if it is not `declarer`.
    #[serde(skip_serializing_if = "Option::is_none")]
    declarer: Option<String>,
    /// The field with one bid for each player, where the auction comes to no more than that.
    #[serde(skip_serializing_if = "Option::is_none")]
    bids: Option<String>,
    /// The field whose amounts add up to the number of cards that were dealt to each player.
    #[serde(skip_serializing_if = "Option::is_none")]
    cards_dealt: Option<String>,
    /// How the auction is entered call by call.
    #[serde(skip_serializing_if = "Option::is_none")]
    calls: Option<Calls>,
    /// Fields that are rarely entered, folded away below the others.
    aside: Vec<String>,
    /// Fields that are folded to one line, which opens them.
    folded: Vec<String>,
    /// The field that a roll of the game's dice fills in.
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<String>,
    /// The flag that leaves nothing else to enter.
    #[serde(skip_serializing_if = "Option::is_none")]
    excludes_others: Option<String>,
    /// The fields that are cleared when this one changes.
    resets: BTreeMap<String, Vec<String>>,
    /// The words of other fields that go without saying when this one is entered: it is offered before they are.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    implies: BTreeMap<String, BTreeMap<String, String>>,
    /// The field that hides this one as long as it is set.
    hidden_by: BTreeMap<String, String>,
    /// The words of other fields with which this one is shown.
    shown_if: BTreeMap<String, Condition>,
    /// The field whose amounts are shown beside those of this one, to be compared.
    beside: BTreeMap<String, String>,
    /// The board of contracts.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Board>,
    /// Whether totals are gains and losses against the other players already.
    balanced: bool,
    /// The cards, in the order in which a player looks for them.
    deck: Vec<Cards>,
    /// What the game is known by on every screen; without it, the default look is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    look: Option<Look>,
    /// What the sheet shows of a hand; what each player played stands in the texts of the game, under
    /// `played.` and the clause of a score line.
    #[serde(skip_serializing_if = "Option::is_none")]
    sheet: Option<Sheet>,
    /// How suits are drawn, by the tag of a language and the suit's id, where its tables play with
    /// another deck: paths of an SVG on a field of 16 by 16.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    suits: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

/// What the sheet shows of a hand.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    /// Paths into the record of what was true of the whole hand, such as `dice.trump`.
    hand: Vec<String>,
}

/// What a game is known by: an emblem and a hue, the one accent of its screens.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Look {
    /// The hue on light paper, as `#RRGGBB`.
    light: String,
    /// The hue on dark paper.
    dark: String,
    /// Paths of an SVG on a field of 24 by 24, drawn as lines of one weight.
    emblem: Vec<String>,
}

/// For each field that counts, the words of which one must be entered.
type Condition = BTreeMap<String, Vec<String>>;

/// How the auction is entered call by call, instead of what it came to.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Calls {
    /// The field that lists the calls.
    field: String,
    /// The fields of what the auction came to: either they are entered, or the calls.
    instead_of: Vec<String>,
    /// The fields that must be entered before the first call.
    #[serde(default)]
    needs: Vec<String>,
    /// The words of other fields with which calls can be entered at all.
    #[serde(default)]
    shown_if: Condition,
}

/// A board of contracts, each of which every player has once.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Board {
    /// The field that names the contract of a hand.
    field: String,
    /// The house rule that lists the contracts of the board.
    option: String,
    /// The house rule that adds contracts of a club.
    custom: String,
    /// The house rule that names the contract which `copying` copies.
    copy_option: String,
    /// The contract that copies another one.
    copying: String,
    /// The contracts that a board can have, in the order in which they are offered.
    contracts: Vec<String>,
}

/// The cards of a suit.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cards {
    /// Its id.
    suit: String,
    /// What stands before the rank where a card is written.
    #[serde(default)]
    prefix: String,
    /// The ranks, as they are written.
    ranks: Vec<String>,
    /// The suit's sign as paths of an SVG on a field of 16 by 16, where no character shows it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    drawing: Vec<String>,
}

/// The forms of all games as JSON, by the games' ids.
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use overtrick_core::Facts;
    use overtrick_core::form::{Field, Kind};
    use overtrick_match::adjudicate::adjudicate;

    /// The form of each game, with the file that it is in.
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
        /// Every field of the record that is named anywhere.
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
            for (hue, papers) in [&look.light, &look.dark].into_iter().zip(papers) {
                for paper in papers {
                    let (one, other) = (luminance(hue), luminance(paper));
                    let contrast = (one.max(other) + 0.05) / (one.min(other) + 0.05);
                    assert!(
                        contrast >= 4.5,
                        "{file}: {hue} on {paper}: {contrast:.1} to 1"
                    );
                }
            }
            if let Some(other) = hues.insert(look.light, file.clone()) {
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
