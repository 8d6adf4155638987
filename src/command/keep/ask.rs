//! `overtrick ask`: a ruling by question and answer.

use std::cell::RefCell;

use clap::Args;

use super::choices::Choice;
use super::entry::{Check, Ended, Entry};
use super::place::{Step, put};
use super::prompt::{Prompt, Prompter, Reply, as_typed};
use super::words::Words;
use super::{ask_checked, ask_players, choose};
use crate::adjudicate::as_text;
use crate::changes::points;
use crate::error::{CommandError, Outcome};
use crate::faults::print_faults;
use crate::game::{self, Options};
use crate::new::players;
use crate::{output, words};
use overtrick_core::form::Kind;
use overtrick_core::json::Json;
use overtrick_core::{Finding, QuestionKind, args};
use overtrick_games::Entry as GameEntry;
use overtrick_match::MatchGame;
use overtrick_match::adjudicate::{Answered, adjudicate};
use overtrick_match::document::options_object;
use overtrick_match::lang::Language;
use overtrick_server::Form;

/// Ask for a ruling by question and answer: about a call, a trick, a whole play, a discard.
///
/// Asks for what the ruling needs, field by field. At every question, < goes back one, + goes to another field,
/// ? explains. The same question as a JSON document is answered by overtrick adjudicate.
#[derive(Debug, Args)]
#[command(after_help = super::super::words::examples(&["overtrick ask {game}", "overtrick ask {game} --players {players}"]))]
pub struct Ask {
    /// The game, as overtrick games lists it
    #[arg(value_parser = words::GAMES, hide_possible_values = true)]
    game: String,
    /// The players in seat order, separated by commas; or how many [default: asked]
    #[arg(long, value_delimiter = ',', value_name = "A,B,C|N")]
    players: Vec<String>,
    #[command(flatten)]
    options: Options,
}

impl Ask {
    pub fn run(self, language: &'static Language) -> Outcome {
        let entry = game::find(&self.game, language)?;
        let options = self.options.read(entry.facts, language)?;
        let form = Form::new(entry);
        let prompter = Prompter::new();
        let mut given = self.players;
        if given.is_empty() {
            match ask_players(&prompter, entry.facts.players, language)? {
                Some(names) => given = names,
                None => return Ok(()),
            }
        }
        let names = players(&given, language);
        let known = vec![
            ("game".to_owned(), entry.facts.id.into()),
            ("players".to_owned(), names.into_iter().collect()),
            ("options".to_owned(), options_object(&options)),
        ];
        rulings(entry, &form, &prompter, (known, None), language)
    }
}

/// Asks for a question of a game and answers it. `known` is what is known of the match: its entries that a
/// question has too, and the dealer.
///
/// # Errors
/// The terminal cannot be read.
pub fn rulings(
    entry: &'static GameEntry,
    form: &Form,
    prompter: &Prompter,
    (known, dealer): (Vec<(String, Json)>, Option<String>),
    language: &'static Language,
) -> Outcome {
    let facts = entry.facts;
    // What amounts must be is said while a hand is entered.
    let kinds = facts.questions.iter();
    let kinds = kinds.filter(|(kind, _)| *kind != QuestionKind::Finish);
    let choice =
        |kind: QuestionKind| Choice::word(kind.word(), &language.text("question", kind.word()));
    let choices: Vec<Choice> = kinds.clone().map(|(kind, _)| choice(*kind)).collect();
    let label = language.text("keep", "which-question");
    let Some(chosen) = choose(prompter, &label, &choices, language)? else {
        return Ok(());
    };
    let Some((kind, fields)) = kinds.clone().find(|(kind, _)| kind.word() == chosen.id) else {
        return Ok(());
    };
    let names = known.iter().find(|(key, _)| key == "players");
    let names: Vec<String> = names
        .and_then(|(_, names)| names.typed())
        .unwrap_or_default();
    // Calls are made from the dealer's left; other questions say when they need the dealer.
    let mut dealer = dealer;
    if dealer.is_none() && *kind == QuestionKind::Auction {
        dealer = ask_dealer(prompter, &names, language)?;
        if dealer.is_none() {
            return Ok(());
        }
    }
    let dealer = RefCell::new(dealer);
    let whole = |record: &Json| {
        let mut entries = known.clone();
        entries.push(("question".to_owned(), kind.word().into()));
        let dealer = dealer.borrow().clone();
        entries.extend(dealer.map(|dealer| ("dealer".to_owned(), dealer.into())));
        if let Json::Object(own) = record {
            entries.extend(own.iter().cloned());
        }
        Json::Object(entries)
    };
    let ask = |record: &Json| adjudicate(&serde_json::to_vec(&whole(record)).unwrap_or_default());
    let judge = |record: &Json| {
        // Before the first call or card it is somebody's turn too.
        let mut begun = record.clone();
        for field in *fields {
            if matches!(field.kind, Kind::List(_)) && begun.get(field.name).is_none() {
                let place = [Step::Key(field.name.to_owned())];
                put(&mut begun, &place, Json::List(Vec::new()));
            }
        }
        let next = ask(&begun).ok().map(|answered| turn(&answered));
        Ok(Check {
            turn: next.flatten(),
            ..Check::default()
        })
    };
    // The fields of a question have their own order.
    let plain = Form::default();
    let game = MatchGame::Shipped(entry);
    let words = Words {
        game: &game,
        question: Some(*kind),
        form,
        language,
    };
    let no_fits = |_: &Json| Vec::new();
    let mut filled = Entry::new(
        words,
        &plain,
        fields,
        (&judge, &no_fits),
        prompter,
        names.clone(),
    );
    loop {
        match filled.fill()? {
            Ended::Complete => {}
            Ended::Back | Ended::Stopped => return Ok(()),
        }
        let question = whole(&filled.record);
        match ask(&filled.record) {
            Ok(answered) => {
                output::text(&format!("\n{}", as_text(&answered, &question, language)))?;
            }
            Err(faults) if dealer.borrow().is_none() && needs_dealer(&faults) => {
                let said = ask_dealer(prompter, &names, language)?;
                if said.is_none() {
                    return Ok(());
                }
                *dealer.borrow_mut() = said;
                continue;
            }
            Err(faults) => {
                let args = args![game: facts.id];
                print_faults(
                    &language.format("keep", "the-question", &args),
                    &faults,
                    language,
                );
            }
        }
        let prompt = Prompt {
            label: &language.text("keep", "asked"),
            help: &language.text("keep", "help-asked"),
            typed: "",
            offered: None,
            choices: &[],
            check: &|_| Ok(()),
            told: &as_typed,
        };
        match prompter.ask(&prompt)? {
            Reply::Back(_) => {
                if !filled.back() {
                    return Ok(());
                }
            }
            Reply::Said(text) if text.trim().starts_with('+') => {
                filled.other_field(text.trim().trim_start_matches('+'))?;
            }
            Reply::Said(_) | Reply::Stopped => return Ok(()),
        }
    }
}

/// Whether a question cannot be answered without the dealer.
fn needs_dealer(faults: &[Finding]) -> bool {
    faults.iter().any(|fault| fault.pointer == "/dealer")
}

/// Asks who deals; `None` if the user stops or goes back.
fn ask_dealer(
    prompter: &Prompter,
    names: &[String],
    language: &'static Language,
) -> Result<Option<String>, CommandError> {
    let dealers = names.iter().map(|name| Choice::word(name, name));
    let dealers: Vec<Choice> = dealers.collect();
    let label = language.text("keep", "which-dealer");
    Ok(choose(prompter, &label, &dealers, language)?.map(|one| one.id.clone()))
}

/// Whose turn it is.
fn turn(answered: &Answered) -> Option<String> {
    let next = answered.answer.next.first()?;
    Some(answered.table.name(next.seat).to_string())
}

/// Asks for a number of points.
///
/// # Errors
/// The terminal cannot be read.
pub fn number(
    prompter: &Prompter,
    label: &str,
    offered: Option<&str>,
    language: &'static Language,
) -> Result<Option<String>, CommandError> {
    let check = |text: &str| {
        let args = args![found: text.to_owned()];
        let fault = || language.format("keep", "no-number", &args);
        points(text).map(drop).ok_or_else(fault)
    };
    ask_checked(prompter, label, offered, &check)
}
