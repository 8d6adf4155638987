//! A WebAssembly module for an offline page that prints score pads and sheets as PDF, with the same output as
//! the server and the command line.
//!
//! It is called like the rules module, imports nothing either, and returns a PDF. If the input is refused,
//! the answer is `{"errors": […]}`.

#[path = "../bytes.rs"]
mod bytes;
#[path = "../calls.rs"]
mod calls;
#[path = "../orders.rs"]
mod orders;

use overtrick_core::json::Json;
use overtrick_core::{Arg, Finding};
use overtrick_match::document::{game_name, read_json, score};
use overtrick_match::lang::Language;
use overtrick_paper::pdf;
use overtrick_paper::requests::{PadRequest, SheetRequest, findings};
use overtrick_paper::sheets;
use overtrick_paper::{PrintError, Printable};

use calls::{Answer, functions, json};
use orders::{json_of, kept};

functions! {
    /// Prints blank pads: takes `{"game", "order"}`. For a custom game, the order contains the definition.
    pad = print_pad;
    /// Prints the sheet of a match: takes `{"log", "order"}` or `{"document", "order"}`.
    sheet = print_sheet;
    /// Returns the tags of the languages.
    languages = |_, _| Ok(json(&Language::tags().collect::<Vec<&str>>()));
}

fn print_pad(input: &[u8], language: &'static Language) -> Answer {
    let input = json_of(input)?;
    let id = input
        .text("game")
        .ok_or_else(|| Finding::missing("/game"))?;
    let order = PadRequest::read_of(id, order_of(&input)?, language)?;
    rendered(sheets::pads(&order), order.game.name())
}

fn print_sheet(input: &[u8], language: &'static Language) -> Answer {
    let input = json_of(input)?;
    let order = SheetRequest::read(order_of(&input)?, language)?;
    if let Some(log) = input.get("log") {
        let played = kept(log)?.played;
        let scored = played.scored()?;
        let drawn = sheets::sheet(&order, &scored, &played.document());
        return rendered(drawn, game_name(&scored));
    }
    let document = input
        .get("document")
        .ok_or_else(|| Finding::missing("/document"))?;
    let text = serde_json::to_string(document).unwrap_or_default();
    let scored = score(text.as_bytes())?;
    let drawn = sheets::sheet(&order, &scored, &read_json(&text)?);
    rendered(drawn, game_name(&scored))
}

fn order_of(input: &Json) -> Result<Vec<(String, Json)>, Finding> {
    match input.get("order") {
        Some(Json::Object(entries)) => Ok(entries.clone()),
        _ => Err(Finding::missing("/order")),
    }
}

fn rendered(drawn: Result<Printable, PrintError>, game: impl Into<Arg>) -> Answer {
    let printable = drawn.map_err(|error| findings(error, game))?;
    Ok(pdf::render(&printable))
}
