//! `overtrick club member`, `met` and `most`: what members ask.

use clap::Args;

use super::super::error::Outcome;
use super::super::grid::{Formats, Grid, left, right, wrapped};
use super::{Files, Loaded, member_of};
use overtrick_club::{ClauseFigures, Figures, MemberReport, exact, shown_column};
use overtrick_core::args;
use overtrick_match::document::guard;
use overtrick_match::lang::{Language, visible_line};

/// Show the figures of a member: seasons, matches, by game, against others, and by rule. Without --season, of all
/// matches.
#[derive(Debug, Args)]
pub struct Member {
    /// The number of the member, or the name
    #[arg(value_name = "NUMBER")]
    who: String,
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    formats: Formats,
}

/// Show how two members did against each other, match by match.
#[derive(Debug, Args)]
pub struct Met {
    /// The number of a member, or the name
    #[arg(value_name = "A")]
    one: String,
    /// The number of another member, or the name
    #[arg(value_name = "B")]
    other: String,
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    formats: Formats,
}

/// Show how often each rule of a game was a member's, how often it gave points, and how many: the most often first.
#[derive(Debug, Args)]
pub struct Most {
    /// The id of the game
    game: String,
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    formats: Formats,
}

impl Member {
    pub fn run(self, language: &'static Language) -> Outcome {
        let loaded = self.files.load(&self.formats, language)?;
        let number = member_of(&loaded.club, &self.who, language)?;
        let season = self.files.season(&loaded);
        let report = loaded.club.member(number, &loaded.matches, season);
        let Some(report) = report else {
            return Ok(());
        };
        let grid = games(&report, language);
        self.formats.write(&grid, &report, || {
            as_text(&report, &grid, &loaded, language)
        })
    }
}

/// The figures of all matches and by game.
fn games(report: &MemberReport, language: &Language) -> Grid {
    let mut grid = Grid::new();
    let head = ["game", "matches", "wins", "beaten", "others"];
    let [game, matches, wins, beaten, others] = head.map(|key| language.text("club", key));
    grid.set_header([
        left(game),
        right(matches),
        right(wins),
        right(beaten),
        right(others),
    ]);
    let mut add = |name: String, figures: &Figures| {
        grid.add_row([
            left(name),
            right(figures.matches),
            right(exact(&figures.wins, language)),
            right(exact(&figures.beaten, language)),
            right(figures.others),
        ]);
    };
    for (game, figures) in &report.games {
        add(language.word(game), figures);
    }
    add(language.text("club", "all-games"), &report.played.figures);
    grid
}

fn as_text(report: &MemberReport, games: &Grid, loaded: &Loaded, language: &Language) -> String {
    let name = |number: u16| {
        let member = loaded.club.member_of(number);
        member.map_or_else(String::new, |member| member.name.clone())
    };
    let args = args![number: i64::from(report.number), name: report.name.clone(),
        evenings: report.played.evenings];
    let mut text = wrapped(&visible_line(&language.format(
        "club",
        "member-title",
        &args,
    )));
    let mut seasons = Grid::new();
    for season in &report.seasons {
        let title = loaded.club.season(&season.season);
        seasons.add_row([
            left(title.map_or(&season.season, |season| &season.title)),
            right(
                season
                    .rank
                    .map_or_else(|| "–".to_owned(), |rank| language.ordinal(rank)),
            ),
            right(shown_column(&[&season.figure], Some(language)).concat()),
        ]);
    }
    text += &format!("\n{}\n{}", seasons.text(), games.text());
    if !report.met.is_empty() {
        let mut met = Grid::new();
        let head = ["against", "matches", "above", "below", "equal"];
        let [against, rest @ ..] = head.map(|key| language.text("club", key));
        met.set_header([left(against)].into_iter().chain(rest.map(right)));
        for other in &report.met {
            let figures = [other.matches, other.above, other.below, other.equal];
            met.add_row(
                [left(name(other.member))]
                    .into_iter()
                    .chain(figures.map(right)),
            );
        }
        text += &format!("\n{}", met.text());
    }
    let clauses = clauses(&report.clauses, None, language);
    text + &format!("\n{}", clauses.text())
}

/// How often clauses gave points; with the names of members, if there are several.
fn clauses(
    figures: &[ClauseFigures],
    name: Option<&dyn Fn(u16) -> String>,
    language: &Language,
) -> Grid {
    let mut grid = Grid::new();
    let head = ["rule", "times", "paid", "points"];
    let [rule, rest @ ..] = head.map(|key| language.text("club", key));
    let mut header = vec![left(rule)];
    header.extend(name.map(|_| left(language.text("club", "name"))));
    header.extend(rest.map(right));
    grid.set_header(header);
    for figures in figures {
        let mut row = vec![left(rule_in_words(figures, language))];
        if let (Some(name), Some(member)) = (name, figures.member) {
            row.push(left(guard(&name(member))));
        }
        row.extend([right(figures.times), right(figures.paid)]);
        row.push(right(exact(&figures.points, language)));
        grid.add_row(row);
    }
    grid
}

/// A clause by its id, with its text if it comes with the match.
fn rule_in_words(figures: &ClauseFigures, language: &Language) -> String {
    match &figures.text {
        Some(text) => format!("{}: {}", figures.rule, language.named(text)),
        None => figures.rule.to_string(),
    }
}

impl Met {
    pub fn run(self, language: &'static Language) -> Outcome {
        let loaded = self.files.load(&self.formats, language)?;
        let one = member_of(&loaded.club, &self.one, language)?;
        let other = member_of(&loaded.club, &self.other, language)?;
        let season = self.files.season(&loaded);
        let met = loaded.club.met(one, other, &loaded.matches, season);
        let name = |number: u16| {
            let member = loaded.club.member_of(number);
            member.map_or("", |member| &member.name)
        };
        let mut grid = Grid::new();
        let [evening, game, id] =
            ["evening", "game", "match"].map(|key| language.text("club", key));
        let totals = [one, other].map(|number| right(name(number)));
        grid.set_header(
            [left(evening), left(game), left(id)]
                .into_iter()
                .chain(totals),
        );
        for played in &met.played {
            grid.add_row([
                left(&played.evening),
                left(language.word(&played.game)),
                left(&played.id),
                right(exact(&played.total, language)),
                right(exact(&played.other, language)),
            ]);
        }
        self.formats.write(&grid, &met, || {
            let args = args![one: name(one).to_owned(), other: name(other).to_owned(),
                matches: met.matches, above: met.above, below: met.below, equal: met.equal];
            let said = language.format("club", "met-title", &args);
            format!("{}\n{}", wrapped(&visible_line(&said)), grid.text())
        })
    }
}

impl Most {
    pub fn run(self, language: &'static Language) -> Outcome {
        let loaded = self.files.load(&self.formats, language)?;
        let season = self.files.season(&loaded);
        let most = loaded.club.most(&self.game, &loaded.matches, season);
        let name = |number: u16| {
            let member = loaded.club.member_of(number);
            member.map_or_else(String::new, |member| member.name.clone())
        };
        let grid = clauses(&most, Some(&name), language);
        self.formats.write(&grid, &most, || {
            if most.is_empty() {
                wrapped(&language.format("club", "no-game", &args![game: self.game.clone()]))
            } else {
                grid.text()
            }
        })
    }
}
