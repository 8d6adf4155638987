//! Reading texts in other languages, which do not affect the scoring.

use std::sync::Arc;

use overtrick_core::bounds::{MAX_LABEL_CHARACTERS, MAX_TEXT_CHARACTERS};
use overtrick_core::form::Kind;
use overtrick_core::json::Json;
use overtrick_core::message::{Message, Part, Texts};
use overtrick_core::{Name, ReasonTexts, args, segment};

use super::form::TEXT;
use super::values::ValueKind;
use super::{Reader, shortened};
use crate::check::Symbol;
use crate::definition::Input;
use crate::syntax::limit;
use crate::value::{Expression, Node};

/// The most languages, not counting the definition's language.
const MAX_LANGUAGES: usize = 16;
/// The most texts of a kind in a language.
const MAX_TEXTS: usize = 512;
/// The most names that a fault lists.
const MAX_LISTED: usize = 24;

/// The kinds of texts that are stored by key.
const KEYED: &[&str] = &["label", "about", "word", "clause", "line", "show"];

/// Returns a text of a kind in a language, by its key if the kind has keys; `None` if the text is blank.
fn translated<'j>(texts: &'j Json, kind: &str, key: &str) -> Option<&'j str> {
    let texts = texts.get(kind)?;
    filled(texts.as_text().or_else(|| texts.text(key)))
}

fn filled(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

impl Reader {
    /// Reads the texts of all languages. Their keys are checked after everything else is read.
    pub(super) fn texts(&mut self, top: &Json) {
        for (tag, texts, pointer) in
            self.entries((top, "text", ""), &Kind::Object(TEXT), MAX_LANGUAGES)
        {
            let is_letter = |letter: u8| letter.is_ascii_lowercase();
            if !(2..=3).contains(&tag.len()) || !tag.bytes().all(is_letter) {
                self.fault("own-text-language", &pointer, args![found: shortened(&tag)]);
            }
            for kind in KEYED {
                self.entries((&texts, kind, &pointer), &Kind::Text, MAX_TEXTS);
            }
            self.translations.push((tag, texts, pointer));
        }
    }

    /// Reports texts in a value that are too long, because messages repeat such texts for each reason.
    pub(super) fn lengths(&mut self, json: &Json, pointer: &str) {
        let keys: Vec<&str> = pointer.split('/').skip(1).collect();
        let most = match keys[..] {
            ["name"]
            | ["text", _, "name" | "label" | "word" | "show"]
            | ["text", _, "name" | "label" | "word" | "show", _]
            | ["options" | "field" | "show", _, "label"] => MAX_LABEL_CHARACTERS,
            ["clauses", _]
            | ["clauses", _, "text"]
            | ["text", _, _]
            | ["text", _, _, _]
            | ["options" | "field" | "show", _, "about"] => MAX_TEXT_CHARACTERS,
            _ => usize::MAX,
        };
        let characters = json.as_text().map_or(0, |text| text.chars().count());
        if characters > most {
            self.report(limit(pointer, "characters", characters, most));
        }
        for (key, json) in json.entries() {
            self.lengths(json, &format!("{pointer}/{}", segment(key)));
        }
        if let (["field" | "show"], Json::List(items)) = (&keys[..], json) {
            for (index, json) in items.iter().enumerate() {
                self.lengths(json, &format!("{pointer}/{index}"));
            }
        }
    }

    /// Returns a text with its translations. The argument of `make` is `None` for the definition's language.
    fn in_languages(&self, own: &str, make: impl Fn(Option<&Json>) -> Option<Message>) -> Name {
        let others = self.translations.iter().filter_map(|(tag, texts, _)| {
            let message = make(Some(texts))?;
            Some((tag.as_str().into(), message))
        });
        let texts = Texts {
            own: make(None),
            others: others.collect(),
        };
        Name::with_texts(own, texts)
    }

    /// Returns a text of the definition with its translations.
    pub(super) fn text(&self, kind: &str, key: &str, own: &str) -> Name {
        self.in_languages(own, |texts| {
            let text = texts.map_or(Some(own), |texts| translated(texts, kind, key));
            // Only a clause may contain match-specific values.
            text.map(|text| match kind {
                "clause" => message(text),
                _ => Message::plain(text),
            })
        })
    }

    /// Returns the common parts of a field or an option. The default label is the name in words.
    pub(super) fn input(
        &self,
        (name, json): (&str, &Json),
        (kind, words): ValueKind,
        [from, to, default]: [Option<Expression>; 3],
    ) -> Input {
        let label = filled(json.text("label"));
        let label = label.map_or_else(|| name.replace('_', " "), str::to_owned);
        let about = json.text("about").unwrap_or_default();
        Input {
            name: name.to_owned().into(),
            label: self.text("label", name, &label),
            about: self.text("about", name, about),
            kind,
            words,
            from,
            to,
            default,
        }
    }

    /// Returns the message of a score with its values, and the texts of the score. If a language has a
    /// sentence for the clause, both use that sentence.
    pub(super) fn sentence(&self, clause: &str, with: &[&str]) -> (Name, Arc<ReasonTexts>) {
        let definition = &self.definition;
        let mut clauses = definition.clauses.iter();
        let own = clauses.find(|known| known.name == clause);
        let own = own.map_or(clause, |known| known.text.as_str());
        let make = |texts: Option<&Json>, is_whole: bool| {
            let words = |kind, key| translated(texts?, kind, key);
            let line = words("line", clause).map(|line| Message::read("", line));
            if let Some(Ok(line)) = line {
                return Some(line);
            }
            let text = words("clause", clause).unwrap_or(own);
            let text = if is_whole { text } else { "" };
            Some(values(text, with, |name| {
                let label = words("label", name).or_else(|| definition.label(name));
                label.unwrap_or(name)
            }))
        };
        let texts = ReasonTexts {
            clause: self.text("clause", clause, own),
            sentence: self.in_languages(own, |texts| make(texts, true)),
        };
        let message = self.in_languages("", |texts| make(texts, false));
        (message, Arc::new(texts))
    }

    /// Checks that every text belongs to a part of the definition, and that sentences contain only available
    /// values.
    pub(super) fn check_texts(&mut self, top: &Json) {
        for (_, texts, pointer) in std::mem::take(&mut self.translations) {
            for kind in KEYED {
                let known = self.with_texts(kind, top);
                let texts = texts.get(kind);
                for (key, text) in texts.map_or(&[][..], Json::entries) {
                    let pointer = format!("{pointer}/{kind}/{}", segment(key));
                    if !known.contains(key) {
                        let listed: Vec<String> = known.iter().take(MAX_LISTED).cloned().collect();
                        let args = args![name: shortened(key), known: listed];
                        self.fault("own-text-key", pointer, args);
                    } else if ["clause", "line"].contains(kind) {
                        let text = text.as_text().unwrap_or_default();
                        self.check_values(top, (kind, key, text), &pointer);
                    }
                }
            }
        }
    }

    /// Returns the names that can have a text of this kind.
    fn with_texts(&self, kind: &str, top: &Json) -> Vec<String> {
        let symbols = |wanted: fn(&Symbol) -> bool| {
            let symbols = self.names.symbols.iter();
            let names = symbols.filter(|(_, symbol)| wanted(symbol));
            names.map(|(name, _)| name.clone()).collect()
        };
        let listed = |part, key| {
            let texts = top.list(part).iter().filter_map(|json| json.text(key));
            texts.map(str::to_owned).collect()
        };
        match kind {
            "label" => symbols(|symbol| !matches!(symbol, Symbol::Table(_))),
            "about" => symbols(|symbol| {
                matches!(symbol, Symbol::Value(Node::Field(_) | Node::Option(_), _))
            }),
            "word" => self.names.words.clone(),
            "line" => listed("score", "clause"),
            "show" => listed("show", "label"),
            _ => {
                let clauses = self.definition.clauses.iter();
                clauses.map(|clause| clause.name.clone()).collect()
            }
        }
    }

    /// Checks the placeholders in a translated clause or line. The clause's own text must contain the same
    /// values. A line may also use the values that every score of the clause has.
    fn check_values(
        &mut self,
        top: &Json,
        (kind, clause, text): (&str, &str, &str),
        pointer: &str,
    ) {
        let Ok(message) = Message::read("", text) else {
            return self.fault("own-text-braces", pointer, args![]);
        };
        let scores = top.list("score").iter();
        let scores = scores.filter(|score| score.text("clause") == Some(clause));
        let mut shown = scores.map(|score| {
            let with = score.list("with").iter();
            with.filter_map(Json::as_text).collect::<Vec<&str>>()
        });
        let mut known = shown.next().unwrap_or_default();
        for others in shown {
            known.retain(|name| others.contains(name));
        }
        known.retain(|_| kind == "line");
        let mut known: Vec<String> = known.into_iter().map(str::to_owned).collect();
        let clauses = self.definition.clauses.iter();
        let own = clauses.filter(|own| own.name == clause);
        let values = own.flat_map(|own| &own.values);
        known.extend(values.map(|(name, _)| name.clone()));
        let used = message.parts().iter().filter_map(Part::argument);
        for name in used.filter(|name| !known.iter().any(|known| known == name)) {
            let args = args![name: shortened(name), known: known.clone()];
            self.fault("own-text-value", pointer, args);
        }
    }
}

/// Reads the text of a clause. If its braces are faulty, it becomes plain text; the fault is reported elsewhere.
fn message(text: &str) -> Message {
    Message::read("", text).unwrap_or_else(|_| Message::plain(text))
}

/// Appends values with their labels to a text: `Made (bids 1, tricks 1)`. If the text is empty, returns only
/// the values: `bids 1, tricks 1`.
fn values<'n>(text: &str, with: &[&'n str], label: impl Fn(&'n str) -> &'n str) -> Message {
    let mut parts = message(text).parts().to_vec();
    let mut before = if text.is_empty() { "" } else { " (" };
    for name in with {
        parts.push(Part::Text(format!("{before}{} ", label(name))));
        parts.push(Part::Arg((*name).to_owned()));
        before = ", ";
    }
    if !with.is_empty() {
        let close = if text.is_empty() { "" } else { ")" };
        parts.push(Part::Text(close.to_owned()));
    }
    Message::from(parts)
}
