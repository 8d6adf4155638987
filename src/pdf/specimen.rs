//! A page that shows every character of the document once: from it the writer of fonts knows what to
//! put in, and by its codes the pages are written.

use lopdf::content::Content;
use lopdf::{Document, Object};
use printpdf::{Mm, Op, PdfDocument, PdfFontHandle, PdfPage, Pt, TextItem};
use rustc_hash::FxHashMap;

use super::fonts::{Used, font_id};

/// The codes of the characters in each font.
#[derive(Debug, Default)]
pub struct Codes(FxHashMap<(usize, char), u16>);

impl Codes {
    /// The code of a character; 0, what a font shows for what it lacks, if it has none.
    pub fn of(&self, font: usize, c: char) -> u16 {
        self.0.get(&(font, c)).copied().unwrap_or(0)
    }
}

/// Adds the page.
pub fn add(document: &mut PdfDocument, used: &Used) {
    let mut ops = vec![Op::StartTextSection];
    for (font, characters) in used {
        ops.push(Op::SetFont {
            font: PdfFontHandle::External(font_id(*font)),
            size: Pt(1.0),
        });
        let items = characters.iter().map(|c| TextItem::Text(c.to_string()));
        ops.push(Op::ShowText {
            items: items.collect(),
        });
    }
    ops.push(Op::EndTextSection);
    let page = PdfPage::new(Mm(1.0), Mm(1.0), ops);
    document.pages.push(page);
}

/// Reads the codes from the page's content.
pub fn codes(content: &[u8], used: &Used) -> Codes {
    let mut codes = Codes::default();
    let Ok(content) = Content::decode(content) else {
        return codes;
    };
    let shown = content.operations.into_iter().filter_map(|operation| {
        let operand = operation.operands.into_iter().next();
        match operation.operator.as_str() {
            "Tj" => operand.map(|one| vec![one]),
            "TJ" => operand.and_then(|all| all.as_array().cloned().ok()),
            _ => None,
        }
    });
    for ((font, characters), strings) in used.iter().zip(shown) {
        for (c, string) in characters.iter().zip(strings) {
            if let Object::String(bytes, _) = string
                && let [high, low] = bytes[..]
            {
                let code = u16::from_be_bytes([high, low]);
                codes.0.insert((*font, *c), code);
            }
        }
    }
    codes
}

/// The page's content, and the fonts that it names.
pub fn taken(document: &Document) -> Option<(Vec<u8>, Object)> {
    let page = document.page_iter().next()?;
    let page = document.get_dictionary(page).ok()?;
    let content = page.get_deref(b"Contents", document).ok()?;
    let content = content.as_stream().ok()?.content.clone();
    let resources = page.get_deref(b"Resources", document).ok()?;
    let fonts = resources.as_dict().ok()?.get(b"Font").ok()?.clone();
    Some((content, fonts))
}
