//! What is suggested where a rulebook names no remedy, for a terminal.

use overtrick_core::args;
use overtrick_match::describe::GuidanceText;
use overtrick_match::lang::Language;

/// The suggestion, marked as ours.
pub fn suggestion(guidance: &GuidanceText, language: &Language) -> String {
    let args = args![suggestion: guidance.text.clone()];
    language.format("ui", "guidance", &args)
}

/// The suggestion, how to let the step stand, and an adjustment to copy, in lines that need no wrapping but the
/// first.
pub fn guidance_paragraphs(guidance: &GuidanceText, language: &Language) -> Vec<String> {
    let GuidanceText {
        irregularities,
        adjustment,
        ..
    } = guidance;
    let stands = irregularities.map(|_| language.text("ui", "guidance-stands"));
    let adjustment = serde_json::to_string_pretty(adjustment).unwrap_or_default();
    let penalty = language.text("ui", "guidance-penalty");
    let paragraphs = [Some(suggestion(guidance, language)), stands, Some(penalty)].into_iter();
    let adjustment = adjustment.lines().map(|line| format!("  {line}"));
    paragraphs.flatten().chain(adjustment).collect()
}
