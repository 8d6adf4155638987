//! Paper sizes, and the arrangement of several pads on a page.

/// A width and a height in millimeters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    /// The width.
    pub w: f32,
    /// The height.
    pub h: f32,
}

impl Size {
    /// Creates a size of this width and height.
    pub const fn new(w: f32, h: f32) -> Size {
        Size { w, h }
    }
}

/// A range along one axis, in millimeters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    /// Where it begins.
    pub start: f32,
    /// Where it ends.
    pub end: f32,
}

impl Span {
    /// Creates a range between two points.
    pub const fn new(start: f32, end: f32) -> Span {
        Span { start, end }
    }

    /// Returns its length.
    pub fn length(self) -> f32 {
        self.end - self.start
    }
}

/// An area of a page in millimeters, measured from the upper left corner of the page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    /// The distance from the left.
    pub x: f32,
    /// The distance from the top.
    pub y: f32,
    /// Its width.
    pub w: f32,
    /// Its height.
    pub h: f32,
}

impl Area {
    /// Creates an area with this corner and size.
    pub const fn new(x: f32, y: f32, w: f32, h: f32) -> Area {
        Area { x, y, w, h }
    }

    /// Returns its right edge.
    pub fn right(&self) -> f32 {
        self.x + self.w
    }

    /// Returns its lower edge.
    pub fn bottom(&self) -> f32 {
        self.y + self.h
    }

    /// Returns its left and right edges.
    pub fn edges(&self) -> Span {
        Span::new(self.x, self.right())
    }

    /// Returns the area without a border of the width `dx` at the sides, and `dy` at the top and bottom.
    #[must_use]
    pub fn inset(&self, dx: f32, dy: f32) -> Area {
        let (w, h) = ((self.w - 2.0 * dx).max(0.0), (self.h - 2.0 * dy).max(0.0));
        Area::new(self.x + dx, self.y + dy, w, h)
    }

    /// Returns its width and height.
    pub const fn size(&self) -> Size {
        Size::new(self.w, self.h)
    }

    /// Whether it contains another area, within a small tolerance.
    pub fn holds(&self, other: &Area) -> bool {
        const HAIR: f32 = 0.05;
        other.x >= self.x - HAIR
            && other.y >= self.y - HAIR
            && other.right() <= self.right() + HAIR
            && other.bottom() <= self.bottom() + HAIR
    }
}

/// Converts a small count to a float.
pub fn count(number: usize) -> f32 {
    f32::from(u16::try_from(number).unwrap_or(u16::MAX))
}

/// Returns how many times one length fits into another.
pub fn times(whole: f32, part: f32) -> usize {
    let times = (whole / part + 0.001).floor().clamp(0.0, 60_000.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole and within range"
    )]
    let times = times as usize;
    times
}

/// A common paper size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paper {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8½ × 11 inches.
    Letter,
    /// 148 × 210 mm.
    A5,
}

impl Paper {
    /// All papers, the largest first.
    pub const ALL: [Paper; 3] = [Paper::A4, Paper::Letter, Paper::A5];

    /// Returns its name on a command line.
    pub const fn id(self) -> &'static str {
        self.facts().0
    }

    /// Returns its common name.
    pub const fn name(self) -> &'static str {
        self.facts().1
    }

    /// Returns the paper with this id.
    pub fn find(id: &str) -> Option<Paper> {
        let mut all = Paper::ALL.into_iter();
        all.find(|paper| paper.id().eq_ignore_ascii_case(id))
    }

    /// Returns its id, its name, its size, and its margins (at the sides, and at the top and bottom).
    ///
    /// A4 and Letter have such wide margins that a page for one of them also fits when it is printed in the
    /// middle of the other.
    const fn facts(self) -> (&'static str, &'static str, Size, Size) {
        match self {
            Paper::A4 => ("a4", "A4", Size::new(210.0, 297.0), Size::new(9.0, 14.5)),
            Paper::A5 => ("a5", "A5", Size::new(148.0, 210.0), Size::new(7.0, 6.5)),
            Paper::Letter => {
                let (size, margins) = (Size::new(215.9, 279.4), Size::new(11.0, 9.0));
                ("letter", "Letter", size, margins)
            }
        }
    }
}

/// A page: its paper, its orientation, and the number of pads on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageSetup {
    /// The paper.
    pub paper: Paper,
    /// Whether the paper is in landscape.
    pub landscape: bool,
    /// Pads per page: 1 or 2.
    pub per_page: usize,
    /// The margin for punched holes in millimeters: at the left, or at the top of a landscape page.
    pub gutter: u8,
}

impl Default for PageSetup {
    /// Returns one pad on A4 in portrait.
    fn default() -> PageSetup {
        PageSetup {
            paper: Paper::default(),
            landscape: false,
            per_page: 1,
            gutter: 0,
        }
    }
}

impl PageSetup {
    /// The widest margin for punched holes, in millimeters.
    pub const MAX_GUTTER: u8 = 30;

    /// The possible numbers of pads on a page.
    pub const PER_PAGE: [usize; 2] = [1, 2];

    /// Returns the width and height.
    pub fn size(&self) -> Size {
        let portrait = self.paper.facts().2;
        let turned = Size::new(portrait.h, portrait.w);
        if self.landscape { turned } else { portrait }
    }

    /// Returns the number of pads side by side, and the number one above another.
    pub fn grid(&self) -> (usize, usize) {
        match (self.per_page, self.landscape) {
            (2, false) => (1, 2),
            (2, true) => (2, 1),
            _ => (1, 1),
        }
    }

    /// Returns the most similar page setup for which `fits` is true. It may differ in orientation, in the
    /// number of pads, or in paper.
    pub fn nearest(self, fits: impl Fn(PageSetup) -> bool) -> Option<PageSetup> {
        let ranks_apart = |paper| (self.paper as usize).abs_diff(paper as usize);
        let mut setups: Vec<PageSetup> = Vec::new();
        for paper in Paper::ALL {
            let as_many = |per_page: &usize| *per_page <= self.per_page;
            for per_page in PageSetup::PER_PAGE.into_iter().filter(as_many) {
                setups.extend([false, true].map(|landscape| PageSetup {
                    paper,
                    landscape,
                    per_page,
                    gutter: self.gutter,
                }));
            }
        }
        setups.sort_by_key(|setup| {
            usize::from(setup.landscape != self.landscape)
                + 2 * usize::from(setup.per_page != self.per_page)
                + 3 * ranks_apart(setup.paper)
        });
        setups.into_iter().find(|setup| fits(*setup))
    }

    /// Returns the areas of the pads within their margins, row by row.
    pub fn frames(&self) -> Vec<Area> {
        /// The margin around each part of a page that is cut. The parts are stacked after cutting.
        const PART: f32 = 7.0;
        let Size { w, h } = self.size();
        let margins = self.paper.facts().3;
        let (edge_x, edge_y) = match (self.per_page, self.landscape) {
            (1, false) => (margins.w, margins.h),
            (1, true) => (margins.h, margins.w),
            _ => (PART, PART),
        };
        let (across, down) = self.grid();
        let gutter = f32::from(self.gutter);
        let gutter_x = if self.landscape { 0.0 } else { gutter };
        let gutter_y = if self.landscape { gutter } else { 0.0 };
        // Each part has its own margin for punched holes.
        let part = |index: usize, parts: usize, (size, edge, gutter): (f32, f32, f32)| {
            let each = size / count(parts);
            let start = each * count(index);
            let first = edge.max(gutter);
            (start + first, each - first - edge)
        };
        let place = |index: usize| {
            let (x, w) = part(index % across, across, (w, edge_x, gutter_x));
            let (y, h) = part(index / across, down, (h, edge_y, gutter_y));
            Area::new(x, y, w, h)
        };
        (0..across * down).map(place).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pads_share_a_page_without_touching() {
        for paper in Paper::ALL {
            for per_page in PageSetup::PER_PAGE {
                for landscape in [false, true] {
                    let setup = PageSetup {
                        paper,
                        landscape,
                        per_page,
                        gutter: 0,
                    };
                    let frames = setup.frames();
                    assert_eq!(frames.len(), per_page);
                    let Size { w, h } = setup.size();
                    let page = Area::new(0.0, 0.0, w, h).inset(4.9, 4.9);
                    assert!(frames.iter().all(|frame| page.holds(frame)), "{setup:?}");
                }
            }
        }
    }

    #[test]
    fn cut_parts_can_be_stacked() {
        for paper in Paper::ALL {
            for (per_page, landscape) in [(2, false), (2, true)] {
                for gutter in [0, 18] {
                    let setup = PageSetup {
                        paper,
                        landscape,
                        per_page,
                        gutter,
                    };
                    let (across, down) = setup.grid();
                    let Size { w, h } = setup.size();
                    let part = (w / count(across), h / count(down));
                    for (index, frame) in setup.frames().into_iter().enumerate() {
                        let left = part.0 * count(index % across);
                        let top = part.1 * count(index / across);
                        let margins = [
                            frame.x - left,
                            frame.y - top,
                            left + part.0 - frame.right(),
                            top + part.1 - frame.bottom(),
                        ];
                        let punched = match (gutter, landscape) {
                            (0, _) => [7.0; 4],
                            (_, false) => [18.0, 7.0, 7.0, 7.0],
                            (_, true) => [7.0, 18.0, 7.0, 7.0],
                        };
                        let alike = margins
                            .iter()
                            .zip(punched)
                            .all(|(one, other)| (one - other).abs() < 0.01);
                        assert!(alike, "{setup:?}: {margins:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_page_has_a_margin_for_a_punch() {
        let of = |landscape, gutter| PageSetup {
            paper: Paper::A5,
            landscape,
            per_page: 1,
            gutter,
        };
        let frame = |landscape, gutter: u8| of(landscape, gutter).frames()[0];
        assert!((frame(false, 18).x - 18.0).abs() < 0.01);
        assert!((frame(false, 18).right() - frame(false, 0).right()).abs() < 0.01);
        assert!((frame(true, 18).y - 18.0).abs() < 0.01);
        assert_eq!(frame(false, 3), frame(false, 0));
    }

    #[test]
    fn a_page_of_a4_is_complete_on_letter() {
        let a4 = PageSetup {
            paper: Paper::A4,
            landscape: false,
            per_page: 1,
            gutter: 0,
        };
        let lost = (297.0 - 279.4) / 2.0;
        let frame = a4.frames()[0];
        assert!(frame.y - lost >= 5.0 && frame.bottom() + lost <= 292.0);
    }
}
