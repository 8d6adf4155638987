//! A description for every property that has none from its type: a game's own words first, as its forms and
//! house rules have them, then those of the settings of paper, then the words below.

use serde_json::Value;

use crate::openapi::unions::{Components, component};
use overtrick_core::Facts;
use overtrick_games as games;
use overtrick_match::lang::Language;
use overtrick_own::OWN;
use overtrick_paper::requests;

/// Properties of requests and events, by name; `Schema.property` where a name means something else there.
const WORDS: &[(&str, &str)] = &[
    ("AdjustmentEntry.player", "Whose points they are."),
    (
        "AdjustmentEntry.points",
        "The points, or half points where a game has them; a penalty is negative.",
    ),
    (
        "AdjustmentEntry.rule",
        "The id of the clause or of the irregularity behind it.",
    ),
    (
        "ChangeAdjust.adjustment",
        "The adjustment, as in the match document.",
    ),
    (
        "ChangeErase.name",
        "The name that replaces all earlier ones; without it, a neutral one.",
    ),
    (
        "ChangeRename.name",
        "The name of the person who sits there, spelled right.",
    ),
    (
        "ChangeRetract.adjustment",
        "The number of the adjustment, in the order in which they were made.",
    ),
    (
        "ChangeSetCurrent.hand",
        "As much of the hand as is known, with its game; `null` removes it.",
    ),
    (
        "ChangeRedefine.definition",
        "The definition of the own game as it should have been.",
    ),
    ("ChangeSubstitute.name", "The name of the new person."),
    ("ChangeVoid.hand", "The number of the hand, from 1."),
    ("ComparisonRequest.document", "The match to compare."),
    (
        "ComparisonRequest.options",
        "The house rules that are otherwise in the second reading.",
    ),
    (
        "ImportDifference.file",
        "What the file says; absent if it says nothing.",
    ),
    (
        "ImportDifference.here",
        "What the match has; absent if it has nothing.",
    ),
    // A number where other games have a list.
    ("integer.cards", "How many cards each player passes."),
    (
        "EditInsert.before",
        "The number of the hand before which it is inserted; one more than there are inserts it at the end.",
    ),
    ("EditInsert.with", "The forgotten hand."),
    ("EditMove.hand", "The number of the hand, from 1."),
    ("EditMove.to", "Its number after the move."),
    ("EditRemove.hand", "The number of the hand, from 1."),
    ("EditReplace.hand", "The number of the hand, from 1."),
    ("EditReplace.with", "The hand in its place."),
    ("EventOpened.document", "The document, without its players."),
    ("EventOpened.labels", "What its program called it then."),
    (
        "EventOpened.players",
        "The players in the order of their seats.",
    ),
    ("EventShown.what", "What is public."),
    ("HandDetail.cards", "The cards that each player was dealt."),
    ("HandDetail.commitments", "What came of each commitment."),
    ("HandDetail.pot", "What the pot holds after the hand."),
    ("HandDetail.side", "The side that won it."),
    ("HandDetail.value", "What the contract was worth."),
    ("ImportedDocument.document", "The match."),
    (
        "JoinRequest.code",
        "The code, in any case, or the link that has it.",
    ),
    ("LiveUpdate.by", "The role of the key that made the change."),
    ("LiveUpdate.change", "What happened."),
    (
        "LiveUpdate.current",
        "The hand being played; `null` if there is none.",
    ),
    (
        "LiveUpdate.standings",
        "The standings, best first; the last change has them.",
    ),
    ("LiveUpdate.status", "Whether the match goes on."),
    (
        "LogRequest.log",
        "The log, as `form=logs` of an export or the page of a phone writes it.",
    ),
    ("MatchDetail.bid", "What each player bid."),
    ("MatchDetail.place", "The place in the order."),
    ("MatchDetail.points", "The points that it counts."),
    ("MatchDetail.pot", "What is left in the pot."),
    ("MatchDetail.record", "The record at which it looks."),
    ("MatchDetail.value", "The value that is compared."),
    ("MatchState.document", "The match document, as it stands."),
    ("MatchState.embedded", "Whether its standings are public."),
    ("MatchState.people", "The seats, and who sat in each."),
    ("MatchState.result", "What it comes to."),
    (
        "PadRequest.options",
        "The house rules under which the table plays.",
    ),
    (
        "PadRequest.players",
        "The names in the heads, or the number of players, who write their names themselves.",
    ),
    ("Next.bids", "The bids and contracts that are open."),
    ("Next.calls", "The calls that are open."),
    ("Next.cards", "The cards that could be played."),
    ("Next.counts", "The counts that are open, as a range."),
    ("Parts.strain", "What the strain counts."),
    (
        "Play.hands",
        "The cards that each player held before the first trick.",
    ),
    (
        "PlayUnfinished.hands",
        "The cards that each player held before the first trick.",
    ),
    (
        "PlayedCard.suit",
        "The suit that the card stands for, where a card can choose one.",
    ),
    (
        "ProgramKeyRequest.name",
        "What the key is for, as lists of keys show it.",
    ),
    (
        "ProgramKeyRequest.scope",
        "What it may do with every match.",
    ),
    (
        "PublishRequest.show",
        "What is public: `standings` if nothing else is said, or the whole `sheet`.",
    ),
    (
        "Question.hands",
        "The cards in each hand, as far as they are known.",
    ),
    ("QrRequest.text", "What the code says."),
    ("RematchEvent.id", "The next match."),
    ("RematchEvent.key", "The key to watch it."),
    ("RulingOutcome.aside", "The cards put aside."),
    ("RulingOutcome.card_points", "The card points."),
    (
        "RulingOutcome.cheapest",
        "The cheapest contracts that outbid it.",
    ),
    (
        "RulingOutcome.conflict",
        "The fewest fields that cannot all be true.",
    ),
    ("RulingOutcome.from", "The least that it can be."),
    ("RulingOutcome.left", "The cards left in each hand."),
    (
        "RulingOutcome.missing",
        "How many cards are still to be put aside, or the places of what is missing beside amounts.",
    ),
    ("RulingOutcome.open_hand", "What came of the open hand."),
    ("RulingOutcome.ranges", "What a missing amount can be."),
    ("RulingOutcome.to", "The most that it can be."),
    ("RulingOutcome.value", "The value."),
    ("RulingOutcome.values", "What a missing amount must be."),
    ("RulingOutcome.void", "Whether the hand is void."),
    ("RulingsReport.outcome", "What came of it."),
    ("SessionRequest.key", "The key of the match."),
    ("StillOpen.from", "The least that is possible."),
    ("StillOpen.not", "A number that the rules forbid now."),
    ("StillOpen.pot", "What the pot holds."),
    ("StillOpen.to", "The most that is possible."),
    ("action", "What is done."),
    ("adjustments", "The director's adjustments."),
    (
        "after",
        "The record as it was afterwards; `null` if the hand was removed.",
    ),
    (
        "after_hand",
        "The number of the hand that it follows; 0 for before the first hand.",
    ),
    ("aside", "The cards that are put aside."),
    ("asks", "Whose amounts count."),
    ("at", "When it happened."),
    ("auction", "The bidding, call by call."),
    ("beat", "The value to outbid."),
    (
        "before",
        "The record as it was; `null` if the hand was added.",
    ),
    ("bids", "What each player bid."),
    ("by", "Who did it."),
    ("call", "What was called."),
    ("calls", "The calls in order."),
    (
        "can_redo",
        "Whether a change that was undone can be repeated.",
    ),
    ("can_undo", "Whether there is a change to undo."),
    ("card", "The card."),
    ("cards", "The cards in the order in which they were played."),
    ("cards_dealt", "How many cards each player was dealt."),
    ("change", "What happened."),
    ("challengers", "Who challenged the contract."),
    ("commitments", "Which player is committed to what."),
    ("complete", "Whether it is over."),
    ("contract", "The contract."),
    ("contracts", "The contracts of each player."),
    ("copies", "The contract that is copied."),
    ("count", "How many cards."),
    ("current", "The hand being played, as far as it is known."),
    ("dealer", "Who dealt."),
    ("dealers_bonus", "What the dealer's bonus counts."),
    ("description", "What its creator notes about it."),
    ("detail", "What the game adds."),
    ("direction", "To whom the cards are passed."),
    ("discarded", "How many cards were discarded."),
    (
        "discards",
        "How many cards each player put aside, in the order in which they drew.",
    ),
    ("doubles", "How often it was doubled."),
    ("edit", "What is done with a hand."),
    (
        "edition",
        "The edition of the scoring; without it, the newest.",
    ),
    (
        "edits",
        "The edits in order; each refers to the hands as the edits before left them.",
    ),
    (
        "external_id",
        "What a program calls the match; `null` removes it.",
    ),
    ("face_up", "Whether the cards lie face up."),
    ("finished", "Whether the match was ended."),
    ("fulfilled", "Whether the contract was fulfilled."),
    (
        "from_hand",
        "The number of the first hand that this person plays.",
    ),
    ("game", "The game's id."),
    ("game_winner", "The side that won the game."),
    ("hand", "The hand."),
    (
        "hand_number",
        "The number of the hand, from 1; some contracts and deals depend on it.",
    ),
    ("hands", "The hands in order."),
    ("history", "The corrections so far, oldest first."),
    ("holding", "The cards in the player's hand."),
    ("id", "Its id."),
    (
        "irregularities",
        "`waived` lets steps stand that break a rule; without it they are refused.",
    ),
    (
        "last",
        "The points of the last hand; `null` before the first.",
    ),
    ("last_six", "The last six tricks."),
    ("level", "The level."),
    ("location", "Where it was played."),
    (
        "log",
        "The changes that made the match what it is, as `overtrick keep` writes them; scoring takes no notice of them.",
    ),
    ("made", "Whether it was made."),
    ("scores", "The points of the hand."),
    (
        "totals",
        "The totals after it, including the adjustments that follow it.",
    ),
    ("matches", "The matches."),
    (
        "metadata",
        "Notes of a program, by name; `null` removes all.",
    ),
    ("multiplier", "What its value was multiplied by."),
    ("name", "Its name."),
    ("needed", "How many tricks it needed."),
    ("note", "A remark on the hand."),
    ("notes", "Remarks on the match."),
    ("on", "What it doubles: whose contract, and which."),
    ("open", "What is open in this game."),
    (
        "options",
        "The house rules in force; those left out are as the game has them.",
    ),
    ("overbid", "How high the bid was."),
    ("pain_cards", "How many pain cards were won."),
    ("parts", "What its value is made of."),
    ("person", "The number of the person in the match."),
    ("pile", "The cards that the declarer won."),
    ("place", "The place."),
    ("play", "The tricks, card by card."),
    ("played_on", "The day on which it was played."),
    ("player", "The player."),
    ("players", "The players in the order of their seats."),
    ("pot", "The pot."),
    ("question", "What is asked."),
    (
        "random",
        "Always true: it came by chance, and nothing depends on it.",
    ),
    ("ranking", "How cards rank."),
    ("reach", "Who reaches it."),
    (
        "reason",
        "The reason; it stands in the history and on the sheet.",
    ),
    ("record", "The record that it changes."),
    ("redeal", "Whether it is dealt again."),
    (
        "remedy",
        "What the rulebook does about it; `null` if it is silent.",
    ),
    ("role", "Whose key it was."),
    ("seat", "The number of the seat, from 1."),
    ("setting", "What of the hand decides the ruling."),
    ("starts_at", "Where it starts."),
    ("status", "How it is."),
    ("step", "How far it moves."),
    ("talon", "The cards of the talon."),
    ("target", "What is aimed at."),
    ("title", "The title of the match."),
    ("trick", "The number of the trick, from 1."),
    ("tricks", "The tricks."),
    ("trump", "The trump."),
    (
        "trump_seven",
        "Whether the seven of trumps won the last trick.",
    ),
    ("types", "The types of events that are sent; none is all."),
    ("games", "The games whose matches are covered; none is all."),
    ("url", "The address of the receiver."),
    ("version", "The version of the match, for `If-Match`."),
    ("void", "Whether the hand is void."),
    ("definition", "The definition of an own game."),
];

/// Descriptions of kinds of values, which every field of a kind has.
const KINDS: [&str; 4] = ["a player's name", "a card", "by player's name", "by id"];

/// Adds a description to every property that has none, or only that of its kind.
pub fn describe(all: &mut Components) {
    let games: Vec<(String, &Facts)> = games::all()
        .iter()
        .map(|entry| (component(entry.facts.id), entry.facts))
        .collect();
    for (owner, schema) in all.iter_mut() {
        let game = games
            .iter()
            .filter(|(prefix, _)| owner.starts_with(prefix.as_str()))
            .max_by_key(|(prefix, _)| prefix.len());
        let of = Owner {
            name: owner,
            game: game.map(|(_, facts)| *facts),
        };
        of.describe(schema);
    }
}

/// A component, and the game to which it belongs.
struct Owner<'a> {
    name: &'a str,
    game: Option<&'static Facts>,
}

impl Owner<'_> {
    /// Describes the properties of a schema, and of those within it.
    fn describe(&self, schema: &mut Value) {
        match schema {
            Value::Object(entries) => {
                for (key, inner) in entries {
                    match inner {
                        Value::Object(properties) if key == "properties" => {
                            for (name, property) in properties {
                                self.describe_property(name, property);
                                self.describe(property);
                            }
                        }
                        inner => self.describe(inner),
                    }
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.describe(item)),
            _ => {}
        }
    }

    fn describe_property(&self, name: &str, property: &mut Value) {
        let kind = property["description"].as_str().map(str::to_owned);
        let is_kind = kind.as_deref().is_none_or(|about| KINDS.contains(&about));
        let is_integer = property["type"] == "integer";
        let Some(about) = self.about(name, is_integer).filter(|_| is_kind) else {
            return;
        };
        property["description"] = match kind {
            Some(kind) => format!("{}: {kind}.", about.trim_end_matches('.')).into(),
            None => about.into(),
        };
    }

    /// What a property is, in a sentence.
    fn about(&self, property: &str, is_integer: bool) -> Option<String> {
        let known = |name: &str| {
            let found = WORDS.iter().find(|(known, _)| *known == name);
            found.map(|(_, about)| (*about).to_owned())
        };
        let prefix = self
            .game
            .map_or_else(|| component(OWN), |facts| component(facts.id));
        let kind = self.name.strip_prefix(&prefix).unwrap_or(self.name);
        known(&format!("{}.{property}", self.name))
            .or_else(|| known(&format!("{kind}.{property}")))
            .or_else(|| known(&format!("integer.{property}")).filter(|_| is_integer))
            .or_else(|| self.house_rule(property))
            .or_else(|| self.setting(property))
            .or_else(|| known(property).map(|about| self.with_condition(&about, property)))
            .or_else(|| {
                self.label(property)
                    .map(|label| self.with_condition(&label, property))
            })
            .or_else(|| self.field(property))
    }

    /// What a house rule decides. Where several games have one of this name, that of the first.
    fn house_rule(&self, property: &str) -> Option<String> {
        if !self.name.ends_with("Options") && self.name != "HouseRules" {
            return None;
        }
        let english = Language::english();
        let all = games::all().iter().map(|entry| entry.facts);
        let mut keys = all
            .filter(|facts| self.game.is_none_or(|game| game.id == facts.id))
            .map(|facts| format!("{}/{property}", facts.id));
        match keys.find(|key| english.has("option", key)) {
            Some(key) => Some(sentence(&english.text("option", &key))),
            // The values of a house rule that has several.
            None => Some(sentence(&english.word(property))),
        }
    }

    /// What a setting of a request for pads does.
    fn setting(&self, property: &str) -> Option<String> {
        if !self.name.ends_with("PadRequest") {
            return None;
        }
        let mut settings = requests::PAD_SETTINGS.iter();
        let setting = settings.find(|setting| setting.name() == property);
        setting.map(|setting| sentence(setting.about))
    }

    /// The label of a field in the forms of the page; those of two or three letters explain nothing.
    fn label(&self, property: &str) -> Option<String> {
        let english = Language::english();
        let own = self
            .game
            .map(|facts| format!("field.{}.{property}", facts.id));
        let keys = own.into_iter().chain([format!("field.{property}")]);
        let mut labels = keys.filter(|key| english.has("page", key));
        let label = labels.next().map(|key| english.text("page", &key))?;
        (label.len() > 3).then_some(label)
    }

    /// The name of a field of a question or of its answer.
    fn field(&self, property: &str) -> Option<String> {
        let english = Language::english();
        let game = self.game.map_or("", |facts| facts.id);
        let is_known =
            english.has("field", property) || english.has("field", &format!("{game}/{property}"));
        is_known.then(|| sentence(&english.field(game, property)))
    }

    /// A description, and when a hand needs the field.
    fn with_condition(&self, about: &str, property: &str) -> String {
        let english = Language::english();
        let game = self.game.map_or("", |facts| facts.id);
        let key = format!("{game}/{property}");
        if self.is_record() && english.has("when", &key) {
            let when = english.text("when", &key);
            return sentence(&format!("{}: {when}", about.trim_end_matches('.')));
        }
        sentence(about)
    }

    /// Whether it is the record of a hand, in which fields have conditions.
    fn is_record(&self) -> bool {
        let kinds = ["Record", "Hand", "Unfinished", "UnfinishedHand"];
        let game = self.game.map(|facts| component(facts.id));
        game.is_some_and(|game| kinds.iter().any(|kind| self.name == game.clone() + kind))
    }
}

/// A text with a capital letter and a period.
pub fn sentence(text: &str) -> String {
    let mut letters = text.trim_end_matches('.').chars();
    let first = letters.next().map(char::to_uppercase);
    first
        .into_iter()
        .flatten()
        .chain(letters)
        .chain(['.'])
        .collect()
}
