//! The derivation of every point: a row for each event, with a column for each player.

use std::rc::Rc;

use super::heads::{Heads, shape_radius};
use super::match_sheet::SheetPages;
use crate::layout::canvas::{Align, COLUMN, Canvas, Style, leading};
use crate::layout::draw::{Item, Role};
use crate::layout::flow::{Strip, StripMark, height_of, keep};
use crate::layout::paper::{Area, count};
use crate::layout::script::isolated;
use crate::layout::table::{Cell, Row, Rule, Table};
use overtrick_core::pad::signed;
use overtrick_core::{Points, SeatPoints, args};
use overtrick_match::document::{Adjusted, ScoredHand, clauses_of};

/// The least width of the column with the events.
const MIN_EVENT: f32 = 20.0;
/// The largest fraction of the width for the players' columns, and the greatest width of one column.
const PLAYERS: f32 = 0.4;
const WIDEST: f32 = 24.0;
/// The height of the title above the events of a hand.
const TITLE: f32 = 6.4;
/// The text size.
const SIZE: f32 = 7.4;

/// An event: its reason, the points of each player, and the sign ◇ if it depends on our interpretation of a rule.
struct Event {
    text: String,
    points: Vec<SeatPoints>,
    /// Whether it is the sum of a hand.
    is_sum: bool,
}

impl SheetPages<'_> {
    /// Draws the derivation of every point, hand by hand, with the adjustments between them.
    pub(super) fn explanations(&mut self) -> Vec<Strip> {
        let heading = self.heading("explanations", 0);
        let table = self.derivation_table();
        let head = Rc::new(self.derivation_head(&table));
        let mut strips = vec![Strip {
            keep: true,
            ..(*head).clone()
        }];
        let before = self.adjustments(0);
        if !before.is_empty() {
            let title = self.format("before-first-hand", args![]);
            strips.extend(self.part(title, &before, &table));
        }
        let (played, scored) = (self.played, self.scored);
        let mut last_two = strips.len();
        for (index, hand) in scored.hands.iter().enumerate() {
            let dealer = played.table.name(played.hands[index].dealer).to_string();
            let args = args![hand: hand.number, dealer: dealer];
            let language = self.canvas.words.language;
            let title = language.format("ui", "hand-title", &isolated(&args));
            if index + 2 <= scored.hands.len() {
                last_two = strips.len();
            }
            strips.extend(self.part(title, &self.events(hand), &table));
        }
        // The last two hands stay on one page, unless they need half of it or more.
        let lasts = &mut strips[last_two..];
        let before = lasts.len().saturating_sub(1);
        if height_of(lasts) < self.frame.h / 2.0 {
            keep(&mut lasts[..before]);
        }
        for strip in &mut strips[1..] {
            strip.again = Some(head.clone());
        }
        strips.insert(0, heading);
        strips
    }

    fn derivation_table(&self) -> Table {
        let style = Style::plain(SIZE).bold();
        let points = self.scored.hands.iter().flat_map(|hand| {
            let paid = hand.reasons.iter().flat_map(|reason| &reason.points);
            paid.map(|paid| paid.points)
                .chain(hand.scores.iter().copied())
        });
        let given = self.scored.adjustments.iter().map(|it| it.points);
        let width = |points| self.canvas.width(&signed(points), style) + 2.2;
        let widths = points.chain(given).map(width);
        let least = widths.fold(2.0 * shape_radius(&self.canvas) + 1.8, f32::max);
        let seats = self.scored.table.len();
        Table::new(&column_widths(self.frame.w, least, seats), 0.0)
    }

    /// Draws the header with the players.
    fn derivation_head(&mut self, table: &Table) -> Strip {
        let text = self.format("event", args![]);
        let heads = Heads::new(&self.canvas, self.sheet, table.width(1..2), table.whole());
        let high = heads.height(&self.canvas);
        let mut cells = vec![self.canvas.cell(table, 0..1, high, |canvas, cell| {
            canvas.text(cell, &text, Style::muted(SIZE));
        })];
        for seat in 0..self.sheet.heads.len() {
            let columns = seat + 1..seat + 2;
            cells.push(self.canvas.cell(table, columns, high, |canvas, cell| {
                heads.draw(canvas, seat, cell.edges(), 0.0);
            }));
        }
        table.row(Row {
            cells,
            rule: Rule::black(COLUMN),
            is_head: true,
            ..Row::default()
        })
    }

    /// Draws the events under their title. The title stays on one page with the first two events.
    fn part(&mut self, title: String, events: &[Event], table: &Table) -> Vec<Strip> {
        let place = Area::new(0.0, 1.6, self.frame.w, 4.6);
        let frame = self.canvas.frame(TITLE, |canvas| {
            canvas.text(place, &title, Style::plain(8.5).bold());
        });
        let mut items = Item::tagged(Role::Heading(3), frame.items);
        items.push(table.rule(TITLE, Rule::default()));
        let mut strips = vec![Strip {
            bookmark: Some(StripMark::new(title, 1)),
            ..Strip::new(TITLE, items)
        }];
        strips.extend(events.iter().map(|event| self.event(event, table)));
        let kept = strips.len().saturating_sub(1).min(2);
        keep(&mut strips[..kept]);
        strips
    }

    /// Returns the reasons of a hand in order, then their sum, and then the adjustments after the hand.
    fn events(&self, hand: &ScoredHand) -> Vec<Event> {
        let reasons = hand.reasons.iter().map(|reason| Event {
            text: self.marked(self.sheet.words().reason(reason), &clauses_of(reason)),
            points: reason.points.clone(),
            is_sum: false,
        });
        let mut events: Vec<Event> = reasons.collect();
        if events.len() > 1 {
            let sums = self.scored.table.seats().zip(hand.scores.iter().copied());
            let sums = sums.map(|(seat, points)| SeatPoints { seat, points });
            events.push(Event {
                text: self.format("points-of-hand", args![]),
                points: sums.collect(),
                is_sum: true,
            });
        }
        events.extend(self.adjustments(hand.number));
        events
    }

    /// Adds ◇ to a sentence if one of its clauses is our interpretation.
    fn marked(&self, mut sentence: String, clauses: &[&str]) -> String {
        let mut clauses = clauses.iter();
        if clauses.any(|clause| self.scored.facts.is_reading(clause)) {
            sentence.push_str("\u{a0}◇");
        }
        sentence
    }

    /// Returns the adjustments after a hand.
    fn adjustments(&self, number: usize) -> Vec<Event> {
        let all = self.scored.adjustments.iter();
        let follow = all.filter(|adjusted| adjusted.after_hand == number);
        let event = |adjusted: &Adjusted| {
            let reason = args![reason: adjusted.reason.clone()];
            let rule = adjusted.rule.as_deref();
            let (seat, points) = (adjusted.seat, adjusted.points);
            Event {
                text: self.marked(self.format("adjustment-derived", reason), rule.as_slice()),
                points: vec![SeatPoints { seat, points }],
                is_sum: false,
            }
        };
        follow.map(event).collect()
    }

    /// Draws a row: the event with its clauses, and the points of the players in their columns.
    fn event(&mut self, event: &Event, table: &Table) -> Strip {
        let style = Style::plain(SIZE).bold_if(event.is_sum);
        let width = table.width(0..1) - 2.0;
        let text = self.canvas.text_frame(&event.text, style, width);
        let mut cells = vec![Cell::new(0..1, text)];
        let pitch = leading(SIZE);
        for SeatPoints { seat, points } in &event.points {
            let column = seat.index() + 1;
            let bold = *points != Points::ZERO || event.is_sum;
            let style = style.bold_if(bold).align(Align::Right);
            let draw = |canvas: &mut Canvas<'_>, cell: Area| {
                canvas.line(cell.inset(0.8, 0.0), pitch * 0.76, &signed(*points), style);
            };
            cells.push(self.canvas.cell(table, column..column + 1, pitch, draw));
        }
        table.row(Row {
            cells,
            edge: 0.6,
            ..Row::default()
        })
    }
}

/// Returns the widths of the events and of the players' columns. A player's column is at least `least` wide,
/// unless the frame is too narrow.
fn column_widths(frame: f32, least: f32, seats: usize) -> Vec<f32> {
    let share = frame * PLAYERS / count(seats);
    let player = share.clamp(least, WIDEST.max(least));
    let player = player.min((frame - MIN_EVENT) / count(seats));
    let event = frame - player * count(seats);
    [&[event][..], &vec![player; seats]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stay_within_a_narrow_frame() {
        let widths = column_widths(104.0, 14.0, 8);
        assert_eq!(widths.len(), 9);
        assert!(widths.iter().all(|width| *width > 10.0), "{widths:?}");
        assert!(widths.iter().sum::<f32>() < 104.01, "{widths:?}");
        assert_eq!(
            column_widths(190.0, 8.0, 4),
            [114.0, 19.0, 19.0, 19.0, 19.0]
        );
    }
}
