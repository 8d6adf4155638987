//! Shaping: the glyphs of a text whose letters join, change shape, or are displayed in an order other than
//! the written order.

use std::cell::OnceCell;
use std::ops::Range;

use harfrust::{Buffer, BufferFlags, Direction, Font, Script, ShapeOptions, ShaperFont, shape};

use super::draw::{Cluster, Glyph};
use super::paper::count;

/// A built-in font.
#[derive(Debug, Clone, Copy)]
pub struct Embedded {
    /// Its name in a PDF: six capital letters, which mark the font as a subset.
    pub name: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
}

/// Includes a font from `templates/fonts`.
macro_rules! embedded {
    ($name:literal, $file:literal) => {
        Embedded {
            name: $name,
            bytes: include_bytes!(concat!("../../../templates/fonts/", $file)),
        }
    };
}

/// The built-in fonts: regular and bold, then fonts with characters that these two lack, then the fonts for
/// headings and for handwriting.
pub static EMBEDDED: [Embedded; 7] = [
    embedded!("OTREGU", "NotoSans-Regular.ttf"),
    embedded!("OTBOLD", "NotoSans-Bold.ttf"),
    embedded!("OTSIGN", "OvertrickSigns.ttf"),
    embedded!("OTARME", "NotoSansArmenian-Regular.ttf"),
    embedded!("OTGEOR", "NotoSansGeorgian-Regular.ttf"),
    embedded!("OTHEAD", "Vollkorn-SemiBold.ttf"),
    embedded!("OTHAND", "Caveat-Medium.ttf"),
];

/// The fonts for the shaper. Each font is read when it is first needed.
pub struct Shapers<'a> {
    added: &'a [Vec<u8>],
    fonts: Vec<OnceCell<Option<Font>>>,
}

impl<'a> Shapers<'a> {
    /// Creates a shaper for the built-in fonts and the added fonts.
    pub fn new(added: &'a [Vec<u8>]) -> Shapers<'a> {
        let count = EMBEDDED.len() + added.len();
        Shapers {
            added,
            fonts: (0..count).map(|_| OnceCell::new()).collect(),
        }
    }

    fn font(&self, index: usize) -> Option<&Font> {
        let read = || match EMBEDDED.get(index) {
            Some(font) => Font::new(font.bytes, 0),
            None => Font::new(self.added.get(index - EMBEDDED.len())?.clone(), 0),
        };
        self.fonts.get(index)?.get_or_init(read).as_ref()
    }

    /// Shapes a part of a line in a font at size 1. The part has one script and one direction. Returns the
    /// clusters from left to right, and the width; `None` if the font lacks a glyph.
    pub fn shape(
        &self,
        index: usize,
        (line, part): (&str, Range<usize>),
        script: Option<Script>,
        from_right: bool,
    ) -> Option<(Vec<Cluster>, f32)> {
        let font = self.font(index)?;
        let text = &line[part.clone()];
        let mut buffer = Buffer::new();
        buffer.push_str(text);
        // The text around the part may affect the shapes of its first and last letters.
        buffer.set_pre_context(&line[..part.start]);
        buffer.set_post_context(&line[part.end..]);
        buffer.set_script(script);
        buffer.set_direction(if from_right {
            Direction::RightToLeft
        } else {
            Direction::LeftToRight
        });
        buffer.set_flags(BufferFlags::REMOVE_DEFAULT_IGNORABLES);
        shape(&ShaperFont::new(font), &mut buffer, ShapeOptions::new()).ok()?;
        let is_whole = buffer.glyph_infos().iter().all(|info| info.glyph_id != 0);
        if !buffer.allocation_successful() || !is_whole {
            return None;
        }
        let em = f32::from(font.units_per_em().max(1));
        let (placed, width) = clusters(&buffer, text, em);
        let blank = self.blank(index);
        let placed = if from_right { joined(placed) } else { placed };
        let apart = |placed| places(placed, from_right, blank);
        Some((placed.into_iter().flat_map(apart).collect(), width))
    }

    /// Returns the glyph of a space in a font, and its width.
    fn blank(&self, index: usize) -> Option<(u16, f32)> {
        let font = self.font(index)?;
        let blank = font.charmap().map_unicode(' ')?;
        let width = ShaperFont::new(font).glyph_h_advance(blank);
        let em = f32::from(font.units_per_em().max(1));
        Some((u16::try_from(blank.to_u32()).ok()?, units(width) / em))
    }
}

/// A cluster with its position and width.
struct Placed {
    cluster: Cluster,
    x: f32,
    width: f32,
}

/// Returns the clusters in a buffer with their characters, and their total width.
fn clusters(buffer: &Buffer, text: &str, em: f32) -> (Vec<Placed>, f32) {
    let start = |cluster: u32| usize::try_from(cluster).unwrap_or(usize::MAX);
    let (infos, places) = (buffer.glyph_infos(), buffer.glyph_positions());
    let mut starts: Vec<usize> = infos.iter().map(|info| start(info.cluster)).collect();
    starts.push(text.len());
    starts.sort_unstable();
    starts.dedup();
    let characters = |from: usize| {
        let end = starts.iter().find(|start| **start > from);
        let text = text.get(from..end.copied().unwrap_or(text.len()));
        text.unwrap_or_default().to_owned()
    };
    let mut pen = 0;
    let mut last = None;
    let mut clusters: Vec<Placed> = Vec::new();
    for (info, place) in infos.iter().zip(places) {
        if last.replace(info.cluster) != Some(info.cluster) {
            let text = characters(start(info.cluster));
            let glyphs = Vec::with_capacity(1);
            clusters.push(Placed {
                cluster: Cluster { text, glyphs },
                x: units(pen) / em,
                width: 0.0,
            });
        }
        if let Some(placed) = clusters.last_mut() {
            placed.width += units(place.x_advance) / em;
            placed.cluster.glyphs.push(Glyph {
                id: u16::try_from(info.glyph_id).unwrap_or(0),
                x: units(pen + place.x_offset) / em,
                y: units(place.y_offset) / em,
            });
        }
        pen += place.x_advance;
    }
    (clusters, units(pen) / em)
}

/// Joins clusters of right-to-left text so that each has a width. A letter without width, such as the second
/// letter of a ligature, is joined to the letter before it, which is at its right.
fn joined(placed: Vec<Placed>) -> Vec<Placed> {
    let mut joined: Vec<Placed> = Vec::with_capacity(placed.len());
    let mut waiting: Option<Placed> = None;
    for mut next in placed {
        if let Some(empty) = waiting.take() {
            next.cluster.text.push_str(&empty.cluster.text);
            next.cluster.glyphs.splice(0..0, empty.cluster.glyphs);
        }
        if next.width > 0.0 {
            joined.push(next);
        } else {
            waiting = Some(next);
        }
    }
    joined.extend(waiting);
    joined
}

/// Splits a cluster so that PDF readers find its text. Several glyphs are set between two spaces, because
/// readers look for gaps, and the last glyph may be a mark far from the end. Readers assume that letters in
/// one place run from left to right, so right-to-left letters get separate places. The first place then has
/// all glyphs.
fn places(placed: Placed, from_right: bool, blank: Option<(u16, f32)>) -> Vec<Cluster> {
    let Placed { cluster, x, width } = placed;
    let texts: Vec<String> = if from_right {
        cluster.text.chars().rev().map(String::from).collect()
    } else {
        vec![cluster.text.clone()]
    };
    let is_bare = texts.len() < 2 && cluster.glyphs.len() < 2;
    let Some((blank, blank_width)) = blank.filter(|_| !is_bare) else {
        return vec![cluster];
    };
    let mut glyphs = cluster.glyphs;
    let each = width / count(texts.len());
    let place = |(index, text): (usize, String)| {
        let left = x + each * count(index);
        let (id, y) = (blank, 0.0);
        let mut all = vec![Glyph { id, x: left, y }];
        all.append(&mut glyphs);
        let x = left + each - blank_width;
        all.push(Glyph { id, x, y });
        Cluster { text, glyphs: all }
    };
    texts.into_iter().enumerate().map(place).collect()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a length in a font has five digits"
)]
fn units(length: i32) -> f32 {
    length as f32
}
