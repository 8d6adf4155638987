//! Refused print requests, and the files after a failure.

use std::fs;
use std::path::PathBuf;

use crate::paper::{err, overtrick, root};

#[test]
fn unprintable_characters_are_refused() {
    for (arguments, status, words) in [
        (
            vec!["pad", "brink-bid", "--paper", "b5"],
            2,
            "possible values: a4, letter, a5",
        ),
        (
            vec!["pad", "brink-bid", "--players", "a,b,c,d,e,f,g"],
            2,
            "players, not 7",
        ),
        (vec!["pad", "brink-bid", "--pages", "10000"], 2, "1 to 200"),
        (vec!["pad", "brink-bid", "--pages", "0"], 2, "1 to 200"),
        (vec!["pad", "brink-bid", "--per-page", "3"], 2, "per-page"),
        (
            vec![
                "pad",
                "oh-hell",
                "--players",
                "7",
                "--paper",
                "a5",
                "--per-page",
                "2",
            ],
            2,
            "The nearest that fits: --paper a5",
        ),
        (
            vec!["pad", "mariash", "--paper", "a5", "--per-page", "2"],
            2,
            "mm per pad; A5 with 2 a page has 134 × 91 mm",
        ),
        (vec!["pad", "brink-bit"], 2, "brink-bid"),
        (
            vec!["pad", "brink-bid", "--option", "made_points=-1"],
            2,
            "/options/made_points",
        ),
        (
            vec!["pad", "brink-bid", "--template", "/no/such.toml"],
            3,
            "/no/such.toml",
        ),
        (
            vec!["pad", "brink-bid", "--font", "/no/such.ttf"],
            3,
            "/no/such.ttf",
        ),
        (
            vec!["pad", "brink-bid", "-o", "/no/such/pad.pdf"],
            3,
            "/no/such/pad.pdf",
        ),
        (vec!["sheet", "/no/such.json"], 3, "/no/such.json"),
    ] {
        let output = overtrick(&arguments);
        assert_eq!(
            output.status.code(),
            Some(status),
            "{arguments:?}: {}",
            err(&output)
        );
        assert!(
            err(&output).contains(words),
            "{arguments:?}: {}",
            err(&output)
        );
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
    let no_font = root().join("Cargo.toml").display().to_string();
    let output = overtrick(&["pad", "brink-bid", "--font", &no_font]);
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
}

#[test]
fn a_font_of_pictures_is_refused() {
    let mut font = fs::read(root().join("tests/fonts/two-characters.ttf")).unwrap();
    let outlines = font.windows(4).position(|tag| tag == b"glyf").unwrap();
    font[outlines..outlines + 4].copy_from_slice(b"glyg");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("emoji.ttf");
    fs::write(&file, font).unwrap();
    let file = file.to_str().unwrap();
    let output = overtrick(&["pad", "brink-bid", "--font", file]);
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    let text = err(&output);
    assert!(text.contains(file) && text.contains("outlines"), "{text}");
    assert!(output.stdout.is_empty());
}

#[test]
fn no_partial_file_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let blocked = folder.path().join("pad.pdf");
    fs::create_dir(&blocked).unwrap();
    let output = overtrick(&["pad", "brink-bid", "-o", blocked.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(3), "{}", err(&output));
    let left: Vec<PathBuf> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert_eq!(left, [blocked]);
}
