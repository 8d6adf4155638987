//! The transfer size of the page.

use std::io::{Write, stderr};

use serde_json::{Value, json};

use super::chromium::{Chromium, Wishes, there};
use super::phone::{Phone, text};
use crate::served::Server;

/// The most bytes of the page, compressed and without fonts. A tenth of them is the editor of custom games, which is
/// loaded when it is opened.
const MAX: usize = 176_000;
/// The most bytes that are loaded before the first text is shown, and in total for the first screen.
const FIRST: usize = 46_000;
const FIRST_WHOLE: usize = 60_000;
/// The most bytes of fonts for a screen in English or Czech.
const FONTS_MOST: usize = 55_000;

/// The bytes sent to a browser for a file.
fn sent(server: &Server, file: &str) -> usize {
    let path = format!("/{}", file.trim_start_matches("./"));
    let answer = server.get(&path, &[("accept-encoding", "br, gzip")]);
    assert_eq!(answer.status, 200, "{path}");
    answer.body.len()
}

#[test]
fn the_whole_page_is_light() {
    let server = Server::start();
    let shell = server.get("/shell.js", &[]).text();
    let shell: Value = serde_json::from_str(
        shell
            .trim_start_matches("self.SHELL = ")
            .trim_end_matches(";\n"),
    )
    .unwrap();
    let files = shell["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file.as_str().unwrap());
    let (fonts, others): (Vec<&str>, Vec<&str>) = files
        .chain(["sw.js", "shell.js", "manifest.webmanifest"])
        .partition(|file| file.starts_with("fonts/"));
    let weigh = |files: &[&str]| files.iter().map(|file| sent(&server, file)).sum::<usize>();
    let (page, fonts) = (weigh(&others), weigh(&fonts));
    let report = format!(
        "the whole page: {page} bytes in {} files, and {fonts} bytes of fonts\n",
        others.len()
    );
    stderr().write_all(report.as_bytes()).unwrap();
    assert!(page < MAX, "{report}");
}

#[test]
fn the_first_load_is_light() {
    if !there() {
        return;
    }
    let server = Server::start();
    let chromium = Chromium::start(&Wishes::default());
    chromium.slow_down();
    chromium.goto(&format!("http://{}/", server.address));
    chromium.see(&text("start.new"));
    // On a phone without matches, the trial hand loads last.
    chromium.see(&text("trial.title"));
    // Files that the service worker fetches later do not delay the page.
    let script = "const entries = (type) => performance.getEntriesByType(type);
        return [entries('paint').find((one) => one.name === 'first-contentful-paint')?.startTime,
            [...entries('navigation'), ...entries('resource')]
                .map((one) => [new URL(one.name).pathname, one.transferSize, one.startTime])]";
    // Painting begins a moment after loading.
    let (painted, loaded): (f64, Vec<(String, usize, f64)>) = chromium.until(
        || serde_json::from_value(chromium.js(script, &json!([]))).ok(),
        || "nothing is painted".to_owned(),
    );
    let (fonts, others): (Vec<_>, Vec<_>) = loaded
        .iter()
        .partition(|(name, ..)| name.starts_with("/fonts/"));
    let (first, later): (Vec<_>, Vec<_>) =
        others.iter().copied().partition(|(.., at)| *at < painted);
    let sum =
        |files: &[&(String, usize, f64)]| files.iter().map(|(_, size, _)| size).sum::<usize>();
    let report = format!(
        "the first load: {} requests with {} bytes, {} of fonts, and then {} requests with {} bytes; by a \
         slow mobile network the first text is there after {painted:.0} ms\n{loaded:?}\n",
        first.len(),
        sum(&first),
        sum(&fonts),
        later.len(),
        sum(&later)
    );
    stderr().write_all(report.as_bytes()).unwrap();
    assert!(sum(&first) < FIRST, "{report}");
    assert!(sum(&others) < FIRST_WHOLE, "{report}");
}

/// The fetched fonts.
const FONTS: &str =
    "return performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname)
    .filter((path) => path.startsWith('/fonts/'))";

#[test]
fn fonts_for_other_scripts_are_loaded_when_a_name_needs_them() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let fetched = || -> Vec<String> {
        serde_json::from_value(phone.js(FONTS, &json!([]))).unwrap_or_default()
    };
    let has = |file: &str| {
        let path = format!("/fonts/{file}.woff2");
        fetched().contains(&path).then_some(())
    };
    phone.start("brink-bid", &["Zuzana Šťastná", "Bo"]);
    for file in ["NotoSans-Regular", "NotoSans-Bold"] {
        phone.until(|| has(file), || format!("{file} is not fetched"));
    }
    let fonts = fetched();
    assert!(!fonts.iter().any(|path| path.contains("More")), "{fonts:?}");
    let weight: usize = fonts
        .iter()
        .map(|path| sent(&server, path.trim_start_matches('/')))
        .sum();
    assert!(weight < FONTS_MOST, "{weight} bytes of {fonts:?}");
    phone.start("brink-bid", &["Ωρίων", "Bo"]);
    let more = "NotoSans-Regular-More";
    phone.until(|| has(more), || format!("{more} is not fetched"));
}
