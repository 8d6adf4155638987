//! Generates hundreds of thousands of matches. The program's own code makes the logs, one event per hand.

use overtrick_core::json::Json;
use overtrick_match::ledger::{Change, Match, MatchId, Opening, Role, StoredLog, Timestamp};
use serde_json::{Value, json};

use crate::Outcome;
use crate::plan::Plan;
use crate::support::Chance;

/// The number of people in all matches.
pub const PEOPLE: usize = 2_000;
/// The number of hands of a long match.
pub const LONG: usize = 1_000;

/// A generator of matches. The same seed gives the same matches.
pub struct Generator<'a> {
    plans: &'a [Plan],
    /// The plans whose hands can be repeated without end.
    endless: Vec<&'a Plan>,
    chance: Chance,
}

/// A generated match.
pub struct Made {
    pub id: String,
    pub hands: usize,
    /// The match as a line of an import.
    pub line: String,
    /// The next hand to record, if the match can continue.
    pub next: Option<Value>,
}

impl<'a> Generator<'a> {
    pub fn new(plans: &'a [Plan], endless: &[&'a Plan], seed: u64) -> Generator<'a> {
        Generator {
            plans,
            endless: endless.to_vec(),
            chance: Chance(seed),
        }
    }

    /// Returns a match of about this many hands, or fewer if its game ends earlier.
    pub fn make(&mut self, hands: usize) -> Outcome<Made> {
        // Half of the matches are of any game; the others have exactly `hands` hands.
        let any = self.chance.pick(self.plans);
        if any.hands.len() >= hands || self.chance.once_in(2) {
            return self.made(any, any.hands.len().min(hands.max(1)), false);
        }
        self.long(hands)
    }

    /// Returns a match of exactly this many hands that can continue.
    pub fn long(&mut self, hands: usize) -> Outcome<Made> {
        let plan = *self.chance.pick(&self.endless);
        self.made(plan, hands, true)
    }

    fn made(&mut self, plan: &Plan, count: usize, can_continue: bool) -> Outcome<Made> {
        let names = Names::draw(plan, &mut self.chance);
        let mut document = names.in_place(&plan.document);
        document["title"] = format!("Evening {}", self.chance.below(100_000)).into();
        let (year, month, day) = (
            self.chance.between(2016, 2025),
            self.chance.between(1, 12),
            self.chance.between(1, 28),
        );
        document["played_on"] = format!("{year}-{month:02}-{day:02}").into();
        let id = self.id();
        let at: Timestamp = format!("{year}-{month:02}-{day:02}T19:00:00.000Z").parse()?;
        let mut hands = plan.hands.iter().map(|hand| names.in_place(hand)).cycle();
        let log = self.log(&id, &document, hands.by_ref().take(count), at)?;
        Ok(Made {
            id: id.to_string(),
            hands: count,
            line: json!({ "log": log }).to_string() + "\n",
            next: hands.next().filter(|_| can_continue),
        })
    }

    fn id(&mut self) -> MatchId {
        const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
        loop {
            let letters = (0..21).map(|_| char::from(*self.chance.pick(LETTERS)));
            // The last letter encodes only two bits, so it cannot be any letter.
            let text: String = letters.chain(['g']).collect();
            if let Some(id) = MatchId::read(&text) {
                return id;
            }
        }
    }

    fn log(
        &mut self,
        id: &MatchId,
        document: &Value,
        hands: impl Iterator<Item = Value>,
        at: Timestamp,
    ) -> Outcome<StoredLog> {
        let refused = |faults| format!("{faults:?}: {document}");
        let mut played = Match::begin(
            id,
            &json_of(document)?,
            Opening::default(),
            at,
            Role::Direct,
        )
        .map_err(refused)?;
        let sealed = played.seal(None, |salts| self.salts(salts))?;
        let mut log = StoredLog::from(sealed);
        for hand in hands {
            let hand = json_of(&hand)?;
            let recorded = played.after(Change::Record { hand }, at, Role::Score);
            played = recorded.map_err(refused)?;
            // Recording a hand adds no names.
            let before = played.clone();
            let sealed = played.seal(Some(&before), |salts| self.salts(salts))?;
            log.names.extend(sealed.names);
            log.events.push(sealed.stored);
        }
        if let (Some(head), Some(last)) = (&mut log.head, log.events.last()) {
            head.count = last.sequence;
            head.digest = last.digest.clone().unwrap_or_default();
        }
        Ok(log)
    }

    fn salts(&mut self, salts: &mut [u8]) -> Outcome<()> {
        for salt in salts {
            *salt = u8::try_from(self.chance.below(256))?;
        }
        Ok(())
    }
}

fn json_of(value: &Value) -> Outcome<Json> {
    Ok(serde_json::from_str(&value.to_string())?)
}

/// Returns plans whose hands can be repeated without end: at most two of each game.
pub fn endless(plans: &[Plan]) -> Outcome<Vec<&Plan>> {
    let mut found: Vec<&Plan> = Vec::new();
    for plan in plans {
        let game = &plan.document["game"];
        let of_game = found.iter().filter(|known| known.document["game"] == *game);
        if of_game.count() < 2 && is_endless(plan) {
            found.push(plan);
        }
    }
    if found.is_empty() {
        return Err("no match can continue endlessly".into());
    }
    Ok(found)
}

fn is_endless(plan: &Plan) -> bool {
    let can_continue = |hands| plan.is_complete_after(hands) == Some(false);
    plan.hands.len() > 1 && !plan.is_complete && can_continue(60) && can_continue(LONG + 1)
}

/// New names for the players in a plan.
struct Names(Vec<(String, String)>);

impl Names {
    fn draw(plan: &Plan, chance: &mut Chance) -> Names {
        let players = plan.document["players"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let mut taken = Vec::new();
        for player in players {
            let mut person = chance.below(PEOPLE);
            while taken.iter().any(|(_, name)| *name == person_name(person)) {
                person = (person + 1) % PEOPLE;
            }
            taken.push((
                player.as_str().unwrap_or_default().to_owned(),
                person_name(person),
            ));
        }
        Names(taken)
    }

    fn of<'n>(&'n self, text: &'n str) -> &'n str {
        let named = self.0.iter().find(|(old, _)| old == text);
        named.map_or(text, |(_, new)| new)
    }

    /// Returns the value with new names instead of the old ones.
    fn in_place(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => self.of(text).into(),
            Value::Array(items) => items.iter().map(|item| self.in_place(item)).collect(),
            Value::Object(entries) => {
                let entries = entries.iter();
                entries
                    .map(|(key, value)| (self.of(key).to_owned(), self.in_place(value)))
                    .collect()
            }
            other => other.clone(),
        }
    }
}

/// Returns the name of a person.
pub fn person_name(number: usize) -> String {
    format!("Player {number:04}")
}
