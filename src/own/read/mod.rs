//! Reading a definition: its form, its names and its expressions. All faults are reported at once.

mod expressions;
mod fields;
mod form;
mod identity;
mod order;
mod rules;
mod texts;
mod values;

use std::collections::HashSet;

use overtrick_core::bounds::{MAX_HANDS, MAX_STEPS};
use overtrick_core::form::{Field, Kind, Need, Reading, wrong_type};
use overtrick_core::json::Json;
use overtrick_core::{Args, Finding, args, report, segment};

use self::fields::is_each;
use self::form::{CARRY, DEFINITION, EXPRESSION, FIELD, OPTION, RECORDED, TABLE};
use self::values::ValueKind;
use crate::check::{BUILT_IN, Names, Symbol};
use crate::definition::{Definition, MAX_BYTES, MAX_ENTRIES, MAX_NAMES};
use crate::syntax::{is_keyword, is_name, limit};
use crate::types::{MAX_TOTAL, Range, Type};
use crate::value::{ExpressionFacts, Node, count};

/// Reads and checks a whole definition.
///
/// # Errors
/// Every fault, with the JSON pointer of its place in the definition. For a fault in an expression, the
/// argument `at` is the position of the character.
///
/// ```
/// use overtrick_core::json::Json;
/// use overtrick_own::read;
///
/// let text = r#"{"language": 1, "id": "points", "players": [2, 10],
///     "clauses": {"points": "What everyone wrote down."},
///     "field": [{"name": "points", "each": true, "number": [-999, 999]}],
///     "score": [{"points": "pionts", "clause": "points"}]}"#;
/// let json: Json = serde_json::from_str(text).unwrap();
/// let faults = read(&json).unwrap_err();
/// assert_eq!((&*faults[0].code, &*faults[0].pointer), ("own-unknown-name", "/score/0/points"));
/// let right: Json = serde_json::from_str(&text.replace("pionts", "points")).unwrap();
/// assert_eq!(read(&right).unwrap().id(), "points");
/// ```
pub fn read(json: &Json) -> Result<Definition, Vec<Finding>> {
    let bytes = serde_json::to_string(json).map_or(usize::MAX, |text| text.len());
    if bytes > MAX_BYTES {
        return Err(vec![limit("", "bytes", bytes, MAX_BYTES)]);
    }
    let Json::Object(entries) = json.clone() else {
        return Err(vec![wrong_type("", "object", json)]);
    };
    let mut reading = Reading::default();
    let top = reading.read_object(DEFINITION, entries, "");
    let mut reader = Reader {
        reading,
        ..Reader::default()
    };
    reader.read(&top);
    if !reader.reading.findings.is_empty() {
        return Err(reader.reading.findings);
    }
    let mut definition = reader.definition;
    definition.sort_of_hand();
    definition.json = json.clone();
    definition.measure(bytes);
    Ok(definition)
}

/// A named entry of a definition: its name, its value (null if faulty) and its pointer.
type Entry = (String, Json, String);

/// An item of a list of a definition, with its pointer.
type Listed = (Json, String);

/// The named parts of a definition. A faulty part keeps its index and its name.
struct Parts {
    /// The options, each with the kind of its values; `None` if the kind is faulty.
    options: Vec<(Option<ValueKind>, Entry)>,
    /// The fields, each with the kind of its values; `None` if the kind is faulty.
    fields: Vec<(Option<ValueKind>, Listed)>,
    lets: Vec<Entry>,
    tables: Vec<Entry>,
    carry: Vec<Entry>,
}

/// A definition that is being read. The faults are in `reading`, and the parts without faults are in `definition`.
#[derive(Default)]
struct Reader {
    reading: Reading,
    names: Names,
    definition: Definition,
    /// The other languages, each with its texts.
    translations: Vec<Entry>,
}

impl Reader {
    fn fault(&mut self, code: &'static str, pointer: impl Into<String>, args: Args) {
        self.report(Finding::rule(code, pointer, args));
    }

    fn report(&mut self, finding: Finding) {
        report(&mut self.reading.findings, || finding);
    }

    /// Reports a missing required value, unless it was left out because of a fault.
    fn require(&mut self, json: &Json, key: &str, pointer: &str) {
        let pointer = format!("{pointer}/{key}");
        if json.get(key).is_none() && !self.reading.left_out.has_any_of(&pointer) {
            self.report(Finding::missing(pointer));
        }
    }

    fn require_all(&mut self, fields: &[Field], json: &Json, pointer: &str) {
        let required = |field: &&Field| field.need == Need::Required;
        for field in fields.iter().filter(required) {
            self.require(json, field.name, pointer);
        }
    }

    /// Reads the definition: its name and clauses, then all names, then the expressions that use the names.
    fn read(&mut self, top: &Json) {
        self.require_all(DEFINITION, top, "");
        if let Some(language) = top.int("language").filter(|language| *language != 1) {
            self.fault("own-language", "/language", args![found: language]);
        }
        for part in ["name", "clauses", "text", "options", "field", "show"] {
            if let Some(json) = top.get(part) {
                self.lengths(json, &format!("/{part}"));
            }
        }
        self.texts(top);
        self.identity(top);
        let clauses = self.clauses(top);
        let parts = self.parts(top);
        self.collect_names(&parts);
        self.names.has_cards = top.get("cards").is_some();
        self.in_order(top, &parts);
        self.fields(&parts);
        self.carries(&parts.carry);
        self.checks(top);
        self.once(top);
        self.clause_values(&clauses);
        self.scores(top);
        self.shows(top);
        self.ends(top);
        let words = self.names.words.iter();
        self.definition.words = words.map(|word| self.text("word", word, word)).collect();
        self.definition.tables = std::mem::take(&mut self.names.tables);
        self.check_texts(top);
        let steps = self.definition.steps;
        if steps > MAX_STEPS {
            let [found, most] =
                [steps, MAX_STEPS].map(|steps| usize::try_from(steps).unwrap_or(usize::MAX));
            self.report(limit("", "steps", found, most));
        }
    }

    /// Reads the named parts. Afterwards, all words are known.
    fn parts(&mut self, top: &Json) -> Parts {
        let options = self.entries((top, "options", ""), &Kind::Object(OPTION), MAX_NAMES);
        let fields = self.list(top, "field");
        let options = options.into_iter();
        let options = options.map(|option| (self.kind(&option.1, &option.2, OPTION), option));
        let options = options.collect();
        let fields = fields.into_iter();
        let fields = fields.map(|field| (self.kind(&field.0, &field.1, FIELD), field));
        Parts {
            options,
            fields: fields.collect(),
            lets: self.entries((top, "let", ""), &EXPRESSION, MAX_NAMES),
            tables: self.entries((top, "tables", ""), &TABLE, MAX_NAMES),
            carry: self.entries((top, "carry", ""), &Kind::Object(CARRY), MAX_NAMES),
        }
    }

    /// Collects every name with its type, so that expressions may use names that are defined later.
    fn collect_names(&mut self, parts: &Parts) {
        let (least, most) = self.names.players;
        let number = |least, most| Type::Number(Range::new(least, most));
        let players = ExpressionFacts::of(number(count(least), count(most)));
        let hand = |kind| Some(ExpressionFacts::of_hand(kind));
        let dealer = ExpressionFacts {
            dealer: true,
            ..ExpressionFacts::of_hand(Type::Player)
        };
        let of_player = |totals, scored| ExpressionFacts {
            of_player: true,
            totals,
            scored,
            ..ExpressionFacts::of_hand(number(-MAX_TOTAL, MAX_TOTAL))
        };
        for (name, node, facts) in [
            ("players", Node::Players, Some(players)),
            ("hand", Node::Hand, hand(number(1, count(MAX_HANDS) + 1))),
            ("cards", Node::Cards, None),
            ("dealer", Node::Dealer, Some(dealer)),
            ("total", Node::Total, Some(of_player(true, false))),
            ("scored", Node::Scored, Some(of_player(false, true))),
        ] {
            let symbol = Symbol::Value(node, facts);
            self.names.symbols.insert(name.to_owned(), symbol);
        }
        for (index, (kind, (name, _, pointer))) in parts.options.iter().enumerate() {
            let facts = kind.as_ref().map(|(kind, _)| ExpressionFacts::of(*kind));
            self.name(name, pointer, Symbol::Value(Node::Option(index), facts));
        }
        for (index, (kind, (json, pointer))) in parts.fields.iter().enumerate() {
            self.require_all(FIELD, json, pointer);
            let Some(name) = json.text("name") else {
                continue;
            };
            let optional = json.get("need").is_some() || json.get("when").is_some();
            let (each, bit) = (is_each(json), 1 << index);
            let facts = kind.as_ref().map(|(kind, _)| ExpressionFacts {
                of_player: each,
                own: if each { bit } else { 0 },
                whole: if each { 0 } else { bit },
                named: bit,
                ..ExpressionFacts::of_hand(if optional { kind.or_absent() } else { *kind })
            });
            let symbol = Symbol::Value(Node::Field(index), facts);
            self.name(name, &format!("{pointer}/name"), symbol);
        }
        for (index, (name, _, pointer)) in parts.lets.iter().enumerate() {
            self.name(name, pointer, Symbol::Value(Node::Let(index), None));
        }
        for (index, (name, json, pointer)) in parts.tables.iter().enumerate() {
            self.name(name, pointer, Symbol::Table(index));
            let table = self.table(json, pointer);
            self.names.tables.push(table);
        }
        for (index, (name, json, pointer)) in parts.carry.iter().enumerate() {
            self.name(name, pointer, Symbol::Value(Node::Carry(index), None));
            self.require_all(CARRY, json, pointer);
            let range = self.range(json, pointer);
            let known = self.names.symbols.get_mut(name);
            if let Some(Symbol::Value(Node::Carry(_), facts)) = known {
                *facts = range.map(|range| ExpressionFacts {
                    of_player: json.flag("each"),
                    carried: true,
                    ..ExpressionFacts::of_hand(Type::Number(range))
                });
            }
        }
    }

    /// Returns the entries of an object of the definition, each with its name and pointer.
    fn entries(
        &mut self,
        (json, key, pointer): (&Json, &str, &str),
        kind: &Kind,
        most: usize,
    ) -> Vec<Entry> {
        let Some(json) = json.get(key) else {
            return Vec::new();
        };
        let pointer = format!("{pointer}/{key}");
        let Json::Object(entries) = json else {
            self.report(wrong_type(&pointer, "object", json));
            return Vec::new();
        };
        if entries.len() > most {
            self.report(limit(&pointer, "entries", entries.len(), most));
        }
        let mut names = HashSet::new();
        let mut found = Vec::new();
        for (name, json) in entries.iter().take(most) {
            let place = format!("{pointer}/{}", segment(name));
            if !names.insert(name) {
                let args = args![key: name.clone()];
                self.report(Finding::shape("duplicate-key", place, args));
                continue;
            }
            // A faulty entry keeps its name, so that its uses are not reported as unknown names.
            let read = self.reading.read(kind, json.clone(), &place);
            found.push((name.clone(), read.unwrap_or(Json::Null), place));
        }
        found
    }

    /// Returns the items of a list of the definition, each with its pointer.
    fn list(&mut self, top: &Json, key: &str) -> Vec<Listed> {
        let items = top.list(key);
        if items.len() > MAX_ENTRIES {
            let pointer = format!("/{key}");
            self.report(limit(&pointer, "entries", items.len(), MAX_ENTRIES));
        }
        let items = items.iter().take(MAX_ENTRIES).enumerate();
        items
            .map(|(index, json)| (json.clone(), format!("/{key}/{index}")))
            .collect()
    }

    fn name(&mut self, name: &str, pointer: &str, symbol: Symbol) {
        let mut args = args![name: shortened(name)];
        if !is_name(name) {
            self.fault("own-name", pointer, args);
        } else if is_keyword(name) || RECORDED.contains(&name) {
            self.fault("own-name-kept", pointer, args);
        } else if let Some(known) = self.names.symbols.get_mut(name) {
            let what = known.word();
            args.extend(args![what: what]);
            if what != BUILT_IN {
                *known = Symbol::Duplicate;
            }
            self.fault("own-name-taken", pointer, args);
        } else {
            self.names.symbols.insert(name.to_owned(), symbol);
        }
    }
}

/// Shortens an untrusted text for a message.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
