//! The format of a page of a booklet.

use crate::layout::paper::{Area, Size, Span};
use crate::layout::typesetter::leading;

/// The format of a page. Lengths are in millimeters, sizes in points.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// Width and height.
    pub page: Size,
    /// The column of the text.
    pub column: Area,
    /// The left edge and width of the headings beside the text, if there is room for them.
    pub side: Option<Span>,
    /// The size of normal text.
    pub size: f32,
    /// The text size of section headings.
    pub head: f32,
    /// The text size of the game's name.
    pub title: f32,
    /// The text size of the player's aid. It is larger if there is room, because it is read from further away.
    pub aid: f32,
}

impl Format {
    /// Creates the format of pages of this width and height.
    pub fn new(page: Size) -> Format {
        let is_wide = page.w > 190.0;
        let ((margin, top, bottom), title, size, aid) = match page.w {
            _ if is_wide => ((17.0, 18.0, 21.0), 44.0, 10.0, 13.0),
            wide if wide > 130.0 => ((14.0, 13.0, 17.0), 34.0, 8.75, 11.0),
            _ => ((9.5, 9.0, 12.5), 25.0, 7.5, 8.6),
        };
        let beside = is_wide.then(|| Span::new(margin, margin + 41.0));
        let left = beside.map_or(margin, |side| side.end + 7.0);
        let (width, height) = (page.w - margin - left, page.h - top - bottom);
        let format = Format {
            page,
            column: Area::new(left, top, width, height),
            side: beside,
            size: 0.0,
            head: 0.0,
            title,
            aid,
        };
        format.sized(size)
    }

    /// Returns this format with another column and no headings beside it.
    #[must_use]
    pub fn with_column(self, column: Area) -> Format {
        Format {
            side: None,
            column,
            ..self
        }
    }

    /// Returns this format with another text size.
    #[must_use]
    pub fn sized(self, size: f32) -> Format {
        let head = size * if self.side.is_some() { 1.3 } else { 1.45 };
        Format { size, head, ..self }
    }

    /// Returns the left and right edges of the printed area.
    pub fn edges(&self) -> Span {
        let left = self.side.map_or(self.column.x, |side| side.start);
        Span::new(left, self.column.right())
    }

    /// Returns the distance between the lines of the text.
    pub fn leading(&self) -> f32 {
        leading(self.size)
    }

    /// Returns the y position of the footer line of a page.
    pub fn foot(&self) -> f32 {
        f32::midpoint(self.page.h, self.column.bottom())
    }
}
