//! A published match as text: what everybody may see of it.

use crate::grid::{Cell, Grid, left, right};
use crate::table::wrapped;
use overtrick_core::Points;
use overtrick_core::json::Json;
use overtrick_match::lang::{Language, visible_line};

/// A published match as its server shows it, in its words.
pub struct Published {
    /// The standings.
    pub board: Json,
    /// The scoring of every hand, if the whole sheet is published.
    pub sheet: Option<Json>,
}

impl Published {
    /// The match as text for a terminal.
    pub fn text(&self, language: &Language) -> String {
        let board = &self.board;
        let said = |key: &str| board.text(key).map(visible_line);
        let of = [said("name"), said("state")].into_iter().flatten();
        let of = of.collect::<Vec<String>>().join(" · ");
        let lines = [said("title"), said("location"), Some(of)].into_iter();
        let head: Vec<String> = lines.flatten().collect();
        let mut text = wrapped(&head.join("\n")) + "\n";
        if let Some(hands) = self.hands(language) {
            text += &(hands.text() + "\n");
        }
        text += &self.standings(language).text();
        if let Some(won) = said("won") {
            text += &format!("\n{}", wrapped(&won));
        }
        text
    }

    fn standings(&self, language: &Language) -> Grid {
        let label = |key: &str| {
            let labels = self.board.get("labels");
            let label = labels.and_then(|labels| labels.text(key));
            label.unwrap_or_default().to_owned()
        };
        let mut grid = Grid::new();
        grid.set_header([
            left(label("place")),
            left(label("player")),
            right(label("total")),
            right(label("last")),
        ]);
        for row in self.board.list("standings") {
            let rank = row.int("rank").and_then(|rank| usize::try_from(rank).ok());
            let last = points(row.get("last")).map(|last| language.signed(last));
            grid.add_row([
                right(rank.map_or(String::new(), |rank| language.ordinal(rank))),
                left(row.text("player").unwrap_or_default()),
                right(figure(row.get("total"))),
                right(last.unwrap_or_default()),
            ]);
        }
        grid
    }

    /// One row per hand: each player's score and total, a dot at the dealer.
    fn hands(&self, language: &Language) -> Option<Grid> {
        let result = self.sheet.as_ref()?.get("result")?;
        let hands = result.list("hands");
        let Json::Object(scores) = hands.first()?.get("scores")? else {
            return None;
        };
        let players: Vec<&str> = scores.iter().map(|(player, _)| player.as_str()).collect();
        let widest = |key: &str| {
            let of = |hand: &Json, player: &str| {
                let value = hand.get(key).and_then(|values| values.get(player));
                figure(value).chars().count()
            };
            let all = players.iter().map(|player| {
                let widths = hands.iter().map(|hand| of(hand, player));
                widths.max().unwrap_or(0)
            });
            all.collect::<Vec<usize>>()
        };
        let (score, total) = (widest("scores"), widest("totals"));
        let mut grid = Grid::new();
        let names = players.iter().map(right);
        grid.set_header(
            [right(language.text("ui", "hand"))]
                .into_iter()
                .chain(names),
        );
        for hand in hands {
            let cell = |(at, player): (usize, &&str)| -> Cell {
                let value = |key: &str| {
                    let value = hand.get(key).and_then(|values| values.get(player));
                    figure(value)
                };
                let is_dealer = hand.text("dealer") == Some(*player);
                let dot = if is_dealer { "•" } else { " " };
                right(format!(
                    "{dot} {:>2$}  {:>3$}",
                    value("scores"),
                    value("totals"),
                    score[at],
                    total[at]
                ))
            };
            let number = right(hand.int("number").unwrap_or_default());
            let cells = players.iter().enumerate().map(cell);
            grid.add_row([number].into_iter().chain(cells));
        }
        Some(grid)
    }
}

fn points(value: Option<&Json>) -> Option<Points> {
    value?.typed()
}

fn figure(value: Option<&Json>) -> String {
    points(value).map_or(String::new(), |points| points.to_string())
}
