//! The logo of a club in the head of a pad.

use std::sync::Arc;

use crate::layout::canvas::Canvas;
use crate::layout::draw::Item;
use crate::layout::paper::Area;
use crate::layout::picture::Picture;

/// How wide it is at the most, for its height.
const WIDTH: f32 = 3.0;
/// How wide it may always be, where there is little room.
const LEAST: f32 = 4.0;
/// What the lines for date and place keep beside it, if they have as much.
const LEAST_FIELDS: f32 = 30.0;
/// How high the row of the name is, under which there are lines to write on.
const NAME_ROW: f32 = 6.4;
/// What it takes of that row at the most.
const NAME_SHARE: f32 = 0.2;
/// How far it stands apart.
const GAP: f32 = 3.0;

/// Where a logo stands: at the right end of a head, left of its codes.
#[derive(Debug, Clone, Copy)]
pub enum LogoPlace {
    /// In the row of the name, which gives room for it.
    BesideName,
    /// Beside the lines for date and place, which are so wide and give room for it.
    BesideFields(f32),
    /// Under these lines, where codes leave them little and make the head high.
    UnderFields,
}

/// Draws a logo as large as the room has it, in a frame of this width; gives what others give of
/// their width for it.
pub fn draw_logo(
    canvas: &mut Canvas<'_>,
    logo: &Arc<Picture>,
    (room, frame): (Area, f32),
    place: LogoPlace,
) -> f32 {
    let by_paper = match frame {
        ..110.0 => 5.5,
        110.0..150.0 => 7.0,
        _ => 9.0,
    };
    // From the top of the head, as high and as wide as it may be.
    let (y, high, wide) = match place {
        LogoPlace::BesideName => (0.0, NAME_ROW.min(by_paper), room.w * NAME_SHARE),
        LogoPlace::BesideFields(fields) => {
            let spare = (fields - LEAST_FIELDS - GAP).max(LEAST);
            (0.0, by_paper.min(room.h - 0.8), spare)
        }
        LogoPlace::UnderFields => (7.0, 5.5, room.w * 0.4),
    };
    let (w, h) = logo.within((wide.min(WIDTH * high), high));
    let top = room.y + y + (high - h) / 2.0;
    let area = Area::new(room.right() - w, top, w, h);
    canvas.draw(Item::Picture(area, logo.clone()));
    match place {
        LogoPlace::UnderFields => 0.0,
        LogoPlace::BesideName | LogoPlace::BesideFields(_) => w + GAP,
    }
}
