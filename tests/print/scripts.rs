//! Names in scripts whose letters join, change shape, stack or run from right to left.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use overtrick_match::document::{read_json, score};
use overtrick_paper::layout::draw::{Drawing, Glyph, Item, Page, Run};
use overtrick_paper::layout::paper::Paper;
use overtrick_paper::pdf::render;
use overtrick_paper::requests::{Labels, PadPlayers, PadRequest, PrintSettings, SheetRequest};
use overtrick_paper::sheets::{pads, sheet};
use overtrick_paper::{PrintError, Printable};

use crate::paper::{
    all_texts, check_places, err, examine, order, overtrick, print_settings, root, setup, squeezed,
    stdout_text, tool, tools,
};

/// Names in complex scripts, with their fonts.
const NAMES: [(&str, &str); 9] = [
    ("محمد علي", "arabic"),
    ("سلام عبد الله", "arabic"),
    ("مُحَمَّد", "arabic"),
    ("מֹשֶׁה כהן", "hebrew"),
    ("משה (דן)", "hebrew"),
    ("श्रीकृष्ण", "devanagari"),
    ("प्रिया हिन्दी", "devanagari"),
    ("ณัฐวุฒิ", "thai"),
    ("น้ำ ที่นี่", "thai"),
];

fn font(name: &str) -> Vec<u8> {
    fs::read(root().join(format!("tests/fonts/{name}.ttf"))).unwrap()
}

fn fonts() -> Vec<Vec<u8>> {
    ["arabic", "hebrew", "devanagari", "thai"].map(font).into()
}

fn pad(players: &[&str], labels: Labels, fonts: &[Vec<u8>]) -> Result<Printable, PrintError> {
    let page = setup(Paper::A4, 1, false);
    let players = PadPlayers::Named(players.iter().map(ToString::to_string).collect());
    pads(&PadRequest {
        labels,
        print: PrintSettings {
            fonts,
            ..print_settings(page)
        },
        ..order("brink-bid", players, page)
    })
}

/// Returns the text run with this text.
fn line<'a>(printable: &'a Printable, text: &str) -> &'a Run {
    let mut runs = printable.drawing.runs();
    runs.find(|run| run.text() == text).unwrap_or_else(|| {
        let all = all_texts(printable);
        panic!("no {text:?} in {all:?}")
    })
}

/// Returns the visible glyphs. A cluster of several glyphs begins and ends with an invisible space.
fn glyphs(run: &Run) -> Vec<Glyph> {
    let clusters = run.pieces.iter().flat_map(|piece| &piece.clusters);
    let seen = |glyphs: &[Glyph]| match glyphs {
        [_, seen @ .., _] => seen.to_vec(),
        glyphs => glyphs.to_vec(),
    };
    clusters.flat_map(|cluster| seen(&cluster.glyphs)).collect()
}

/// Returns the text that pdftotext finds in a document.
fn read(printable: &Printable) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("it.pdf");
    fs::write(&file, render(printable)).unwrap();
    stdout_text(&tool("pdftotext", &[file.to_str().unwrap(), "-"]))
}

#[test]
fn names_in_every_script_are_read_as_written() {
    let fonts = fonts();
    for (name, _) in NAMES {
        let labels = Labels {
            title: Some(format!("{name} 2026")),
            place: Some(name.to_owned()),
            ..Labels::default()
        };
        let set = pad(&[name, "Ann"], labels, &fonts).unwrap();
        assert!(set.drawing.missing.is_empty(), "{name}");
        line(&set, name);
        check_places(&set, name);
        // pdftotext misplaces parentheses at the edge of right-to-left names in files of any program.
        if tools() && !name.contains('(') {
            examine(&set, 2, name);
            let text = squeezed(&read(&set));
            let times = text.matches(&squeezed(name)).count();
            assert!(times >= 3, "{name:?} is there {times} times: {text:?}");
        }
        let again = pad(&[name, "Ann"], Labels::default(), &fonts).unwrap();
        let other = pad(&[name, "Ann"], Labels::default(), &fonts).unwrap();
        assert_eq!(render(&again), render(&other), "{name}");
    }
}

#[test]
fn letters_are_joined_and_placed_by_the_rules_of_their_script() {
    let fonts = fonts();
    let set = |name| pad(&[name, "Ann"], Labels::default(), &fonts).unwrap();
    let ids = |run: &Run| glyphs(run).iter().map(|it| it.id).collect::<Vec<u16>>();
    // The letter has three shapes: at the start, in the middle and at the end.
    let printable = set("ععع");
    let joined = ids(line(&printable, "ععع"));
    let distinct: HashSet<u16> = joined.iter().copied().collect();
    assert_eq!((joined.len(), distinct.len()), (3, 3), "{joined:?}");
    // In Hebrew the first letter is the rightmost one.
    let printable = set("אב");
    let (both, run) = (ids(line(&printable, "אב")), line(&printable, "אב"));
    let printable = set("אא");
    assert_eq!(both[1], ids(line(&printable, "אא"))[0]);
    assert!(glyphs(run)[1].x > glyphs(run)[0].x);
    // This vowel is typed after its letter but displayed before it.
    let printable = set("कि");
    let vowel = ids(line(&printable, "कि"));
    let printable = set("का कि");
    let two = ids(line(&printable, "का कि"));
    assert_eq!(vowel.len(), 2);
    assert_ne!(vowel[0], two[0], "the letter is not drawn first");
    assert_eq!(vowel[1], two[0], "the letter is drawn second");
    // A tone mark is higher above another mark than above a letter.
    let printable = set("ที่");
    let marks = glyphs(line(&printable, "ที่"));
    let printable = set("ท่");
    let alone = glyphs(line(&printable, "ท่"));
    let same = marks[2].id == alone[1].id;
    assert!(!same || marks[2].y > alone[1].y, "{marks:?} {alone:?}");
    // If there is no precomposed character, the mark is placed over its letter.
    let printable = set("Ax\u{30c}e");
    let run = line(&printable, "Ax\u{30c}e");
    let mark = glyphs(run)[1];
    assert!(mark.x < glyphs(run)[0].x + run.size * 0.36, "{mark:?}");
}

#[test]
fn right_to_left_names_keep_their_places_in_sentences() {
    let document = r#"{
        "game": "brink-bid", "players": ["משה", "דן", "Ann"], "title": "ליגה 2026",
        "hands": [{
            "dice": { "trump": "hearts", "cards": 1, "direction": "left" },
            "bids": { "משה": 1, "דן": 2, "Ann": 0 },
            "tricks": { "משה": 1, "דן": 2, "Ann": 1 }
        }],
        "adjustments": [{ "after_hand": 1, "player": "דן", "points": -2, "reason": "איחור 10 דקות" }]
    }"#;
    let scored = score(document.as_bytes());
    let scored = scored.unwrap_or_else(|faults| panic!("{faults:?}"));
    let fonts = fonts();
    let request = SheetRequest {
        explain: true,
        link: None,
        print: PrintSettings {
            fonts: &fonts,
            ..print_settings(setup(Paper::A4, 1, false))
        },
    };
    let printable = sheet(&request, &scored, &read_json(document).unwrap()).unwrap();
    check_places(&printable, "a sheet of names from the right");
    let seen = |text: &str| -> Vec<String> {
        let pieces = line(&printable, text).pieces.iter();
        pieces.map(|piece| piece.text.clone()).collect()
    };
    // Only the right-to-left parts of a text are reversed.
    assert_eq!(seen("Hand 1, dealt by משה"), ["Hand 1, dealt by ", "משה"]);
    assert_eq!(seen("ליגה 2026"), ["2026", "ליגה "]);
    let seen = seen("דן −2: איחור 10 דקות").concat();
    assert_eq!(seen, "דן −2: דקות 10איחור ");
    let bookmarks = &printable.drawing.bookmarks;
    assert!(
        bookmarks
            .iter()
            .any(|mark| mark.name == "Hand 1, dealt by משה")
    );
    for run in printable.drawing.runs() {
        let text = run.text();
        let is_mark = |c: char| ('\u{2066}'..='\u{2069}').contains(&c);
        assert!(!text.contains(is_mark), "{text:?}");
    }
    if tools() {
        let text = squeezed(&read(&printable));
        for part in ["dealtbyמשה", "איחור", "דן"] {
            assert!(text.contains(part), "no {part} in {text}");
        }
    }
}

#[test]
fn right_to_left_text_is_in_reading_order_in_the_file() {
    if !tools() {
        return;
    }
    let labels = Labels {
        title: Some("ליגה 2026 של דן".to_owned()),
        ..Labels::default()
    };
    let set = pad(&["محمد علي", "משה כהן", "سلام"], labels, &fonts()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("it.pdf");
    fs::write(&file, render(&set)).unwrap();
    // With this option pdfinfo follows the structure of the document and ignores positions.
    let text = stdout_text(&tool("pdfinfo", &["-struct-text", file.to_str().unwrap()]));
    for name in ["محمد علي", "משה כהן", "ליגה 2026 של דן"] {
        assert!(text.contains(name), "no {name} in {text}");
    }
}

#[test]
fn a_name_that_no_font_has_is_left_blank() {
    for name in ["محمد علي", "משה", "रवि", "ณัฐ", "ᠮᠣᠩᠭᠣᠯ", "李"]
    {
        let labels = Labels {
            title: Some(format!("Evening of {name}")),
            ..Labels::default()
        };
        let printable = pad(&["Ann", name], labels, &[]).unwrap();
        let text = read(&printable);
        assert!(text.contains("Ann") && !text.contains('□'), "{text}");
        assert!(!text.contains("Evening of"), "{text}");
        for letter in name.chars().filter(|letter| letter.is_alphabetic()) {
            assert!(
                printable.drawing.missing.contains(&letter),
                "{name}: {letter}"
            );
        }
    }
    // A font without shaping rules is not used, because it would only place letters side by side.
    let letters = [font("thai"), font("devanagari-without-rules")];
    let printable = pad(&["Ann", "रवि"], Labels::default(), &letters).unwrap();
    assert!(printable.drawing.missing.contains(&'र'));
    let printable = pad(&["Ann", "ณัฐ"], Labels::default(), &letters).unwrap();
    assert_eq!(printable.drawing.missing, []);
}

#[test]
fn the_command_names_the_font_to_install() {
    let fonts = root().join("tests/fonts");
    let file = |name: &str| fonts.join(name).display().to_string();
    // No common font has these letters; the system may have fonts for other scripts.
    let pad = |lang: &str, more: &[&str]| {
        let players = "Ann,\u{10a60}\u{10a61}";
        let mut arguments = vec!["--lang", lang, "pad", "brink-bid", "--players", players];
        arguments.extend(more);
        let output = overtrick(&arguments);
        (output.status.code(), err(&output))
    };
    for (lang, words) in [
        ("en", ["\u{10a60}", "--font FILE", "fonts-noto-core"]),
        ("cs", ["\u{10a60}", "--font SOUBOR", "fonts-noto-core"]),
    ] {
        let (status, text) = pad(lang, &[]);
        assert_eq!(status, Some(0), "{text}");
        for word in words {
            assert!(text.contains(word), "no {word} in {text}");
        }
    }
    let font = file("devanagari.ttf");
    let output = overtrick(&["pad", "brink-bid", "--players", "Ann,रवि", "--font", &font]);
    assert_eq!((output.status.code(), &*err(&output)), (Some(0), ""));
}

/// Returns a page with one line of a document, and that line.
fn single_line(printable: Printable, text: &str) -> (Printable, Run) {
    let run = line(&printable, text).clone();
    let page = Page {
        width: 210.0,
        height: 100.0,
        shared: Arc::default(),
        own: vec![Item::Text(Run {
            x: 20.0,
            y: 50.0,
            ..run.clone()
        })],
    };
    let drawing = Drawing {
        pages: vec![page],
        bookmarks: Vec::new(),
        missing: Vec::new(),
    };
    (
        Printable {
            drawing,
            ..printable
        },
        run,
    )
}

/// Renders a page at 600 dpi and returns its dark pixels, cropped.
fn picture(pdf: &Path) -> Vec<Vec<bool>> {
    let base = pdf.with_extension("");
    let (pdf, to) = (pdf.to_str().unwrap(), base.to_str().unwrap());
    tool("pdftoppm", &["-gray", "-r", "600", "-singlefile", pdf, to]);
    let bytes = fs::read(base.with_extension("pgm")).unwrap();
    let mut parts = bytes.splitn(4, u8::is_ascii_whitespace);
    let mut number = || -> usize {
        let part = String::from_utf8(parts.next().unwrap().to_vec()).unwrap();
        part.parse().unwrap_or(0)
    };
    let (_, width, height) = (number(), number(), number());
    let pixels = &bytes[bytes.len() - width * height..];
    let dark: Vec<&[u8]> = pixels.chunks(width).collect();
    let rows: Vec<usize> = (0..height)
        .filter(|row| dark[*row].iter().any(|pixel| *pixel < 128))
        .collect();
    let columns: Vec<usize> = (0..width)
        .filter(|column| rows.iter().any(|row| dark[*row][*column] < 128))
        .collect();
    let (left, right) = (columns[0], columns[columns.len() - 1]);
    let row = |row: usize| dark[row][left..=right].iter().map(|pixel| *pixel < 128);
    (rows[0]..=rows[rows.len() - 1])
        .map(|it| row(it).collect())
        .collect()
}

/// Returns the share of dark pixels of `one` that have no dark pixel of `other` nearby.
fn unmatched_share(one: &[Vec<bool>], other: &[Vec<bool>]) -> f64 {
    const NEAR: usize = 3;
    let (mut all, mut unmatched) = (0.0, 0.0);
    for (y, row) in one.iter().enumerate() {
        for x in (0..row.len()).filter(|x| row[*x]) {
            all += 1.0;
            let rows = other.iter().take(y + NEAR + 1).skip(y.saturating_sub(NEAR));
            let mut near =
                rows.flat_map(|row| row.iter().take(x + NEAR + 1).skip(x.saturating_sub(NEAR)));
            unmatched += if near.any(|dark| *dark) { 0.0 } else { 1.0 };
        }
    }
    unmatched / all
}

#[test]
fn a_name_looks_as_in_a_browser() {
    if Command::new("chromium").arg("--version").output().is_err() || !tools() {
        eprintln!("chromium not found, so names are not compared: apt-get install chromium");
        return;
    }
    let fonts = fonts();
    let folder = tempfile::tempdir().unwrap();
    for (name, script) in NAMES {
        let set = pad(&[name, "Ann"], Labels::default(), &fonts).unwrap();
        let (set, run) = single_line(set, name);
        let own = folder.path().join("own.pdf");
        fs::write(&own, render(&set)).unwrap();
        let font = root().join(format!("tests/fonts/{script}.ttf"));
        // The page also needs the bold font, for characters that the script's font lacks.
        let rest = root().join("templates/fonts/NotoSans-Bold.ttf");
        let page = format!(
            "<meta charset=utf-8><style>@page {{ size: 210mm 100mm; margin: 20mm }} \
             @font-face {{ font-family: f; src: url('file://{}') }} \
             @font-face {{ font-family: g; src: url('file://{}') }} \
             p {{ font: {}pt f, g }}</style><p dir=auto>{name}",
            font.display(),
            rest.display(),
            run.size
        );
        let (html, theirs) = (
            folder.path().join("it.html"),
            folder.path().join("theirs.pdf"),
        );
        fs::write(&html, page).unwrap();
        let to = format!("--print-to-pdf={}", theirs.display());
        let from = format!("file://{}", html.display());
        let flags = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-pdf-header-footer",
            // Prints only after the fonts are loaded.
            "--virtual-time-budget=10000",
        ];
        tool(
            "chromium",
            &[&flags[..], &["--allow-file-access-from-files", &to, &from]].concat(),
        );
        let (own, theirs) = (picture(&own), picture(&theirs));
        let sizes = [
            own.len().abs_diff(theirs.len()),
            own[0].len().abs_diff(theirs[0].len()),
        ];
        assert!(sizes.iter().all(|size| *size <= 4), "{name}: {sizes:?}");
        let (more, less) = (
            unmatched_share(&own, &theirs),
            unmatched_share(&theirs, &own),
        );
        assert!(more < 0.002 && less < 0.002, "{name}: {more} {less}");
    }
}
