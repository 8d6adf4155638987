//! The fonts: which has a character, and how wide it is.

use std::cell::RefCell;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use ttf_parser::Face;
use unicode_normalization::UnicodeNormalization;

use super::draw::{MM_PER_POINT, Piece};

/// A font that comes with the house.
#[derive(Debug, Clone, Copy)]
pub struct Embedded {
    /// Its name in a PDF, six capitals: what is left of a font is marked with them.
    pub name: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
}

/// A font of `templates/fonts`.
macro_rules! embedded {
    ($name:literal, $file:literal) => {
        Embedded {
            name: $name,
            bytes: include_bytes!(concat!("../../templates/fonts/", $file)),
        }
    };
}

/// The fonts that come with the house. The first two are the family's regular and bold; those after
/// them have what these lack, and the last is the one for heads.
pub static EMBEDDED: [Embedded; 6] = [
    embedded!("OTREGU", "NotoSans-Regular.ttf"),
    embedded!("OTBOLD", "NotoSans-Bold.ttf"),
    embedded!("OTSIGN", "OvertrickSigns.ttf"),
    embedded!("OTARME", "NotoSansArmenian-Regular.ttf"),
    embedded!("OTGEOR", "NotoSansGeorgian-Regular.ttf"),
    embedded!("OTHEAD", "Vollkorn-SemiBold.ttf"),
];

/// How letters are cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cut {
    /// For text.
    Regular,
    /// For text that stands out.
    Bold,
    /// For heads.
    Head,
}

impl Cut {
    /// The cut of text.
    pub const fn of(bold: bool) -> Cut {
        if bold { Cut::Bold } else { Cut::Regular }
    }
}

/// What stands for a character that no font has.
pub const REPLACEMENT: char = '□';

/// The fonts that a document is set in.
pub struct Fonts<'a> {
    faces: Vec<Face<'a>>,
    /// What was looked up before: of a character in a cut.
    known: RefCell<FxHashMap<(char, Cut), Glyph>>,
}

/// Where a character is found.
#[derive(Debug, Clone, Copy)]
struct Glyph {
    /// The font; nothing, if none has it.
    font: Option<usize>,
    /// The width, of the character or what stands for it, for a size of 1.
    width: f32,
}

impl std::fmt::Debug for Fonts<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fonts")
            .field("count", &self.faces.len())
            .finish()
    }
}

impl<'a> Fonts<'a> {
    /// The fonts of the house, and those that a club adds for other scripts.
    ///
    /// # Errors
    /// The index of the first of these that is no font.
    pub fn new(added: &'a [Vec<u8>]) -> Result<Fonts<'a>, usize> {
        let own = EMBEDDED
            .iter()
            .filter_map(|font| Face::parse(font.bytes, 0).ok());
        let mut faces: Vec<Face<'a>> = own.collect();
        for (index, bytes) in added.iter().enumerate() {
            faces.push(Face::parse(bytes, 0).map_err(|_| index)?);
        }
        Ok(Fonts {
            faces,
            known: RefCell::default(),
        })
    }

    /// The order in which the fonts are searched for a character.
    fn chain(&self, cut: Cut) -> impl Iterator<Item = usize> + use<'a> {
        let first: &[usize] = match cut {
            Cut::Regular => &[REGULAR],
            Cut::Bold => &[BOLD],
            Cut::Head => &[HEAD, BOLD],
        };
        let others = (SIGNS..self.faces.len()).filter(|font| *font != HEAD);
        first.iter().copied().chain(others)
    }

    fn glyph(&self, c: char, cut: Cut) -> Glyph {
        if let Some(glyph) = self.known.borrow().get(&(c, cut)) {
            return *glyph;
        }
        let font = self
            .chain(cut)
            .find(|font| self.faces[*font].glyph_index(c).is_some());
        let width = match font {
            Some(font) => self.advance(font, c),
            None => self.advance(SIGNS, REPLACEMENT),
        };
        let glyph = Glyph { font, width };
        self.known.borrow_mut().insert((c, cut), glyph);
        glyph
    }

    /// Whether there is a bold letter for this character.
    pub fn has(&self, c: char) -> bool {
        self.glyph(c, Cut::Bold).font.is_some()
    }

    fn advance(&self, font: usize, c: char) -> f32 {
        let Some(face) = self.faces.get(font) else {
            return 0.0;
        };
        let glyph = face.glyph_index(c);
        let advance = glyph.and_then(|glyph| face.glyph_hor_advance(glyph));
        f32::from(advance.unwrap_or(0)) / f32::from(face.units_per_em().max(1))
    }

    /// The width of a text in millimeters.
    pub fn width(&self, text: &str, size: f32, bold: bool) -> f32 {
        self.width_in(Cut::of(bold), text, size)
    }

    /// The width of a text in a cut, in millimeters.
    pub fn width_in(&self, cut: Cut, text: &str, size: f32) -> f32 {
        let mut width = 0.0;
        each_composed(text, |c| width += self.glyph(c, cut).width);
        width * size * MM_PER_POINT
    }

    /// A text in pieces that one font has each; what none has is replaced and noted.
    pub fn pieces(
        &self,
        text: &str,
        size: f32,
        bold: bool,
        missing: &mut BTreeSet<char>,
    ) -> Vec<Piece> {
        self.pieces_in(Cut::of(bold), text, size, missing)
    }

    /// A text in a cut in pieces that one font has each; what none has is replaced and noted.
    pub fn pieces_in(
        &self,
        cut: Cut,
        text: &str,
        size: f32,
        missing: &mut BTreeSet<char>,
    ) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::with_capacity(1);
        each_composed(text, |c| {
            let glyph = self.glyph(c, cut);
            if glyph.font.is_none() {
                missing.insert(c);
            }
            let (font, c) = glyph.font.map_or((SIGNS, REPLACEMENT), |font| (font, c));
            let width = glyph.width * size * MM_PER_POINT;
            match pieces.last_mut() {
                Some(last) if last.font == font => {
                    last.text.push(c);
                    last.width += width;
                }
                _ => pieces.push(Piece {
                    font,
                    text: c.to_string(),
                    width,
                }),
            }
        });
        pieces
    }
}

/// The font of text.
const REGULAR: usize = 0;
/// The font of text that stands out.
const BOLD: usize = 1;
/// The font of the signs.
const SIGNS: usize = 2;
/// The font of heads.
const HEAD: usize = 5;

/// Every character of a text, marks composed with their letters.
fn each_composed(text: &str, each: impl FnMut(char)) {
    if text.is_ascii() {
        text.chars().for_each(each);
    } else {
        text.nfc().for_each(each);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_european_script_and_the_signs_are_there() {
        let fonts = Fonts::new(&[]).unwrap();
        let text = "Zuzana Šťastná Ægir Łukasz Ștefan Ōé Ελένη Ἀθηνᾶ Юлія Ђорђе Անի ნინო \
                    ♠♥♣♦ ◇ ● × − ½ ¼ ¾ → ← ↔ ↑ ≥ … · “” ’ №";
        for bold in [false, true] {
            let mut missing = BTreeSet::new();
            fonts.pieces(text, 9.0, bold, &mut missing);
            assert!(missing.is_empty(), "{missing:?}");
        }
    }

    #[test]
    fn figures_are_as_wide_as_each_other() {
        let fonts = Fonts::new(&[]).unwrap();
        for bold in [false, true] {
            let zero = fonts.width("0", 10.0, bold);
            for c in "123456789−".chars() {
                let width = fonts.width(&c.to_string(), 10.0, bold);
                assert!((width - zero).abs() < 0.001, "{c}: {width}");
            }
        }
    }

    #[test]
    fn heads_have_a_font_of_their_own_and_nothing_else_is_set_in_it() {
        let fonts = Fonts::new(&[]).unwrap();
        let fonts_of = |cut, text| -> Vec<usize> {
            let pieces = fonts.pieces_in(cut, text, 20.0, &mut BTreeSet::new());
            pieces.iter().map(|piece| piece.font).collect()
        };
        assert_eq!(
            fonts_of(Cut::Head, "Příští 1 hra ♠ Ωμέγα"),
            [HEAD, SIGNS, HEAD, BOLD]
        );
        assert_eq!(fonts_of(Cut::Regular, "Příští 1 hra"), [REGULAR]);
        assert_eq!(fonts_of(Cut::Bold, "Příští 1 hra"), [BOLD]);
    }

    #[test]
    fn what_no_font_has_is_noted() {
        let fonts = Fonts::new(&[]).unwrap();
        let mut missing = BTreeSet::new();
        let pieces = fonts.pieces("李 Lei", 9.0, false, &mut missing);
        let text: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
        assert_eq!(text, "□ Lei");
        assert_eq!(missing.into_iter().collect::<String>(), "李");
    }
}
