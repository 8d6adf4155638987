//! Texts in other languages, and the names that bring them along: nothing in them changes what is scored.

use std::sync::Arc;

use overtrick_core::bounds::{MAX_LABEL_CHARACTERS, MAX_TEXT_CHARACTERS};
use overtrick_core::form::Kind;
use overtrick_core::json::Json;
use overtrick_core::message::{Message, Part, Texts};
use overtrick_core::{Finding, Name, ReasonTexts, args, segment};

use super::form::TEXT;
use super::{Reader, limit, shortened};
use crate::check::Symbol;

/// The most languages besides that of the definition.
const MAX_LANGUAGES: usize = 16;
/// The most texts of a kind in a language.
const MAX_TEXTS: usize = 512;
/// The most names that a fault lists.
const MAX_LISTED: usize = 24;

/// The kinds of texts that have keys.
const KEYED: &[&str] = &["label", "about", "word", "clause", "line", "show"];

/// What a definition says in another language.
pub(super) struct Translation {
    tag: String,
    texts: Json,
    pointer: String,
}

impl Translation {
    /// A text with a key, unless it is blank.
    fn get(&self, kind: &str, key: &str) -> Option<&str> {
        filled(self.texts.get(kind)?.text(key))
    }
}

fn filled(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

impl Reader {
    /// Reads the texts of all languages. Their keys are checked once everything else was read.
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
            self.translations.push(Translation {
                tag,
                texts,
                pointer,
            });
        }
    }

    /// Reports texts for people that are too long, in every language. Messages repeat them for each reason.
    pub(super) fn lengths(&mut self, top: &Json) {
        self.length(top.get("name"), MAX_LABEL_CHARACTERS, "/name");
        self.lengths_of(top.get("clauses"), MAX_TEXT_CHARACTERS, "/clauses");
        for (name, clause) in top.get("clauses").into_iter().flat_map(Json::entries) {
            let pointer = format!("/clauses/{}/text", segment(name));
            self.length(clause.get("text"), MAX_TEXT_CHARACTERS, &pointer);
        }
        let languages = top.get("text").into_iter().flat_map(Json::entries);
        for (tag, texts) in languages {
            for (kind, json) in texts.entries() {
                let most = match kind.as_str() {
                    "name" | "label" | "word" | "show" => MAX_LABEL_CHARACTERS,
                    _ => MAX_TEXT_CHARACTERS,
                };
                let pointer = format!("/text/{}/{}", segment(tag), segment(kind));
                self.length(Some(json), most, &pointer);
                self.lengths_of(Some(json), most, &pointer);
            }
        }
        let options = top.get("options").into_iter().flat_map(Json::entries);
        let options = options.map(|(name, json)| (json, format!("/options/{}", segment(name))));
        let listed = ["field", "show"].into_iter().flat_map(|part| {
            let entries = top.list(part).iter().enumerate();
            entries.map(move |(index, json)| (json, format!("/{part}/{index}")))
        });
        for (json, pointer) in options.chain(listed) {
            for (key, most) in [
                ("label", MAX_LABEL_CHARACTERS),
                ("about", MAX_TEXT_CHARACTERS),
            ] {
                self.length(json.get(key), most, &format!("{pointer}/{key}"));
            }
        }
    }

    fn lengths_of(&mut self, texts: Option<&Json>, most: usize, pointer: &str) {
        for (key, json) in texts.into_iter().flat_map(Json::entries) {
            self.length(Some(json), most, &format!("{pointer}/{}", segment(key)));
        }
    }

    fn length(&mut self, text: Option<&Json>, most: usize, pointer: &str) {
        let characters = text
            .and_then(Json::as_text)
            .map_or(0, |text| text.chars().count());
        if characters > most {
            self.report(limit(pointer, "characters", characters, most));
        }
    }

    /// A text with its translations.
    fn brought(&self, own: &str, of: impl Fn(&Translation) -> Option<&str>) -> Name {
        self.brought_as(own, of, |text| Message::plain(text))
    }

    fn brought_as(
        &self,
        own: &str,
        of: impl Fn(&Translation) -> Option<&str>,
        read: impl Fn(&str) -> Message,
    ) -> Name {
        let translated = self.translations.iter().filter_map(|translation| {
            let message = read(of(translation)?);
            Some((translation.tag.as_str().into(), message))
        });
        let texts = Texts {
            own: Some(read(own)),
            others: translated.collect(),
        };
        Name::with_texts(own, texts)
    }

    /// The name of the game.
    pub(super) fn game_name(&self, own: &str) -> Name {
        self.brought(own, |translation| filled(translation.texts.text("name")))
    }

    /// A text of the definition with what the other languages have for it.
    pub(super) fn text(&self, kind: &str, key: &str, own: &str) -> Name {
        self.brought(own, |translation| translation.get(kind, key))
    }

    /// The text of a clause, which may have values of the match.
    pub(super) fn clause_text(&self, name: &str, own: &str) -> Name {
        self.brought_as(own, |translation| translation.get("clause", name), message)
    }

    /// The label of a field or an option, or else its name in words.
    pub(super) fn label(&self, name: &str, json: &Json) -> Name {
        let own = filled(json.text("label"));
        let own = own.map_or_else(|| name.replace('_', " "), str::to_owned);
        self.text("label", name, &own)
    }

    /// The explanation of a field or an option; empty if there is none.
    pub(super) fn about(&self, name: &str, json: &Json) -> Name {
        self.text("about", name, json.text("about").unwrap_or_default())
    }

    /// The message of a score with its values, and its texts. In a language that has a sentence for the clause, both
    /// are that sentence.
    pub(super) fn sentence(&self, clause: &str, with: &[&str]) -> (Name, Arc<ReasonTexts>) {
        let mut clauses = self.definition.clauses.iter();
        let own = clauses.find(|known| known.name == clause);
        let own = own.map_or(clause, |known| known.text.as_str());
        let label = |name: &str| {
            let definition = &self.definition;
            let fields = definition.fields.iter();
            let fields = fields.map(|field| (&field.name, &field.label));
            let options = definition.options.iter();
            let options = options.map(|rule| (&rule.name, &rule.label));
            let mut labels = fields.chain(options);
            let found = labels.find(|(known, _)| **known == *name);
            found.map(|(_, label)| label.as_str())
        };
        let own_label = |name| label(name).unwrap_or(name);
        let texts = |text| Texts {
            own: Some(values(text, with, own_label)),
            others: Vec::new(),
        };
        let (mut message, mut sentence) = (texts(""), texts(own));
        for translation in &self.translations {
            let line = translation.get("line", clause);
            let line = line.and_then(|line| Message::read("", line).ok());
            let translated = |name| {
                let translated = translation.get("label", name);
                translated.or_else(|| label(name)).unwrap_or(name)
            };
            let (short, long) = match line {
                Some(line) => (line.clone(), line),
                None => {
                    let text = translation.get("clause", clause).unwrap_or(own);
                    (values("", with, translated), values(text, with, translated))
                }
            };
            let tag = || translation.tag.as_str().into();
            message.others.push((tag(), short));
            sentence.others.push((tag(), long));
        }
        let texts = ReasonTexts {
            clause: self.clause_text(clause, own),
            sentence: Name::with_texts(own, sentence),
        };
        (Name::with_texts("", message), Arc::new(texts))
    }

    /// Checks that every text is of something in the definition, and that lines show what they can.
    pub(super) fn check_texts(&mut self, top: &Json) {
        for translation in std::mem::take(&mut self.translations) {
            for kind in KEYED {
                let Some(Json::Object(texts)) = translation.texts.get(kind) else {
                    continue;
                };
                let known = self.with_texts(kind, top);
                for (key, text) in texts {
                    let pointer = format!("{}/{kind}/{}", translation.pointer, segment(key));
                    if !known.contains(key) {
                        let listed: Vec<String> = known.iter().take(MAX_LISTED).cloned().collect();
                        let args = args![name: shortened(key), known: listed];
                        self.fault("own-text-key", &pointer, args);
                    } else if ["clause", "line"].contains(kind) {
                        let text = text.as_text().unwrap_or_default();
                        self.check_values(top, (kind, key, text), &pointer);
                    }
                }
            }
        }
    }

    /// What can have a text of a kind.
    fn with_texts(&self, kind: &str, top: &Json) -> Vec<String> {
        let symbols = |wanted: fn(&Symbol) -> bool| {
            let symbols = self.names.symbols.iter();
            let names = symbols.filter(|(_, symbol)| wanted(symbol));
            let mut names: Vec<String> = names.map(|(name, _)| name.clone()).collect();
            names.sort_unstable();
            names
        };
        match kind {
            "label" => symbols(|symbol| !matches!(symbol, Symbol::Table(_))),
            "about" => symbols(|symbol| matches!(symbol, Symbol::Field(_) | Symbol::Option(_))),
            "word" => self.names.words.clone(),
            "line" => {
                let scores = top.list("score").iter();
                let clauses = scores.filter_map(|score| score.text("clause"));
                clauses.map(str::to_owned).collect()
            }
            "show" => {
                let shows = top.list("show").iter();
                let labels = shows.filter_map(|show| show.text("label"));
                labels.map(str::to_owned).collect()
            }
            _ => {
                let clauses = self.definition.clauses.iter();
                clauses.map(|clause| clause.name.clone()).collect()
            }
        }
    }

    /// Checks the placeholders of a clause or a line: the text of the clause has their values, and for a line, every
    /// score of its clause may have them instead.
    fn check_values(
        &mut self,
        top: &Json,
        (kind, clause, text): (&str, &str, &str),
        pointer: &str,
    ) {
        let Ok(message) = Message::read("", text) else {
            self.report(Finding::rule("own-text-braces", pointer, args![]));
            return;
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
        let clauses = self.definition.clauses.clone();
        let own = clauses.iter().filter(|own| own.name == clause);
        known.extend(
            own.flat_map(|own| &own.values)
                .map(|(name, _)| name.as_str()),
        );
        let asked = message.parts().iter().filter_map(Part::argument);
        for name in asked.filter(|name| !known.contains(name)) {
            let known: Vec<String> = known.iter().map(|name| (*name).to_owned()).collect();
            let args = args![name: shortened(name), known: known];
            self.fault("own-text-value", pointer, args);
        }
    }
}

/// A text of a clause; one whose braces cannot be read, which is a fault, as it is.
fn message(text: &str) -> Message {
    Message::read("", text).unwrap_or_else(|_| Message::plain(text))
}

/// A text with values after it, each after its label: `Made (bids 1, tricks 1)`. Without a text the values alone:
/// `bids 1, tricks 1`.
fn values<'n>(text: &str, with: &[&'n str], label: impl Fn(&'n str) -> &'n str) -> Message {
    let (open, close) = if text.is_empty() {
        ("", "")
    } else {
        (" (", ")")
    };
    let mut parts = message(text).parts().to_vec();
    for (index, name) in with.iter().enumerate() {
        let before = if index == 0 { open } else { ", " };
        parts.push(Part::Text(format!("{before}{} ", label(name))));
        parts.push(Part::Arg((*name).to_owned()));
    }
    if !with.is_empty() {
        parts.push(Part::Text(close.to_owned()));
    }
    Message::from(parts)
}
