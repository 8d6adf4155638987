//! How every point came about: a row an event, with a column a player.

use std::rc::Rc;

use super::heads::given_and_initial;
use super::match_sheet::SheetPages;
use crate::layout::canvas::{Align, COLUMN, Style, THIN, count, leading};
use crate::layout::draw::{Ink, Item, Role};
use crate::layout::paper::Area;
use crate::layout::table::{
    Cell, Need, Row, Rule, Stands, Strip, StripMark, Table, height_of, share_out,
};
use overtrick_core::pad::signed;
use overtrick_core::{Points, SeatPoints, args};
use overtrick_match::document::{Adjusted, ScoredHand, marked_clause, marked_clauses};

/// The share of the width that the players' columns have at most, and the width of one at most.
const PLAYERS: f32 = 0.4;
const WIDEST: f32 = 20.0;
/// The radius of the shapes of the seats at the columns' heads.
const SHAPE: f32 = 1.9;
/// The height of the heads.
const HEAD: f32 = 6.0;
/// The height of the title over the events of a hand.
const TITLE: f32 = 6.4;
/// The size of type.
const SIZE: f32 = 7.4;

const LINE: Rule = Rule {
    weight: THIN,
    ink: Ink::Ink,
};

/// Something that counted: why, by which clauses, and for whom how much.
struct Event {
    text: String,
    clauses: Option<String>,
    points: Vec<SeatPoints>,
    /// Whether it is what a hand came to.
    is_sum: bool,
}

impl SheetPages<'_> {
    /// How every point came about, hand by hand, with the adjustments between them.
    pub(super) fn explanations(&mut self) {
        self.turn();
        self.heading("explanations", 20.0, 0);
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
        let mut lasts = Vec::new();
        for (index, hand) in scored.hands.iter().enumerate() {
            let dealer = played.table.name(played.hands[index].dealer).to_string();
            let args = args![hand: hand.number, dealer: dealer];
            let title = self.canvas.words.sentence("ui", "hand-title", &args);
            let part = self.part(title, &self.events(hand), &table);
            if index + 2 >= scored.hands.len() {
                lasts.extend(part);
            } else {
                strips.extend(part);
            }
        }
        // The last hand does not stand alone on its page.
        if height_of(&lasts) < self.frame.h / 2.0 {
            let last = lasts.len().saturating_sub(1);
            lasts
                .iter_mut()
                .take(last)
                .for_each(|strip| strip.keep = true);
        }
        strips.extend(lasts);
        for strip in &mut strips[1..] {
            strip.again = Some(head.clone());
        }
        self.place(&strips);
    }

    fn derivation_table(&self) -> Table {
        let style = Style::plain(SIZE).bold();
        let hands = self.scored.hands.iter();
        let points = hands.flat_map(|hand| {
            let reasons = hand.reasons.iter().flat_map(|reason| &reason.points);
            let points = reasons.map(|paid| paid.points);
            points.chain(hand.scores.iter().copied())
        });
        let given = self.scored.adjustments.iter().map(|it| it.points);
        let widths = points.chain(given);
        let widths = widths.map(|points| self.canvas.width(&signed(points), style) + 2.2);
        let least = widths.fold(2.0 * SHAPE + 1.6, f32::max);
        let seats = self.scored.table.len();
        let share = self.frame.w * PLAYERS / count(seats);
        let player = share.clamp(least, WIDEST.max(least));
        let event = Need {
            share: 1.0,
            ..Need::default()
        };
        let player = Need {
            least: player,
            whole: player,
            share: 0.0,
        };
        let needs = [&[event][..], &vec![player; seats]].concat();
        Table::new(self.frame.x, &share_out(&needs, self.frame.w), 0.0)
    }

    /// The players over their columns: the shape of a seat, and the name where there is room.
    fn derivation_head(&mut self, table: &Table) -> Strip {
        let text = self.format("event", args![]);
        let first = Area::new(0.0, 0.0, table.width(0..1) - 1.0, HEAD);
        let frame = self.canvas.frame(HEAD, |canvas| {
            canvas.text(first, &text, Style::muted(SIZE));
        });
        let mut cells = vec![Cell::new(0, Stands::Top, frame)];
        for (seat, head) in self.sheet.heads.iter().enumerate() {
            let width = table.width(seat + 1..seat + 2);
            let name = head.name.as_deref().unwrap_or_default();
            // A long name is shortened before it is left to its shape.
            let given = name.split_whitespace().next().map(str::to_owned);
            let names = [Some(name.to_owned()), given_and_initial(name), given];
            let style = Style::plain(SIZE).bold();
            let room = width - 2.0 * SHAPE - 2.6;
            let fits = |name: &String| self.canvas.width(name, style) <= room;
            let name = names.into_iter().flatten().find(fits).unwrap_or_default();
            let used = self.canvas.width(&name, style);
            let gap = if used > 0.0 { 1.2 } else { 0.0 };
            let middle = (width - 0.8 - used - gap - SHAPE, HEAD / 2.0);
            let place = Area::new(width - 0.6 - used, 0.0, used + 0.02, HEAD);
            let frame = self.canvas.frame(HEAD, |canvas| {
                canvas.seat(seat, middle, SHAPE, &head.initial, false);
                canvas.text(place, &name, style);
            });
            cells.push(Cell::new(seat + 1, Stands::Top, frame));
        }
        let rule = Rule {
            weight: COLUMN,
            ..LINE
        };
        table.row(Row {
            cells,
            least: 0.0,
            edge: 0.0,
            rule,
            is_head: true,
        })
    }

    /// The events under their title, which stands with the first two of them.
    fn part(&mut self, title: String, events: &[Event], table: &Table) -> Vec<Strip> {
        let place = Area::new(0.0, 1.6, self.frame.w, 4.6);
        let frame = self.canvas.frame(TITLE, |canvas| {
            canvas.text(place, &title, Style::plain(8.5).bold());
        });
        let left = self.frame.x;
        let moved = frame.items.into_iter().map(|item| item.moved(left, 0.0));
        let mut items = Item::tagged(Role::Heading(3), moved);
        items.push(table.rule(TITLE, LINE));
        let mut strips = vec![Strip {
            height: TITLE,
            items,
            bookmark: Some(StripMark {
                name: title,
                depth: 1,
                only_at_top: false,
            }),
            ..Strip::default()
        }];
        strips.extend(events.iter().map(|event| self.event(event, table)));
        let kept = strips.len().saturating_sub(1).min(2);
        strips[..kept]
            .iter_mut()
            .for_each(|strip| strip.keep = true);
        strips
    }

    /// The reasons of a hand in their order with what they come to, and the adjustments after it.
    fn events(&self, hand: &ScoredHand) -> Vec<Event> {
        let reasons = hand.reasons.iter().map(|reason| Event {
            text: self.sheet.words().reason(reason),
            clauses: Some(marked_clauses(self.scored.facts, reason)),
            points: reason.points.clone(),
            is_sum: false,
        });
        let mut events: Vec<Event> = reasons.collect();
        if events.len() > 1 {
            let sums = self.scored.table.seats().zip(&hand.scores);
            let sums = sums.map(|(seat, points)| SeatPoints {
                seat,
                points: *points,
            });
            events.push(Event {
                text: self.format("points-of-hand", args![]),
                clauses: None,
                points: sums.collect(),
                is_sum: true,
            });
        }
        events.extend(self.adjustments(hand.number));
        events
    }

    /// The adjustments after a hand.
    fn adjustments(&self, number: usize) -> Vec<Event> {
        let all = self.scored.adjustments.iter();
        let follow = all.filter(|adjusted| adjusted.after_hand == number);
        follow.map(|adjusted| self.adjustment(adjusted)).collect()
    }

    fn adjustment(&self, adjusted: &Adjusted) -> Event {
        let reason = args![reason: adjusted.reason.clone()];
        let rule = adjusted.rule.as_deref();
        Event {
            text: self.format("adjustment-derived", reason),
            clauses: rule.map(|rule| marked_clause(self.scored.facts, rule)),
            points: vec![SeatPoints {
                seat: adjusted.seat,
                points: adjusted.points,
            }],
            is_sum: false,
        }
    }

    /// A row: what counted with its clauses, and the points in the columns of the players.
    fn event(&mut self, event: &Event, table: &Table) -> Strip {
        let text = match &event.clauses {
            Some(clauses) => format!("{} [{clauses}]", event.text),
            None => event.text.clone(),
        };
        let style = Style {
            bold: event.is_sum,
            ..Style::plain(SIZE)
        };
        let text = self
            .canvas
            .text_frame(&text, style, table.width(0..1) - 2.0);
        let mut cells = vec![Cell::new(0, Stands::Top, text)];
        let pitch = leading(SIZE);
        for SeatPoints { seat, points } in &event.points {
            let column = seat.index() + 1;
            let width = table.width(column..column + 1);
            let place = Area::new(0.0, 0.0, width, pitch).inset(0.8, 0.0);
            let bold = *points != Points::ZERO || event.is_sum;
            let style = Style { bold, ..style }.align(Align::Right);
            let frame = self.canvas.frame(pitch, |canvas| {
                canvas.line(place, pitch * 0.76, &signed(*points), style);
            });
            cells.push(Cell::new(column, Stands::Top, frame));
        }
        table.row(Row {
            cells,
            least: 0.0,
            edge: 0.6,
            rule: LINE,
            is_head: false,
        })
    }
}
