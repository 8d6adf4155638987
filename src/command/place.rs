//! `overtrick rules GAME CLAUSE|WORD`: one place of the rules.

use serde::Serialize;

use super::error::CommandError;
use super::grid::wrapped;
use super::rules_text::{for_terminal, irregularity_text, mark, option_text};
use overtrick_core::text::{Block, Heading, Inline, RulesText, Table};
use overtrick_core::{Facts, args, distance};
use overtrick_match::describe::{ClauseText, GameRules, HouseRuleText, IrregularityText};
use overtrick_match::lang::Language;

/// What the rules say of a clause, a house rule, an irregularity or a word.
#[derive(Serialize)]
pub struct Place<'a> {
    clauses: Vec<&'a ClauseText>,
    options: Vec<&'a HouseRuleText>,
    irregularities: Vec<IrregularityText>,
    sections: Vec<Section<'a>>,
    /// The other sections in which the word stands.
    also_in: Vec<&'a str>,
}

/// What a section says of it.
#[derive(Serialize)]
struct Section<'a> {
    heading: Option<&'a Heading>,
    blocks: Vec<Block>,
}

impl<'a> Place<'a> {
    /// The place with this name: clauses, house rules and irregularities by their id or the last part of it,
    /// otherwise the sections and the irregularities in which the word stands.
    ///
    /// # Errors
    /// Nothing has the name; the nearest id.
    pub fn find(
        name: &str,
        rules: &'a GameRules,
        irregularities: Vec<IrregularityText>,
        text: &'a RulesText,
    ) -> Result<Place<'a>, Option<String>> {
        let is_meant = |id: &str| id == name || last(id) == name;
        let options = rules.options.iter().filter(|rule| rule.name == name);
        let options: Vec<&HouseRuleText> = options.collect();
        let clauses = rules.clauses.iter().filter(|clause| {
            is_meant(clause.id) || options.iter().any(|rule| rule.clause == clause.id)
        });
        let clauses: Vec<&ClauseText> = clauses.collect();
        let is_of_clause = |id: &str| clauses.iter().any(|clause| clause.id == id);
        let ids = irregularities.iter().map(|irregularity| irregularity.id);
        let ids = ids.chain(rules.clauses.iter().map(|clause| clause.id));
        let near = nearest(name, ids.chain(rules.options.iter().map(|rule| rule.name)));
        let irregularities = irregularities.into_iter();
        let (named, others): (Vec<IrregularityText>, Vec<IrregularityText>) = irregularities
            .partition(|irregularity| {
                is_meant(irregularity.id) || is_of_clause(irregularity.clause)
            });
        let is_named = !clauses.is_empty() || !named.is_empty();
        let is_of_word = |irregularity: &IrregularityText| {
            let mut words = last(irregularity.id).split('-');
            !is_named && words.any(|word| word == name)
        };
        let others = others.into_iter().filter(is_of_word);
        let irregularities: Vec<IrregularityText> = named.into_iter().chain(others).collect();
        let all_options = rules.options.iter();
        let options: Vec<&HouseRuleText> = all_options
            .filter(|rule| rule.name == name || is_of_clause(rule.clause))
            .collect();
        let states = |piece: &Inline| match piece {
            Inline::Clause { id, .. } => is_of_clause(id),
            Inline::HouseRule { name: option, .. } => *option == name,
            Inline::Text { .. } | Inline::Strong { .. } => false,
        };
        let mut sections = Vec::new();
        let mut also_in = Vec::new();
        for (heading, blocks) in sections_of(text) {
            let stating: Vec<Block> = blocks
                .iter()
                .filter_map(|block| part(block, &states))
                .collect();
            if is_named && !stating.is_empty() {
                let blocks = stating;
                sections.push(Section { heading, blocks });
            } else if stands(if is_named { last(name) } else { name }, heading, blocks) {
                if !is_named {
                    let blocks = blocks.to_vec();
                    sections.push(Section { heading, blocks });
                } else if let Some(heading) = heading {
                    also_in.push(heading.text.as_str());
                }
            }
        }
        if sections.is_empty() && irregularities.is_empty() && !is_named {
            return Err(near);
        }
        Ok(Place {
            clauses,
            options,
            irregularities,
            sections,
            also_in,
        })
    }

    /// The place as text for a terminal.
    pub fn text(&self, facts: &Facts, example: &str, language: &Language) -> String {
        let mut parts = Vec::new();
        for clause in &self.clauses {
            let ClauseText { id, source, .. } = clause;
            let title = format!("{}{id} ({source})", mark(clause.ours));
            parts.push(wrapped(&title) + &wrapped(&clause.text));
        }
        for section in &self.sections {
            let heading = section.heading.cloned().map(Block::Heading);
            let blocks: Vec<Block> = heading.into_iter().chain(section.blocks.clone()).collect();
            parts.push(
                for_terminal(&blocks, example)
                    .trim_start_matches('\n')
                    .to_owned(),
            );
        }
        let options = self.options.iter();
        parts.extend(options.map(|rule| option_text(facts, rule, language)));
        let irregularities = self.irregularities.iter();
        parts.extend(irregularities.map(|one| irregularity_text(one, language)));
        if !self.also_in.is_empty() {
            let args = args![sections: self.also_in.iter().map(|text| (*text).to_owned()).collect::<Vec<String>>()];
            parts.push(wrapped(&language.format("ui", "also-in", &args)));
        }
        parts.join("\n")
    }
}

/// The usage error for a name that nothing has.
pub fn unknown(
    name: &[String],
    near: Option<String>,
    facts: &Facts,
    language: &Language,
) -> CommandError {
    let args = args![game: facts.id, found: name.join(" "), near: near.unwrap_or_default()];
    CommandError::usage(language.format("ui", "no-place", &args))
}

/// The last part of an id.
fn last(id: &str) -> &str {
    id.rsplit('/').next().unwrap_or(id)
}

/// The id whose last part is most like a name.
fn nearest(name: &str, ids: impl Iterator<Item = &'static str>) -> Option<String> {
    let near = ids.min_by_key(|id| distance(name, last(id)).min(distance(name, id)));
    near.map(str::to_owned)
}

/// The introduction, which has no heading, and the sections.
fn sections_of(text: &RulesText) -> Vec<(Option<&Heading>, &[Block])> {
    let sections = text.sections().into_iter();
    let sections = sections.map(|(heading, blocks)| (Some(heading), blocks));
    [(None, text.introduction())]
        .into_iter()
        .chain(sections)
        .collect()
}

/// The part of a block in which a piece of this kind stands: a paragraph, items, or rows.
fn part(block: &Block, is_meant: &dyn Fn(&Inline) -> bool) -> Option<Block> {
    let has = |text: &Vec<Inline>| text.iter().any(is_meant);
    match block {
        Block::Paragraph { text } | Block::Figure { caption: text, .. } => {
            has(text).then(|| block.clone())
        }
        Block::List { items, .. } => {
            let items: Vec<Vec<Inline>> = items.iter().filter(|item| has(item)).cloned().collect();
            // Items out of their order have no number.
            let ordered = false;
            (!items.is_empty()).then_some(Block::List { items, ordered })
        }
        Block::Table(table) => {
            let in_head = table.head.iter().any(has);
            let rows = table.rows.iter();
            let rows = rows.filter(|row| in_head || row.iter().any(has));
            let rows: Vec<Vec<Vec<Inline>>> = rows.cloned().collect();
            let table = |rows| Table {
                rows,
                ..table.clone()
            };
            (!rows.is_empty()).then(|| Block::Table(table(rows)))
        }
        Block::Heading(_) | Block::Example => None,
    }
}

/// Whether a word, or several, stands in a section; the last word may go on.
fn stands(words: &str, heading: Option<&Heading>, blocks: &[Block]) -> bool {
    let wanted = words.to_lowercase();
    let has = |text: &str| {
        let text = text.to_lowercase();
        let mut found = text.match_indices(&wanted);
        found.any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric))
    };
    let joined = |text: &[Inline]| text.iter().map(Inline::words).collect::<String>();
    let said = blocks.iter().flat_map(Block::texts);
    heading.is_some_and(|heading| {
        has(&heading.text) || heading.questions.iter().any(|question| has(question))
    }) || said.into_iter().any(|text| has(&joined(text)))
}
