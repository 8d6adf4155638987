//! A club's logo at the top of pads.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use overtrick_paper::layout::draw::{Drawing, Item};
use overtrick_paper::layout::paper::{Area, PageSetup, Paper};
use overtrick_paper::layout::picture::{MAX_PICTURE_BYTES, Picture, PictureError};
use overtrick_paper::pdf::render;
use overtrick_paper::requests::{Backs, Labels, PadPlayers, PadRequest};
use overtrick_paper::sheets::pads;
use overtrick_paper::{PrintError, Printable};
use png::{BitDepth, ColorType, Encoder};

use crate::paper::{
    all_texts, check_places, err, order, overtrick, setup, stdout_text, tool, tools,
};

/// Returns a PNG whose first pixel has another color than the rest.
fn png_of((width, height): (u32, u32), color: ColorType, (first, rest): (&[u8], &[u8])) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(color);
    encoder.set_depth(BitDepth::Eight);
    let pixels = usize::try_from(width * height).unwrap();
    let samples = [first, &rest.repeat(pixels - 1)].concat();
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&samples).unwrap();
    writer.finish().unwrap();
    bytes
}

fn red_and_green(size: (u32, u32)) -> Vec<u8> {
    png_of(size, ColorType::Rgb, (&[200, 0, 0], &[0, 120, 0]))
}

/// Draws pads with this logo and these labels.
fn pad(logo: &[u8], labels: Labels, page: PageSetup) -> Result<Printable, PrintError> {
    let logo = Picture::read(logo).unwrap();
    pads(&PadRequest {
        pages: 3,
        backs: Backs::None,
        labels: Labels {
            logo: Some(Arc::new(logo)),
            ..labels
        },
        ..order("oh-hell", PadPlayers::Count(4), page)
    })
}

fn plain_pad(logo: &[u8], paper: Paper) -> Printable {
    pad(logo, Labels::default(), setup(paper, 1, false)).unwrap()
}

/// Returns the areas of the logos on the first page.
fn places(drawing: &Drawing) -> Vec<Area> {
    let items = drawing.pages[0].items();
    let places = items.filter_map(|item| match item {
        Item::Picture(area, _) => Some(*area),
        _ => None,
    });
    places.collect()
}

fn times(bytes: &[u8], words: &str) -> usize {
    let words = words.as_bytes();
    bytes.windows(words.len()).filter(|it| *it == words).count()
}

#[test]
fn a_logo_is_stored_once_in_a_file_of_many_pads() {
    let logo = red_and_green((60, 40));
    let page = setup(Paper::A4, 2, false);
    let printable = pad(&logo, Labels::default(), page).unwrap();
    assert_eq!(printable.drawing.pages.len(), 3);
    assert_eq!(places(&printable.drawing).len(), 2, "one logo on each pad");
    let bytes = render(&printable);
    assert_eq!(times(&bytes, "/Subtype/Image"), 1);
    assert_eq!(times(&bytes, "/DeviceRGB"), 1);
    assert_eq!(times(&bytes, "/SMask"), 0, "no transparent pixels");
    assert_eq!(bytes, render(&pad(&logo, Labels::default(), page).unwrap()));
    if tools() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("pads.pdf");
        fs::write(&file, &bytes).unwrap();
        let file = file.to_str().unwrap();
        tool("qpdf", &["--check", file]);
        let text = stdout_text(&tool("pdfimages", &["-list", file]));
        let images = text.lines().skip(2);
        assert!(images.clone().count() >= 3, "{text}");
        for image in images {
            let columns: Vec<&str> = image.split_whitespace().collect();
            assert_eq!(columns[3..6], ["60", "40", "rgb"], "{text}");
        }
    }
}

#[test]
fn two_logos_give_two_files() {
    let page = |logo: &[u8]| render(&plain_pad(logo, Paper::A5));
    let (one, other) = (red_and_green((60, 40)), red_and_green((40, 60)));
    assert_ne!(page(&one), page(&other));
    let id = |logo: &[u8]| Picture::read(logo).unwrap().id;
    assert_ne!(id(&one), id(&other), "the same pixels, in other rows");
}

#[test]
fn black_logos_are_gray_in_every_color_type() {
    let black: [(ColorType, &[u8], &[u8]); 4] = [
        (ColorType::Grayscale, &[0], &[255]),
        (ColorType::GrayscaleAlpha, &[0, 255], &[255, 255]),
        (ColorType::Rgb, &[0, 0, 0], &[255, 255, 255]),
        // The transparent pixels have a color, which does not matter.
        (ColorType::Rgba, &[0, 0, 0, 255], &[0, 200, 100, 0]),
    ];
    for (color, first, rest) in black {
        let logo = png_of((30, 30), color, (first, rest));
        let picture = Picture::read(&logo).unwrap();
        assert!(picture.is_gray, "{color:?}");
        assert_eq!(picture.samples[0], 0, "{color:?}");
        assert_eq!(picture.samples.len(), 900, "{color:?}");
        let bytes = render(&plain_pad(&logo, Paper::A5));
        assert_eq!(times(&bytes, "/DeviceRGB"), 0, "{color:?}");
        assert!(times(&bytes, "/DeviceGray") > 0, "{color:?}");
    }
}

#[test]
fn a_transparent_logo_has_a_mask() {
    let colors = (&[200, 0, 0, 255][..], &[200, 0, 0, 40][..]);
    let logo = png_of((30, 20), ColorType::Rgba, colors);
    let picture = Picture::read(&logo).unwrap();
    let alpha = picture.alpha.unwrap();
    assert_eq!((alpha.len(), alpha[0], alpha[1]), (600, 255, 40));
    assert_eq!(picture.samples.len(), 1800);
    let bytes = render(&plain_pad(&logo, Paper::A4));
    assert_eq!(times(&bytes, "/SMask"), 1);
    assert_eq!(times(&bytes, "/Subtype/Image"), 2);
    let opaque = (&[200, 0, 0, 255][..], &[200, 0, 9, 255][..]);
    let logo = png_of((30, 20), ColorType::Rgba, opaque);
    assert_eq!(Picture::read(&logo).unwrap().alpha, None);
}

#[test]
fn sixteen_bits_and_palettes_are_read() {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 2, 1);
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(BitDepth::Sixteen);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[0x80, 0x12, 0xFF, 0xFF]).unwrap();
    writer.finish().unwrap();
    assert_eq!(Picture::read(&bytes).unwrap().samples, [0x80, 0xFF]);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 2, 1);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::One);
    encoder.set_palette(vec![1, 2, 3, 4, 5, 6]);
    encoder.set_trns(vec![0]);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[0b0100_0000]).unwrap();
    writer.finish().unwrap();
    let picture = Picture::read(&bytes).unwrap();
    assert_eq!(picture.samples, [1, 2, 3, 4, 5, 6]);
    assert_eq!(picture.alpha, Some(vec![0, 255]));
}

#[test]
fn a_logo_is_an_artifact_for_screen_readers() {
    let printable = plain_pad(&red_and_green((60, 40)), Paper::A4);
    let file = lopdf::Document::load_mem(&render(&printable)).unwrap();
    let page = *file.get_pages().get(&1).unwrap();
    let content = file.get_page_content(page);
    let content = String::from_utf8_lossy(&content);
    let drawn = content.find(" Do\n").unwrap();
    let before = &content[..drawn];
    let artifact = before.rfind("/Artifact BMC").unwrap();
    assert!(!before[artifact..].contains("EMC"), "{before}");
    let open = before.matches("BDC").count() + before.matches("BMC").count();
    assert_eq!(
        open - before.matches("EMC").count(),
        1,
        "only the artifact is open"
    );
}

#[test]
fn a_logo_is_as_high_as_the_head_allows_and_keeps_its_shape() {
    for (paper, width) in [(Paper::A4, 192.0), (Paper::A5, 134.0)] {
        let high = 15.0;
        let shown = |size| places(&plain_pad(&red_and_green(size), paper).drawing)[0];
        let square = shown((50, 50));
        assert!((square.h - high).abs() < 0.01, "{paper:?}: {square:?}");
        assert!((square.w - square.h).abs() < 0.01, "{square:?}");
        let wide = shown((400, 40));
        assert!(wide.w <= 0.22 * width + 0.01, "{wide:?}");
        assert!((wide.w - 10.0 * wide.h).abs() < 0.01, "{wide:?}");
        let tall = shown((40, 400));
        assert!((tall.h - high).abs() < 0.01, "{tall:?}");
    }
}

/// Returns all labels that a club can set, with this many links.
fn all_labels(links: usize) -> Labels {
    let link = |index| (index < links).then(|| "https://crown.example/t/7".to_owned());
    Labels {
        table: Some("12".to_owned()),
        title: Some("Thursday at the Crown, first division of the county".to_owned()),
        date: Some("2026-11-26".to_owned()),
        place: Some("The Crown, back room".to_owned()),
        link: link(0),
        watch: link(1),
        enter: link(2),
        logo: None,
    }
}

#[test]
fn nothing_overlaps_a_logo() {
    let logo = red_and_green((300, 100));
    let mut seen = 0;
    for paper in Paper::ALL {
        for (per_page, landscape) in [(1, false), (1, true), (2, false), (2, true)] {
            for labels in [
                Labels::default(),
                all_labels(0),
                all_labels(1),
                all_labels(2),
                all_labels(3),
            ] {
                let page = setup(paper, per_page, landscape);
                let what = format!("{} {per_page} {labels:?}", paper.name());
                let Ok(with) = pad(&logo, labels, page) else {
                    continue;
                };
                seen += 1;
                check_places(&with, &what);
                check_logo(&with, &what);
            }
        }
    }
    assert!(seen > 40, "{seen}");
}

#[test]
fn a_date_is_not_cut_for_a_logo() {
    let logo = red_and_green((300, 100));
    for paper in [Paper::A4, Paper::A5] {
        let labels = Labels {
            title: Some("Thursday at the Crown".to_owned()),
            date: Some("2026-11-26".to_owned()),
            place: Some("The Crown".to_owned()),
            ..Labels::default()
        };
        let printable = pad(&logo, labels, setup(paper, 1, false)).unwrap();
        let texts = all_texts(&printable);
        for text in [
            "Oh Hell",
            "Thursday at the Crown",
            "2026-11-26",
            "The Crown",
        ] {
            assert!(texts.iter().any(|it| it == text), "{paper:?}: no {text}");
        }
    }
}

/// Asserts that nothing overlaps the logos.
fn check_logo(printable: &Printable, what: &str) {
    let logos = places(&printable.drawing);
    for item in printable.drawing.pages[0].items() {
        let area = match item {
            Item::Text(run) => run.area(),
            Item::Rule(from, to, ..) => Area::new(from.0, from.1, to.0 - from.0, to.1 - from.1),
            Item::Box(area, _) => *area,
            _ => continue,
        };
        for logo in &logos {
            let apart = area.x >= logo.right()
                || logo.x >= area.right()
                || area.y >= logo.bottom()
                || logo.y >= area.bottom();
            assert!(apart, "{what}: {item:?} overlaps {logo:?}");
        }
    }
}

fn kept(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let file = folder.join(name);
    fs::write(&file, bytes).unwrap();
    file
}

#[test]
fn the_command_prints_a_logo() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = red_and_green((60, 40));
    let logo = kept(folder.path(), "club.png", &bytes);
    let logo = logo.to_str().unwrap();
    let output = overtrick(&[
        "pad",
        "oh-hell",
        "--players",
        "4",
        "--pages",
        "3",
        "--no-legend",
        "--logo",
        logo,
    ]);
    assert!(output.status.success(), "{}", err(&output));
    assert_eq!(output.stdout, render(&plain_pad(&bytes, Paper::A4)));
}

#[test]
fn an_invalid_logo_is_refused_before_writing() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let good = red_and_green((60, 40));
    let large = [&good[..], &vec![0; MAX_PICTURE_BYTES]].concat();
    let wide = png_of((2001, 2000), ColorType::Grayscale, (&[0], &[9]));
    let mut changed = good.clone();
    changed[16] ^= 1;
    let cases: [(PathBuf, i32, &str, &str); 10] = [
        (
            kept(at, "a.svg", b"<?xml version=\"1.0\"?>\n<svg/>"),
            2,
            "has the type SVG; a logo must be a PNG",
            "druhu SVG; logo je PNG",
        ),
        (
            kept(at, "a.jpg", b"\xFF\xD8\xFF\xE0"),
            2,
            "has the type JPEG",
            "druhu JPEG",
        ),
        (
            kept(at, "a.txt", b"logo\n"),
            2,
            "it starts with the bytes 6C 6F 67 6F 0A); a logo must be a PNG",
            "začíná bajty 6C 6F 67 6F 0A",
        ),
        (kept(at, "none.png", b""), 2, "is empty", "je prázdný"),
        (
            kept(at, "large.png", &large),
            2,
            &format!("has {} bytes; a logo has at most 4000000", large.len()),
            &format!("má {} bajt", large.len()),
        ),
        (
            kept(at, "wide.png", &wide),
            2,
            "has 2001 × 2000 = 4002000 pixels; a logo has at most 4000000",
            "má 2001 × 2000 = 4002000 bodů; logo jich má nejvýš 4000000",
        ),
        (
            kept(at, "cut.png", &good[..good.len() - 20]),
            2,
            "is a PNG, but damaged",
            "je PNG, ale poškozené",
        ),
        (
            kept(at, "start.png", &good[..8]),
            2,
            "is a PNG, but damaged",
            "je PNG, ale poškozené",
        ),
        (
            kept(at, "changed.png", &changed),
            2,
            "is a PNG, but damaged",
            "je PNG, ale poškozené",
        ),
        (
            at.join("missing.png"),
            3,
            "missing.png cannot be read",
            "missing.png nejde přečíst",
        ),
    ];
    let out = at.join("pad.pdf");
    for (file, status, english, czech) in cases {
        for (tag, words) in [("en", english), ("cs", czech)] {
            let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
            let arguments = ["pad", "oh-hell", "--lang", tag, "--logo", file, "-o", out];
            let output = overtrick(&arguments);
            let text = err(&output);
            assert_eq!(output.status.code(), Some(status), "{file}: {text}");
            assert!(
                text.contains(words) && text.contains(file),
                "{file}: {text}"
            );
        }
        assert!(!out.exists(), "{}", file.display());
    }
}

#[test]
fn any_bytes_give_a_picture_or_an_error() {
    let good = red_and_green((12, 8));
    for index in 0..good.len() {
        for bit in [0, 3, 7] {
            let mut bytes = good.clone();
            bytes[index] ^= 1 << bit;
            if let Ok(picture) = Picture::read(&bytes) {
                let pixels = usize::try_from(picture.width * picture.height).unwrap();
                let each = if picture.is_gray { 1 } else { 3 };
                assert_eq!(picture.samples.len(), pixels * each);
            }
        }
        assert!(Picture::read(&good[..index]).is_err(), "{index} bytes");
    }
    let huge = [&good[..16], &[0x7F, 0xFF, 0xFF, 0xFF], &good[20..]].concat();
    let huge = Picture::read(&huge);
    assert!(
        matches!(
            huge,
            Err(PictureError::Damaged(_) | PictureError::Pixels(..))
        ),
        "{huge:?}"
    );
}
