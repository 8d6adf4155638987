//! A hand: asked for field by field, its points shown before it is kept.

use super::ask::of_match;
use super::choices::Choice;
use super::entry::{Check, Entry};
use super::ui::{Question, Stop, ask};
use super::words::Words;
use super::{Keeping, choices};
use crate::changes::{self, last_hand};
use crate::error::{CommandError, FailureKind};
use crate::grid::wrapped;
use crate::match_file::{MatchFile, Passed, Refusal};
use crate::output;
use overtrick_core::json::Json;
use overtrick_core::{Finding, QuestionKind, Seat, args};
use overtrick_match::adjudicate::{Answered, adjudicate};
use overtrick_match::document::Scored;
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Change, Edit, Match};
use overtrick_server::Form;

/// The most faults named beside a question.
const MOST_FAULTS: usize = 3;

/// What becomes of a complete hand.
enum Decision {
    Keep,
    Drop,
    /// Another field is asked for.
    Other(Option<String>),
}

/// Begins with what there is of the next hand already.
fn begin(file: &MatchFile, entry: &mut Entry<'_>) {
    let document = file.played().document();
    let current = document.get("current");
    if let Some(draft) = file.draft() {
        // Others may have changed the hand since it was put by.
        if !draft.is_put_by || current.is_some_and(|hand| is_same(hand, &draft.hand)) {
            entry.left_out = draft.passed;
        }
        if !draft.is_put_by {
            entry.ui.note("drafted", &args![]);
            entry.record = draft.hand;
            return;
        }
    }
    entry.record = current.cloned().unwrap_or(Json::EMPTY);
}

/// Whether two hands have the same fields, in any order.
fn is_same(one: &Json, other: &Json) -> bool {
    let value = |hand: &Json| serde_json::to_value(hand).ok();
    value(one) == value(other)
}

impl Keeping {
    /// Asks for the next hand, of which the user has typed the first answers, and records it.
    pub fn enter(&mut self, ahead: &str) -> Result<(), Stop> {
        self.ui.type_ahead(ahead);
        let file = &self.file;
        let judge = |record: &Json, _: &str| judged(file, &self.form, record, self.language);
        let fits = |record: &Json| fits(file, record);
        let save = |record: &Json, passed: &Passed| file.keep_draft(record, passed);
        let (hand, decided) = self.game.with_record(|fields| {
            let fields = (self.words(), &self.form, fields);
            let players = in_turn(file.played());
            let mut entry = Entry::new(&self.ui, fields, (&judge, &fits), players);
            entry.save = &save;
            begin(file, &mut entry);
            let decided = self.complete(&mut entry);
            (entry.record, decided)
        });
        self.ui.drop_ahead();
        match decided {
            Ok(Decision::Keep) => self.keep(Change::Record { hand }).map(drop),
            Ok(_) | Err(Stop::Back) => {
                self.file.drop_draft();
                Ok(())
            }
            Err(Stop::Left) => {
                self.put_by(&hand)?;
                Err(Stop::Left)
            }
            Err(stop) => Err(stop),
        }
    }

    /// What the fields of the game are called.
    pub fn words(&self) -> Words<'_> {
        Words {
            game: &self.game,
            question: None,
            form: &self.form,
            language: self.language,
        }
    }

    /// Asks until the hand is complete and the user decides.
    fn complete(&self, entry: &mut Entry<'_>) -> Result<Decision, Stop> {
        loop {
            entry.fill()?;
            let hand = entry.record.clone();
            let tried = self.file.tried(Change::Record { hand });
            match &tried {
                Ok(played) => output::text(&format!("\n{}\n", last_hand(played, self.language)))?,
                Err(faults) => self.ui.say_fault(&said(faults, self.language)),
            }
            match self.decide(entry, tried.is_ok()) {
                Err(Stop::Back) if entry.back() => {}
                Ok(Decision::Other(named)) => entry.go_to(named)?,
                decided => return decided,
            }
        }
    }

    fn decide(&self, entry: &Entry<'_>, is_legal: bool) -> Result<Decision, Stop> {
        let language = self.language;
        let key = if is_legal { "keep-it" } else { "mend-it" };
        let text = language.text("keep", key);
        let question = Question {
            help: "help-keep",
            explain: &|| language.text("keep", "explain-keep"),
            ..Question::new(&text)
        };
        ask(&self.ui, &question, |text| match text {
            "" if is_legal => Ok(Decision::Keep),
            "x" => Ok(Decision::Drop),
            text => match entry.other_named(text) {
                Some(named) => named.map(Decision::Other),
                None => Err(language.text("keep", "explain-keep")),
            },
        })
    }

    /// Makes a change durable; returns whether it was made. If others were faster, nothing is lost: the hand is
    /// put by.
    pub fn keep(&mut self, change: Change) -> Result<bool, Stop> {
        let hand = match &change {
            Change::Record { hand } => Some(hand.clone()),
            _ => None,
        };
        match self.file.change(|_| Ok(change), true) {
            Ok(()) => {
                if hand.is_some() {
                    self.file.drop_draft();
                }
                Ok(true)
            }
            Err(Refusal::Changed) => {
                self.ui.note("changed", &args![]);
                // It is offered as the hand being played of the match as it is now.
                hand.map_or(Ok(()), |hand| self.put_by(&hand))?;
                Ok(false)
            }
            Err(refusal) => {
                let error = self.file.refused(refusal);
                if error.kind != FailureKind::Refused {
                    return Err(error.into());
                }
                self.ui.say_fault(&error.in_sentences(self.language));
                Ok(false)
            }
        }
    }

    /// Keeps an unfinished hand as the hand being played.
    fn put_by(&mut self, hand: &Json) -> Result<(), CommandError> {
        let before = self.file.played().document();
        // What was passed over is no part of a hand.
        let draft = self.file.draft().filter(|draft| is_same(&draft.hand, hand));
        let passed = draft.map(|draft| draft.passed).unwrap_or_default();
        if *hand != Json::EMPTY && before.get("current") != Some(hand) {
            let current = Some(hand.clone());
            match self
                .file
                .change(|_| Ok(Change::SetCurrent { hand: current }), true)
            {
                Ok(()) => self.ui.note("put-by", &args![]),
                Err(Refusal::Failed(error)) => return Err(error),
                // The hand does not fit the match as it is now; there is nobody to ask.
                Err(_) => return Ok(()),
            }
        }
        self.file.put_draft_by(hand, &passed);
        Ok(())
    }

    /// Edits a recorded hand with a reason.
    pub fn edit(&mut self, number: usize) -> Result<(), Stop> {
        let language = self.language;
        let document = self.file.played().document();
        let hands = document.list("hands");
        let Some(before) = number.checked_sub(1).and_then(|at| hands.get(at)) else {
            let args = args![found: number, count: hands.len()];
            self.ui
                .say_fault(&language.format("keep", "no-hand", &args));
            return Ok(());
        };
        let replace = |with: &Json| Edit::Replace {
            hand: number,
            with: with.clone(),
        };
        let judge = |record: &Json, _: &str| {
            let (edits, reason) = (vec![replace(record)], "-".to_owned());
            match self.file.tried(Change::Correct { edits, reason }) {
                Ok(_) => Ok(Check {
                    missing: Some(Vec::new()),
                    ..Check::default()
                }),
                Err(faults) => missing_of(&faults, language),
            }
        };
        let hand = self.game.with_record(|fields| {
            let players = changes::names(self.file.played());
            let fields = (self.words(), &self.form, fields);
            let mut entry = Entry::new(&self.ui, fields, (&judge, &|_| Vec::new()), players);
            entry.edit(before);
            loop {
                output::text(&wrapped(&entry.summary()))?;
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
        let reason = self.ui.ask_text("reason", &args![], None)?;
        let edits = vec![replace(&hand)];
        if self.keep(Change::Correct { edits, reason })? {
            self.show_totals()?;
        }
        Ok(())
    }

    /// The players to choose from.
    pub fn player_choices(&self) -> Vec<Choice> {
        choices::names(&changes::names(self.file.played()))
    }
}

/// The players in the order in which they act: the dealer last.
fn in_turn(played: &Match) -> Vec<String> {
    let Ok(scored) = played.scored() else {
        return Vec::new();
    };
    let table = &scored.table;
    let first = scored
        .next()
        .map_or(Seat::new(0), |(_, dealer, _)| table.next(dealer));
    let seats = table.from(first);
    seats.map(|seat| table.name(seat).to_string()).collect()
}

/// Judges a hand as far as it is entered.
fn judged(
    file: &MatchFile,
    form: &Form,
    record: &Json,
    language: &Language,
) -> Result<Check, String> {
    let hand = Some(record.clone());
    let played = match file.tried(Change::SetCurrent { hand }) {
        Ok(played) => played,
        Err(faults) => return missing_of(&faults, language),
    };
    let scored = played.scored().map_err(|faults| said(&faults, language))?;
    let Some(current) = &scored.current else {
        return Ok(Check {
            contracts: contracts_of(&scored, None),
            ..Check::default()
        });
    };
    let missing = current.missing.iter().map(|pointer| within_hand(pointer));
    let absent = current.absent.iter().map(|pointer| within_hand(pointer));
    let next = scored.next();
    let speaks = next.as_ref().and_then(|(_, _, next)| next.speaks);
    let mut check = Check {
        missing: Some(missing.collect()),
        absent: absent.collect(),
        turn: speaks.map(|seat| scored.table.name(seat).to_string()),
        contracts: contracts_of(&scored, record.text("declarer")),
        is_over: false,
    };
    if let Some(calls) = form.calls.as_ref().map(|calls| record.list(&calls.field))
        && !calls.is_empty()
    {
        let cards = next.map_or(0, |(_, _, next)| next.cards_dealt);
        let asked = [
            ("calls", Json::List(calls.to_vec())),
            ("cards_dealt", Json::Int(cards)),
        ];
        let known = ["declarer", "game_type"].into_iter();
        let known = known.filter_map(|key| Some((key, record.get(key)?.clone())));
        let answered = question(
            file,
            record,
            QuestionKind::Auction,
            asked.into_iter().chain(known),
        );
        let next = answered
            .map(|answered| next_of(&answered))
            .unwrap_or_default();
        (check.turn, check.is_over) = (next.turn, next.is_over);
    }
    Ok(check)
}

/// The contracts of the board that a player, or any player, may still play, where a game has such a board.
fn contracts_of(scored: &Scored, player: Option<&str>) -> Option<Vec<String>> {
    let (_, _, next) = scored.next()?;
    let mut open = next.open.iter();
    let (_, open) = open.find(|(key, _)| *key == "contracts")?;
    let Json::Object(players) = open else {
        return None;
    };
    let players = players
        .iter()
        .filter(|(name, _)| player.is_none_or(|player| player == name));
    let words = players.flat_map(|(_, contracts)| match contracts {
        Json::List(words) => words.iter().filter_map(Json::as_text).collect(),
        _ => Vec::new(),
    });
    Some(words.map(str::to_owned).collect())
}

/// Who may call or play next, and the contracts of which one can be called.
pub fn next_of(answered: &Answered) -> Check {
    // Who has just called may add to it; the next player is named after that.
    let next = answered.answer.next.last();
    let mut choices = next.iter().flat_map(|turn| turn.choices.iter());
    let bids = choices.find(|(key, _)| *key == "bids");
    let contracts = bids.and_then(|(_, bids)| bids.get("contracts")?.typed());
    Check {
        missing: Some(Vec::new()),
        absent: Vec::new(),
        is_over: next.is_none(),
        turn: next.map(|turn| answered.table.name(turn.seat).to_string()),
        contracts,
    }
}

/// The answer to a question about the next hand.
fn question(
    file: &MatchFile,
    record: &Json,
    kind: QuestionKind,
    asked: impl Iterator<Item = (&'static str, Json)>,
) -> Option<Answered> {
    let scored = file.played().scored().ok()?;
    let (number, dealer, _) = scored.next()?;
    let dealer = record
        .text("dealer")
        .map_or_else(|| scored.table.name(dealer).to_string(), str::to_owned);
    let mut entries = of_match(&file.played().document());
    let mut add = |key: &str, value: Json| entries.push((key.to_owned(), value));
    asked.for_each(|(key, value)| add(key, value));
    add("question", kind.word().into());
    add("dealer", dealer.into());
    if kind == QuestionKind::Finish {
        add("hand_number", Json::Int(i64::try_from(number).unwrap_or(1)));
        add("hand", record.clone());
    }
    adjudicate(&serde_json::to_vec(&Json::Object(entries)).ok()?).ok()
}

/// The amounts of which only one value fits, by pointer.
fn fits(file: &MatchFile, record: &Json) -> Vec<(String, Json)> {
    let Some(answered) = question(file, record, QuestionKind::Finish, [].into_iter()) else {
        return Vec::new();
    };
    let mut outcome = answered.answer.outcome.iter();
    match outcome.find(|(key, _)| *key == "values") {
        Some((_, Json::Object(values))) => values.clone(),
        _ => Vec::new(),
    }
}

/// The pointers of what is missing, if nothing else is wrong.
pub fn missing_of(faults: &[Finding], language: &Language) -> Result<Check, String> {
    if faults.iter().any(|fault| fault.code != "missing-field") {
        return Err(said(faults, language));
    }
    let missing = faults.iter().map(|fault| within_hand(&fault.pointer));
    Ok(Check {
        missing: Some(missing.collect()),
        ..Check::default()
    })
}

/// The faults in a sentence each, those besides missing fields first.
pub fn said(faults: &[Finding], language: &Language) -> String {
    let is_missing = |fault: &&Finding| fault.code == "missing-field";
    let others = faults.iter().filter(|fault| !is_missing(fault));
    let all = others.chain(faults.iter().filter(is_missing));
    let sentences = all.take(MOST_FAULTS).map(|fault| language.fault(fault));
    sentences.collect::<Vec<String>>().join("; ")
}

/// A pointer into a document, a change or a question, as one into its hand or into the question.
fn within_hand(pointer: &str) -> String {
    let steps: Vec<&str> = pointer.split('/').skip(1).collect();
    let hand = match steps.first() {
        Some(&"current") => 1,
        Some(&"hands") => 2,
        Some(&"edits") => 3,
        _ => 0,
    };
    let inside = steps.get(hand..).unwrap_or_default().join("/");
    if inside.is_empty() {
        inside
    } else {
        format!("/{inside}")
    }
}
