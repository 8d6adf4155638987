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
pub const STRIP: f32 = 2.4;
/// Between parts of a line, and between lines.
const PART_GAP: f32 = 1.3;
const LINE_GAP: f32 = 0.9;
/// What is tinted around the parts of a column, and white between columns and rows.
pub const PAD: (f32, f32) = (0.6, 0.35);
pub const COLUMN_GAP: f32 = 0.9;
pub const ROW_GAP: f32 = 0.6;
/// Boxes beside each other that take more stand in two rows where there is no room.
const WRAPPED: f32 = 30.0;
/// The most lines of a row.
const MOST_LINES: usize = 8;
/// With more lines than these each row has the names of its parts.
const NAMED_FROM: usize = 2;
/// How much further apart parts of a line may stand where there is room, and lines.
const MOST_SPREAD: (f32, f32) = (2.2, 1.6);

/// A part of a block, from its upper left corner.
#[derive(Debug, Clone, Copy)]
pub struct Placed {
    /// The index of its field.
    pub field: usize,
    /// Its line.
    pub line: usize,
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

/// How large boxes are, and whether many stand in two rows.
#[derive(Debug, Clone, Copy)]
pub struct BoxSize {
    pub side: f32,
    pub wraps: bool,
}

/// The row of a pad in a width.
#[derive(Debug, Clone)]
pub struct Plan {
    /// How large boxes are.
    pub boxes: BoxSize,
    /// Whether names stand in every row, and not at the head alone.
    pub named: bool,
    /// The lines of its parts.
    pub lines: usize,
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
    let ScanKind::Number {
        range, wells, half, ..
    } = &field.kind
    else {
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

/// How so many boxes stand beside each other, and in how many rows.
fn across(boxes: usize, stand: Stand, size: BoxSize) -> (usize, usize) {
    let rows = match stand {
        Stand::Square => boxes.div_ceil(2).max(1),
        Stand::Line(_) if size.wraps && pitch(stand, size.side) * count(boxes) > WRAPPED => 2,
        Stand::Line(_) => 1,
    };
    (boxes.div_ceil(rows), rows)
}

/// How far below each other boxes stand.
fn drop(stand: Stand, side: f32) -> f32 {
    side + match stand {
        Stand::Square => SQUARE_GAP.1,
        Stand::Line(_) => STRIP + LINE_GAP,
    }
}

/// The width and height of so many boxes.
pub fn boxes_size(boxes: usize, stand: Stand, size: BoxSize) -> (f32, f32) {
    let (columns, rows) = across(boxes, stand, size);
    let gaps = match stand {
        Stand::Square => SQUARE_GAP.0 * count(columns.saturating_sub(1)),
        Stand::Line(_) => 0.0,
    };
    let width = pitch(stand, size.side) * count(columns) + gaps;
    (width, size.side + drop(stand, size.side) * count(rows - 1))
}

/// The width and height of a field.
fn size(field: &ScanField, number: Option<Number>, boxes: BoxSize) -> (f32, f32) {
    match (&field.kind, number) {
        (
            ScanKind::Boxes {
                boxes: all, stand, ..
            },
            _,
        ) => boxes_size(all.len(), *stand, boxes),
        (ScanKind::Number { .. }, number) => {
            let number = number.unwrap_or(Number {
                wells: 1,
                minus: false,
                half: false,
            });
            let beside = count(usize::from(number.minus) + usize::from(number.half));
            let width = wells_width(number.wells) + beside * (boxes.side + BESIDE);
            (width, WELL.1)
        }
    }
}

/// The places of so many boxes in their part.
pub fn boxes(boxes: usize, stand: Stand, part: Area, how: BoxSize) -> Vec<Area> {
    let (side, each) = (how.side, pitch(stand, how.side));
    let columns = across(boxes, stand, how).0.max(1);
    let place = |index: usize| {
        let (column, row) = (count(index % columns), count(index / columns));
        let x = match stand {
            Stand::Line(_) => each * column + (each - side) / 2.0,
            Stand::Square => (each + SQUARE_GAP.0) * column + LABEL + LABEL_GAP,
        };
        Area::new(part.x + x, part.y + drop(stand, side) * row, side, side)
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

/// The places of a number in its part: of its sign, its digits and its half. Boxes stand so far down in it.
pub fn number_places(
    number: Number,
    part: Area,
    (side, down): (f32, f32),
) -> (Option<Area>, Vec<Area>, Option<Area>) {
    let beside = |x: f32, there: bool| {
        let place = Area::new(x, part.y + down, side, side);
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

/// The width of fields on a line.
fn line_width(line: &[(f32, f32)]) -> f32 {
    let widths: f32 = line.iter().map(|(w, _)| w).sum();
    widths + PART_GAP * count(line.len().saturating_sub(1))
}

/// The width of fields on so many lines, and the ends of the lines, of the way that is narrowest.
fn narrowest(sizes: &[(f32, f32)], lines: usize) -> Option<(f32, Vec<usize>)> {
    if lines == 1 || sizes.is_empty() {
        return Some((line_width(sizes), vec![sizes.len()]));
    }
    // Of ways that are as narrow, the one that has more above.
    let ends = (1..=sizes.len() - (lines - 1).min(sizes.len() - 1)).rev();
    let ways = ends.filter_map(|end| {
        let (rest, mut ends) = narrowest(&sizes[end..], lines - 1)?;
        for it in &mut ends {
            *it += end;
        }
        ends.insert(0, end);
        Some((line_width(&sizes[..end]).max(rest), ends))
    });
    ways.min_by(|one, other| one.0.total_cmp(&other.0))
}

/// Fields in so many lines at most, in the least width.
fn block(sizes: &[(f32, f32)], lines: usize, strip: f32) -> Option<Block> {
    if lines > sizes.len() {
        return None;
    }
    let (w, ends) = narrowest(sizes, lines)?;
    let (mut parts, mut y, mut start) = (Vec::new(), 0.0, 0);
    for (number, end) in ends.into_iter().enumerate() {
        let line = &sizes[start..end];
        let h = line.iter().map(|(_, h)| *h).fold(0.0, f32::max);
        let mut x = 0.0;
        for (index, (w, _)) in line.iter().enumerate() {
            parts.push(Placed {
                field: start + index,
                line: number,
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
    /// What a row of this number has of it: laid out anew in its width, in the way that is lowest, unless the
    /// row has all of it.
    pub fn of_row(
        &self,
        row: usize,
        (fields, numbers): (&[ScanField], &[Option<Number>]),
        (boxes, strip): (BoxSize, f32),
    ) -> Option<Block> {
        let has = |field: &ScanField| field.rows.as_ref().is_none_or(|rows| rows.contains(&row));
        let there = fields.iter().zip(numbers).enumerate();
        let there = there.filter(|(_, (field, _))| has(field));
        let there = there.map(|(index, (field, number))| (index, size(field, *number, boxes)));
        let (indices, sizes): (Vec<usize>, Vec<(f32, f32)>) = there.unzip();
        if indices.len() == fields.len() {
            return Some(self.clone());
        }
        let mut ways = (1..=MOST_LINES).filter_map(|lines| block(&sizes, lines, strip));
        let mut block = ways.find(|block| block.w <= self.w + 0.01)?;
        for part in &mut block.parts {
            part.field = indices[part.field];
        }
        Some(block.spread(self.w))
    }

    /// How many lines it has.
    pub fn lines(&self) -> usize {
        self.parts.last().map_or(1, |part| part.line + 1)
    }

    /// The same in this height: its lines further apart, and all of it in the middle.
    #[must_use]
    pub fn lower(mut self, height: f32) -> Block {
        let gaps = count(self.lines() - 1);
        let spare = (height - self.h).max(0.0);
        let each = (spare / (gaps + 2.0)).min(MOST_SPREAD.1);
        let first = (spare - each * gaps) / 2.0;
        for part in &mut self.parts {
            part.y += first + each * count(part.line);
        }
        self.h = height;
        self
    }

    /// The same with its lines spread over a width.
    fn spread(mut self, width: f32) -> Block {
        let mut start = 0;
        while start < self.parts.len() {
            let number = self.parts[start].line;
            let line = self.parts[start..]
                .iter()
                .take_while(|part| part.line == number);
            let end = start + line.count();
            let used = self.parts[end - 1].x + self.parts[end - 1].w;
            let gaps = count(end - start - 1);
            let each = ((width - used) / gaps.max(1.0)).clamp(0.0, MOST_SPREAD.0);
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
    /// The height of the names of fields at the head of the table, where they do not stand in every row.
    pub fn captions(&self) -> f32 {
        if self.named {
            return 0.0;
        }
        STRIP * count(self.lines) + 0.7
    }

    /// The row of a form for so many players between two edges, in as few lines as it goes.
    pub fn new(
        (form, numbers): (&ScanForm, &Numbers),
        seats: usize,
        (left, right): (f32, f32),
        boxes: BoxSize,
    ) -> Option<Plan> {
        let sizes = |fields: &[ScanField], numbers: &[Option<Number>]| -> Vec<(f32, f32)> {
            let fields = fields.iter().zip(numbers);
            fields
                .map(|(field, number)| size(field, *number, boxes))
                .collect()
        };
        let (hand, seat) = (
            sizes(&form.hand, &numbers.hand),
            sizes(&form.seat, &numbers.seat),
        );
        let labels = has_labels(&form.hand) || has_labels(&form.seat);
        let gaps = count(seats + usize::from(!hand.is_empty())) * COLUMN_GAP - COLUMN_GAP;
        let columns = |width: f32, columns: usize| (width + 2.0 * PAD.0) * count(columns);
        (1..=MOST_LINES).find_map(|lines| {
            let named = labels || lines > NAMED_FROM;
            let strip = if named { STRIP } else { 0.0 };
            let ways = |sizes: &[(f32, f32)]| -> Vec<Block> {
                let ways = (1..=lines).filter_map(|lines| block(sizes, lines, strip));
                ways.collect()
            };
            // Of as many lines the lowest, and a narrower one only where it is needed.
            let (hands, seats_ways) = (ways(&hand), ways(&seat));
            let pairs = seats_ways.iter().flat_map(|seat| {
                let hands = hands
                    .iter()
                    .map(Some)
                    .chain(hand.is_empty().then_some(None));
                hands.map(move |hand| (hand, seat))
            });
            let fitting = pairs.filter(|(hand, seat)| {
                let own = hand.map_or(0.0, |hand| columns(hand.w, 1));
                own + columns(seat.w, seats) + gaps <= right - left + 0.01
            });
            let height =
                |hand: Option<&Block>, seat: &Block| hand.map_or(0.0, |hand| hand.h).max(seat.h);
            let (hand, seat) = fitting.min_by(|(hand, seat), (other, another)| {
                height(*hand, seat).total_cmp(&height(*other, another))
            })?;
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
            let seat = seat.clone().spread(each - 2.0 * PAD.0);
            let rows = form.rows.len().max(1);
            let highest = (0..rows).map(|row| {
                let block = seat.of_row(row, (&form.seat, &numbers.seat), (boxes, strip));
                block.map_or(0.0, |block| block.h)
            });
            let own_high = hand
                .as_ref()
                .map_or(0.0, |(_, hand): &(Area, Block)| hand.h);
            let high = highest.fold(own_high, f32::max);
            Some(Plan {
                boxes,
                named,
                lines: seat
                    .lines()
                    .max(hand.as_ref().map_or(1, |(_, hand)| hand.lines())),
                hand,
                seats: (0..seats).map(place).collect(),
                seat,
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
