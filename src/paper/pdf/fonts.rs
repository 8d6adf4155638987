//! The fonts and pictures of a document. A font has only the characters that are used. A picture is stored
//! once, even if several pages show it.

use std::collections::{BTreeMap, BTreeSet};

use allsorts::binary::read::ReadScope;
use allsorts::font_data::FontData;
use allsorts::subset::{CmapTarget, SubsetProfile};
use printpdf::{
    FontId, ParsedFont, PdfDocument, PdfFont, RawImage, RawImageData, RawImageFormat, XObject,
    XObjectId,
};
use subsetter::GlyphRemapper;
use ttf_parser::{Face, name_id};

use crate::layout::draw::{Drawing, Item, Piece};
use crate::layout::fonts::EMBEDDED;
use crate::layout::picture::Picture;

/// The used parts of each font.
pub type Used = BTreeMap<usize, UsedOfFont>;

/// The used parts of a font.
#[derive(Debug, Default)]
pub struct UsedOfFont {
    /// The characters of text that needs no shaping.
    pub characters: BTreeSet<char>,
    /// The glyphs of shaped text, by their number in the original font.
    pub glyphs: BTreeMap<u16, UsedGlyph>,
    /// Whether the font has a space.
    pub has_space: bool,
}

/// A glyph of shaped text.
#[derive(Debug, Default)]
pub struct UsedGlyph {
    /// Its number in the subset font.
    pub number: u16,
    /// The text that a PDF reader finds for the glyph. It is the text of a cluster with only this glyph, or
    /// else the text of a larger cluster.
    pub text: String,
    /// Whether the text is that of a cluster with only this glyph.
    is_alone: bool,
}

/// Returns the name of a font within a document. It begins with six capital letters.
pub fn font_id(index: usize) -> FontId {
    let name = EMBEDDED.get(index).map(|font| font.name.to_owned());
    let letter = char::from(b'A' + u8::try_from(index % 26).unwrap_or(0));
    FontId(name.unwrap_or_else(|| format!("OTADD{letter}{index}")))
}

/// Adds the fonts that the drawing uses: built-in fonts, and fonts from `added`. Each font is first reduced
/// to a subset, because printpdf embeds whole fonts unless its `text_layout` feature is on, and that feature
/// is slow to build. Returns the used parts of each font.
pub fn add(document: &mut PdfDocument, drawing: &Drawing, added: &[Vec<u8>]) -> Used {
    let mut used = Used::new();
    for piece in drawing.runs().flat_map(|run| &run.pieces) {
        used.entry(piece.font).or_default().take(piece);
    }
    for (&index, used) in &mut used {
        // A space is needed between texts at different places.
        used.characters.insert(' ');
        let bytes = match EMBEDDED.get(index) {
            Some(font) => Some(font.bytes),
            None => added.get(index - EMBEDDED.len()).map(Vec::as_slice),
        };
        let id = font_id(index);
        let font = bytes.and_then(|bytes| {
            let whole = || ParsedFont::from_bytes(bytes, 0, &mut Vec::new());
            subset(bytes, &id.0[..6], used).or_else(whole)
        });
        if let Some(font) = font {
            used.has_space = font.codepoint_to_glyph.contains_key(&u32::from(' '));
            used.read_as_characters(&font);
            let fonts = &mut document.resources.fonts.map;
            fonts.insert(id, PdfFont::new(font));
        }
    }
    used
}

impl UsedOfFont {
    /// Records the characters and glyphs of a piece.
    fn take(&mut self, piece: &Piece) {
        if piece.clusters.is_empty() {
            self.characters.extend(piece.text.chars());
        }
        for cluster in &piece.clusters {
            let is_alone = cluster.glyphs.len() == 1;
            for glyph in &cluster.glyphs {
                let known = self.glyphs.entry(glyph.id).or_default();
                known.number = glyph.id;
                if known.text.is_empty() || is_alone && !known.is_alone {
                    known.text.clone_from(&cluster.text);
                    known.is_alone = is_alone;
                }
            }
        }
    }

    /// Replaces the text of each glyph that is also set as a character with that character.
    fn read_as_characters(&mut self, font: &ParsedFont) {
        if self.glyphs.is_empty() {
            return;
        }
        let numbers = self.characters.iter().filter_map(|c| {
            let number = font.codepoint_to_glyph.get(&u32::from(*c))?;
            Some((*number, *c))
        });
        let characters: BTreeMap<u16, char> = numbers.collect();
        for glyph in self.glyphs.values_mut() {
            if let Some(c) = characters.get(&glyph.number) {
                glyph.text = c.to_string();
            }
        }
    }
}

/// Returns a font with only the used parts. Its name begins with a tag of six capital letters, which marks a subset.
fn subset(bytes: &[u8], tag: &str, used: &mut UsedOfFont) -> Option<ParsedFont> {
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
    // A subset has no character map and no weight, so they are set here.
    font.codepoint_to_glyph = codes;
    font.pdf_font_metrics.us_weight_class = face.weight().to_number();
    font.font_name = Some(format!("{tag}+{}", name(&face).as_deref().unwrap_or(tag)));
    for (id, glyph) in &mut used.glyphs {
        glyph.number = glyphs.get(*id).unwrap_or(0);
    }
    Some(font)
}

/// Converts a font from the second Compact Font Format, which PDF does not support, to the first one, and
/// keeps only these glyphs.
fn subset_cff2(bytes: &[u8], glyphs: &GlyphRemapper) -> Option<Vec<u8>> {
    let file = ReadScope::new(bytes).read::<FontData<'_>>().ok()?;
    let provider = file.table_provider(0).ok()?;
    let glyphs: Vec<u16> = glyphs.remapped_gids().collect();
    let profile = SubsetProfile::Pdf;
    allsorts::subset::subset(&provider, &glyphs, &profile, CmapTarget::Unicode).ok()
}

/// Returns the PostScript name of a font.
fn name(face: &Face<'_>) -> Option<String> {
    let mut names = face.names().into_iter();
    names.find_map(|name| {
        let text = (name.name_id == name_id::POST_SCRIPT_NAME).then(|| name.to_string())?;
        text.filter(|text| !text.is_empty())
    })
}

/// Adds the pictures of a drawing to the document, by name.
pub fn add_pictures(document: &mut PdfDocument, drawing: &Drawing) {
    let known = &mut document.resources.xobjects.map;
    for item in drawing.items() {
        if let Item::Picture(_, picture) = item {
            let place = known.entry(XObjectId(picture_name(picture)));
            place.or_insert_with(|| XObject::Image(image(picture)));
        }
    }
}

/// Returns the name of a picture within the document.
pub fn picture_name(picture: &Picture) -> String {
    format!("P{}", picture.id)
}

fn image(picture: &Picture) -> RawImage {
    let (colors, format) = match (picture.is_gray, picture.alpha.is_some()) {
        (true, false) => (1, RawImageFormat::R8),
        (true, true) => (1, RawImageFormat::RG8),
        (false, false) => (3, RawImageFormat::RGB8),
        (false, true) => (3, RawImageFormat::RGBA8),
    };
    let mut samples = picture.samples.clone();
    if let Some(alpha) = &picture.alpha {
        let pixels = picture.samples.chunks(colors).zip(alpha);
        let pixels = pixels.flat_map(|(pixel, alpha)| pixel.iter().chain([alpha]));
        samples = pixels.copied().collect();
    }
    RawImage {
        pixels: RawImageData::U8(samples),
        width: usize::try_from(picture.width).unwrap_or(0),
        height: usize::try_from(picture.height).unwrap_or(0),
        data_format: format,
        tag: Vec::new(),
    }
}
