//! The curve of the totals: a line for each player over the hands of a match. Lines can be told apart without color.

use crate::layout::canvas::{Align, COLUMN, Canvas, Style, THIN, leading};
use crate::layout::draw::{Ink, Item};
use crate::layout::paper::{Area, count, times};
use overtrick_core::Points;
use overtrick_match::document::Scored;

/// The lengths of the dashes and gaps of each line in millimeters, by place in the match. The leader's line
/// is solid.
const DASHES: [&[f32]; 7] = [
    &[],
    &[2.6, 1.2],
    &[0.3, 1.3],
    &[3.4, 1.2, 0.3, 1.2],
    &[5.0, 1.4],
    &[3.0, 1.1, 0.3, 1.1, 0.3, 1.1],
    &[1.1, 0.9],
];
/// The most hands for which the lines are marked with the shapes of the seats.
const MAX_MARKED: usize = 20;
/// The most hands for which the lines have their full weight.
const MAX_BOLD: usize = 60;
/// The radius of a shape at the end of a line, and of a shape on a line.
const END: f32 = 1.75;
const MARK: f32 = 0.75;
/// The most numbers on an axis.
const MAX_FIGURES: i64 = 5;

/// Draws the totals after each hand in an area. There must be at least two hands. `initials` has the initial
/// of each seat.
pub fn draw_curve(
    canvas: &mut Canvas<'_>,
    place: Area,
    scored: &Scored,
    (initials, hue): (&[&str], Ink),
) {
    let totals = totals(scored);
    let halves = || totals.iter().flatten().map(|total| total.in_units(2));
    let low = halves().min().unwrap_or(0).min(0).div_euclid(2);
    let high = -(-halves().max().unwrap_or(0)).div_euclid(2);
    let step = step(high - low, MAX_FIGURES);
    let high = -(-high.max(low + 1)).div_euclid(step) * step;
    let low = low.div_euclid(step) * step;
    let style = Style::muted(canvas.sizes.caption * 0.94);
    let figure = |index: i64| {
        let figure = low + index * step;
        (figure, Points::whole(figure).to_string())
    };
    let figures: Vec<(i64, String)> = (0..=(high - low) / step).map(figure).collect();
    let widths = figures.iter().map(|(_, text)| canvas.width(text, style));
    let axis = widths.fold(0.0, f32::max) + 1.4;
    let bold = Style::plain(canvas.sizes.label).bold();
    let width = |total: &Points| canvas.width(&total.to_string(), bold);
    let ends = scored.totals.iter().map(width);
    let label = ends.fold(0.0, f32::max) + 2.0 * END + 5.8;
    let pitch = leading(style.size);
    let (w, h) = (place.w - axis - label, place.h - 1.5 * pitch - 1.0);
    let inner = Area::new(place.x + axis, place.y + pitch / 2.0, w, h);
    let y_of = |halves: f32| {
        let span = 2.0 * number(high - low);
        inner.bottom() - (halves - 2.0 * number(low)) / span * inner.h
    };
    for (figure, text) in &figures {
        let y = y_of(2.0 * number(*figure));
        let weight = if *figure == 0 { COLUMN } else { THIN };
        canvas.level(inner.edges(), y, weight, Ink::Line);
        let cell = Area::new(place.x, y - pitch / 2.0, axis - 1.0, pitch);
        canvas.text(cell, text, style.align(Align::Right));
    }
    let hands = scored.hands.len();
    let x_of = |hand: usize| inner.x + inner.w * count(hand) / count(hands);
    draw_numbers(canvas, (inner, style), hands, x_of);
    let winners = scored.winners();
    // The leader's line is solid.
    let standings = scored.standings();
    let order: Vec<usize> = standings.iter().map(|it| it.seat.index()).collect();
    for (seat, totals) in totals.iter().enumerate() {
        let won = winners.iter().any(|winner| winner.index() == seat);
        let (weight, ink) = if won { (1.5, hue) } else { (0.9, Ink::Ink) };
        let dash = DASHES[order.iter().position(|it| *it == seat).unwrap_or(0) % DASHES.len()];
        let weight = weight * if hands > MAX_BOLD { 0.6 } else { 1.0 };
        let points = totals.iter().enumerate();
        let points = points.map(|(hand, total)| (x_of(hand), y_of(number(total.in_units(2)))));
        let points: Vec<(f32, f32)> = points.collect();
        let dashes = dashes(&points, dash).into_iter();
        canvas.draw_all(dashes.map(|dash| Item::Stroke(dash, weight, ink)));
        if hands <= MAX_MARKED {
            for point in points.iter().skip(1) {
                canvas.seat(seat, *point, MARK, "", true);
            }
        }
    }
    let ends = scored.totals.iter();
    let ends: Vec<f32> = ends.map(|total| y_of(number(total.in_units(2)))).collect();
    let spread = spread(&ends, 2.0 * END + 0.9, inner);
    for (seat, (y, end)) in spread.into_iter().zip(ends).enumerate() {
        let x = inner.right() + 2.6 + END;
        let from = inner.right() + 0.6;
        canvas.rule((from, end), (x - END - 0.5, y), THIN, Ink::Ink);
        canvas.seat(seat, (x, y), END, initials[seat], false);
        let left = x + END + 1.5;
        let cell = Area::new(left, y - pitch / 2.0, place.right() - left, pitch);
        let total = scored.totals[seat].to_string();
        canvas.text(cell, &total, bold);
    }
}

/// Returns the totals of each seat, before the first hand and after each hand.
fn totals(scored: &Scored) -> Vec<Vec<Points>> {
    let seats = scored.table.seats();
    let seat_totals = seats.map(|seat| {
        let given = scored.adjustments.iter();
        let given = given.filter(|given| given.after_hand == 0 && given.seat == seat);
        let start: Points = given.map(|given| given.points).sum();
        let after = scored.hands.iter().map(|hand| hand.totals[seat.index()]);
        std::iter::once(start).chain(after).collect()
    });
    seat_totals.collect()
}

/// Numbers the hands under the curve.
fn draw_numbers(
    canvas: &mut Canvas<'_>,
    (inner, style): (Area, Style),
    hands: usize,
    x_of: impl Fn(usize) -> f32,
) {
    let pitch = leading(style.size);
    let widest = canvas.width(&hands.to_string(), style) + 1.6;
    let most = times(inner.w, widest).clamp(1, 12);
    let range = i64::try_from(hands).unwrap_or(i64::MAX);
    let step = usize::try_from(step(range, i64::try_from(most).unwrap_or(1))).unwrap_or(1);
    for hand in (step..=hands).step_by(step) {
        let x = x_of(hand);
        let tick = inner.bottom();
        canvas.rule((x, tick), (x, tick + 0.8), THIN, Ink::Ink);
        let cell = Area::new(x - widest / 2.0, tick + 1.0, widest, pitch);
        canvas.text(cell, &hand.to_string(), style.align(Align::Center));
    }
}

/// Returns the step between the numbers of an axis for this range: 1, 2 or 5 followed by zeros.
fn step(range: i64, most: i64) -> i64 {
    let with_zeros = |zeros: u32| [1, 2, 5].map(|factor| factor * 10_i64.pow(zeros));
    let mut steps = (0..18).flat_map(with_zeros);
    steps.find(|step| range / step <= most).unwrap_or(i64::MAX)
}

#[expect(clippy::cast_precision_loss, reason = "a place on paper")]
const fn number(number: i64) -> f32 {
    number as f32
}

/// Returns the visible parts of a dashed line through these points.
fn dashes(points: &[(f32, f32)], pattern: &[f32]) -> Vec<Vec<(f32, f32)>> {
    if pattern.is_empty() {
        return vec![points.to_vec()];
    }
    let mut drawn: Vec<Vec<(f32, f32)>> = Vec::new();
    let (mut index, mut left) = (0, pattern[0]);
    let mut dash: Vec<(f32, f32)> = points.first().copied().into_iter().collect();
    for pair in points.windows(2) {
        let ((x, y), (end_x, end_y)) = (pair[0], pair[1]);
        // `hypot` is not used, because its last bit differs between platforms and the file must be the same everywhere.
        let (right, down) = (end_x - x, end_y - y);
        let length = (right * right + down * down).sqrt();
        let mut done = 0.0;
        while length - done > left {
            done += left;
            let share = done / length;
            let point = (x + (end_x - x) * share, y + (end_y - y) * share);
            if index % 2 == 0 {
                dash.push(point);
                drawn.push(std::mem::take(&mut dash));
            } else {
                dash = vec![point];
            }
            index = (index + 1) % pattern.len();
            left = pattern[index];
        }
        left -= length - done;
        if index % 2 == 0 {
            dash.push((end_x, end_y));
        }
    }
    if dash.len() > 1 {
        drawn.push(dash);
    }
    drawn
}

/// Returns heights that are as near as possible to these, at least this far apart, and within the area.
fn spread(wanted: &[f32], apart: f32, place: Area) -> Vec<f32> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|one, other| wanted[*one].total_cmp(&wanted[*other]));
    let mut heights = wanted.to_vec();
    let mut least = f32::MIN;
    for seat in &order {
        heights[*seat] = heights[*seat].max(least);
        least = heights[*seat] + apart;
    }
    let mut most = place.bottom();
    for seat in order.iter().rev() {
        heights[*seat] = heights[*seat].min(most);
        most = heights[*seat] - apart;
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_has_few_round_figures() {
        for (range, wanted) in [
            (0, 1),
            (5, 1),
            (6, 2),
            (13, 5),
            (30, 10),
            (447, 100),
            (74, 20),
        ] {
            assert_eq!(step(range, MAX_FIGURES), wanted, "{range}");
        }
    }

    #[test]
    fn dashes_follow_the_line_around_its_corners() {
        let corner = [(0.0, 0.0), (3.0, 0.0), (3.0, 3.0)];
        assert_eq!(dashes(&corner, &[]), [corner.to_vec()]);
        let drawn = dashes(&corner, &[2.0, 2.0]);
        assert_eq!(drawn[0], [(0.0, 0.0), (2.0, 0.0)]);
        assert_eq!(drawn[1], [(3.0, 1.0), (3.0, 3.0)]);
        assert_eq!(drawn.len(), 2);
    }

    #[test]
    fn equal_totals_have_their_labels_apart() {
        let place = Area::new(0.0, 0.0, 50.0, 30.0);
        let heights = spread(&[29.0, 29.0, 5.0], 4.0, place);
        assert_eq!(heights, [26.0, 30.0, 5.0]);
    }
}
