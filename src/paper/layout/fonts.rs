//! Lines of text as pieces of one font each, with the order and the widths of the pieces.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;

use harfrust::Script;
use rustc_hash::FxHashMap;
use ttf_parser::{Face, GlyphId, Tag};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};
use unicode_segmentation::UnicodeSegmentation;

use super::draw::{MM_PER_POINT, Piece};
use super::script::{self, direction_runs, is_invisible, is_isolate, is_override, is_simple};
use super::shaping::Shapers;
pub use super::shaping::{EMBEDDED, Embedded};

/// The most lines in the cache.
const MAX_KNOWN: usize = 2000;

/// The fonts of a document.
pub struct Fonts<'a> {
    faces: Vec<Face<'a>>,
    shapers: Shapers<'a>,
    /// The cache of characters, for each font style.
    found: RefCell<FxHashMap<(char, Cut), Found>>,
    /// The cache of shaped lines, for each font style.
    known: RefCell<[FxHashMap<String, Rc<Line>>; 4]>,
}

/// A line of text at size 1.
#[derive(Debug, Default)]
struct Line {
    pieces: Vec<Piece>,
    /// The text in reading order, if the pieces are in a different order.
    read: Option<String>,
    width: f32,
    missing: Vec<char>,
}

/// A part of a line in one font.
#[derive(Debug)]
struct Segment {
    part: Range<usize>,
    font: usize,
    script: Option<Script>,
    /// Whether each character has exactly one glyph.
    plain: bool,
}

impl<'a> Fonts<'a> {
    /// Reads the built-in fonts, and the fonts that a club adds for other scripts.
    ///
    /// # Errors
    /// The first added font that cannot be used.
    pub fn new(added: &'a [Vec<u8>]) -> Result<Fonts<'a>, BadFont> {
        let face = |font: &Embedded| Face::parse(font.bytes, 0).ok();
        let mut faces: Vec<Face<'a>> = EMBEDDED.iter().filter_map(face).collect();
        for (index, bytes) in added.iter().enumerate() {
            let face = Face::parse(bytes, 0).map_err(|_| BadFont::Unreadable(index))?;
            if !has_outlines(&face) {
                return Err(BadFont::NoOutlines(index));
            }
            faces.push(face);
        }
        Ok(Fonts {
            faces,
            shapers: Shapers::new(added),
            found: RefCell::default(),
            known: RefCell::default(),
        })
    }

    /// Whether any font has this character for bold text.
    pub fn has(&self, c: char) -> bool {
        self.find(c, Cut::Bold).font.is_some()
    }

    /// Returns the characters of a text that cannot be printed. Either no font has them, or their font lacks
    /// the shaping rules of their script.
    pub fn missing(&self, text: &str) -> BTreeSet<char> {
        let mut missing = BTreeSet::new();
        self.pieces(Cut::Bold, text, 1.0, &mut missing);
        missing
    }

    /// Returns the width of a text in a font style, in millimeters.
    pub fn width(&self, cut: Cut, text: &str, size: f32) -> f32 {
        let mut width = 0.0;
        if needs_shaping(text) {
            width = self.line(text, cut).width;
        } else {
            each_composed(text, |c| width += self.find(c, cut).width);
        }
        width * size * MM_PER_POINT
    }

    /// Splits a text into pieces of one font each, from left to right. Also returns the text in reading order, if that
    /// order is different. Characters that cannot be printed are replaced, and added to `missing`.
    pub fn pieces(
        &self,
        cut: Cut,
        text: &str,
        size: f32,
        missing: &mut BTreeSet<char>,
    ) -> (Vec<Piece>, Option<String>) {
        let scale = size * MM_PER_POINT;
        if needs_shaping(text) {
            let line = self.line(text, cut);
            missing.extend(&line.missing);
            let pieces = line.pieces.iter().map(|piece| scaled(piece, scale));
            return (pieces.collect(), line.read.clone());
        }
        let mut pieces: Vec<Piece> = Vec::with_capacity(1);
        each_composed(text, |c| {
            missing.extend(self.push_plain(&mut pieces, c, cut, scale));
        });
        (pieces, None)
    }

    /// Adds one character to the pieces. Returns the character if no font has it.
    fn push_plain(&self, pieces: &mut Vec<Piece>, c: char, cut: Cut, scale: f32) -> Option<char> {
        let found = self.find(c, cut);
        let (font, shown) = found.font.map_or((SIGNS, REPLACEMENT), |font| (font, c));
        push_character(pieces, (font, shown), found.width * scale);
        found.font.is_none().then_some(c)
    }

    /// Returns a line that needs shaping or reordering, from the cache if it is there.
    fn line(&self, text: &str, cut: Cut) -> Rc<Line> {
        let weight = cut as usize;
        if let Some(line) = self.known.borrow()[weight].get(text) {
            return line.clone();
        }
        let line = Rc::new(self.set(text, cut));
        let known = &mut self.known.borrow_mut()[weight];
        if known.len() >= MAX_KNOWN {
            known.clear();
        }
        known.insert(text.to_owned(), line.clone());
        line
    }

    fn set(&self, text: &str, cut: Cut) -> Line {
        let shown = |c| if is_override(c) { REPLACEMENT } else { c };
        let composed: String = text.nfc().map(shown).collect();
        let mut line = Line {
            missing: text.chars().filter(|c| is_override(*c)).collect(),
            ..Line::default()
        };
        for (part, from_right) in direction_runs(&composed) {
            let mut segments = self.segments(&composed, part, from_right, cut);
            if from_right {
                segments.reverse();
            }
            for segment in &segments {
                self.push(&mut line, &composed, segment, from_right, cut);
            }
        }
        line.width = line.pieces.iter().map(|piece| piece.width).sum();
        let read: String = composed.chars().filter(|c| !is_isolate(*c)).collect();
        let seen: String = line.pieces.iter().map(|piece| &*piece.text).collect();
        line.read = (read != seen && line.missing.is_empty()).then_some(read);
        line
    }

    /// Splits a line into segments of one font and one script.
    fn segments(&self, line: &str, part: Range<usize>, from_right: bool, cut: Cut) -> Vec<Segment> {
        let mut segments: Vec<Segment> = Vec::new();
        let from = part.start;
        let clusters = line[part].grapheme_indices(true);
        for (at, cluster) in clusters.filter(|(_, cluster)| !cluster.chars().all(is_isolate)) {
            let part = from + at..from + at + cluster.len();
            let plain = !from_right && cluster.chars().all(is_simple);
            let script = script::cluster_script(cluster);
            let last = segments.last_mut().filter(|last| last.plain == plain);
            if let Some(last) = last
                && (script.is_none() || last.script.is_none() || script == last.script)
                && self.has_all(last.font, cluster)
                && (plain || script == last.script || script.is_none())
            {
                last.part.end = part.end;
                continue;
            }
            let font = self.chain(cut).find(|font| self.has_all(*font, cluster));
            segments.push(Segment {
                part,
                font: font.unwrap_or(usize::MAX),
                script,
                plain,
            });
        }
        segments
    }

    /// Appends a segment to the line.
    fn push(&self, line: &mut Line, text: &str, segment: &Segment, from_right: bool, cut: Cut) {
        let own = &text[segment.part.clone()];
        if !segment.plain
            && segment.font != usize::MAX
            && let Some(shaped) = self.shaped(text, segment, from_right)
        {
            // Segments of only direction marks have no clusters.
            let seen = Some(shaped).filter(|it| !it.clusters.is_empty());
            line.pieces.extend(seen);
            return;
        }
        // Letters that join or change shape cannot be printed one at a time, so they are replaced.
        let joins = segment.script.is_some() && !segment.plain && !own.chars().all(is_simple);
        let seen = own.char_indices().filter(|(_, c)| !is_invisible(*c));
        for (at, c) in seen {
            let before = line.pieces.len();
            if joins {
                let width = self.advance(SIGNS, REPLACEMENT);
                push_character(&mut line.pieces, (SIGNS, REPLACEMENT), width);
                line.missing.push(c);
            } else {
                let missing = self.push_plain(&mut line.pieces, c, cut, 1.0);
                line.missing.extend(missing);
            }
            for piece in &mut line.pieces[before..] {
                piece.start = segment.part.start + at;
            }
        }
    }

    /// Returns the shaped glyphs of a segment; `None` if its font cannot shape it.
    fn shaped(&self, text: &str, segment: &Segment, from_right: bool) -> Option<Piece> {
        if let Some(script) = segment.script
            && script::needs_rules(script)
        {
            // A font that has the joined letters as separate characters needs no rules.
            let is_arabic = &script.tag().to_be_bytes() == b"Arab";
            let has_joined = is_arabic && self.has_all(segment.font, "ﺎﻠﻼ");
            if !has_joined && !self.has_rules(segment.font, script) {
                return None;
            }
        }
        let (font, part) = (segment.font, segment.part.clone());
        let own = (text, part.clone());
        let shaped = self.shapers.shape(font, own, segment.script, from_right);
        let (clusters, width) = shaped?;
        Some(Piece {
            font,
            start: part.start,
            text: text[part].chars().filter(|c| !is_isolate(*c)).collect(),
            width,
            clusters,
            from_right,
        })
    }

    /// Returns the fonts in the order in which they are searched for a character. Added fonts with the same
    /// weight as the text precede other added fonts.
    fn chain(&self, cut: Cut) -> impl Iterator<Item = usize> + '_ {
        let first: &[usize] = match cut {
            Cut::Regular => &[REGULAR],
            Cut::Bold => &[BOLD],
            Cut::Head => &[HEAD, BOLD],
            Cut::Hand => &[HAND, REGULAR],
        };
        let added = EMBEDDED.len()..self.faces.len();
        let is_bold = matches!(cut, Cut::Bold | Cut::Head);
        let (alike, others): (Vec<usize>, Vec<usize>) =
            added.partition(|font| self.faces[*font].is_bold() == is_bold);
        let own = first.iter().copied().chain(SIGNS..HEAD);
        own.chain(alike).chain(others)
    }

    /// Finds the first font that has a character.
    fn find(&self, c: char, cut: Cut) -> Found {
        if let Some(found) = self.found.borrow().get(&(c, cut)) {
            return *found;
        }
        let font = self.chain(cut).find(|font| self.font_has(*font, c));
        let (shown_in, shown) = font.map_or((SIGNS, REPLACEMENT), |font| (font, c));
        let width = self.advance(shown_in, shown);
        let found = Found { font, width };
        self.found.borrow_mut().insert((c, cut), found);
        found
    }

    /// Whether a font has all visible characters of a cluster.
    fn has_all(&self, font: usize, cluster: &str) -> bool {
        let mut seen = cluster.chars().filter(|c| !is_invisible(*c));
        seen.all(|c| self.font_has(font, c))
    }

    fn font_has(&self, font: usize, c: char) -> bool {
        let face = self.faces.get(font);
        face.is_some_and(|face| face.glyph_index(c).is_some_and(|glyph| glyph != GlyphId(0)))
    }

    /// Whether a font has shaping rules for a script.
    fn has_rules(&self, font: usize, script: Script) -> bool {
        let face = self.faces.get(font);
        let rules = face.and_then(|face| face.tables().gsub);
        rules.is_some_and(|rules| {
            let tags = script.tags();
            let mut tags = tags.as_slice().iter().map(|tag| tag.to_be_bytes());
            tags.any(|tag| rules.scripts.find(Tag::from_bytes(&tag)).is_some())
        })
    }

    /// Returns the width of a character at size 1.
    fn advance(&self, font: usize, c: char) -> f32 {
        let Some(face) = self.faces.get(font) else {
            return 0.0;
        };
        let glyph = face.glyph_index(c);
        let advance = glyph.and_then(|glyph| face.glyph_hor_advance(glyph));
        f32::from(advance.unwrap_or(0)) / f32::from(face.units_per_em().max(1))
    }
}

/// Appends a character to the pieces of a line.
fn push_character(pieces: &mut Vec<Piece>, (font, shown): (usize, char), width: f32) {
    match pieces.last_mut() {
        Some(last) if last.font == font && last.clusters.is_empty() => {
            last.text.push(shown);
            last.width += width;
        }
        _ => pieces.push(Piece {
            font,
            text: shown.to_string(),
            width,
            clusters: Vec::new(),
            start: 0,
            from_right: false,
        }),
    }
}

/// Returns a piece of a line, scaled from size 1.
fn scaled(piece: &Piece, scale: f32) -> Piece {
    let mut piece = piece.clone();
    piece.width *= scale;
    let clusters = piece.clusters.iter_mut();
    for glyph in clusters.flat_map(|cluster| &mut cluster.glyphs) {
        (glyph.x, glyph.y) = (glyph.x * scale, glyph.y * scale);
    }
    piece
}

/// Whether a text needs shaping, because its characters cannot be printed one at a time.
fn needs_shaping(text: &str) -> bool {
    !text.is_ascii() && !text.chars().all(is_simple)
}

/// Calls `each` for every character of a text, after marks are composed with their letters.
fn each_composed(text: &str, each: impl FnMut(char)) {
    // The check is cheaper than composing, and most texts are already composed.
    if is_nfc_quick(text.chars()) == IsNormalized::Yes {
        text.chars().for_each(each);
    } else {
        text.nfc().for_each(each);
    }
}

/// A font style.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cut {
    /// Regular text.
    Regular,
    /// Bold text.
    Bold,
    /// Headings.
    Head,
    /// Handwriting in pencil.
    Hand,
}

/// The replacement for a character that no font has.
pub const REPLACEMENT: char = '□';

/// The font of regular text.
pub const REGULAR: usize = 0;
/// The font of bold text.
pub const BOLD: usize = 1;
/// The font of symbols, which has the replacement character.
pub const SIGNS: usize = 2;
/// The font of headings.
pub const HEAD: usize = 5;
/// The font of handwriting.
pub const HAND: usize = 6;

/// The font that was found for a character.
#[derive(Debug, Clone, Copy)]
struct Found {
    /// The font; `None` if no font has the character.
    font: Option<usize>,
    /// The width of the character, or of its replacement, at size 1.
    width: f32,
}

/// The reason why an added font cannot be used, with the index of the font.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadFont {
    /// It is not a TrueType or OpenType font.
    Unreadable(usize),
    /// Its letters are pictures without outlines, as in most color emoji fonts.
    NoOutlines(usize),
}

/// Returns the ranges of characters in a font file; empty if the font cannot be used.
pub fn characters(font: &[u8]) -> Vec<RangeInclusive<u32>> {
    let face = Face::parse(font, 0).ok().filter(has_outlines);
    let subtables = face.as_ref().and_then(|face| face.tables().cmap);
    let mut codes = BTreeSet::new();
    for subtable in subtables.into_iter().flat_map(|cmap| cmap.subtables) {
        if subtable.is_unicode() {
            subtable.codepoints(|code| {
                codes.insert(code);
            });
        }
    }
    let mut ranges: Vec<RangeInclusive<u32>> = Vec::new();
    for code in codes {
        match ranges.last_mut() {
            Some(last) if last.end().checked_add(1) == Some(code) => *last = *last.start()..=code,
            _ => ranges.push(code..=code),
        }
    }
    ranges
}

/// Whether the letters of a font have outlines.
fn has_outlines(face: &Face<'_>) -> bool {
    let has = |tag: &[u8; 4]| face.raw_face().table(Tag::from_bytes(tag)).is_some();
    if ![b"glyf", b"CFF ", b"CFF2"].into_iter().any(has) {
        return false;
    }
    if ![b"CBDT", b"COLR", b"SVG ", b"sbix"].into_iter().any(has) || has(b"CFF2") {
        return true;
    }
    // A color font may have outlines for only its digits, or for only parts of letters.
    let (mut seen, mut drawn) = (0_usize, 0_usize);
    let subtables = face.tables().cmap.into_iter();
    for subtable in subtables.flat_map(|cmap| cmap.subtables) {
        subtable.codepoints(|code| {
            let c = char::from_u32(code).filter(|c| !c.is_whitespace() && !is_invisible(*c));
            if let Some(glyph) = c.and_then(|c| face.glyph_index(c)) {
                seen += 1;
                drawn += usize::from(face.glyph_bounding_box(glyph).is_some());
            }
        });
    }
    2 * drawn >= seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fonts_have_every_european_script_and_the_signs() {
        let fonts = Fonts::new(&[]).unwrap();
        let text = "Zuzana Šťastná Ægir Łukasz Ștefan Ōé Ελένη Ἀθηνᾶ Юлія Ђорђе Անի ნინო \
                ♠♥♣♦ ◇ ● × − ½ ¼ ¾ → ← ↔ ↑ ≥ … · “” ’ №";
        for cut in [Cut::Regular, Cut::Bold] {
            let mut missing = BTreeSet::new();
            fonts.pieces(cut, text, 9.0, &mut missing);
            assert!(missing.is_empty(), "{missing:?}");
        }
    }

    #[test]
    fn a_font_without_outlines_is_refused() {
        let plain = include_bytes!("../../../tests/fonts/two-characters.ttf").to_vec();
        // Renames a table of the font, without changing the order of the tables.
        let renamed = |from: &[u8; 4], to: &[u8; 4]| {
            let mut font = plain.clone();
            let place = font.windows(4).position(|tag| tag == from).unwrap();
            font[place..place + 4].copy_from_slice(to);
            font
        };
        let refused = |font: Vec<u8>| Fonts::new(&[plain.clone(), font]).err();
        assert_eq!(refused(plain.clone()), None);
        assert_eq!(
            refused(renamed(b"glyf", b"glyg")),
            Some(BadFont::NoOutlines(1))
        );
        assert_eq!(refused(b"no font".to_vec()), Some(BadFont::Unreadable(1)));
    }

    #[test]
    fn digits_have_equal_widths() {
        let fonts = Fonts::new(&[]).unwrap();
        for cut in [Cut::Regular, Cut::Bold] {
            let minus = fonts.pieces(cut, "−2", 10.0, &mut BTreeSet::new()).0;
            assert_eq!(minus.len(), 1, "a minus sign of the font of its figure");
            let zero = fonts.width(cut, "0", 10.0);
            for c in "123456789−".chars() {
                let width = fonts.width(cut, &c.to_string(), 10.0);
                assert!((width - zero).abs() < 0.001, "{c}: {width}");
            }
        }
    }

    #[test]
    fn missing_characters_are_collected() {
        let fonts = Fonts::new(&[]).unwrap();
        let mut missing = BTreeSet::new();
        let (pieces, _) = fonts.pieces(Cut::Regular, "李 Lei", 9.0, &mut missing);
        let text: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
        assert_eq!(text, "□ Lei");
        assert_eq!(missing.into_iter().collect::<String>(), "李");
    }

    #[test]
    fn handwriting_has_digits_and_czech_letters() {
        let fonts = Fonts::new(&[]).unwrap();
        let fonts_of = |cut, text| -> Vec<usize> {
            let (pieces, _) = fonts.pieces(cut, text, 16.0, &mut BTreeSet::new());
            pieces.iter().map(|piece| piece.font).collect()
        };
        assert_eq!(fonts_of(Cut::Hand, "0123456789 +−½¼¾×"), [HAND]);
        assert_eq!(
            fonts_of(Cut::Hand, "Příliš žluťoučký kůň Ő ♣"),
            [HAND, REGULAR, HAND, SIGNS]
        );
        assert!(!fonts_of(Cut::Regular, "Ő ♣ 1").contains(&HAND));
    }

    #[test]
    fn only_heads_use_the_font_for_heads() {
        let fonts = Fonts::new(&[]).unwrap();
        let fonts_of = |cut, text| -> Vec<usize> {
            let (pieces, _) = fonts.pieces(cut, text, 20.0, &mut BTreeSet::new());
            pieces.iter().map(|piece| piece.font).collect()
        };
        assert_eq!(
            fonts_of(Cut::Head, "Příští 1 hra ♠ Ωμέγα"),
            [HEAD, SIGNS, HEAD, BOLD]
        );
        assert_eq!(fonts_of(Cut::Regular, "Příští 1 hra"), [REGULAR]);
        assert_eq!(fonts_of(Cut::Bold, "Příští 1 hra"), [BOLD]);
    }
}
