//! The fonts of a document, each with nothing but the characters that are set in it.

use std::collections::{BTreeMap, BTreeSet};

use allsorts::binary::read::ReadScope;
use allsorts::font_data::FontData;
use allsorts::subset::{CmapTarget, SubsetProfile};
use printpdf::{FontId, ParsedFont, PdfDocument, PdfFont};
use rustc_hash::FxHashMap;
use subsetter::GlyphRemapper;
use ttf_parser::{Face, name_id};

use crate::sheets::draw::Drawing;
use crate::sheets::fonts::EMBEDDED;

/// What a font is called within a document; its first six letters are capitals.
pub fn font_id(index: usize) -> FontId {
    let name = EMBEDDED.get(index).map(|font| font.name.to_owned());
    let letter = char::from(b'A' + u8::try_from(index % 26).unwrap_or(0));
    FontId(name.unwrap_or_else(|| format!("OTADD{letter}{index}")))
}

/// What of a font is used.
#[derive(Debug, Default)]
struct Used<'a> {
    /// The characters that are set one by one.
    characters: BTreeSet<char>,
    /// The glyphs of shaped text, each with the characters that it stands for where it stands alone.
    glyphs: BTreeMap<u16, Option<&'a str>>,
}

/// The glyphs of shaped text as they are in the file, by font and by their number in the whole font.
#[derive(Debug, Default)]
pub struct Glyphs {
    glyphs: FxHashMap<(usize, u16), (u16, String)>,
}

impl Glyphs {
    /// The number of a glyph in the file, and the characters that a reader takes it for.
    pub fn of(&self, font: usize, glyph: u16) -> (u16, &str) {
        let known = self.glyphs.get(&(font, glyph));
        known.map_or((0, ""), |(number, text)| (*number, text))
    }
}

/// Adds the fonts that the drawing uses: the embedded ones, and after them those in `added`.
pub fn add(document: &mut PdfDocument, drawing: &Drawing, added: &[Vec<u8>]) -> Glyphs {
    let mut used: BTreeMap<usize, Used<'_>> = BTreeMap::new();
    for piece in drawing.runs().flat_map(|run| &run.pieces) {
        let used = used.entry(piece.font).or_default();
        if piece.clusters.is_empty() {
            used.characters.extend(piece.text.chars());
        }
        for cluster in &piece.clusters {
            let alone = Some(&*cluster.text).filter(|_| cluster.glyphs.len() == 1);
            for glyph in &cluster.glyphs {
                let text = used.glyphs.entry(glyph.id).or_default();
                *text = text.or(alone);
            }
        }
    }
    let mut known = Glyphs::default();
    for (index, used) in used {
        let bytes = match EMBEDDED.get(index) {
            Some(font) => Some(font.bytes),
            None => added.get(index - EMBEDDED.len()).map(Vec::as_slice),
        };
        let id = font_id(index);
        let whole = |bytes| {
            let font = ParsedFont::from_bytes(bytes, 0, &mut Vec::new())?;
            Some((font, GlyphNumbers::Whole))
        };
        let font =
            bytes.and_then(|bytes| subset(bytes, &id.0[..6], &used).or_else(|| whole(bytes)));
        if let Some((font, numbers)) = font {
            for (glyph, text) in &used.glyphs {
                let number = numbers.of(*glyph);
                // A glyph that is set as a character too stands for that one.
                let mut codes = font.codepoint_to_glyph.iter();
                let plain = codes.find(|(_, glyph)| **glyph == number);
                let plain = plain
                    .and_then(|(code, _)| char::from_u32(*code))
                    .map(String::from);
                let text = plain.unwrap_or_else(|| text.unwrap_or_default().to_owned());
                known.glyphs.insert((index, *glyph), (number, text));
            }
            let fonts = &mut document.resources.fonts.map;
            fonts.insert(id, PdfFont::new(font));
        }
    }
    known
}

/// How the glyphs of a font are numbered in the file.
enum GlyphNumbers {
    /// As they are in the font.
    Whole,
    /// Anew.
    Subset(GlyphRemapper),
}

impl GlyphNumbers {
    fn of(&self, glyph: u16) -> u16 {
        match self {
            GlyphNumbers::Whole => glyph,
            GlyphNumbers::Subset(glyphs) => glyphs.get(glyph).unwrap_or(0),
        }
    }
}

/// A font with what is used of it alone; its tag, six capitals, marks it as a subset.
fn subset(bytes: &[u8], tag: &str, used: &Used<'_>) -> Option<(ParsedFont, GlyphNumbers)> {
    let face = Face::parse(bytes, 0).ok()?;
    let mut glyphs = GlyphRemapper::new();
    let codes = used.characters.iter().filter_map(|c| {
        let glyph = face.glyph_index(*c)?;
        Some((u32::from(*c), glyphs.remap(glyph.0)))
    });
    let codes = codes.collect();
    for glyph in used.glyphs.keys() {
        glyphs.remap(*glyph);
    }
    let program = subsetter::subset(bytes, 0, &glyphs).ok();
    let program = program.or_else(|| subset_cff2(bytes, &glyphs))?;
    let mut font = ParsedFont::from_bytes(&program, 0, &mut Vec::new())?;
    // A subset has no characters and no weight of its own.
    font.codepoint_to_glyph = codes;
    font.pdf_font_metrics.us_weight_class = face.weight().to_number();
    font.font_name = Some(format!("{tag}+{}", name(&face).as_deref().unwrap_or(tag)));
    Some((font, GlyphNumbers::Subset(glyphs)))
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
