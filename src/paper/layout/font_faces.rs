//! The faces of the fonts: which has a character, and how wide it is.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use ttf_parser::{Face, GlyphId, Tag};

use super::script::is_unseen;

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
            bytes: include_bytes!(concat!("../../../templates/fonts/", $file)),
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
    /// The cut of text that is bold or not.
    pub const fn from_bold(bold: bool) -> Cut {
        if bold { Cut::Bold } else { Cut::Regular }
    }
}

/// What stands for a character that no font has.
pub const REPLACEMENT: char = '□';

/// The font of text.
pub const REGULAR: usize = 0;
/// The font of text that stands out.
pub const BOLD: usize = 1;
/// The font of the signs, which has what stands for a character that no font has.
pub const SIGNS: usize = 2;
/// The font of heads.
pub const HEAD: usize = 5;

/// Where a character is found.
#[derive(Debug, Clone, Copy)]
pub struct Found {
    /// The font; nothing, if none has it.
    pub font: Option<usize>,
    /// The width, of the character or what stands for it, for a size of 1.
    pub width: f32,
}

/// An added font that cannot be set, by its index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadFont {
    /// It is no TrueType or OpenType font.
    Unreadable(usize),
    /// Its letters have no outlines: they are pictures, as in most fonts of colored emoji.
    NoOutlines(usize),
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
    // A font in color may have outlines for its figures alone, or for parts that it puts together.
    let (mut seen, mut drawn) = (0_usize, 0_usize);
    let subtables = face.tables().cmap.into_iter();
    for subtable in subtables.flat_map(|cmap| cmap.subtables) {
        subtable.codepoints(|code| {
            let c = char::from_u32(code).filter(|c| !c.is_whitespace() && !is_unseen(*c));
            if let Some(glyph) = c.and_then(|c| face.glyph_index(c)) {
                seen += 1;
                drawn += usize::from(face.glyph_bounding_box(glyph).is_some());
            }
        });
    }
    2 * drawn >= seen
}

/// The faces of all fonts.
pub struct Faces<'a> {
    faces: Vec<Face<'a>>,
    /// What was looked up before: of a character in a cut.
    known: RefCell<FxHashMap<(char, Cut), Found>>,
}

impl<'a> Faces<'a> {
    /// The fonts of the house, and those that a club adds for other scripts.
    ///
    /// # Errors
    /// The first of these that cannot be set.
    pub fn new(added: &'a [Vec<u8>]) -> Result<Faces<'a>, BadFont> {
        let own = EMBEDDED
            .iter()
            .filter_map(|font| Face::parse(font.bytes, 0).ok());
        let mut faces: Vec<Face<'a>> = own.collect();
        for (index, bytes) in added.iter().enumerate() {
            let face = Face::parse(bytes, 0).map_err(|_| BadFont::Unreadable(index))?;
            if !has_outlines(&face) {
                return Err(BadFont::NoOutlines(index));
            }
            faces.push(face);
        }
        Ok(Faces {
            faces,
            known: RefCell::default(),
        })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.faces.len()
    }

    /// The order in which the fonts are searched for a character: of those added, first the ones that
    /// are as bold as the text.
    fn chain(&self, cut: Cut) -> impl Iterator<Item = usize> + '_ {
        let first: &[usize] = match cut {
            Cut::Regular => &[REGULAR],
            Cut::Bold => &[BOLD],
            Cut::Head => &[HEAD, BOLD],
        };
        let added = EMBEDDED.len()..self.faces.len();
        let is_bold = cut != Cut::Regular;
        let (alike, others): (Vec<usize>, Vec<usize>) =
            added.partition(|font| self.faces[*font].is_bold() == is_bold);
        first
            .iter()
            .copied()
            .chain(SIGNS..HEAD)
            .chain(alike)
            .chain(others)
    }

    /// Where a character is found.
    pub fn find(&self, c: char, cut: Cut) -> Found {
        if let Some(found) = self.known.borrow().get(&(c, cut)) {
            return *found;
        }
        let font = self.chain(cut).find(|font| self.has(*font, c));
        let width = match font {
            Some(font) => self.advance(font, c),
            None => self.advance(SIGNS, REPLACEMENT),
        };
        let found = Found { font, width };
        self.known.borrow_mut().insert((c, cut), found);
        found
    }

    /// The first font that has all characters of a cluster.
    pub fn find_all(&self, cluster: &str, cut: Cut) -> Option<usize> {
        self.chain(cut).find(|font| self.has_all(*font, cluster))
    }

    /// Whether a font has all characters of a cluster that are seen.
    pub fn has_all(&self, font: usize, cluster: &str) -> bool {
        let mut seen = cluster.chars().filter(|c| !is_unseen(*c));
        seen.all(|c| self.has(font, c))
    }

    fn has(&self, font: usize, c: char) -> bool {
        let face = self.faces.get(font);
        face.is_some_and(|face| face.glyph_index(c).is_some_and(|glyph| glyph != GlyphId(0)))
    }

    /// Whether a font has rules for any of these OpenType scripts.
    pub fn has_rules(&self, font: usize, scripts: &[[u8; 4]]) -> bool {
        let face = self.faces.get(font);
        let rules = face.and_then(|face| face.tables().gsub);
        rules.is_some_and(|rules| {
            let mut scripts = scripts.iter().map(Tag::from_bytes);
            scripts.any(|script| rules.scripts.find(script).is_some())
        })
    }

    /// The width of a character for a size of 1.
    pub fn advance(&self, font: usize, c: char) -> f32 {
        let Some(face) = self.faces.get(font) else {
            return 0.0;
        };
        let glyph = face.glyph_index(c);
        let advance = glyph.and_then(|glyph| face.glyph_hor_advance(glyph));
        f32::from(advance.unwrap_or(0)) / f32::from(face.units_per_em().max(1))
    }
}
