//! Asks for a hand field by field, and shows its points before it is recorded.

use super::choices::Choice;
use super::entry::{Check, Entry};
use super::ui::{Stop, show_text};
use super::words::Words;
use super::{Keeping, choices};
use crate::changes::{self, last_hand};
use crate::error::FailureKind;
use crate::match_file::{MatchFile, Passed};
use crate::output::{self, language};
use overtrick_core::json::Json;
use overtrick_core::{Finding, QuestionKind, Seat};
use overtrick_match::adjudicate::{Answered, adjudicate};
use overtrick_match::document::Scored;
use overtrick_match::ledger::{Change, Edit};
use overtrick_server::Form;

/// The maximum number of faults shown at a question.
const MAX_FAULTS: usize = 3;

/// Starts with the draft of the next hand, or with the unfinished hand of the match.
fn begin(file: &MatchFile, entry: &mut Entry<'_>) {
    let current = file.current();
    if let Some(draft) = file.draft() {
        entry.left_out = draft.passed;
        if current.as_ref() != Some(&draft.hand) {
            entry.ui.note("drafted");
            entry.record = draft.hand;
            return;
        }
    }
    entry.record = current.unwrap_or(Json::EMPTY);
}

impl Keeping {
    /// Asks for the next hand, and records it. `ahead` has the answers that the user has already typed.
    pub fn enter(&mut self, ahead: &str) -> Result<(), Stop> {
        self.ui.type_ahead(ahead);
        let file = &self.file;
        let judge = |record: &Json, _: &str| judged(file, &self.form, record);
        let fits = |record: &Json| fits(file, record);
        let save = |record: &Json, passed: &Passed| file.keep_draft(record, passed);
        let players = in_turn(&*file.scored()?);
        let (hand, passed, is_kept) = self.game.with_record(|fields| {
            let fields = (self.words(), &self.form, fields);
            let mut entry = Entry::new(&self.ui, fields, &judge, players);
            (entry.fits, entry.save) = (&fits, &save);
            begin(file, &mut entry);
            let texts = ("help-keep", "explain-keep");
            let show = |hand: &Json| self.show(hand);
            let is_kept = entry.complete(texts, show, |text, key| match (text, key) {
                ("", "keep-it") => Some(true),
                ("x", _) => Some(false),
                _ => None,
            });
            (entry.record, entry.left_out, is_kept)
        });
        self.ui.drop_ahead();
        match is_kept {
            Ok(true) => {
                if !self.keep(Change::Record { hand: hand.clone() })? {
                    // Keep the hand as the current hand of the match that another program has changed.
                    return self.store_unfinished(hand, &passed);
                }
            }
            Ok(false) | Err(Stop::Back) => {}
            Err(Stop::Left) => {
                self.store_unfinished(hand, &passed)?;
                return Err(Stop::Left);
            }
            Err(stop) => return Err(stop),
        }
        self.file.drop_draft();
        Ok(())
    }

    /// Returns the words for the game's fields and values.
    pub fn words(&self) -> Words<'_> {
        Words {
            game: &self.game,
            question: None,
            form: &self.form,
        }
    }

    /// Shows the points of a complete hand, or its faults. Returns the key of the next question.
    fn show(&self, hand: &Json) -> Result<&'static str, Stop> {
        let hand = hand.clone();
        match self.file.tried(Change::Record { hand }) {
            Ok(scored) => {
                output::text(&format!("\n{}\n", last_hand(&scored)))?;
                Ok("keep-it")
            }
            Err(faults) => {
                self.ui.show_fault(&sentences(&faults));
                Ok("fix-it")
            }
        }
    }

    /// Makes a change durably, and returns whether it was made. Shows a message if another program has
    /// changed the match or the change is refused.
    pub fn keep(&mut self, change: Change) -> Result<bool, Stop> {
        match self.file.change(|_| Ok(change), true) {
            Ok(true) => return Ok(true),
            Ok(false) => self.ui.note("changed"),
            Err(error) if error.kind == FailureKind::Refused => {
                self.ui.show_fault(&error.in_sentences());
            }
            Err(error) => return Err(error.into()),
        }
        Ok(false)
    }

    /// Stores an unfinished hand as the current hand of the match, with the skipped questions.
    fn store_unfinished(&mut self, hand: Json, passed: &Passed) -> Result<(), Stop> {
        if hand != Json::EMPTY && self.file.current().as_ref() != Some(&hand) {
            if !self.keep(Change::SetCurrent { hand: Some(hand) })? {
                return Ok(());
            }
            self.ui.note("put-by");
        }
        match self.file.current() {
            Some(hand) if !passed.is_empty() => self.file.keep_draft(&hand, passed),
            _ => self.file.drop_draft(),
        }
        Ok(())
    }

    /// Edits a recorded hand, and asks for a reason.
    pub fn edit(&mut self, number: usize) -> Result<(), Stop> {
        let document = self.file.played().document();
        let hands = document.list("hands");
        let Some(before) = number.checked_sub(1).and_then(|at| hands.get(at)) else {
            self.ui
                .show_fault(&sentence!("keep", "no-hand", found: number, count: hands.len()));
            return Ok(());
        };
        let judge = |record: &Json, _: &str| {
            let tried = self.file.tried(replacement(number, record.clone(), "-"));
            missing_of(&tried.err().unwrap_or_default())
        };
        let hand = self.game.with_record(|fields| {
            let players = changes::names(self.file.played());
            let fields = (self.words(), &self.form, fields);
            let mut entry = Entry::new(&self.ui, fields, &judge, players);
            entry.edit(before);
            loop {
                show_text(&entry.summary())?;
                let Some(name) = entry.ask_field()? else {
                    return Ok::<_, Stop>(entry.record);
                };
                entry.ask_again(&name);
                match entry.fill() {
                    Ok(()) | Err(Stop::Back) => {}
                    Err(stop) => return Err(stop),
                }
            }
        })?;
        if hand == *before {
            return Ok(());
        }
        let reason = self.ui.ask_text(&language().text("keep", "reason"), None)?;
        if self.keep(replacement(number, hand, &reason))? {
            self.show_totals()?;
        }
        Ok(())
    }

    /// Returns a choice for each player.
    pub fn player_choices(&self) -> Vec<Choice> {
        choices::names(&changes::names(self.file.played()))
    }
}

/// Returns the correction that replaces a hand.
pub fn replacement(hand: usize, with: Json, reason: &str) -> Change {
    Change::Correct {
        edits: vec![Edit::Replace { hand, with }],
        reason: reason.to_owned(),
    }
}

/// Returns the players in the order in which they act, with the dealer last.
fn in_turn(scored: &Scored) -> Vec<String> {
    let table = &scored.table;
    let next = scored.next();
    let first = next.map_or(Seat::new(0), |(_, dealer, _)| table.next(dealer));
    let seats = table.from(first);
    seats.map(|seat| table.name(seat).to_string()).collect()
}

/// Judges an unfinished hand.
fn judged(file: &MatchFile, form: &Form, record: &Json) -> Result<Check, String> {
    let hand = Some(record.clone());
    let scored = match file.tried(Change::SetCurrent { hand }) {
        Ok(scored) => scored,
        Err(faults) => return missing_of(&faults),
    };
    let Some(current) = &scored.current else {
        return Ok(Check {
            contracts: contracts_of(&scored, None),
            ..Check::default()
        });
    };
    let missing = current.missing.iter().map(|pointer| within_hand(pointer));
    let absent = current.absent.iter().map(|pointer| within_hand(pointer));
    let next = scored.next();
    let turn = next.as_ref().and_then(|(_, _, next)| next.speaks);
    let mut check = Check {
        missing: Some(missing.collect()),
        absent: absent.collect(),
        turn: turn.map(|seat| scored.table.name(seat).to_string()),
        contracts: contracts_of(&scored, record.text("declarer")),
        is_over: false,
    };
    if let Some(calls) = form.calls.as_ref().map(|calls| record.list(&calls.field))
        && !calls.is_empty()
    {
        let cards = next.map_or(0, |(_, _, next)| next.cards_dealt);
        let calls = Json::List(calls.to_vec());
        let mut entries = vec![("calls", calls), ("cards_dealt", Json::Int(cards))];
        let others = ["declarer", "game_type"].into_iter();
        entries.extend(others.filter_map(|key| Some((key, record.get(key)?.clone()))));
        let answered = question(file, record, QuestionKind::Auction, entries);
        let next = answered.map(|answered| next_of(&answered));
        let next = next.unwrap_or_default();
        (check.turn, check.is_over) = (next.turn, next.is_over);
    }
    Ok(check)
}

/// Returns the contracts on the board that a player, or any player for `None`, may still declare. Returns
/// `None` if the game has no board.
fn contracts_of(scored: &Scored, player: Option<&str>) -> Option<Vec<String>> {
    let (_, _, next) = scored.next()?;
    let players = next.open.get("contracts")?.entries().iter();
    let players = players.filter(|(name, _)| player.is_none_or(|player| player == name));
    let words = players.filter_map(|(_, contracts)| contracts.typed::<Vec<String>>());
    Some(words.flatten().collect())
}

/// Returns the player who calls or plays next, and the contracts that player can call.
pub fn next_of(answered: &Answered) -> Check {
    // The first turn may be an addition to the last call. The next player has the last turn in the list.
    let next = answered.answer.next.last();
    let bids = next.and_then(|turn| turn.choices.get("bids"));
    let contracts = bids.and_then(|bids| bids.get("contracts")?.typed());
    Check {
        missing: Some(Vec::new()),
        is_over: next.is_none(),
        turn: next.map(|turn| answered.table.name(turn.seat).to_string()),
        contracts,
        ..Check::default()
    }
}

/// Returns the entries of a question that a match provides.
pub fn of_match(document: &Json) -> Vec<(String, Json)> {
    let keys = ["game", "players", "options"].into_iter();
    keys.filter_map(|key| Some((key.to_owned(), document.get(key)?.clone())))
        .collect()
}

/// Asks the judge a question about the next hand, and returns the answer.
fn question(
    file: &MatchFile,
    record: &Json,
    kind: QuestionKind,
    own: Vec<(&str, Json)>,
) -> Option<Answered> {
    let scored = file.scored().ok()?;
    let (_, dealer, _) = scored.next()?;
    let dealer = scored.table.name(dealer).to_string();
    let dealer = record.text("dealer").unwrap_or(&dealer);
    let mut entries = of_match(&file.played().document());
    let common = [("question", kind.word().into()), ("dealer", dealer.into())];
    let own = own.into_iter().chain(common);
    entries.extend(own.map(|(key, value)| (key.to_owned(), value)));
    adjudicate(&serde_json::to_vec(&Json::Object(entries)).ok()?).ok()
}

/// Returns the amounts that have only one possible value, with their pointers.
fn fits(file: &MatchFile, record: &Json) -> Vec<(String, Json)> {
    let number = file.played().outcome().hands + 1;
    let entries = vec![("hand_number", number.into()), ("hand", record.clone())];
    let answered = question(file, record, QuestionKind::Finish, entries);
    let values = answered.and_then(|mut answered| answered.answer.outcome.take("values"));
    values.map_or_else(Vec::new, |values| values.entries().to_vec())
}

/// Returns the pointers of the missing values, or an error if there are other faults.
pub fn missing_of(faults: &[Finding]) -> Result<Check, String> {
    if faults.iter().any(|fault| fault.code != "missing-field") {
        return Err(sentences(faults));
    }
    let missing = faults.iter().map(|fault| within_hand(&fault.pointer));
    Ok(Check {
        missing: Some(missing.collect()),
        ..Check::default()
    })
}

/// Returns the first faults as sentences, with missing fields last.
pub fn sentences(faults: &[Finding]) -> String {
    let is_missing = |fault: &&Finding| fault.code == "missing-field";
    let others = faults.iter().filter(|fault| !is_missing(fault));
    let all = others.chain(faults.iter().filter(is_missing));
    let sentences = all.take(MAX_FAULTS).map(|fault| language().fault(fault));
    sentences.collect::<Vec<String>>().join("; ")
}

/// Converts a pointer into a document, a change or a question to a pointer within its hand or the question.
fn within_hand(pointer: &str) -> String {
    let steps = pointer.split('/').skip(1);
    let depth = match steps.clone().next() {
        Some("current") => 1,
        Some("hands") => 2,
        Some("edits") => 3,
        _ => 0,
    };
    let inside = steps.skip(depth);
    inside.fold(String::new(), |inside, step| inside + "/" + step)
}
