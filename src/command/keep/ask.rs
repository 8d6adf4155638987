//! `overtrick ask`: asks for the facts, and gives a ruling.

use clap::Args;

use super::ask_document;
use super::choices::Choice;
use super::entry::{Check, Entry};
use super::hand::{missing_of, next_of, of_match, sentences};
use super::ui::{Stop, Ui};
use super::words::Words;
use crate::adjudicate::as_text;
use crate::error::Outcome;
use crate::game::{self, Options};
use crate::new::{self, Beginning};
use crate::output::{self, language};
use crate::words;
use overtrick_core::form::{Field, Kind, Need};
use overtrick_core::json::Json;
use overtrick_core::{Finding, QuestionKind};
use overtrick_games::Entry as GameEntry;
use overtrick_match::MatchGame;
use overtrick_match::adjudicate::adjudicate;
use overtrick_paper::requests::PadPlayers;
use overtrick_server::Form;

/// Get a ruling on a call, a trick, the whole play or a discard by answering questions.
///
/// You enter the facts field by field. At each question, < goes back one question, + goes to another field, ?
/// explains, Esc quits. If you have the question as a JSON document, use overtrick adjudicate.
#[derive(Debug, Args)]
pub struct Ask {
    /// The game, as listed by overtrick games
    #[arg(value_parser = words::GameName, hide_possible_values = true)]
    game: String,
    /// The players in seat order, separated by commas, or their number [default: ask]
    #[arg(long, value_name = "A,B,C|N", value_parser = new::players())]
    players: Option<PadPlayers>,
    #[command(flatten)]
    options: Options,
}

impl Ask {
    pub fn run(self) -> Outcome {
        let entry = game::find(&self.game)?;
        let ui = Ui::new();
        match self.rule(entry, &ui) {
            Err(Stop::Failed(error)) => Err(error),
            Err(Stop::Left) => {
                ui.note("left");
                Ok(())
            }
            Ok(()) | Err(Stop::Back) => Ok(()),
        }
    }

    fn rule(self, entry: &'static GameEntry, ui: &Ui) -> Result<(), Stop> {
        let beginning = Beginning {
            players: self.players,
            options: self.options,
            title: None,
            first_dealer: None,
        };
        let document = ask_document(ui, &entry.into(), &beginning)?;
        rulings(ui, entry, &Form::new(entry), &of_match(&document))
    }
}

/// Asks for a question about a game, and answers it. `given` has the entries that come from the match.
///
/// # Errors
/// The user goes back or quits.
pub fn rulings(
    ui: &Ui,
    entry: &'static GameEntry,
    form: &Form,
    given: &[(String, Json)],
) -> Result<(), Stop> {
    // Omit questions about the finish, because `keep` already suggests those amounts for a hand.
    let kinds = entry.facts.questions.iter();
    let kinds = kinds.filter(|(kind, _)| *kind != QuestionKind::Finish);
    let choice =
        |kind: QuestionKind| Choice::word(kind.word(), &language().text("question", kind.word()));
    let choices: Vec<Choice> = kinds.clone().map(|(kind, _)| choice(*kind)).collect();
    let chosen = ui.choose("which-question", &choices)?;
    let Some((kind, own)) = kinds.clone().find(|(kind, _)| kind.word() == chosen.id) else {
        return Ok(());
    };
    let fields = fields(own, given.iter().any(|(key, _)| key == "dealer"));
    let names = given.iter().find(|(key, _)| key == "players");
    let names = names.and_then(|(_, names)| names.typed());
    let whole = |record: &Json| {
        let mut entries = given.to_vec();
        entries.push(("question".to_owned(), kind.word().into()));
        entries.extend_from_slice(record.entries());
        Json::Object(entries)
    };
    let answer =
        |record: &Json| adjudicate(&serde_json::to_vec(&whole(record)).unwrap_or_default());
    let judge = |record: &Json, place: &str| {
        // Add empty lists, so that the judge returns whose turn it is before the first call or card.
        let mut begun = record.clone();
        for field in &fields {
            if matches!(field.kind, Kind::List(_)) && record.get(field.name).is_none() {
                begun.set(field.name, Json::List(Vec::new()));
            }
        }
        let mut check = match answer(&begun) {
            Ok(answered) => next_of(&answered),
            Err(faults) => judged(&faults, place)?,
        };
        // Offer every contract of the board, so that the user can also get a ruling on an illegal call.
        begun.set("calls", Json::List(Vec::new()));
        let first = answer(&begun).ok();
        check.contracts = first.and_then(|first| next_of(&first).contracts);
        let is_needed =
            |field: &&Field| field.need == Need::Required && record.get(field.name).is_none();
        let needed = fields.iter().filter(is_needed);
        let missing = check.missing.get_or_insert_default();
        missing.extend(needed.map(|field| format!("/{}", field.name)));
        Ok(check)
    };
    // The fields are already in order, so the form is empty.
    let plain = Form::default();
    let game = MatchGame::Shipped(entry);
    let words = Words {
        game: &game,
        question: Some(*kind),
        form,
    };
    let fields = (words, &plain, &*fields);
    let mut filled = Entry::new(ui, fields, &judge, names.unwrap_or_default());
    let show = |record: &Json| {
        match answer(record) {
            Ok(answered) => {
                let text = as_text(answered, &whole(record));
                output::text(&format!("\n{text}"))?;
            }
            Err(faults) => ui.show_fault(&sentences(&faults)),
        }
        ui.drop_ahead();
        Ok("answered")
    };
    let texts = ("help-question", "help-question");
    filled.complete(texts, show, |text, _| text.is_empty().then_some(()))
}

/// Returns the fields of a question in the order of the prompts: first the dealer if the match does not give
/// it, then the setting, which defines the meaning of the cards, and then the others.
fn fields(own: &[Field], has_dealer: bool) -> Vec<Field> {
    let dealer = (!has_dealer).then(|| Field::depends("dealer", Kind::Player));
    let mut own: Vec<&Field> = own.iter().collect();
    own.sort_by_key(|field| match field.kind {
        Kind::Object(_) => 0,
        Kind::List(_) => 1,
        _ => i32::from(field.need == Need::Optional) * 2,
    });
    let own = own.into_iter().map(|field| Field { ..*field });
    dealer.into_iter().chain(own).collect()
}

/// Returns the missing fields, or an error if a fault is at the place of the last answer. The other faults
/// may come from fields that are still missing.
fn judged(faults: &[Finding], place: &str) -> Result<Check, String> {
    let is_own = |fault: &&Finding| {
        let is_of_place = fault.pointer.starts_with(place) || place.starts_with(&fault.pointer);
        let has_place = !place.is_empty() && !fault.pointer.is_empty();
        fault.code != "missing-field" && has_place && is_of_place
    };
    let own: Vec<Finding> = faults.iter().filter(is_own).cloned().collect();
    if !own.is_empty() {
        return Err(sentences(&own));
    }
    let missing = faults.iter().filter(|fault| fault.code == "missing-field");
    missing_of(&missing.cloned().collect::<Vec<Finding>>())
}
