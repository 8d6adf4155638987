//! The fonts of a document, each with nothing but the characters that are set in it.

use std::collections::{BTreeMap, BTreeSet};

use allsorts::binary::read::ReadScope;
use allsorts::font_data::FontData;
use allsorts::subset::{CmapTarget, SubsetProfile};
use printpdf::{FontId, ParsedFont, PdfDocument, PdfFont};
use subsetter::GlyphRemapper;
use ttf_parser::{Face, name_id};

use crate::sheets::draw::Drawing;
use crate::sheets::fonts::EMBEDDED;

/// The characters of each font.
pub type Used = BTreeMap<usize, BTreeSet<char>>;

/// What a font is called within a document; its first six letters are capitals.
pub fn font_id(index: usize) -> FontId {
    let name = EMBEDDED.get(index).map(|font| font.name.to_owned());
    let letter = char::from(b'A' + u8::try_from(index % 26).unwrap_or(0));
    FontId(name.unwrap_or_else(|| format!("OTADD{letter}{index}")))
}

/// Adds the fonts that the drawing uses: the embedded ones, and after them those in `added`. Gives
/// the characters of each.
pub fn add(document: &mut PdfDocument, drawing: &Drawing, added: &[Vec<u8>]) -> Used {
    let mut used = Used::new();
    for piece in drawing.runs().flat_map(|run| &run.pieces) {
        used.entry(piece.font)
            .or_default()
            .extend(piece.text.chars());
    }
    // Between what stands in different places.
    for characters in used.values_mut() {
        characters.insert(' ');
    }
    for (&index, characters) in &used {
        let bytes = match EMBEDDED.get(index) {
            Some(font) => Some(font.bytes),
            None => added.get(index - EMBEDDED.len()).map(Vec::as_slice),
        };
        let id = font_id(index);
        let font = bytes.and_then(|bytes| {
            subset(bytes, &id.0[..6], characters)
                .or_else(|| ParsedFont::from_bytes(bytes, 0, &mut Vec::new()))
        });
        if let Some(font) = font {
            let fonts = &mut document.resources.fonts.map;
            fonts.insert(id, PdfFont::new(font));
        }
    }
    used
}

/// A font with the glyphs of these characters alone; its tag, six capitals, marks it as a subset.
fn subset(bytes: &[u8], tag: &str, characters: &BTreeSet<char>) -> Option<ParsedFont> {
    let face = Face::parse(bytes, 0).ok()?;
    let mut glyphs = GlyphRemapper::new();
    let codes = characters.iter().filter_map(|c| {
        let glyph = face.glyph_index(*c)?;
        Some((u32::from(*c), glyphs.remap(glyph.0)))
    });
    let codes = codes.collect();
    let program = subsetter::subset(bytes, 0, &glyphs).ok();
    let program = program.or_else(|| subset_cff2(bytes, &glyphs))?;
    let mut font = ParsedFont::from_bytes(&program, 0, &mut Vec::new())?;
    // A subset has no characters and no weight of its own.
    font.codepoint_to_glyph = codes;
    font.pdf_font_metrics.us_weight_class = face.weight().to_number();
    font.font_name = Some(format!("{tag}+{}", name(&face).as_deref().unwrap_or(tag)));
    Some(font)
}

/// A font with outlines of the second Compact Font Format, which PDF does not have, with these
/// glyphs alone and outlines of the first.
fn subset_cff2(bytes: &[u8], glyphs: &GlyphRemapper) -> Option<Vec<u8>> {
    let file = ReadScope::new(bytes).read::<FontData<'_>>().ok()?;
    let provider = file.table_provider(0).ok()?;
    let glyphs: Vec<u16> = glyphs.remapped_gids().collect();
    let profile = SubsetProfile::Pdf;
    allsorts::subset::subset(&provider, &glyphs, &profile, CmapTarget::Unicode).ok()
}

/// The PostScript name of a font.
fn name(face: &Face<'_>) -> Option<String> {
    let mut names = face.names().into_iter();
    names.find_map(|name| {
        let text = (name.name_id == name_id::POST_SCRIPT_NAME).then(|| name.to_string())?;
        text.filter(|text| !text.is_empty())
    })
}
