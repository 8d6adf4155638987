//! A sheet: a pad with all the texts that are printed around it. Its request was checked before.

use std::collections::BTreeSet;

use super::filled_pad::{filled_pad, worked};
use super::identity::Identity;
use super::initials::{Head, initials, letter};
use crate::error::{PrintError, TooSmall};
use crate::game::{template, usual_players};
use crate::layout::canvas::Canvas;
use crate::layout::draw::{Drawing, Printable};
use crate::layout::fonts::Fonts;
use crate::layout::paper::{Size, count};
use crate::layout::script::isolate;
use crate::layout::template::{Template, TypeScale};
use crate::layout::words::Words;
use crate::requests::{Labels, PadPlayers, PadRequest, PrintSettings, SheetRequest};
use overtrick_core::json::Json;
use overtrick_core::pad::{Pad, Text};
use overtrick_core::{Table, args, players_count};
use overtrick_match::MatchGame;
use overtrick_match::document::Scored;

/// The keys of the results under the last row of a match.
pub type Results = &'static [&'static str];

/// Only the place. The last total is already in its column.
const PLACE_ALONE: Results = &["match-place"];
/// Penalties, the final total, and the place.
const ALL_RESULTS: Results = &["penalty", "final", "match-place"];

/// A pad with all texts that are printed around it.
pub struct Sheet<'a> {
    /// Fields and rows.
    pub pad: Pad,
    /// The layout.
    pub template: Template,
    /// The headers of the players' columns.
    pub heads: Vec<Head>,
    /// The players who may deal. Each has a column, unless partners share one.
    pub players: Vec<Head>,
    /// The identity of the document.
    pub identity: Identity,
    /// The keys of the results under the last row of a match.
    pub results: Results,
    /// The key of the text that describes the document.
    subject: &'static str,
    /// The characters of names and labels that no font has. These names and labels are left blank for a pencil.
    unset: BTreeSet<char>,
    fonts: Fonts<'a>,
    print: PrintSettings<'a>,
}

impl<'a> Sheet<'a> {
    /// Creates the sheet of a request for pads.
    ///
    /// # Errors
    /// Every fault of the players, the house rules, the layout and the fonts.
    pub fn from_pad_request(request: &PadRequest<'a>) -> Result<Sheet<'a>, PrintError> {
        let PadRequest { game, print, .. } = request;
        let facts = game.facts();
        // Unnamed players have letters as names, so there are at most 26.
        let unnamed = |count: usize| ((0..count.min(26)).map(letter).collect(), false, count);
        let (names, has_names, seats) = match &request.players {
            PadPlayers::Named(names) => (names.clone(), true, names.len()),
            PadPlayers::Count(count) => unnamed(*count),
            PadPlayers::Anyone => unnamed(usual_players(game)?),
        };
        let (least, most) = game.players();
        let (table, mut faults) = Table::seat_players(&names);
        let rules = if (least..=most).contains(&seats) {
            game.pad_rules(request.options.clone(), &table)
        } else {
            // House rules are checked only for a possible number of players.
            Err(players_count(game.name(), (least, most), seats).into())
        };
        let rules = rules.map_err(|more| faults.extend(more)).ok();
        let Some(rules) = rules.filter(|_| faults.is_empty()) else {
            return Err(faults.into());
        };
        let mut pad = rules.pad(&table);
        if let Some(game) = game.shipped().filter(|_| request.example) {
            pad.example = worked(game, &*rules, &request.options, names.len());
        }
        let identity = Identity {
            labels: request.labels.clone(),
            ..Identity::new(game, facts.edition, rules.in_force())
        };
        let mut template = template(game, print.template, &pad, print.language)?;
        let mut results = PLACE_ALONE;
        if request.record {
            results = ALL_RESULTS;
            let at = pad.legend.len().min(1);
            let more = std::mem::take(&mut pad.record_legend);
            pad.legend.splice(at..at, more);
            template.blocks = 1;
            if !template.records.is_empty() {
                std::mem::swap(&mut template.arrangements, &mut template.records);
            }
        }
        let players = (&table, has_names, &request.options);
        let sheet = Sheet::new(template, players, pad, identity, *print)?;
        Ok(Sheet {
            results,
            subject: "subject-pad",
            ..sheet
        })
    }

    /// Creates the sheet of a match.
    ///
    /// # Errors
    /// Every fault of the house rules, the layout and the fonts.
    pub fn from_match(
        request: &SheetRequest<'a>,
        scored: &Scored,
        document: &Json,
    ) -> Result<Sheet<'a>, PrintError> {
        let table = &scored.table;
        let game = MatchGame::new(document)?;
        let options = document.get("options").cloned().unwrap_or(Json::EMPTY);
        let rules = game.pad_rules(options.clone(), table)?;
        let pad = filled_pad(&*rules, scored, document);
        let text = |key: &str| Some(document.text(key)?.trim().to_owned());
        let labels = Labels {
            title: text("title").filter(|title| !title.is_empty()),
            // A missing date or place prints nothing, not even a line to write on.
            date: Some(text("played_on").unwrap_or_default()),
            place: Some(text("location").unwrap_or_default()),
            link: request.link.clone(),
            ..Labels::default()
        };
        let identity = Identity {
            labels,
            ..Identity::new(&game, scored.edition, rules.in_force())
        };
        let print = request.print;
        let blank = rules.pad(table);
        let template = template(&game, print.template, &blank, print.language)?;
        Sheet::new(template, (table, true, &options), pad, identity, print)
    }

    /// Creates a sheet for these players, with or without their names.
    fn new(
        template: Template,
        (table, has_names, options): (&Table, bool, &Json),
        mut pad: Pad,
        mut identity: Identity,
        print: PrintSettings<'a>,
    ) -> Result<Sheet<'a>, PrintError> {
        let fonts = Fonts::new(print.fonts).map_err(PrintError::Font)?;
        let mut unset = BTreeSet::new();
        let mut is_set = |text: &str| {
            let missing = fonts.missing(text);
            let is_set = missing.is_empty();
            unset.extend(missing);
            is_set
        };
        let names = table.names().iter();
        let names = names.map(|name| Some(name.as_ref()).filter(|name| has_names && is_set(name)));
        let names: Vec<Option<&str>> = names.collect();
        let Labels {
            title, date, place, ..
        } = &mut identity.labels;
        for label in [title, date, place] {
            label.take_if(|text| !is_set(text));
        }
        // If two initials are equal, all seats get their letters. If no font has an initial, its seat gets its letter.
        let initials = initials(names.iter().copied(), |c| fonts.has(c)).into_iter();
        let players = names.iter().zip(initials).map(|(name, initial)| Head {
            name: name.map(str::to_owned),
            initial,
        });
        let players: Vec<Head> = players.collect();
        let heads = column_heads(&pad, &players);
        mark_deals(&mut pad, &players);
        if *options != Json::EMPTY {
            identity.defaults = identity.game.usual_rules(table);
        }
        Ok(Sheet {
            pad,
            template,
            heads,
            players,
            identity,
            results: ALL_RESULTS,
            subject: "subject-sheet",
            unset,
            fonts,
            print,
        })
    }

    /// Returns the error for an area that is too small. The error has the least size that is needed.
    pub fn too_small(&self, least: Size, there: Size) -> TooSmall {
        TooSmall {
            least,
            there,
            seats: self.heads.len(),
        }
    }

    /// Returns the words of the sheet.
    pub fn words(&self) -> Words<'_> {
        Words {
            language: self.print.language,
            template: &self.template,
        }
    }

    /// Returns a canvas for an area of this size.
    pub fn canvas(&self, place: Size) -> Canvas<'_> {
        // Blocks of rows that are side by side have the text scale of a narrower pad.
        let blocks = count(self.template.blocks.max(1));
        let scale = TypeScale::for_place(Size::new(place.w / blocks, place.h));
        Canvas::new(&self.fonts, self.words(), scale)
    }

    /// Returns canvases for an area of this size, with text that becomes smaller from one to the next.
    pub fn canvases(&self, place: Size) -> impl Iterator<Item = Canvas<'_>> {
        let first = self.canvas(place).scale;
        let scales = TypeScale::ALL.into_iter();
        let scales = scales.skip_while(move |scale| *scale != first);
        scales.map(|scale| Canvas::new(&self.fonts, self.words(), scale))
    }

    /// Returns the drawing as a document.
    pub fn printable(&self, mut drawing: Drawing) -> Printable {
        drawing.add_missing(&self.unset);
        let (identity, language, fonts) = (&self.identity, self.print.language, self.print.fonts);
        let name = language.named(&identity.game.name());
        let args = args![game: identity.game_arg(language)];
        Printable {
            drawing,
            title: match &identity.labels.title {
                Some(title) => format!("{name}: {title}"),
                None => name,
            },
            author: language.author(identity.game.facts()),
            subject: Some(language.format("pad", self.subject, &args)),
            language: language.tag(),
            folds: false,
            fonts: fonts.to_vec(),
        }
    }
}

/// Returns the column headers. Partners who share a column have both names, and the initial of the first one.
fn column_heads(pad: &Pad, players: &[Head]) -> Vec<Head> {
    if pad.sides.is_empty() {
        return players.to_vec();
    }
    let sides = pad.sides.iter().map(|side| {
        let partners = side.iter().filter_map(|seat| players.get(seat.index()));
        let partners: Vec<&Head> = partners.collect();
        let names: Option<Vec<&str>> = partners.iter().map(|head| head.name.as_deref()).collect();
        let first = partners.first().map(|head| head.initial.clone());
        Head {
            name: names.map(|names| names.join(" + ")),
            initial: first.unwrap_or_default(),
        }
    });
    sides.collect()
}

/// Adds the dealer's initial to the label of each deal.
fn mark_deals(pad: &mut Pad, heads: &[Head]) {
    let ticks = pad.track.iter_mut().flat_map(|(_, ticks)| ticks);
    for ((deal, tick), head) in (1..).zip(ticks).zip(heads.iter().cycle()) {
        tick.label = Text::plain(format!("{deal}{}", isolate(&head.initial)));
    }
}
