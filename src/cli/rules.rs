//! `overtrick rules`.

use clap::Args;
use comfy_table::Cell;
use serde_json::{Value, json};

use super::table::{block, grid, wrapped};
use super::{CommandError, Outcome, output};
use crate::document::fingerprint;
use crate::games::{self, Entry};
use crate::lang::Language;
use crate::rules::form::Kind;
use crate::rules::json::Json;
use crate::rules::{Facts, HouseRule, Table, args};

/// Show a game's rules, its house rules with their defaults, and what can go wrong.
#[derive(Debug, Args)]
pub struct Rules {
    /// The game, as overtrick games lists it
    game: String,
    /// As JSON
    #[arg(long)]
    json: bool,
    /// As Markdown
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// What can go wrong at the table, and what the source says of it
    #[arg(long)]
    irregularities: bool,
}

impl Rules {
    pub fn run(self, language: &Language) -> Outcome {
        let facts = find(&self.game, language)?.facts;
        if self.markdown {
            return output::text(&markdown(facts, language));
        }
        match (self.json, self.irregularities) {
            (true, false) => output::json(&as_json(facts, language)),
            (true, true) => output::json(&irregularities_json(facts, language)),
            (false, true) => output::text(&irregularities(facts, language)),
            (false, false) => output::text(&all(facts, language)),
        }
    }
}

/// The game of this id, or the usage fault that names those there are.
pub fn find(id: &str, language: &Language) -> Result<&'static Entry, CommandError> {
    games::find(id).ok_or_else(|| {
        let games: Vec<String> = games::all()
            .iter()
            .map(|entry| entry.facts.id.to_owned())
            .collect();
        let args = args![found: id.to_owned(), games: games];
        CommandError::Usage(Some(language.format("finding", "unknown-game", &args)))
    })
}

fn head(facts: &Facts, language: &Language) -> String {
    let silent = language.text("ui", "ours");
    format!(
        "{} — {}
{}{}",
        language.word(facts.id),
        language.author(facts),
        wrapped(&language.rulebook(facts)),
        wrapped(&silent)
    )
}

fn all(facts: &Facts, language: &Language) -> String {
    let mut text = head(facts, language);
    text += &format!("\n{}\n\n", language.text("ui", "clauses"));
    for clause in facts.all_clauses() {
        let mark = if clause.ours { "◇ " } else { "" };
        let mut grid = grid();
        grid.add_row(vec![
            Cell::new(" "),
            Cell::new(language.text("clause", clause.id)),
        ]);
        let source = language.source(clause);
        text += &format!("{mark}{} ({source})\n{}", clause.id, block(&grid));
    }
    text += &format!("\n{}\n\n", language.text("ui", "house-rules"));
    for rule in facts.options {
        let mark = if rule.ours { "◇ " } else { "" };
        let mut grid = grid();
        let about = language.text("option", &format!("{}/{}", facts.id, rule.field.name));
        let values = values(&rule.field.kind, language);
        let settles = language.format("ui", "settles", &args![clause: rule.clause.to_owned()]);
        grid.add_row(vec![
            Cell::new(" "),
            Cell::new(format!("{about}; {values}. {settles}")),
        ]);
        let name = format!("{mark}{} = {}", rule.field.name, rule.default);
        text += &format!("{}{}", wrapped(&name), block(&grid));
    }
    text + "\n" + &wrapped(&usual_fingerprints(facts, language))
}

/// The fingerprints of the defaults, which may differ by the number of players.
fn usual_fingerprints(facts: &Facts, language: &Language) -> String {
    let (least, most) = facts.players;
    let mut told: Vec<(String, Vec<usize>)> = Vec::new();
    for count in least..=most {
        let Some(print) = usual_fingerprint(facts, count) else {
            continue;
        };
        match told.iter_mut().find(|(known, _)| *known == print) {
            Some((_, counts)) => counts.push(count),
            None => told.push((print, vec![count])),
        }
    }
    let line = |(print, counts): (String, Vec<usize>)| {
        let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
        let args = args![edition: facts.edition, fingerprint: print, players: counts];
        language.format("ui", "rules-fingerprint-usual", &args)
    };
    told.into_iter().map(line).collect::<Vec<_>>().join(" ")
}

fn usual_fingerprint(facts: &Facts, count: usize) -> Option<String> {
    let names: Vec<String> = (1..=count).map(|number| number.to_string()).collect();
    let (table, _) = Table::seat_players(&names);
    let resolve = games::find(facts.id)?.resolve;
    let rules = resolve(Json::Object(Vec::new()), &table).ok()?;
    Some(fingerprint(facts.id, facts.edition, &rules))
}

/// What a field may hold, in words.
fn values(kind: &Kind, language: &Language) -> String {
    match kind {
        Kind::Word(words) => words.join(" | "),
        Kind::Int(least, most) | Kind::Number(least, most) => {
            language.format("ui", "range", &args![least: *least, most: *most])
        }
        Kind::List(kind) => language.format("ui", "list-of", &args![items: values(kind, language)]),
        Kind::Nullable(kind) => {
            language.format("ui", "or-null", &args![value: values(kind, language)])
        }
        Kind::Object(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|field| format!("{}: {}", field.name, values(&field.kind, language)))
                .collect();
            format!("{{ {} }}", fields.join(", "))
        }
        kind => language.word(kind.word()),
    }
}

/// All of it as Markdown: clauses, house rules, what can go wrong.
fn markdown(facts: &Facts, language: &Language) -> String {
    let mut text = format!(
        "# {}\n\n{}. {}.\n\n",
        language.word(facts.id),
        language.author(facts),
        language.rulebook(facts)
    );
    text += &format!(
        "{}\n\n## {}\n\n",
        language.text("ui", "ours"),
        language.text("ui", "clauses")
    );
    for clause in facts.all_clauses() {
        let mark = if clause.ours { "◇ " } else { "" };
        text += &format!(
            "- {mark}`{}` ({}): {}\n",
            clause.id,
            language.source(clause),
            language.text("clause", clause.id)
        );
    }
    text += &format!("\n## {}\n\n", language.text("ui", "house-rules"));
    for rule in facts.options {
        let mark = if rule.ours { "◇ " } else { "" };
        let about = language.text("option", &format!("{}/{}", facts.id, rule.field.name));
        let values = values(&rule.field.kind, language).replace('|', "/");
        text += &format!(
            "- {mark}`{}` = `{}`: {about}; {values}. `{}`\n",
            rule.field.name, rule.default, rule.clause
        );
    }
    text += &format!("\n## {}\n\n", language.text("ui", "what-goes-wrong"));
    for irregularity in facts.irregularities {
        let what = language.text("irregularity", irregularity.id);
        text += &format!(
            "- `{}`: {what} {}\n",
            irregularity.clause,
            remedy(irregularity, language)
        );
    }
    text
}

fn irregularities(facts: &Facts, language: &Language) -> String {
    let mut text = head(facts, language) + "\n";
    for irregularity in facts.irregularities {
        let mut grid = grid();
        grid.add_row(vec![
            Cell::new(" "),
            Cell::new(language.text("irregularity", irregularity.id)),
        ]);
        grid.add_row(vec![
            Cell::new(" "),
            Cell::new(remedy(irregularity, language)),
        ]);
        text += &format!(
            "{} ({})\n{}",
            irregularity.id,
            irregularity.clause,
            block(&grid)
        );
    }
    text + "\n" + &wrapped(&language.text("ui", "director"))
}

fn remedy(irregularity: &crate::rules::Irregularity, language: &Language) -> String {
    match irregularity.remedy {
        Some(source) => format!("{} ({source})", language.text("remedy", irregularity.id)),
        None => language.text("ui", "no-remedy"),
    }
}

/// A game with its clauses and house rules.
pub(crate) fn as_json(facts: &Facts, language: &Language) -> Value {
    let clauses: Vec<Value> = facts
        .all_clauses()
        .map(|clause| {
            json!({ "id": clause.id, "text": language.text("clause", clause.id), "source": language.source(clause), "ours": clause.ours })
        })
        .collect();
    let options: Vec<Value> = facts
        .options
        .iter()
        .map(|rule| option_json(facts, rule, language))
        .collect();
    json!({
        "id": facts.id, "name": language.word(facts.id), "author": language.author(facts),
        "source": language.rulebook(facts), "edition": facts.edition, "clauses": clauses, "options": options,
    })
}

fn option_json(facts: &Facts, rule: &HouseRule, language: &Language) -> Value {
    let default: Value = serde_json::from_str(rule.default).unwrap_or(Value::Null);
    json!({
        "name": rule.field.name, "default": default, "values": values(&rule.field.kind, language),
        "about": language.text("option", &format!("{}/{}", facts.id, rule.field.name)),
        "clause": rule.clause, "ours": rule.ours,
    })
}

/// What can go wrong in a game.
pub(crate) fn irregularities_json(facts: &Facts, language: &Language) -> Value {
    let list = facts.irregularities.iter();
    list.map(|irregularity| {
        let remedy = irregularity.remedy.map(
            |source| json!({ "text": language.text("remedy", irregularity.id), "source": source }),
        );
        json!({ "id": irregularity.id, "clause": irregularity.clause,
                "text": language.text("irregularity", irregularity.id), "remedy": remedy })
    })
    .collect()
}
