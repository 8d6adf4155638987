//! The sheets of played matches.

use overtrick_core::bounds::MAX_HANDS;
use overtrick_core::json::Json;
use overtrick_games as games;
use overtrick_match::document::{read_json, score};
use overtrick_match::lang::Language;
use overtrick_paper::Printable;
use overtrick_paper::layout::draw;
use overtrick_paper::layout::draw::{Bookmark, Ink};
use overtrick_paper::layout::paper::Paper;
use overtrick_paper::requests::{MAX_PAGES, SheetRequest};
use overtrick_paper::sheets::sheet;

use crate::paper::{
    self, all_texts, check_places, compare, examine, expected, print_settings, setup, sheet_of,
    squeezed, tools,
};

fn sample_text(game: &str) -> &'static str {
    games::find(game).unwrap().sample
}

#[test]
fn every_sample_has_a_sheet() {
    let with_tools = tools();
    for entry in games::all() {
        let (game, document) = (entry.facts.id, entry.sample);
        let running_totals = expected(entry).running_totals;
        let scored = score(document.as_bytes()).unwrap();
        for paper in [Paper::A4, Paper::Letter, Paper::A5] {
            let what = format!("the sheet of {game} on {}", paper.name());
            let printable = sheet_of(document, true, setup(paper, 1, false));
            check_places(&printable, &what);
            let texts = all_texts(&printable);
            for total in scored.hands.iter().flat_map(|hand| &hand.totals) {
                let is_found = texts.contains(&total.to_string()) || !running_totals;
                assert!(is_found, "{what}: no total {total}");
            }
            for total in &scored.totals {
                assert!(texts.contains(&total.to_string()), "{what}: {total}");
            }
            let whole = texts.join(" ");
            assert!(!whole.contains(['{', '}']), "{what}: a gap in {whole}");
            for hand in &scored.hands {
                for reason in &hand.reasons {
                    // The sheet has the sentence of each reason, but not its rule id.
                    let sentence = Language::english().reason(reason);
                    assert!(
                        squeezed(&whole).contains(&squeezed(&sentence)),
                        "{what}: {sentence}"
                    );
                    assert!(!whole.contains(&*reason.rule), "{what}: {}", reason.rule);
                }
                if let Some(note) = &hand.note {
                    assert!(squeezed(&whole).contains(&squeezed(note)), "{what}: {note}");
                }
            }
            if with_tools {
                examine(&printable, printable.drawing.pages.len(), &what);
            }
        }
    }
}

/// Returns the texts of a sheet in reading order, without spaces.
fn read_in_order(printable: &Printable) -> String {
    squeezed(&all_texts(printable).join(" "))
}

#[test]
fn the_result_of_an_auction_is_described_in_words() {
    let printable = sheet_of(sample_text("contractor"), false, setup(Paper::A4, 1, false));
    let read = read_in_order(&printable);
    // This hand has only an auction: O'Neill bid hearts with an extra trick, and Sam challenged.
    let text = "O'Neill: ♥ hearts · 1 extra trick · challenged by Sam · failed at 7";
    let text = squeezed(text).replace('·', "");
    assert!(read.replace('·', "").contains(&text), "{read}");
}

#[test]
fn a_played_sheet_shows_choices_and_has_no_empty_fields() {
    let text: [(&str, &[&str]); 6] = [
        (
            "berzerka",
            &[
                "7 tricks − 2 overbid",
                "♠ spades",
                "hotseat in hand 8",
                "bid in hand 4",
                "worth 3 = 1 + 2 for bids",
                "closest to 5 tricks",
            ],
        ),
        (
            "brink-bid",
            &["♥ hearts", "no-trump", "3 passed across to the right"],
        ),
        (
            "contract-sabacc",
            &[
                "Mira: Guard",
                "made with 52 card points",
                "Idiot at the End",
                "No one bid",
            ],
        ),
        (
            "contractor",
            &[
                "Sam: Crazytrump",
                "Sour Trumps, Thievery",
                "Absolutely Sure",
            ],
        ),
        (
            "mariash",
            &[
                "Karel: ♣ clubs",
                "Zuzana Šťastná’s Hundred 2×: lost",
                "last trick Petr",
            ],
        ),
        ("oh-hell", &["♥ hearts", "no-trump", "4 cards", "5 bid"]),
    ];
    for (game, text) in text {
        let document = sample_text(game);
        for paper in [Paper::A4, Paper::A5] {
            let printable = sheet_of(document, false, setup(paper, 1, false));
            let read = read_in_order(&printable);
            for words in text {
                assert!(
                    read.contains(&squeezed(words)),
                    "{game}: no {words} in {read}"
                );
            }
            // A tick would be two lines of this weight and an invisible word.
            let items = || printable.drawing.pages.iter().flat_map(draw::Page::items);
            let ticks = items().filter(
                |item| matches!(item, draw::Item::Rule(_, _, weight, _) if (weight - 1.1).abs() < 0.01),
            );
            assert_eq!(ticks.count(), 0, "{game}");
            assert!(
                printable
                    .drawing
                    .runs()
                    .all(|run| run.ink != Ink::Invisible),
                "{game}"
            );
        }
    }
}

#[test]
fn a_sample_is_one_page_without_instructions_for_a_pencil() {
    for entry in games::all() {
        for paper in [Paper::A4, Paper::Letter, Paper::A5] {
            let printable = sheet_of(entry.sample, false, setup(paper, 1, false));
            assert_eq!(printable.drawing.pages.len(), 1, "{}", entry.folder);
            let whole = all_texts(&printable).join(" ");
            for order in ["Write ", "Tick ", "writes", "ticked"] {
                assert!(
                    !whole.contains(order),
                    "{}: {order} in {whole}",
                    entry.folder
                );
            }
        }
    }
}

/// Returns the points of each stroke of the curves, without the strokes of the emblem at the top.
fn strokes(printable: &Printable) -> Vec<Vec<(f32, f32)>> {
    let items = printable.drawing.pages.iter().flat_map(draw::Page::items);
    let strokes = items.filter_map(|item| match item {
        draw::Item::Stroke(points, ..) if points.iter().any(|(_, y)| *y > 26.0) => {
            Some(points.clone())
        }
        _ => None,
    });
    strokes.collect()
}

#[test]
fn the_totals_are_a_curve_from_two_hands_on() {
    let heading = "Totals after each hand";
    for entry in games::all() {
        for paper in [Paper::A4, Paper::A5] {
            let printable = sheet_of(entry.sample, false, setup(paper, 1, false));
            let scored = score(entry.sample.as_bytes()).unwrap();
            assert!(
                all_texts(&printable).contains(&heading.to_owned()),
                "{}",
                entry.folder
            );
            // The leader's line is solid; all other lines are dashed.
            let strokes = strokes(&printable);
            let (seats, hands) = (scored.table.len(), scored.hands.len());
            let dashes = strokes.len() - 1;
            assert!(dashes > 3 * (seats - 1), "{}: {dashes}", entry.folder);
            let whole: Vec<_> = strokes
                .iter()
                .filter(|points| points.len() == hands + 1)
                .collect();
            assert_eq!(whole.len(), 1, "{}", entry.folder);
            let end = |points: &Vec<(f32, f32)>| points.last().copied().unwrap();
            let (right, high) = end(whole[0]);
            let ends = strokes
                .iter()
                .map(end)
                .filter(|(x, _)| (x - right).abs() < 0.01);
            assert!(
                ends.map(|(_, y)| y).all(|y| high <= y + 0.01),
                "{}",
                entry.folder
            );
        }
    }
    let one = r#"{"game": "brink-bid", "players": ["Ann", "Bo"], "hands": [
        {"bids": {"Ann": 2, "Bo": 1}, "tricks": {"Ann": 2, "Bo": 2}}]}"#;
    let printable = sheet_of(one, false, setup(Paper::A4, 1, false));
    assert!(!all_texts(&printable).contains(&heading.to_owned()));
}

#[test]
fn the_sheet_of_a_match_without_hands_has_a_note() {
    for entry in games::all() {
        let mut document = read_json(entry.sample).unwrap();
        if let Json::Object(entries) = &mut document {
            entries
                .retain(|(key, _)| !["finished", "adjustments", "hands"].contains(&key.as_str()));
            entries.push(("hands".to_owned(), Json::List(Vec::new())));
        }
        let document = serde_json::to_string(&document).unwrap();
        for paper in [Paper::A4, Paper::A5] {
            let printable = sheet_of(&document, true, setup(paper, 1, false));
            let texts = all_texts(&printable);
            assert!(
                texts.contains(&"No hand has been played yet.".to_owned()),
                "{texts:?}"
            );
            assert!(!texts.contains(&"Standings".to_owned()), "{texts:?}");
            check_places(&printable, entry.folder);
        }
    }
}

#[test]
fn open_contracts_are_marked() {
    let document = sample_text("berzerka");
    let mut document = read_json(document).unwrap();
    if let Json::Object(entries) = &mut document {
        let hands = entries.iter_mut().find(|(key, _)| key == "hands");
        if let Some((_, Json::List(hands))) = hands {
            hands.truncate(7);
        }
    }
    let document = serde_json::to_string(&document).unwrap();
    let printable = sheet_of(&document, false, setup(Paper::A5, 1, false));
    let open = all_texts(&printable)
        .into_iter()
        .filter(|text| text == "still open");
    assert_eq!(open.count(), 15 - 7);
}

#[test]
fn a_derivation_has_a_row_for_each_event_and_a_column_for_each_player() {
    let page = setup(Paper::A4, 1, false);
    let printable = sheet_of(sample_text("contract-sabacc"), true, page);
    let texts = all_texts(&printable);
    // All four antes of one chip are in one row.
    let ante = "1 chip into the Ante Pot";
    let place = texts.iter().position(|text| text == ante).unwrap();
    assert_eq!(texts[place + 1..place + 5], ["−1", "−1", "−1", "−1"]);
    assert_eq!(texts.iter().filter(|text| *text == ante).count(), 1);
    // The last row has the points of the hand, which are the sums of its rows.
    let sum = texts
        .iter()
        .position(|text| text == "Points of the hand")
        .unwrap();
    assert_eq!(texts[sum + 1..sum + 5], ["+6", "−3", "−3", "−3"]);
    // Each number is in its player's column.
    let runs: Vec<&draw::Run> = printable.drawing.runs().collect();
    let rights = |from: usize| -> Vec<f32> {
        let runs = runs[from + 1..from + 5].iter();
        runs.map(|run| run.x + run.width()).collect()
    };
    for (one, other) in rights(place).into_iter().zip(rights(sum)) {
        assert!((one - other).abs() < 0.05, "{one} {other}");
    }
}

#[test]
fn the_last_hand_of_a_derivation_is_not_alone_on_its_page() {
    let mut turned = 0;
    for entry in games::all() {
        for paper in [Paper::A4, Paper::Letter, Paper::A5] {
            let drawing = sheet_of(entry.sample, true, setup(paper, 1, false)).drawing;
            let hands = score(entry.sample.as_bytes()).unwrap().hands.len();
            let titles = drawing.bookmarks.iter().rev().take(hands);
            let pages: Vec<usize> = titles.map(|title| title.page).collect();
            let what = format!("{} on {}: {pages:?}", entry.facts.id, paper.name());
            assert_eq!(pages[0], pages[1], "{what}");
            turned += usize::from(pages[0] != pages[hands - 1]);
        }
    }
    assert!(turned > 6, "{turned}");
}

/// Returns a match whose declarer takes a trick in every other hand.
fn long_match(hands: usize) -> String {
    let hands: Vec<String> = (0..hands)
        .map(|index| {
            format!(
                r#"{{"declarer": "Ann", "game_type": "misere", "declarer_tricks": {}}}"#,
                index % 2
            )
        })
        .collect();
    format!(
        r#"{{"game": "mariash", "players": ["Ann", "Bo", "Cy"], "hands": [{}]}}"#,
        hands.join(",")
    )
}

#[test]
fn long_matches_repeat_their_heads_and_number_their_pages() {
    let printable = sheet_of(&long_match(150), false, setup(Paper::A5, 1, false));
    let drawing = &printable.drawing;
    assert!(drawing.pages.len() > 5);
    let count = drawing.pages.len();
    for (index, _) in drawing.pages.iter().enumerate() {
        let expected = format!("Page {} of {count}", index + 1);
        let pages = draw::Drawing {
            pages: vec![drawing.pages[index].clone()],
            bookmarks: Vec::new(),
            missing: Vec::new(),
        };
        let texts: Vec<String> = pages.runs().map(draw::Run::text).collect();
        assert!(texts.contains(&expected), "{texts:?}");
        let rows = texts.iter().any(|text| text == "Declarer and commitments");
        assert!(rows || index + 1 == count, "no table on page {}", index + 1);
    }
    assert!(drawing.bookmarks.len() > 5);
    check_places(&printable, "a long match");
    if tools() {
        examine(&printable, count, "a long match");
    }
}

#[test]
fn the_winner_is_on_the_first_page_of_a_long_match() {
    let document = long_match(150).replace("\"hands\"", "\"finished\": true, \"hands\"");
    for paper in [Paper::A4, Paper::A5] {
        let printable = sheet_of(&document, false, setup(paper, 1, false));
        assert!(printable.drawing.pages.len() > 2);
        // Ann wins half of the 150 misères and loses the other half.
        let won = "Ann, Bo, Cy share first place with 0.";
        let first = paper::texts(&printable.drawing.pages[0]);
        assert!(first.iter().any(|text| text == won), "{first:?}");
    }
}

/// The number and the points of a hand are on the first line, even if its words take two lines.
#[test]
fn figures_are_on_the_line_of_their_hand() {
    for (game, phrase) in [("mariash", "Petr: ♥ hearts"), ("brink-bid", "no-trump")] {
        for paper in [Paper::A4, Paper::A5] {
            let printable = sheet_of(sample_text(game), false, setup(paper, 1, false));
            let runs: Vec<&draw::Run> = printable.drawing.runs().collect();
            let hand = runs
                .iter()
                .position(|run| run.text().starts_with(phrase))
                .unwrap();
            let number = runs[..hand]
                .iter()
                .rev()
                .find(|run| run.text().parse::<u8>().is_ok());
            let figure = runs[hand..]
                .iter()
                .find(|run| run.text().parse::<u8>().is_ok() || run.text().starts_with(['+', '−']));
            for run in [number, figure].into_iter().flatten() {
                let apart = (run.y - runs[hand].y).abs();
                assert!(
                    apart < 0.1,
                    "{game} on {}: {:?} {apart}",
                    paper.name(),
                    run.text()
                );
            }
        }
    }
}

#[test]
fn corrections_are_listed_with_their_reason() {
    let document = r#"{"game": "brink-bid", "players": ["Ann", "Bo"], "hands": [
        {"bids": {"Ann": 2, "Bo": 1}, "tricks": {"Ann": 2, "Bo": 2}}],
        "history": [
          {"at": "2026-11-19", "by": "Bo", "action": "corrected", "hand": 1,
           "before": {"bids": {"Ann": 0, "Bo": 1}}, "reason": "misread"},
          {"at": "2026-11-20", "by": "Bo", "action": "corrected", "hand": 1,
           "before": {"tricks": {"Ann": 3, "Bo": 1}}, "reason": "a trick lay in the wrong pile"}]}"#;
    for paper in [Paper::A4, Paper::A5] {
        let printable = sheet_of(document, false, setup(paper, 1, false));
        let texts = all_texts(&printable).join(" ");
        assert!(texts.contains("misread"), "{texts}");
        assert!(texts.contains("a trick lay in the wrong pile"), "{texts}");
        check_places(&printable, "corrections");
    }
}

#[test]
fn sheets_equal_the_golden_files() {
    let page = setup(Paper::A4, 1, false);
    let sheet = sheet_of(sample_text("contract-sabacc"), true, page);
    compare("contract-sabacc.sheet", &sheet).unwrap();
}

#[test]
fn the_longest_match_fits_a_sheet() {
    let document = long_match(MAX_HANDS);
    let scored = score(document.as_bytes()).unwrap();
    let json = read_json(&document).unwrap();
    let order = SheetRequest {
        explain: false,
        link: None,
        print: print_settings(setup(Paper::A4, 1, false)),
    };
    let printable = sheet(&order, &scored, &json).unwrap();
    assert!(printable.drawing.pages.len() < MAX_PAGES);
}

#[test]
fn adjustments_are_in_the_derivations() {
    let page = setup(Paper::A4, 1, false);
    let printable = sheet_of(sample_text("brink-bid"), true, page);
    let all = all_texts(&printable).join(" ");
    let place = |text: &str| all.find(text).unwrap_or_else(|| panic!("{text}: {all}"));
    // Zuzana lost two points after hand 6.
    let reason = place("adjustment: looked at the passed cards too early");
    let titles = all.rfind("Hand 7, dealt by").unwrap();
    assert!(place("Hand 6, dealt by") < reason && reason < titles);
    let document = r#"{"game": "brink-bid", "players": ["Ann", "Bo"], "hands": [
        {"bids": {"Ann": 2, "Bo": 1}, "tricks": {"Ann": 2, "Bo": 2}}],
        "adjustments": [{"after_hand": 0, "player": "Bo", "points": 3, "reason": "a start"}]}"#;
    let printable = sheet_of(document, true, page);
    let texts = all_texts(&printable);
    let place = |text: &str| texts.iter().rposition(|it| it == text).unwrap();
    let first = place("Before the first hand");
    assert_eq!(texts[first + 1..first + 3], ["adjustment: a start", "+3"]);
    assert!(first < place("Hand 1, dealt by Ann"));
    check_places(&printable, "a start");
}

#[test]
fn totals_are_bold() {
    for entry in games::all().iter().filter(|it| expected(it).running_totals) {
        let printable = sheet_of(entry.sample, false, setup(Paper::A4, 1, false));
        let scored = score(entry.sample.as_bytes()).unwrap();
        let bold = printable.drawing.runs().filter(|run| run.bold);
        let bold: Vec<String> = bold.map(draw::Run::text).collect();
        for total in scored.hands.iter().flat_map(|hand| &hand.totals) {
            assert!(
                bold.contains(&total.to_string()),
                "{}: {total}",
                entry.folder
            );
        }
    }
}

#[test]
fn bookmarks_lead_to_the_sheet_and_to_the_derivation_of_each_hand() {
    let printable = sheet_of(sample_text("brink-bid"), true, setup(Paper::A4, 1, false));
    let marks = &printable.drawing.bookmarks;
    let at = |depth: usize| marks.iter().filter(move |mark| mark.depth == depth);
    let names = |marks: Vec<&Bookmark>| -> Vec<String> {
        marks.into_iter().map(|mark| mark.name.clone()).collect()
    };
    let title = "Brink Bid · Thursday at the Crown";
    assert_eq!(
        names(at(0).collect()),
        [title, "The reason for every point"]
    );
    let below = names(at(1).collect());
    assert_eq!(
        below[..3],
        ["From hand 1", "Standings", "Totals after each hand"]
    );
    assert_eq!(below.len(), 3 + 7, "{below:?}");
    assert!(below[3].starts_with("Hand 1, dealt by"), "{below:?}");
    // In the file, each bookmark is below its own heading.
    let document = lopdf::Document::load_mem(&overtrick_paper::pdf::render(&printable)).unwrap();
    let follow = |it: &lopdf::Dictionary, key: &str| {
        let next = it.get_deref(key.as_bytes(), &document).unwrap();
        next.as_dict().unwrap().clone()
    };
    let root = follow(document.catalog().unwrap(), "Outlines");
    let count = |it: &lopdf::Dictionary| it.get(b"Count").unwrap().as_i64().unwrap();
    let (first, last) = (follow(&root, "First"), follow(&root, "Last"));
    assert_eq!((count(&root), count(&first), count(&last)), (12, 3, 7));
    let hand = follow(&last, "First");
    let name = lopdf::decode_text_string(hand.get(b"Title").unwrap()).unwrap();
    assert_eq!(name, below[3]);
}

#[test]
fn printed_text_names_hands_roles_and_times_in_plain_words() {
    let document = sample_text("berzerka")
        .trim_end()
        .strip_suffix('}')
        .unwrap();
    let document = format!(
        r#"{document}, "history": [
            {{"at": "2026-11-23T16:36:04.135Z", "by": "direct", "action": "correct", "hand": 1, "reason": "misread"}},
            {{"at": "2026-11-23", "by": "Bo", "action": "correct", "hand": 2, "reason": "misheard"}}]}}"#
    );
    let printable = sheet_of(&document, false, setup(Paper::A4, 1, false));
    let texts = all_texts(&printable);
    let whole = texts.join(" ");
    for pointer in ["/hands/", "hotseat: ", "T16:", "by direct"] {
        assert!(!whole.contains(pointer), "{pointer}: {whole}");
    }
    for text in [
        "Hand 1 was corrected by the director, 2026-11-23, 16:36 UTC: misread",
        "Hand 2 was corrected by Bo, 2026-11-23: misheard",
        "Hands 5, 6, 7, 10, 13: scored as bid; whether everyone had passed is not recorded.",
    ] {
        assert!(
            squeezed(&whole).contains(&squeezed(text)),
            "{text}: {whole}"
        );
    }
}
