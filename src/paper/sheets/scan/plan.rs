//! The plan of a row: how wide and high its parts are, and in how many lines they stand.

use crate::layout::canvas::count;
use crate::layout::paper::Area;
use overtrick_core::scan::{ScanField, ScanForm, ScanKind, Stand};

/// The size of a well for a digit alone, and of one of several digits.
pub const WELL: (f32, f32) = (6.0, 8.0);
pub const DIGIT: f32 = 4.55;
/// Between the wells of a number.
const DIGIT_GAP: f32 = 0.3;
/// Between a number and its boxes for a sign and a half.
const BESIDE: f32 = 0.7;
/// The least width of a box beside others.
const PITCH: f32 = 5.8;
/// The width of the label beside a box, and between boxes that stand two by two.
const LABEL: f32 = 2.9;
const LABEL_GAP: f32 = 0.5;
const SQUARE_GAP: (f32, f32) = (1.1, 0.5);
/// The height of the names above wells and boxes.
pub const STRIP: f32 = 2.3;
/// Between parts of a line, and between lines.
const PART_GAP: f32 = 1.3;
const LINE_GAP: f32 = 0.5;
/// What is tinted around the parts of a column, and white between columns and rows.
pub const PAD: (f32, f32) = (1.0, 0.7);
pub const COLUMN_GAP: f32 = 0.9;
pub const ROW_GAP: f32 = 0.8;
/// The most lines of a row.
const MOST_LINES: usize = 5;
/// How much further apart parts of a line may stand where there is room.
const MOST_SPREAD: f32 = 2.2;

/// A part of a block, from its upper left corner.
#[derive(Debug, Clone, Copy)]
pub struct Placed {
    /// The index of its field.
    pub field: usize,
    /// Where it begins, its names left out.
    pub x: f32,
    pub y: f32,
    pub w: f32,
    /// The height of its line, without the names.
    pub h: f32,
}

/// The parts of a row, or of a player in it.
#[derive(Debug, Clone)]
pub struct Block {
    pub w: f32,
    pub h: f32,
    pub parts: Vec<Placed>,
}

/// A number as it is laid out.
#[derive(Debug, Clone, Copy)]
pub struct Number {
    pub wells: usize,
    pub minus: bool,
    pub half: bool,
}

/// The row of a pad in a width.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The side of a box.
    pub side: f32,
    /// Whether names stand in every row, and not at the head alone.
    pub named: bool,
    /// The row's own parts with their place, if there are any.
    pub hand: Option<(Area, Block)>,
    /// The place of each player's parts.
    pub seats: Vec<Area>,
    /// Those parts.
    pub seat: Block,
    /// The least height of a row with the white under it.
    pub need: f32,
}

/// How many digits a number has.
fn digits(number: i64) -> usize {
    number.unsigned_abs().to_string().len()
}

/// How many wells a number of this range has. What is recorded has room for its greatest value. A total has as many
/// more than usual as the house rules in force add digits to the greatest that there could be.
pub fn number(field: &ScanField, usual: &ScanField) -> Option<Number> {
    let ScanKind::Number { range, wells, half, .. } = &field.kind else {
        return None;
    };
    let longest = |(least, most): (i64, i64)| digits(least).max(digits(most));
    let needed = match (&usual.kind, field.check) {
        (ScanKind::Number { range: before, .. }, true) => {
            wells + longest(*range).saturating_sub(longest(*before))
        }
        // A single well takes ten as an X.
        _ if range.1 <= 10 && range.0 >= 0 => 1,
        _ => longest(*range),
    };
    Some(Number {
        wells: needed.max(*wells),
        minus: range.0 < 0,
        half: *half,
    })
}

/// The width of the wells of a number.
fn wells_width(wells: usize) -> f32 {
    match wells {
        1 => WELL.0,
        _ => DIGIT * count(wells) + DIGIT_GAP * count(wells - 1),
    }
}

/// The width of a box under its label.
fn pitch(stand: Stand, side: f32) -> f32 {
    match stand {
        Stand::Line(least) => least.max(PITCH).max(side + 0.6),
        Stand::Square => LABEL + LABEL_GAP + side,
    }
}

/// The width and height of a field.
fn size(field: &ScanField, number: Option<Number>, side: f32) -> (f32, f32) {
    match (&field.kind, number) {
        (ScanKind::Boxes { boxes, stand, .. }, _) => {
            let each = pitch(*stand, side);
            match stand {
                Stand::Line(_) => (each * count(boxes.len()), side),
                Stand::Square => (2.0 * each + SQUARE_GAP.0, boxes_height(boxes.len(), *stand, side)),
            }
        }
        (ScanKind::Number { .. }, number) => {
            let number = number.unwrap_or(Number {
                wells: 1,
                minus: false,
                half: false,
            });
            let boxes = count(usize::from(number.minus) + usize::from(number.half));
            let width = wells_width(number.wells) + boxes * (side + BESIDE);
            (width, WELL.1)
        }
    }
}

/// The height of so many boxes.
pub fn boxes_height(boxes: usize, stand: Stand, side: f32) -> f32 {
    match stand {
        Stand::Line(_) => side,
        Stand::Square => side + (side + SQUARE_GAP.1) * count(boxes.div_ceil(2).max(1) - 1),
    }
}

/// The places of the boxes of a field in its part.
pub fn boxes(boxes: usize, stand: Stand, part: Area, side: f32) -> Vec<Area> {
    let each = pitch(stand, side);
    let place = |index: usize| match stand {
        Stand::Line(_) => {
            let x = part.x + each * count(index) + (each - side) / 2.0;
            Area::new(x, part.y, side, side)
        }
        Stand::Square => {
            let (column, row) = (index % 2, index / 2);
            let x = part.x + (each + SQUARE_GAP.0) * count(column) + LABEL + LABEL_GAP;
            Area::new(x, part.y + (side + SQUARE_GAP.1) * count(row), side, side)
        }
    };
    (0..boxes).map(place).collect()
}

/// The place of the label of a box.
pub fn label(place: Area, stand: Stand) -> Area {
    match stand {
        Stand::Line(_) => {
            let each = pitch(stand, place.w);
            let middle = place.x + place.w / 2.0;
            Area::new(middle - each / 2.0, place.y - STRIP, each, STRIP)
        }
        Stand::Square => Area::new(place.x - LABEL_GAP - LABEL, place.y, LABEL, place.h),
    }
}

/// The places of a number in its part: of its sign, its digits and its half.
pub fn number_places(number: Number, part: Area, side: f32) -> (Option<Area>, Vec<Area>, Option<Area>) {
    let beside = |x: f32, there: bool| {
        let place = Area::new(x, part.y + (WELL.1 - side) / 2.0, side, side);
        there.then_some(place)
    };
    let minus = beside(part.x, number.minus);
    let first = part.x + if number.minus { side + BESIDE } else { 0.0 };
    let each = if number.wells == 1 { WELL.0 } else { DIGIT };
    let well = |index: usize| {
        let x = first + (each + DIGIT_GAP) * count(index);
        Area::new(x, part.y, each, WELL.1)
    };
    let half = beside(first + wells_width(number.wells) + BESIDE, number.half);
    (minus, (0..number.wells).map(well).collect(), half)
}

/// Fields in so many lines at most, in the least width.
fn block(sizes: &[(f32, f32)], lines: usize, strip: f32) -> Option<Block> {
    let width = |line: &[(f32, f32)]| {
        let widths: f32 = line.iter().map(|(w, _)| w).sum();
        widths + PART_GAP * count(line.len().saturating_sub(1))
    };
    // The ends of the lines, of the way that is narrowest.
    fn best(
        sizes: &[(f32, f32)],
        lines: usize,
        width: &dyn Fn(&[(f32, f32)]) -> f32,
    ) -> Option<(f32, Vec<usize>)> {
        if lines == 1 || sizes.is_empty() {
            return Some((width(sizes), vec![sizes.len()]));
        }
        let ends = 1..=sizes.len() - (lines - 1).min(sizes.len() - 1);
        let ways = ends.filter_map(|end| {
            let (rest, mut ends) = best(&sizes[end..], lines - 1, width)?;
            ends.iter_mut().for_each(|it| *it += end);
            ends.insert(0, end);
            Some((width(&sizes[..end]).max(rest), ends))
        });
        ways.min_by(|one, other| one.0.total_cmp(&other.0))
    }
    if lines > sizes.len() {
        return None;
    }
    let (w, ends) = best(sizes, lines, &width)?;
    let (mut parts, mut y, mut start) = (Vec::new(), 0.0, 0);
    for end in ends {
        let line = &sizes[start..end];
        let h = line.iter().map(|(_, h)| *h).fold(0.0, f32::max);
        let mut x = 0.0;
        for (index, (w, _)) in line.iter().enumerate() {
            parts.push(Placed {
                field: start + index,
                x,
                y: y + strip,
                w: *w,
                h,
            });
            x += w + PART_GAP;
        }
        y += strip + h + LINE_GAP;
        start = end;
    }
    let h = y - LINE_GAP;
    Some(Block { w, h, parts })
}

impl Block {
    /// The same with its lines spread over a width.
    fn spread(mut self, width: f32) -> Block {
        let tops: Vec<f32> = self.parts.iter().map(|part| part.y).collect();
        let mut start = 0;
        while start < tops.len() {
            let line = tops[start..].iter().take_while(|y| **y == tops[start]);
            let end = start + line.count();
            let used = self.parts[end - 1].x + self.parts[end - 1].w;
            let gaps = count(end - start - 1);
            let each = ((width - used) / gaps.max(1.0)).clamp(0.0, MOST_SPREAD);
            let first = (width - used - each * gaps).max(0.0) / 2.0;
            for (index, part) in self.parts[start..end].iter_mut().enumerate() {
                part.x += first + each * count(index);
            }
            start = end;
        }
        self.w = width;
        self
    }
}

/// Whether the names of a row's parts have to stand in it.
fn has_labels(fields: &[ScanField]) -> bool {
    let mut fields = fields.iter();
    fields.any(|field| match &field.kind {
        ScanKind::Boxes { boxes, stand, .. } => *stand != Stand::Square && boxes.len() > 1,
        ScanKind::Number { .. } => false,
    })
}

impl Plan {
    /// The row of a form for so many players between two edges, in as few lines as it goes.
    pub fn new(
        (form, numbers): (&ScanForm, &Numbers),
        seats: usize,
        (left, right): (f32, f32),
        side: f32,
    ) -> Option<Plan> {
        let sizes = |fields: &[ScanField], numbers: &[Option<Number>]| -> Vec<(f32, f32)> {
            let fields = fields.iter().zip(numbers);
            fields.map(|(field, number)| size(field, *number, side)).collect()
        };
        let (hand, seat) = (sizes(&form.hand, &numbers.hand), sizes(&form.seat, &numbers.seat));
        let labels = has_labels(&form.hand) || has_labels(&form.seat);
        let gaps = count(seats + usize::from(!hand.is_empty())) * COLUMN_GAP - COLUMN_GAP;
        let columns = |width: f32, columns: usize| (width + 2.0 * PAD.0) * count(columns);
        (1..=MOST_LINES).find_map(|lines| {
            let named = labels || lines > 1;
            let strip = if named { STRIP } else { 0.0 };
            let blocks = |sizes: &[(f32, f32)]| -> Vec<Block> {
                let ways = (1..=lines).filter_map(|lines| block(sizes, lines, strip));
                ways.collect()
            };
            // Of as many lines the lowest, and a narrower one only where it is needed.
            let (hands, seats_ways) = (blocks(&hand), blocks(&seat));
            let pairs = seats_ways.iter().flat_map(|seat| {
                let hands = hands.iter().map(Some).chain(hand.is_empty().then_some(None));
                hands.map(move |hand| (hand, seat))
            });
            let fitting = pairs.filter(|(hand, seat)| {
                let own = hand.map_or(0.0, |hand| columns(hand.w, 1));
                own + columns(seat.w, seats) + gaps <= right - left + 0.01
            });
            let height = |hand: &Option<&Block>, seat: &Block| {
                hand.map_or(0.0, |hand| hand.h).max(seat.h)
            };
            let (hand, seat) = fitting.min_by(|(hand, seat), (other, another)| {
                height(hand, seat).total_cmp(&height(other, another))
            })?;
            let high = height(&hand, seat);
            let own = hand.map_or(0.0, |hand| columns(hand.w, 1));
            let spare = right - left - own - columns(seat.w, seats) - gaps;
            // What is left over goes to all columns alike.
            let all = own + columns(seat.w, seats);
            let own = own + spare * own / all;
            let each = (right - left - gaps - own) / count(seats);
            let first = left + if own > 0.0 { own + COLUMN_GAP } else { 0.0 };
            let place = |seat: usize| {
                let x = first + (each + COLUMN_GAP) * count(seat);
                Area::new(x, 0.0, each, 0.0)
            };
            let hand = hand.map(|hand| {
                let hand = hand.clone().spread(own - 2.0 * PAD.0);
                (Area::new(left, 0.0, own, 0.0), hand)
            });
            Some(Plan {
                side,
                named,
                hand,
                seats: (0..seats).map(place).collect(),
                seat: seat.clone().spread(each - 2.0 * PAD.0),
                need: high + 2.0 * PAD.1 + ROW_GAP,
            })
        })
    }
}

/// The numbers of a form as they are laid out, by the indices of their fields.
pub struct Numbers {
    pub hand: Vec<Option<Number>>,
    pub seat: Vec<Option<Number>>,
}

impl Numbers {
    /// Those of a form, beside the same under the usual house rules.
    pub fn new(form: &ScanForm, usual: &ScanForm) -> Numbers {
        let of = |fields: &[ScanField], usual: &[ScanField]| -> Vec<Option<Number>> {
            let same = |field: &ScanField| usual.iter().find(|it| it.key == field.key);
            let fields = fields.iter();
            let numbers = fields.map(|field| number(field, same(field).unwrap_or(field)));
            numbers.collect()
        };
        Numbers {
            hand: of(&form.hand, &usual.hand),
            seat: of(&form.seat, &usual.seat),
        }
    }
}
