//! Pads and sheets as PDF: the fields of a page, the problems of printing, and the answer.

use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};

use super::heavy;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::tagged;
use crate::lang::Language;
use crate::pdf;
use crate::rules::form::{Field, Kind};
use crate::rules::json::Json;
use crate::rules::{Finding, args, out_of_range};
use crate::sheets::paper::{PageSetup, Paper};
use crate::sheets::{MOST_HANDS, MOST_PAGES, PrintError, Printable};

/// The media type of what is printed.
pub const PDF: &str = "application/pdf";
/// The papers, as [`Paper::id`] has them.
pub const PAPER: Field = Field::optional("paper", Kind::Word(&["a4", "letter", "a5", "a6"]));
/// The papers of booklets.
pub const BOOKLET_PAPER: Field = Field::optional("paper", Kind::Word(&["a4", "letter", "a5"]));
/// Whether the paper lies on its long side.
pub const LANDSCAPE: Field = Field::optional("landscape", Kind::Flag);
/// What stays white for a punch, in millimeters.
pub const GUTTER: Field = Field::optional("gutter", Kind::Int(0, PageSetup::MOST_GUTTER as i64));
/// An address, printed with a code for phones.
pub const LINK: Field = Field::optional("link", Kind::Text);
/// The language, where it is another one than that of the request.
pub const LANG: Field = Field::optional("lang", Kind::Word(&["en", "cs"]));
/// The header that lists the characters of an order that no font has, as code points.
const MISSING: HeaderName = HeaderName::from_static("missing-characters");
/// The most characters that the header names.
const MOST_NAMED: usize = 40;
/// The addresses, whose length is for their codes to limit.
const LINKS: [&str; 3] = ["link", "watch", "enter"];
/// The most characters of a text that is printed once.
pub const LONGEST: usize = 200;

/// A query as the entries of an object of these fields.
///
/// # Errors
/// 400: it cannot be read.
pub fn entries(query: &str, fields: &[Field]) -> Result<Vec<(String, Json)>, Problem> {
    let refuse = |_| Problem::new(ProblemKind::BadRequest);
    let pairs = Query::<Vec<(String, String)>>::from_query(query).map_err(refuse)?;
    let entry = |(key, text): (String, String)| {
        let field = fields.iter().find(|field| field.name == key);
        let value = match field.map(|field| &field.kind) {
            Some(Kind::Flag) => match text.as_str() {
                "" | "true" => Json::Bool(true),
                "false" => Json::Bool(false),
                _ => Json::Text(text),
            },
            Some(Kind::Int(..)) => text.parse().map_or(Json::Text(text), Json::Int),
            Some(Kind::Word(_)) => Json::Text(text.to_ascii_lowercase()),
            _ => Json::Text(text),
        };
        (key, value)
    };
    Ok(pairs.into_inner().into_iter().map(entry).collect())
}

/// The page of an order, with this many pads on it.
///
/// # Errors
/// 422: more is to stay white for a punch than can be.
pub fn setup(order: &Json, per_page: usize) -> Result<PageSetup, Problem> {
    let paper = order.get(PAPER.name).and_then(Json::as_text);
    let gutter = order.int(GUTTER.name).unwrap_or(0);
    let most = PageSetup::MOST_GUTTER;
    let gutter = u8::try_from(gutter)
        .ok()
        .filter(|gutter| *gutter <= most)
        .ok_or_else(|| out_of_range("/gutter", gutter, &(0..=i64::from(most))))?;
    Ok(PageSetup {
        paper: paper.and_then(Paper::find).unwrap_or(Paper::A4),
        landscape: flag(order, LANDSCAPE.name),
        per_page,
        gutter,
    })
}

/// The language of an order, or that of its request.
pub fn language(order: &Json, accepted: &'static Language) -> &'static Language {
    let wanted = order.get(LANG.name).and_then(Json::as_text);
    wanted.and_then(Language::find).unwrap_or(accepted)
}

/// Whether an order has this flag.
pub fn flag(order: &Json, name: &str) -> bool {
    order.get(name) == Some(&Json::Bool(true))
}

/// A text of an order that is printed, if there is one.
///
/// # Errors
/// 422: it is longer than 200 characters.
pub fn text(order: &Json, name: &'static str) -> Result<Option<String>, Problem> {
    let text = order.get(name).and_then(Json::as_text).unwrap_or_default();
    let length = text.chars().count();
    if length > LONGEST && !LINKS.contains(&name) {
        let args = args![length: length, most: LONGEST];
        return Err(Finding::rule("text-too-long", format!("/{name}"), args).into());
    }
    Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty()))
}

/// The problem of an order that cannot be printed.
pub fn problem(error: PrintError, game: &'static str) -> Problem {
    match error {
        PrintError::Faults(findings) => findings.into(),
        PrintError::TooSmall { size, nearest } => {
            let millimeters = |length: f32| format!("{length:.0}");
            let (width, height) = (size.least.0.ceil(), size.least.1.ceil());
            let (there_width, there_height) = (size.there.0.floor(), size.there.1.floor());
            let args = args![
                game: game, players: size.seats,
                width: millimeters(width), height: millimeters(height),
                there_width: millimeters(there_width), there_height: millimeters(there_height),
                nearest: nearest.map(query).unwrap_or_default()
            ];
            Problem::from(Finding {
                message: nearest.map(|_| "does-not-fit-nearest"),
                ..Finding::rule("does-not-fit", "/paper", args)
            })
        }
        PrintError::Pages => {
            let most = i64::try_from(MOST_PAGES).unwrap_or(i64::MAX);
            out_of_range("/pages", 0, &(1..=most)).into()
        }
        PrintError::TooLong { hands } => {
            let args = args![hands: hands, most: MOST_HANDS, pages: MOST_PAGES];
            Finding::rule("sheet-too-long", "/hands", args).into()
        }
        PrintError::Script(unset) => {
            let args = args![text: unset.text, script: unset.script];
            Finding::rule("script-without-font", "", args).into()
        }
        PrintError::LinkScheme(name) => {
            Finding::rule("link-scheme", format!("/{name}"), args![]).into()
        }
        PrintError::Link(name) => {
            Finding::rule("link-too-long", format!("/{name}"), args![]).into()
        }
        // The service prints with its own layouts and fonts only.
        PrintError::Template(_) | PrintError::Font(_) | PrintError::Rules(_) => {
            ProblemKind::Internal.into()
        }
    }
}

/// The query that asks for a page.
fn query(setup: PageSetup) -> String {
    let (paper, landscape, per_page) = (setup.paper.id(), setup.landscape, setup.per_page);
    format!("paper={paper}&landscape={landscape}&per_page={per_page}")
}

/// Draws and renders on a thread of its own: the PDF, and the characters that no font has.
///
/// # Errors
/// Those of `draw`; 503 while too much is being printed.
pub async fn print(
    draw: impl FnOnce() -> Result<Printable, Problem> + Send + 'static,
) -> Result<Printed, Problem> {
    heavy::PAPER
        .run(move || {
            let printable = draw()?;
            let missing = printable.drawing.missing.clone();
            Ok((pdf::render(&printable), missing))
        })
        .await?
}

/// A PDF, and the characters that no font has.
pub type Printed = (Vec<u8>, Vec<char>);

/// The answer with a PDF, which a browser shows or saves under this name.
pub fn answer(builder: HttpResponseBuilder, name: &str, (bytes, missing): Printed) -> HttpResponse {
    headed(builder, name, &missing).body(bytes)
}

/// The same of one that the same request prints again: tagged, and sent once.
pub fn answer_once(
    request: &HttpRequest,
    builder: HttpResponseBuilder,
    name: &str,
    (bytes, missing): Printed,
) -> HttpResponse {
    tagged::answer(request, headed(builder, name, &missing), bytes)
}

fn headed(mut builder: HttpResponseBuilder, name: &str, missing: &[char]) -> HttpResponseBuilder {
    if !missing.is_empty() {
        let codes = missing.iter().take(MOST_NAMED);
        let codes: Vec<String> = codes.map(|c| format!("U+{:04X}", u32::from(*c))).collect();
        if let Ok(value) = HeaderValue::from_str(&codes.join(" ")) {
            builder.insert_header((MISSING, value));
        }
    }
    let file = format!("inline; filename=\"{name}.pdf\"");
    builder
        .content_type(PDF)
        .insert_header((header::CONTENT_DISPOSITION, file));
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_field_has_every_paper() {
        let ids: Vec<&str> = Paper::ALL.iter().map(|paper| paper.id()).collect();
        let Kind::Word(words) = PAPER.kind else {
            panic!("a paper is a word")
        };
        let mut words = words.to_vec();
        words.sort_by_key(|word| ids.iter().position(|id| id == word));
        assert_eq!(words, ids);
    }

    #[test]
    fn the_field_has_every_language() {
        let Kind::Word(words) = LANG.kind else {
            panic!("a language is a word")
        };
        assert_eq!(words, Language::tags().collect::<Vec<_>>());
    }

    #[test]
    fn a_query_is_read_as_its_fields_are() {
        let fields = [
            PAPER,
            LANDSCAPE,
            Field::optional("pages", Kind::Int(1, 9)),
            LINK,
        ];
        let read = entries("paper=A5&landscape&pages=2&link=a%26b&x=1", &fields).unwrap();
        let text = serde_json::to_string(&Json::Object(read)).unwrap();
        assert_eq!(
            text,
            r#"{"paper":"a5","landscape":true,"pages":2,"link":"a&b","x":"1"}"#
        );
        let read = entries("landscape=maybe&pages=many", &fields).unwrap();
        let text = serde_json::to_string(&Json::Object(read)).unwrap();
        assert_eq!(text, r#"{"landscape":"maybe","pages":"many"}"#);
    }
}
