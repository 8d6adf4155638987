//! What can go wrong and what follows, for a terminal.

use super::table::{indented, wrapped};
use overtrick_core::args;
use overtrick_match::describe::{GuidanceText, IrregularityText};
use overtrick_match::lang::Language;

/// The suggestion, marked as ours.
fn suggestion(guidance: &GuidanceText, language: &Language) -> String {
    let args = args![suggestion: guidance.text.clone()];
    language.format("ui", "guidance", &args)
}

/// The suggestion, how to let the step stand, and an adjustment whose lines stay as they are, to be copied.
pub fn guidance_text(guidance: &GuidanceText, language: &Language) -> String {
    let mut text = wrapped(&suggestion(guidance, language));
    if guidance.irregularities.is_some() {
        text += &wrapped(&language.text("ui", "guidance-stands"));
    }
    text += &wrapped(&language.text("ui", "guidance-penalty"));
    let adjustment = serde_json::to_string_pretty(&guidance.adjustment).unwrap_or_default();
    for line in adjustment.lines() {
        text += &format!("  {line}\n");
    }
    text
}

/// What can go wrong, and what follows.
pub fn irregularity_text(irregularity: &IrregularityText, language: &Language) -> String {
    let (id, clause) = (irregularity.id, irregularity.clause);
    let paragraphs = [irregularity.text.clone(), remedy(irregularity, language)].map(indented);
    wrapped(&format!("{id} ({clause})")) + &paragraphs.concat()
}

/// What follows an irregularity.
pub fn remedy(irregularity: &IrregularityText, language: &Language) -> String {
    if let Some(remedy) = &irregularity.remedy {
        return format!("{} ({})", remedy.text, remedy.source);
    }
    let suggested = irregularity.guidance.iter();
    suggested
        .map(|guidance| suggestion(guidance, language))
        .collect()
}
