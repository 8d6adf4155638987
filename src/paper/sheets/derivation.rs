//! How every point came about: a row an event, with a column a player.

use std::sync::Arc;

use super::match_sheet::SheetPages;
use super::names::given_and_initial;
use crate::layout::canvas::{Align, COLUMN, Style, THIN, count, leading};
use crate::layout::draw::{Ink, Role};
use crate::layout::paper::Area;
use overtrick_core::pad::signed;
use overtrick_core::{Points, SeatPoints, args};
use overtrick_match::document::{Adjusted, ScoredHand, marked_clause, marked_clauses};

/// The share of the width that the players' columns have at most, and the width of one at most.
const PLAYERS: f32 = 0.4;
const WIDEST: f32 = 20.0;
/// The radius of the shapes of the seats at the columns' heads.
const SHAPE: f32 = 1.9;
/// The height of the title over the events of a hand.
const TITLE: f32 = 6.4;
/// The least height of a hand with its title at the foot of a page.
const LEAST: f32 = 16.0;
/// The size of type.
const SIZE: f32 = 7.4;

/// Something that counted: why, by which clauses, and for whom how much.
struct Event {
    text: String,
    clauses: Option<String>,
    points: Vec<SeatPoints>,
    /// Whether it is what a hand came to.
    is_sum: bool,
}

impl Event {
    fn style(&self) -> Style {
        Style {
            bold: self.is_sum,
            ..Style::plain(SIZE)
        }
    }
}

/// Where the columns are: of the events, and of each player.
struct DerivationColumns {
    left: f32,
    event: f32,
    player: f32,
    edges: Arc<[f32]>,
}

impl SheetPages<'_> {
    /// How every point came about, hand by hand, with the adjustments between them.
    pub(super) fn explanations(&mut self) {
        self.turn();
        self.heading("explanations", 20.0, 0);
        let columns = self.derivation_columns();
        self.derivation_heads(&columns);
        let scored = self.scored;
        let before = self.adjustments(0);
        if !before.is_empty() {
            let title = self.format("before-first-hand", args![]);
            self.derivation_title(title, &columns);
            for event in &before {
                self.event(event, &columns);
            }
        }
        // The last hand does not stand alone on its page.
        let together = scored.hands.len().checked_sub(2);
        for (index, hand) in scored.hands.iter().enumerate() {
            let events = self.events(hand);
            if Some(index) == together {
                let last = self.events(&scored.hands[index + 1]);
                let heights = [&events, &last].map(|events| {
                    let rows = events.iter();
                    let rows = rows.map(|event| self.event_lines(event, &columns).1);
                    (rows.sum::<f32>() + TITLE).max(LEAST)
                });
                let both = heights.iter().sum::<f32>();
                if both < self.frame.h / 2.0 {
                    self.derivation_room(both, &columns);
                }
            }
            let played = self.played;
            let dealer = played.table.name(played.hands[index].dealer).to_string();
            let args = args![hand: hand.number, dealer: dealer];
            let title = self.canvas.words.sentence("ui", "hand-title", &args);
            self.derivation_title(title, &columns);
            for event in &events {
                self.event(event, &columns);
            }
        }
    }

    fn derivation_columns(&self) -> DerivationColumns {
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
        let (left, right) = self.frame.edges();
        let event = right - player * count(seats) - left;
        let players = (0..seats).map(|seat| left + event + player * count(seat));
        let edges = std::iter::once(left).chain(players).collect();
        DerivationColumns {
            left,
            event,
            player,
            edges,
        }
    }

    fn row(columns: &DerivationColumns, head: bool) -> Role {
        Role::Row {
            edges: columns.edges.clone(),
            head,
        }
    }

    /// The players over their columns: the shape of a seat, and the name where there is room.
    fn derivation_heads(&mut self, columns: &DerivationColumns) {
        const HIGH: f32 = 6.0;
        let here = self.canvas.here();
        let style = Style::muted(SIZE);
        let first = Area::new(columns.left, self.y, columns.event - 1.0, HIGH);
        let text = self.format("event", args![]);
        self.canvas.text(first, &text, style);
        for (seat, head) in self.sheet.heads.iter().enumerate() {
            let right = columns.edges[seat + 1] + columns.player;
            let room = columns.player - 2.0 * SHAPE - 2.6;
            let name = head.name.as_deref().unwrap_or_default();
            // A long name is shortened before it is left to its shape.
            let given = name.split_whitespace().next().map(str::to_owned);
            let names = [Some(name.to_owned()), given_and_initial(name), given];
            let name_style = Style::plain(SIZE).bold();
            let short = |name: &String| self.canvas.width(name, name_style) <= room;
            let name = names.into_iter().flatten().find(short).unwrap_or_default();
            let width = self.canvas.width(&name, name_style);
            let fits = width > 0.0;
            let used = if fits { width + 1.2 } else { 0.0 };
            let middle = (right - 0.8 - used - SHAPE, self.y + HIGH / 2.0);
            self.canvas.seat(seat, middle, SHAPE, &head.initial, false);
            if fits {
                let cell = Area::new(right - 0.6 - width, self.y, width + 0.02, HIGH);
                self.canvas.text(cell, &name, name_style);
            }
        }
        self.y += HIGH;
        self.canvas.part(here, Self::row(columns, true));
        let edges = self.frame.edges();
        self.canvas.level(edges, self.y, COLUMN, Ink::Ink);
    }

    /// Makes room for so much, with the players at the head of a new page.
    fn derivation_room(&mut self, height: f32, columns: &DerivationColumns) {
        if self.room(height) {
            self.derivation_heads(columns);
        }
    }

    /// The title over the events of a hand.
    fn derivation_title(&mut self, title: String, columns: &DerivationColumns) {
        self.derivation_room(LEAST, columns);
        let cell = Area::new(self.frame.x, self.y + 1.6, self.frame.w, 4.6);
        let here = self.canvas.here();
        self.canvas.text(cell, &title, Style::plain(8.5).bold());
        self.canvas.part(here, Role::Heading(3));
        self.canvas.bookmark(title, self.y, 1);
        self.y += TITLE;
        let edges = self.frame.edges();
        self.canvas.level(edges, self.y, THIN, Ink::Ink);
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

    /// The lines of an event with its clauses, and the height of its row.
    fn event_lines(&self, event: &Event, columns: &DerivationColumns) -> (Vec<String>, f32) {
        let text = match &event.clauses {
            Some(clauses) => format!("{} [{clauses}]", event.text),
            None => event.text.clone(),
        };
        let style = event.style();
        let lines = self.canvas.wrap(&text, columns.event - 2.0, style);
        let height = leading(style.size) * count(lines.len()) + 1.2;
        (lines, height)
    }

    /// Draws a row: what counted with its clauses, and the points in the columns of the players.
    fn event(&mut self, event: &Event, columns: &DerivationColumns) {
        let (lines, height) = self.event_lines(event, columns);
        let (style, is_sum) = (event.style(), event.is_sum);
        let pitch = leading(style.size);
        self.derivation_room(height, columns);
        let here = self.canvas.here();
        let place = Area::new(columns.left, self.y + 0.6, columns.event - 2.0, height);
        self.canvas.lines(place, &lines, style);
        for SeatPoints { seat, points } in &event.points {
            let x = columns.edges[seat.index() + 1];
            let cell = Area::new(x, self.y + 0.6, columns.player, pitch).inset(0.8, 0.0);
            let bold = *points != Points::ZERO || is_sum;
            let style = Style { bold, ..style }.align(Align::Right);
            let baseline = cell.y + pitch * 0.76;
            self.canvas.line(cell, baseline, &signed(*points), style);
        }
        self.canvas.part(here, Self::row(columns, false));
        self.y += height;
        let edges = self.frame.edges();
        self.canvas.level(edges, self.y, THIN, Ink::Ink);
    }
}
