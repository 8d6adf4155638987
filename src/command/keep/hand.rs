//! A hand: asked for field by field, its points shown before it is kept.

use super::choices::Choice;
use super::entry::{Check, Ended, Entry};
use super::prompt::{Prompt, Reply, as_typed};
use super::words::Words;
use super::{Keeping, Next, ask_text};
use crate::changes::{self, last_hand};
use crate::error::CommandError;
use crate::match_file::{Draft, MatchFile, Passed, Refusal};
use crate::output;
use crate::table::notice;
use overtrick_core::json::Json;
use overtrick_core::{Finding, Seat, args};
use overtrick_match::adjudicate::adjudicate;
use overtrick_match::lang::Language;
use overtrick_match::ledger::{Change, Edit, Match};
use overtrick_server::Form;

/// The most faults named beside a question.
const MOST_FAULTS: usize = 3;

/// The next hand of a match.
pub struct Hand<'a> {
    keeping: &'a mut Keeping,
    ahead: String,
}

/// What becomes of a hand.
enum Decision {
    Keep,
    Back,
    /// Back beyond its first question.
    Leave,
    Other(String),
    Drop,
    Stop,
}

impl<'a> Hand<'a> {
    /// The hand, of which the user has typed the first answers.
    pub fn new(keeping: &'a mut Keeping, ahead: &str) -> Hand<'a> {
        Hand {
            keeping,
            ahead: ahead.to_owned(),
        }
    }

    /// Asks for the hand and records it.
    pub fn enter(self) -> Result<Next, CommandError> {
        let Hand { keeping, ahead } = self;
        let (hand, next) = {
            let Keeping {
                file,
                form,
                prompter,
                language,
                game,
                ..
            } = &*keeping;
            let judge = |record: &Json| judged(file, form, record, language);
            let fits = |record: &Json| fits(file, record);
            let words = Words {
                game,
                question: None,
                form,
                language,
            };
            game.with_record(|fields| {
                let players = in_turn(file.played());
                let mut entry = Entry::new(words, form, fields, (&judge, &fits), prompter, players);
                let save = |record: &Json, passed: &Passed| file.keep_draft(record, passed);
                entry.save = &save;
                let is_behind = || file.is_stale();
                entry.is_behind = &is_behind;
                let begun = begun(file);
                if begun.was_typed {
                    notice(&language.text("keep", "drafted"));
                }
                entry.record = begun.hand;
                entry.pass(begun.passed);
                entry.type_ahead(&ahead);
                let next = keeping.complete(&mut entry)?;
                Ok::<_, CommandError>((entry.record, next))
            })?
        };
        match next {
            Decision::Keep => {
                keeping.keep(Change::Record { hand })?;
            }
            Decision::Stop => return keeping.put_by(&hand),
            _ => keeping.file.drop_draft(),
        }
        Ok(Next::GoOn)
    }
}

/// What there is of the next hand already.
struct Begun {
    hand: Json,
    /// The questions that were passed over.
    passed: Passed,
    /// Whether it was typed before and not put by.
    was_typed: bool,
}

fn begun(file: &MatchFile) -> Begun {
    let document = file.played().document();
    let current = document.get("current");
    let draft = file.draft();
    let is_killed = |draft: &Draft| !draft.is_put_by;
    if let Some(draft) = draft.clone().filter(is_killed) {
        return Begun {
            hand: draft.hand,
            passed: draft.passed,
            was_typed: true,
        };
    }
    // Others may have changed the hand since it was put by.
    let draft = draft.filter(|draft| current.is_some_and(|hand| is_same(hand, &draft.hand)));
    Begun {
        hand: current.cloned().unwrap_or(Json::EMPTY),
        passed: draft.map(|draft| draft.passed).unwrap_or_default(),
        was_typed: false,
    }
}

/// Whether two hands have the same fields, in any order.
fn is_same(one: &Json, other: &Json) -> bool {
    let value = |hand: &Json| serde_json::to_value(hand).ok();
    value(one) == value(other)
}

impl Keeping {
    /// Asks until the hand is complete and the user decides.
    fn complete(&self, entry: &mut Entry<'_>) -> Result<Decision, CommandError> {
        loop {
            match entry.fill()? {
                Ended::Back => return Ok(Decision::Leave),
                Ended::Stopped => return Ok(Decision::Stop),
                Ended::Complete => {}
            }
            let hand = entry.record.clone();
            let tried = self.file.tried(Change::Record { hand });
            let is_legal = tried.is_ok();
            match &tried {
                Ok(played) => output::text(&format!("\n{}\n", last_hand(played, self.language)))?,
                Err(faults) => notice(&said(faults, self.language)),
            }
            entry.tell_behind();
            match self.decide(is_legal)? {
                Decision::Back => {
                    if !entry.back() {
                        return Ok(Decision::Leave);
                    }
                }
                Decision::Other(named) => entry.other_field(&named)?,
                decision => return Ok(decision),
            }
        }
    }

    fn decide(&self, is_legal: bool) -> Result<Decision, CommandError> {
        let language = self.language;
        let key = if is_legal { "keep-it" } else { "mend-it" };
        let unknown = language.text("keep", "help-keep");
        let check = |text: &str| {
            let text = text.trim();
            let is_known = text.starts_with('+') || text == "x" || (text.is_empty() && is_legal);
            if is_known {
                Ok(())
            } else {
                Err(unknown.clone())
            }
        };
        let prompt = Prompt {
            label: &language.text("keep", key),
            help: &unknown,
            typed: "",
            offered: None,
            choices: &[],
            check: &check,
            told: &as_typed,
        };
        Ok(match self.prompter.ask(&prompt)? {
            Reply::Back(_) => Decision::Back,
            Reply::Stopped => Decision::Stop,
            Reply::Said(text) => match text.trim().strip_prefix('+') {
                Some(named) => Decision::Other(named.to_owned()),
                None if text.trim() == "x" => Decision::Drop,
                None => Decision::Keep,
            },
        })
    }

    /// Makes a change durable; returns whether it was made. If others were faster, nothing is lost: the hand is
    /// put by.
    pub fn keep(&mut self, change: Change) -> Result<bool, CommandError> {
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
                notice(&self.language.text("keep", "changed"));
                // It is offered as the hand being played of the match as it is now.
                hand.map_or(Ok(()), |hand| self.put_by(&hand).map(|_| ()))?;
                Ok(false)
            }
            Err(refusal) => match self.file.refused(refusal) {
                CommandError::Refused => Ok(false),
                error => Err(error),
            },
        }
    }

    /// Keeps an unfinished hand as the hand being played.
    fn put_by(&mut self, hand: &Json) -> Result<Next, CommandError> {
        let before = self.file.played().document();
        let is_new = *hand != Json::EMPTY && before.get("current") != Some(hand);
        // What was passed over is no part of a hand.
        let draft = self.file.draft();
        let draft = draft.filter(|draft| is_same(&draft.hand, hand));
        let passed = draft.map(|draft| draft.passed).unwrap_or_default();
        if is_new {
            let change = Change::SetCurrent {
                hand: Some(hand.clone()),
            };
            match self.file.change(|_| Ok(change), true) {
                Ok(()) => notice(&self.language.text("keep", "put-by")),
                Err(Refusal::Failed(error)) => return Err(error),
                // The hand does not fit the match as it is now; there is nobody to ask.
                Err(refusal) => {
                    drop(self.file.refused(refusal));
                    return Ok(Next::Stop);
                }
            }
        }
        self.file.put_draft_by(hand, &passed);
        Ok(Next::Stop)
    }

    /// Edits a recorded hand with a reason.
    pub fn edit(&mut self, number: usize) -> Result<Next, CommandError> {
        let language = self.language;
        let document = self.file.played().document();
        let Some(before) = number
            .checked_sub(1)
            .and_then(|at| document.list("hands").get(at))
        else {
            let args = args![found: number, count: document.list("hands").len()];
            notice(&language.format("keep", "no-hand", &args));
            return Ok(Next::GoOn);
        };
        let hand = {
            let replaced = |with: &Json| Change::Correct {
                edits: vec![Edit::Replace {
                    hand: number,
                    with: with.clone(),
                }],
                reason: "-".to_owned(),
            };
            let judge = |record: &Json| match self.file.tried(replaced(record)) {
                Ok(_) => Ok(Check {
                    missing: Some(Vec::new()),
                    ..Check::default()
                }),
                Err(faults) => missing_of(&faults, language),
            };
            let words = Words {
                game: &self.game,
                question: None,
                form: &self.form,
                language,
            };
            self.game.with_record(|fields| {
                let players = changes::names(self.file.played());
                let no_fits = |_: &Json| Vec::new();
                let mut entry = Entry::new(
                    words,
                    &self.form,
                    fields,
                    (&judge, &no_fits),
                    &self.prompter,
                    players,
                );
                entry.record = before.clone();
                entry.settle_absent();
                loop {
                    let shown = entry.summary();
                    output::text(&crate::table::wrapped(&shown))?;
                    let before = entry.record.clone();
                    entry.other_field("")?;
                    match entry.fill()? {
                        Ended::Stopped => return Ok(None),
                        Ended::Back | Ended::Complete => {}
                    }
                    if entry.record == before {
                        break;
                    }
                }
                Ok::<_, CommandError>(Some(entry.record))
            })?
        };
        let Some(hand) = hand else {
            return Ok(Next::GoOn);
        };
        if hand == *before {
            return Ok(Next::GoOn);
        }
        let label = language.text("keep", "reason");
        let Some(reason) = ask_text(&self.prompter, &label, None, language)? else {
            return Ok(Next::GoOn);
        };
        let edits = vec![Edit::Replace {
            hand: number,
            with: hand,
        }];
        if self.keep(Change::Correct { edits, reason })? {
            output::text(&changes::totals(self.file.played(), language))?;
        }
        Ok(Next::GoOn)
    }

    /// The players to choose from.
    pub fn player_choices(&self) -> Vec<Choice> {
        let names = changes::names(self.file.played()).into_iter();
        names.map(|name| Choice::word(&name, &name)).collect()
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
        return Ok(Check::default());
    };
    let missing = current.missing.iter().map(|pointer| first_name(pointer));
    let speaks = scored.next().and_then(|(_, _, next)| next.speaks);
    let calls = form.calls.as_ref().map(|calls| &*calls.field);
    let has_calls = calls.is_some_and(|calls| !record.list(calls).is_empty());
    let turn = speaks.filter(|_| !has_calls);
    Ok(Check {
        missing: Some(missing.collect()),
        turn: turn.map(|seat| scored.table.name(seat).to_string()),
    })
}

/// The amounts of which only one value fits, by pointer.
fn fits(file: &MatchFile, record: &Json) -> Vec<(String, Json)> {
    let scored = file.played().scored().ok();
    let Some((number, dealer)) = scored.as_ref().and_then(|scored| {
        let (number, dealer, _) = scored.next()?;
        Some((number, scored.table.name(dealer).to_string()))
    }) else {
        return Vec::new();
    };
    let document = file.played().document();
    let of = |key: &str| document.get(key).cloned().unwrap_or(Json::Null);
    let number = i64::try_from(number).unwrap_or(1);
    let dealer = record.text("dealer").map_or(dealer, str::to_owned);
    let question = Json::object([
        ("game", of("game")),
        ("players", of("players")),
        ("options", of("options")),
        ("question", "finish".into()),
        ("hand_number", Json::Int(number)),
        ("dealer", dealer.into()),
        ("hand", record.clone()),
    ]);
    let bytes = serde_json::to_vec(&question).unwrap_or_default();
    let Ok(answered) = adjudicate(&bytes) else {
        return Vec::new();
    };
    let mut outcome = answered.answer.outcome.iter();
    match outcome.find(|(key, _)| *key == "values") {
        Some((_, Json::Object(values))) => values.clone(),
        _ => Vec::new(),
    }
}

/// The names of the fields that are missing, if nothing else is wrong.
fn missing_of(faults: &[Finding], language: &Language) -> Result<Check, String> {
    if faults.iter().any(|fault| fault.code != "missing-field") {
        return Err(said(faults, language));
    }
    let missing = faults.iter().map(|fault| first_name(&fault.pointer));
    Ok(Check {
        missing: Some(missing.collect()),
        ..Check::default()
    })
}

/// The faults in a sentence each, those besides missing fields first.
fn said(faults: &[Finding], language: &Language) -> String {
    let is_missing = |fault: &&Finding| fault.code == "missing-field";
    let others = faults.iter().filter(|fault| !is_missing(fault));
    let all = others.chain(faults.iter().filter(is_missing));
    let sentences = all.take(MOST_FAULTS).map(|fault| language.fault(fault));
    sentences.collect::<Vec<String>>().join("; ")
}

/// The name of the field of a hand to which a pointer leads.
fn first_name(pointer: &str) -> String {
    let mut steps = pointer.split('/').skip(1);
    let first = steps.next().unwrap_or_default();
    let name = match first {
        "current" => steps.next(),
        "hands" => steps.nth(1),
        "edits" => steps.nth(2),
        name => Some(name),
    };
    name.unwrap_or_default().to_owned()
}
