//! A page that shows every character and glyph of the document once: from it the writer of fonts knows
//! what to put in, and by its codes the pages are written.

use lopdf::content::Content;
use lopdf::{Document, Object};
use printpdf::{Codepoint, Mm, Op, PdfDocument, PdfFontHandle, PdfPage, Pt, TextItem};
use rustc_hash::FxHashMap;

use super::fonts::{Used, font_id};

/// The codes of the characters and glyphs in each font.
#[derive(Debug, Default)]
pub struct Codes {
    characters: FxHashMap<(usize, char), u16>,
    glyphs: FxHashMap<(usize, u16), (u16, String)>,
}

impl Codes {
    /// The code of a character; 0, what a font shows for what it lacks, if it has none.
    pub fn of_character(&self, font: usize, c: char) -> u16 {
        self.characters.get(&(font, c)).copied().unwrap_or(0)
    }

    /// The code of a glyph of shaped text, by its number in the whole font, and the characters that a
    /// reader takes it for.
    pub fn of_glyph(&self, font: usize, glyph: u16) -> (u16, &str) {
        let known = self.glyphs.get(&(font, glyph));
        known.map_or((0, ""), |(code, text)| (*code, text))
    }
}

/// Adds the page.
pub fn add(document: &mut PdfDocument, used: &Used) {
    let mut ops = vec![Op::StartTextSection];
    for (font, used) in used {
        ops.push(Op::SetFont {
            font: PdfFontHandle::External(font_id(*font)),
            size: Pt(1.0),
        });
        let characters = used.characters.iter();
        let characters = characters.map(|c| TextItem::Text(c.to_string()));
        let glyphs = used.glyphs.values().map(|glyph| {
            let it = Codepoint::with_cid(glyph.number, 0.0, glyph.text.clone());
            TextItem::GlyphIds(vec![it])
        });
        ops.push(Op::ShowText {
            items: characters.chain(glyphs).collect(),
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
    for ((font, used), strings) in used.iter().zip(shown) {
        let mut shown = strings.iter().map(code);
        for (c, code) in used.characters.iter().zip(&mut shown) {
            codes.characters.extend(code.map(|it| ((*font, *c), it)));
        }
        for ((id, glyph), code) in used.glyphs.iter().zip(shown) {
            let known = code.map(|it| ((*font, *id), (it, glyph.text.clone())));
            codes.glyphs.extend(known);
        }
    }
    codes
}

/// The code that a string shows.
fn code(string: &Object) -> Option<u16> {
    let bytes = string.as_str().ok()?;
    Some(u16::from_be_bytes(bytes.try_into().ok()?))
}

/// The page's content, and the fonts that it names.
pub fn content_and_fonts(document: &Document) -> Option<(Vec<u8>, Object)> {
    let page = document.page_iter().next()?;
    let page = document.get_dictionary(page).ok()?;
    let content = page.get_deref(b"Contents", document).ok()?;
    let content = content.as_stream().ok()?.content.clone();
    let resources = page.get_deref(b"Resources", document).ok()?;
    let fonts = resources.as_dict().ok()?.get(b"Font").ok()?.clone();
    Some((content, fonts))
}
