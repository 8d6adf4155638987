//! Prints the rules of every game in every language and on every paper size, plain and folded.

use std::sync::LazyLock;

use overtrick_core::json::Json;
use overtrick_core::text::{Block, Inline, Table};
use overtrick_games::{self as games, Entry};
use overtrick_match::adjudicate::{RulingsReport, adjudicate};
use overtrick_match::describe::rules_text;
use overtrick_match::document::{options_object, read_option};
use overtrick_match::lang::Language;
use overtrick_paper::booklet::booklet;
use overtrick_paper::figures::{Described, described};
use overtrick_paper::layout::draw::{Bookmark, Ink, Item, Page, Role, Run};
use overtrick_paper::layout::paper::{Area, Paper};
use overtrick_paper::pdf::render;
use overtrick_paper::requests::BookletRequest;
use overtrick_paper::{PrintError, Printable};

use crate::paper::{
    all_texts, check_places, compare, err, examine, faults_of, overtrick, runs, squeezed,
    stdout_text, tool, tools,
};

const PAPERS: [Paper; 3] = [Paper::A4, Paper::Letter, Paper::A5];
/// The index of the heading font.
const HEAD: usize = 5;

/// Returns a named request for each game, language, paper size and fold, with default house rules.
fn orders() -> Vec<(String, BookletRequest<'static>)> {
    let mut orders = Vec::new();
    for game in games::all() {
        for language in Language::tags().filter_map(Language::find) {
            for paper in PAPERS {
                for fold in [false, true] {
                    let plain = BookletRequest {
                        paper,
                        fold,
                        ..BookletRequest::new(game, language)
                    };
                    let (folder, tag, paper) = (game.folder, language.tag(), paper.id());
                    let name = format!("{folder} {tag} {paper} fold {fold}");
                    orders.push((name, plain));
                }
            }
        }
    }
    orders
}

/// Returns all these booklets as drawings.
fn all_drawn() -> &'static [(String, BookletRequest<'static>, Printable)] {
    static DRAWN: LazyLock<Vec<(String, BookletRequest<'static>, Printable)>> =
        LazyLock::new(|| {
            let orders = orders().into_iter();
            let drawn = orders.map(|(name, order)| {
                let printable = drawn(&order);
                (name, order, printable)
            });
            drawn.collect()
        });
    &DRAWN
}

fn drawn(order: &BookletRequest<'_>) -> Printable {
    booklet(order).unwrap_or_else(|error| panic!("{}: {error:?}", order.game.folder))
}

fn options(game: &Entry, options: &[&str]) -> Json {
    let read = |option: &&str| read_option(game.facts, option).unwrap();
    options_object(&options.iter().map(read).collect::<Vec<_>>())
}

/// Returns the booklet pages on one side of a sheet, with their texts.
fn halves<'a>(order: &BookletRequest<'_>, page: &'a Page) -> Vec<(Area, Vec<&'a Run>)> {
    let count = if order.fold { 2 } else { 1 };
    let width = page.width / f32::from(u8::try_from(count).unwrap());
    let area = |index: u8| Area::new(f32::from(index) * width, 0.0, width, page.height);
    let areas = (0..count).map(|index| area(u8::try_from(index).unwrap()));
    areas
        .map(|area| {
            let all = runs(page);
            let here = all.filter(|run| run.x >= area.x && run.x < area.right());
            (area, here.collect())
        })
        .collect()
}

/// Whether a text is in the footer of its page.
fn is_foot(run: &Run, page: &Area) -> bool {
    run.y > page.bottom() - 11.5
}

#[test]
fn every_booklet_fits_its_columns_and_cuts_nothing() {
    for (name, order, printable) in all_drawn() {
        check_places(printable, name);
        assert!(printable.drawing.missing.is_empty(), "{name}");
        for page in &printable.drawing.pages {
            for (area, runs) in halves(order, page) {
                let printed = area.inset(9.0, 5.0);
                for run in runs {
                    let text = run.text();
                    assert!(
                        printed.holds(&run.area()),
                        "{name}: {text:?} leaves its page"
                    );
                    assert!(printed.holds(&run.cell), "{name}: {text:?} is too wide");
                    assert!(run.size > 4.5, "{name}: {text:?} is too small");
                }
            }
        }
    }
}

#[test]
fn no_heading_is_at_the_end_of_a_page() {
    for (name, order, printable) in all_drawn() {
        for page in &printable.drawing.pages {
            for (area, runs) in halves(order, page) {
                let is_head = |run: &Run| run.pieces[0].font == HEAD && !is_foot(run, &area);
                for head in runs.iter().filter(|run| is_head(run)) {
                    let follows = |run: &&&Run| {
                        !is_head(run) && run.y > head.y - 0.5 && run.y < head.y + 16.0
                    };
                    let text = head.text();
                    // The heading of the notes is followed by empty lines to write on.
                    let below = page.items().filter(|item| match item {
                        Item::Rule((x, y), ..) => *y > head.y && *x >= area.x && *x < area.right(),
                        _ => false,
                    });
                    let is_notes = text == order.language.text("pad", "notes") && below.count() > 3;
                    assert!(
                        is_notes || runs.iter().any(|run| follows(&run)),
                        "{name}: {text:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_short_last_item_of_a_list_does_not_begin_a_page() {
    let is_item = |role: &Role| matches!(role, Role::ListItem { .. });
    let mut begun = 0;
    for (name, order, printable) in all_drawn().iter().filter(|(_, order, _)| !order.fold) {
        // The blocks of text on each page, with their numbers of lines.
        let pages = printable.drawing.pages.iter().map(|page| {
            let mut blocks: Vec<(&Role, usize)> = Vec::new();
            for item in page.items() {
                match (item, blocks.last_mut()) {
                    (Item::Begin(Role::More), Some((_, lines))) => *lines += 1,
                    (Item::Begin(role), _) => blocks.push((role, 1)),
                    _ => {}
                }
            }
            blocks
        });
        let pages: Vec<Vec<(&Role, usize)>> = pages.collect();
        for two in pages.windows(2) {
            let goes_on = two[0].last().is_some_and(|(role, _)| is_item(role));
            let [(first, lines), ..] = two[1][..] else {
                continue;
            };
            if goes_on && is_item(first) {
                begun += 1;
                let more = two[1].get(1).is_some_and(|(role, _)| is_item(role));
                let page = order.paper.id();
                assert!(more || lines > 2, "{name} on {page}: {:?}", two[1]);
            }
        }
    }
    assert!(begun > 3, "{begun}");
}

#[test]
fn every_word_of_the_rules_is_in_the_booklet() {
    let plain = |text: &str| squeezed(text).replace('◇', "");
    for (name, order, printable) in all_drawn().iter().filter(|(_, order, _)| !order.fold) {
        let mut text = String::new();
        for page in &printable.drawing.pages {
            let area = Area::new(0.0, 0.0, page.width, page.height);
            for run in runs(page).filter(|run| !is_foot(run, &area)) {
                let words = plain(&run.text());
                let is_note = words.chars().all(|c| c.is_ascii_digit()) && run.size < 7.5;
                if !is_note {
                    text += &words;
                }
            }
        }
        let rules = rules_text(order.game, order.language).unwrap();
        for block in &rules.blocks {
            if let Block::Heading(heading) = block {
                assert!(
                    text.contains(&plain(&heading.text)),
                    "{name}: {}",
                    heading.text
                );
            }
            for words in block.texts() {
                let words: String = words.iter().map(Inline::words).collect();
                assert!(text.contains(&plain(&words)), "{name}: {words}");
            }
        }
    }
}

#[test]
fn at_most_three_sheets_are_folded_with_their_pages_in_order() {
    for (name, order, printable) in all_drawn().iter().filter(|(_, order, _)| order.fold) {
        let sides = &printable.drawing.pages;
        assert!(
            [2, 4, 6].contains(&sides.len()),
            "{name}: {} sides",
            sides.len()
        );
        let all = 2 * sides.len();
        let mut numbered = 0;
        for (side, page) in sides.iter().enumerate() {
            assert!(page.width > page.height, "{name}: a side is in landscape");
            for (half, (area, runs)) in halves(order, page).into_iter().enumerate() {
                let number = match (side % 2, half) {
                    (0, 0) | (1, 1) => all - side,
                    _ => side + 1,
                };
                let foot = runs.into_iter().filter(|run| is_foot(run, &area));
                let texts: Vec<String> = foot.map(Run::text).collect();
                let found = texts.iter().find_map(|text| text.parse::<usize>().ok());
                // The covers and the pages for notes have no number.
                if let Some(found) = found {
                    assert_eq!(found, number, "{name}: side {side}, half {half}");
                    numbered += 1;
                }
            }
        }
        assert!(numbered + 5 >= all, "{name}: {numbered} of {all} pages");
        let (first, page) = (&printable.drawing.bookmarks[0], &sides[0]);
        let contents = runs(page).any(|run| run.text() == first.name);
        assert!(contents, "{name}: no contents on the first side");
    }
}

#[test]
fn every_section_has_a_bookmark_at_its_heading() {
    for (name, order, printable) in all_drawn() {
        let rules = rules_text(order.game, order.language).unwrap();
        let bookmarks = &printable.drawing.bookmarks;
        assert_eq!(bookmarks.len(), rules.sections().len() + 1, "{name}");
        for Bookmark {
            name: heading,
            page,
            ..
        } in bookmarks
        {
            let page = &printable.drawing.pages[*page];
            let heads = runs(page);
            let heads = heads
                .filter(|run| run.pieces[0].font == HEAD)
                .map(Run::text);
            let heads: Vec<String> = heads.map(|head| squeezed(&head)).collect();
            assert!(
                heads.concat().contains(&squeezed(heading)),
                "{name}: {heading}"
            );
        }
    }
}

/// Returns the pages of a booklet in reading order, with their texts and items.
fn in_order<'a>(
    order: &BookletRequest<'_>,
    printable: &'a Printable,
) -> Vec<(Area, Vec<&'a Run>, Vec<&'a Item>)> {
    let pages = &printable.drawing.pages;
    let all = pages.len() * if order.fold { 2 } else { 1 };
    let mut found = Vec::new();
    for (side, page) in pages.iter().enumerate() {
        for (half, (area, runs)) in halves(order, page).into_iter().enumerate() {
            let number = match (order.fold, side % 2, half) {
                (true, 0, 0) | (true, 1, 1) => all - 1 - side,
                _ => side,
            };
            let within = |item: &&Item| match item {
                Item::Rule((x, _), ..) => *x >= area.x && *x < area.right(),
                _ => false,
            };
            found.push((number, area, runs, page.items().filter(within).collect()));
        }
    }
    found.sort_by_key(|(number, ..)| *number);
    let found = found.into_iter();
    found
        .map(|(_, area, runs, items)| (area, runs, items))
        .collect()
}

#[test]
fn the_number_of_pages_is_even_and_no_page_is_nearly_empty() {
    for (name, order, printable) in all_drawn() {
        let pages = in_order(order, printable);
        let together = if order.fold { 4 } else { 2 };
        assert_eq!(pages.len() % together, 0, "{name}: {} pages", pages.len());
        for (index, (area, runs, rules)) in pages.iter().enumerate() {
            let texts = runs.iter().filter(|run| !is_foot(run, area));
            let lines = rules.iter().map(|rule| match rule {
                Item::Rule(_, (_, y), ..) => *y,
                _ => 0.0,
            });
            let lowest = texts.map(|run| run.y).chain(lines).fold(0.0, f32::max);
            let part = lowest / area.h;
            assert!(part > 0.33, "{name}: page {} ends at {part}", index + 1);
        }
    }
}

#[test]
fn the_back_cover_is_a_players_aid_with_the_fingerprints_at_its_edge() {
    for (name, order, printable) in all_drawn() {
        let rules = rules_text(order.game, order.language).unwrap();
        let sections = rules.sections();
        let aid = sections.iter().find(|(heading, _)| heading.id == "aid");
        let (heading, blocks) = aid.unwrap_or_else(|| panic!("{name}: no section \"aid\""));
        let pages = in_order(order, printable);
        let (_, runs, _) = pages.last().unwrap();
        let text: String = runs.iter().map(|run| squeezed(&run.text())).collect();
        assert!(text.contains(&squeezed(&heading.text)), "{name}");
        let is_steps = |block: &Block| matches!(block, Block::List { ordered: true, .. });
        assert!(blocks.iter().any(is_steps), "{name}: no list of steps");
        assert!(blocks.iter().any(|block| matches!(block, Block::Table(_))));
        for words in blocks.iter().flat_map(Block::texts) {
            for word in words.iter().flat_map(|piece| piece.words().split(' ')) {
                assert!(text.contains(&squeezed(word)), "{name}: {word}");
            }
        }
        let is_hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
        let is_print = |word: &str| word.len() == 8 && word.chars().all(is_hex);
        for (index, (area, runs, _)) in pages.iter().enumerate() {
            for run in runs
                .iter()
                .filter(|run| run.text().split(' ').any(is_print))
            {
                assert_eq!(index + 1, pages.len(), "{name}: {}", run.text());
                assert!(run.size <= 5.0 && run.y > area.bottom() - 7.0, "{name}");
            }
        }
    }
}

#[test]
fn a_reading_of_ours_is_marked_once_at_the_heading_of_its_section() {
    for (name, order, printable) in all_drawn() {
        let rules = rules_text(order.game, order.language).unwrap();
        let is_ours = |piece: &&Inline| match piece {
            Inline::Clause { ours, .. } => *ours,
            Inline::Text { text } | Inline::Strong { text } => text.contains('◇'),
            Inline::HouseRule { .. } => false,
        };
        let sections = rules.sections().into_iter();
        let ours = sections.filter(|(_, blocks)| {
            let mut pieces = blocks.iter().flat_map(Block::texts).flatten();
            pieces.any(|piece| is_ours(&piece))
        });
        let house_rules = order.game.facts.options.iter().filter(|rule| rule.ours);
        // The explanation of the mark has it once more, and the introduction may mention it too.
        let introduction = rules.introduction().iter().flat_map(Block::texts).flatten();
        let named = introduction.filter(|piece| piece.words().contains('◇'));
        let most = ours.count() + house_rules.count() + named.count() + 1;
        let drawn = printable.drawing.runs();
        let marks: usize = drawn.map(|run| run.text().matches('◇').count()).sum();
        assert_eq!(marks, most, "{name}");
    }
}

#[test]
fn red_suits_are_red_and_black_ones_black() {
    let mut red = 0;
    for (name, _, printable) in all_drawn() {
        for run in printable.drawing.runs() {
            let text = run.text();
            if text.contains(['♥', '♦']) {
                assert_eq!(run.ink, Ink::Red, "{name}: {text}");
                red += 1;
            }
            if text.contains(['♠', '♣']) {
                assert_ne!(run.ink, Ink::Red, "{name}: {text}");
            }
        }
    }
    assert!(red > 100, "{red} red suits");
}

/// Returns the tables of the rules, and the text of each booklet page without spaces.
fn tables_and_pages(
    order: &BookletRequest<'_>,
    printable: &Printable,
) -> (Vec<Table>, Vec<String>) {
    let rules = rules_text(order.game, order.language).unwrap();
    let blocks = rules.blocks.into_iter();
    let tables = blocks.filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    let pages = in_order(order, printable).into_iter();
    let texts = pages.map(|(_, runs, _)| runs.iter().map(|run| squeezed(&run.text())).collect());
    (tables.collect(), texts.collect())
}

/// Whether a page contains every word of these rows.
fn has_rows(page: &str, rows: &[Vec<Vec<Inline>>]) -> bool {
    let pieces = rows.iter().flatten().flatten();
    let mut words = pieces.flat_map(|piece| piece.words().split(' '));
    words.all(|word| page.contains(&squeezed(word).replace('◇', "")))
}

#[test]
fn tables_that_fit_one_page_are_not_split() {
    for (name, order, printable) in all_drawn() {
        let (tables, pages) = tables_and_pages(order, printable);
        for table in tables.iter().filter(|table| table.rows.len() <= 8) {
            let is_whole = pages.iter().any(|page| has_rows(page, &table.rows));
            assert!(is_whole, "{name}: {:?}", table.rows);
        }
    }
}

#[test]
fn the_last_row_of_a_table_is_not_alone_on_a_page() {
    for (name, order, printable) in all_drawn() {
        let (tables, pages) = tables_and_pages(order, printable);
        for table in &tables {
            let last = &table.rows[table.rows.len().saturating_sub(2)..];
            let is_together = pages.iter().any(|page| has_rows(page, last));
            assert!(is_together, "{name}: {last:?}");
        }
    }
}

#[test]
fn every_picture_has_its_description_and_caption_in_every_language() {
    for game in games::all() {
        let known: Vec<String> = described(game)
            .unwrap()
            .into_iter()
            .map(|it| it.0)
            .collect();
        let mut alts = Vec::new();
        for language in Language::tags().filter_map(Language::find) {
            let rules = rules_text(game, language).unwrap();
            let mut shown = Vec::new();
            for block in &rules.blocks {
                if let Block::Figure { alt, caption, name } = block {
                    let words: String = caption.iter().map(Inline::words).collect();
                    assert!(
                        alt.len() > 20 && words.len() > 10,
                        "{}: {name}",
                        game.folder
                    );
                    assert!(!alts.contains(alt), "{}: {alt}", game.folder);
                    alts.push(alt.clone());
                    shown.push(name.clone());
                }
            }
            shown.sort();
            assert_eq!(shown, known, "{} in {}", game.folder, language.tag());
        }
        for needed in ["cards", "seats", "trick"] {
            assert!(
                known.iter().any(|name| name == needed),
                "{}: {needed}",
                game.folder
            );
        }
    }
}

#[test]
fn the_winner_in_a_picture_of_a_trick_wins_it_by_the_rules_of_the_game() {
    for game in games::all() {
        for (name, figure) in described(game).unwrap() {
            let Described::Trick(trick) = figure else {
                continue;
            };
            let cards = trick.cards.iter();
            let cards =
                cards.map(|(player, card)| serde_json::json!({"player": player, "card": card}));
            let trick_question = trick.question;
            let mut question = serde_json::json!({
                "game": game.facts.id,
                "question": "trick",
                "players": trick_question.players,
                "cards": cards.collect::<Vec<_>>(),
            });
            let fields = question.as_object_mut().unwrap();
            fields.extend(
                trick_question
                    .dealer
                    .map(|dealer| ("dealer".to_owned(), dealer.into())),
            );
            fields.extend(
                trick_question
                    .trick
                    .map(|trick| ("trick".to_owned(), trick.into())),
            );
            if !trick_question.setting.is_empty() {
                fields.insert(
                    "setting".to_owned(),
                    serde_json::json!(trick_question.setting),
                );
            }
            let place = format!("{}: {name}", game.folder);
            let answered = adjudicate(question.to_string().as_bytes());
            let answered = answered.unwrap_or_else(|faults| panic!("{place}: {faults:?}"));
            let report = RulingsReport::new(answered, Language::english());
            let answer = serde_json::to_value(report).unwrap();
            assert_eq!(
                answer["outcome"]["winner"], *trick.winner,
                "{place}: {answer}"
            );
            assert_eq!(answer["outcome"]["complete"], true, "{place}");
            assert_eq!(answer["legal"], true, "{place}: {answer}");
        }
    }
}

#[test]
fn only_changed_house_rules_are_marked() {
    let game = games::find("brink-bid").unwrap();
    let usual = BookletRequest::new(game, Language::english());
    // Joins the lines, because a line break may be within the expected text.
    let texts = |order: &BookletRequest<'_>| -> String { all_texts(&drawn(order)).join(" ") };
    let count = |text: &str, part: &str| text.matches(part).count();
    let plain = texts(&usual);
    assert_eq!((count(&plain, "●"), count(&plain, "(here")), (0, 0));
    let order = BookletRequest {
        options: options(game, &["made_points=6"]),
        ..usual.clone()
    };
    let marked = texts(&order);
    assert_eq!(count(&marked, "(here: 6)"), 1);
    assert_eq!(count(&marked, "(usually 5)"), 1);
    // The mark is in the row of the house rule and in the explanation.
    assert_eq!(count(&marked, "●"), 2);
    assert!(count(&marked, "with the house rules of this table") >= 2);
    // A house rule set to its default is not marked.
    let order = BookletRequest {
        options: options(game, &["made_points=5"]),
        ..usual.clone()
    };
    assert_eq!(texts(&order), plain);
    // A house rule with several numbers shows only the changed numbers.
    let game = games::find("mariash").unwrap();
    let order = BookletRequest {
        game,
        options: options(game, &["rates.seven=3"]),
        ..usual
    };
    let marked = texts(&order);
    assert_eq!(count(&marked, "(here: Seven 3)"), 1);
    assert_eq!(count(&marked, "(usually Seven 2)"), 1);
}

#[test]
fn impossible_house_rules_are_refused() {
    let game = games::find("brink-bid").unwrap();
    let usual = BookletRequest::new(game, Language::english());
    let order = BookletRequest {
        options: options(game, &["made_points=-1"]),
        ..usual.clone()
    };
    let refused = booklet(&order).unwrap_err();
    assert!(matches!(refused, PrintError::Faults(faults) if faults.len() == 1));
    // A hand of thirteen cards is impossible for six players, but possible for two.
    let order = BookletRequest {
        options: options(game, &["last_hand_cards=13"]),
        ..usual.clone()
    };
    assert!(booklet(&order).is_ok());
    let link = |link: &str| BookletRequest {
        link: Some(link.to_owned()),
        ..usual.clone()
    };
    let refused = booklet(&link("ftp://x.example")).unwrap_err();
    assert_eq!(faults_of(refused), ["/link link-scheme"]);
    let long = format!("https://x.example/{}", "x".repeat(2000));
    let refused = booklet(&link(&long)).unwrap_err();
    assert_eq!(faults_of(refused), ["/link link-too-long"]);
}

#[test]
fn a_code_is_printed_only_for_a_link() {
    let game = &games::all()[0];
    let usual = BookletRequest {
        paper: Paper::A5,
        ..BookletRequest::new(game, Language::english())
    };
    let is_code = |item: &&Item| matches!(item, Item::Box(..) | Item::Link(..));
    let count = |order: &BookletRequest<'_>| {
        let printable = drawn(order);
        let pages = printable.drawing.pages.iter();
        pages
            .map(|page| page.items().filter(is_code).count())
            .sum::<usize>()
    };
    assert_eq!(count(&usual), 0);
    let address = format!("https://crown.example/{}", "long/".repeat(25));
    let linked = BookletRequest {
        link: Some(address.clone()),
        ..usual
    };
    assert!(count(&linked) > 100);
    let texts: String = drawn(&linked).drawing.runs().map(Run::text).collect();
    assert!(
        texts.contains(&address),
        "a long address is broken, not cut"
    );
    check_places(&drawn(&linked), "a long address");
}

#[test]
fn equal_requests_give_equal_bytes_that_other_readers_accept() {
    let tools = tools();
    for game in games::all() {
        for (fold, tag) in [(false, "en"), (true, "cs")] {
            let language = Language::find(tag).unwrap();
            let order = BookletRequest {
                fold,
                ..BookletRequest::new(game, language)
            };
            let printable = drawn(&order);
            assert_eq!(
                render(&printable),
                render(&drawn(&order)),
                "{}",
                game.folder
            );
            if tools {
                let pages = printable.drawing.pages.len();
                let bytes = examine(&printable, pages, game.folder);
                assert!(bytes < 120_000, "{}: {bytes} bytes", game.folder);
            }
        }
    }
}

#[test]
fn booklets_equal_the_golden_files() {
    let game = games::find("brink-bid").unwrap();
    let plain = BookletRequest::new(game, Language::english());
    let folded = BookletRequest {
        fold: true,
        options: options(game, &["made_points=6"]),
        ..plain.clone()
    };
    let found = [
        compare("brink-bid.booklet", &drawn(&plain)),
        compare("brink-bid.folded", &drawn(&folded)),
    ];
    let changed: Vec<String> = found.into_iter().filter_map(Result::err).collect();
    assert!(changed.is_empty(), "{changed:?}");
}

#[test]
fn the_command_writes_the_rules_as_a_pdf() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rules.pdf");
    let file = file.to_str().unwrap();
    let done = overtrick(&[
        "rules", "mariash", "--fold", "--paper", "letter", "-o", file,
    ]);
    assert!(done.status.success(), "{}", err(&done));
    if tools() {
        assert!(stdout_text(&tool("pdfinfo", &[file])).contains("Page size:       792 x 612"));
    }
    let printed = overtrick(&["rules", "mariash", "-o", "-"]);
    assert!(printed.stdout.starts_with(b"%PDF"));
    for (refused, why) in [
        (&["rules", "mariash", "--fold"][..], "--output"),
        (
            &["rules", "mariash", "-o", "no-such.pdf", "--paper", "a6"],
            "a6",
        ),
        (
            &["rules", "mariash", "-o", "no-such.pdf", "--option", "limit"],
            "limit",
        ),
        (
            &["rules", "mariash", "-o", "no-such.pdf", "--link", "x"],
            "http",
        ),
        (
            &["rules", "mariash", "-o", "no-such.pdf", "--json"],
            "--json",
        ),
    ] {
        let refused = overtrick(refused);
        assert_eq!(refused.status.code(), Some(2), "{why}");
        assert!(err(&refused).contains(why), "{why}: {}", err(&refused));
    }
}
