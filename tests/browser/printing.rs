//! PDFs made by the page equal those of the program.

use std::process::Command;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use overtrick_core::args;
use overtrick_core::json::Json;
use overtrick_match::document::read_json;
use overtrick_match::lang::Language;
use overtrick_match::play::LocalMatch;
use overtrick_paper::pdf;
use overtrick_paper::requests::SheetRequest;
use overtrick_paper::sheets;
use serde_json::{Value, json};

use super::chromium::Wishes;
use super::folder::Folder;
use super::phone::{Phone, say, text};
use super::secure::Secure;
use crate::served::{ADMIN, bearer};

/// The module that makes PDFs.
const PRINTER: &str = "overtrick-pdf.wasm";

/// Captures files that the page saves.
const SAVED: &str = "globalThis.files = [];
    URL.createObjectURL = (blob) => { blob.arrayBuffer().then((bytes) => {
        let text = '';
        for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte);
        globalThis.files.push(btoa(text)); }); return '#'; };
    HTMLAnchorElement.prototype.click = () => undefined;";

/// Returns the next file that the page saves after an action.
fn saved(phone: &Phone, what: impl FnOnce(&Phone)) -> Vec<u8> {
    phone.js(SAVED, &json!([]));
    what(phone);
    let file = phone.until(
        || {
            let found = phone.js("return globalThis.files[0] ?? null", &json!([]));
            found.as_str().map(str::to_owned)
        },
        || format!("nothing is saved: {}", phone.shown()),
    );
    STANDARD.decode(file).unwrap()
}

/// The paper size that the page uses.
fn paper(phone: &Phone) -> &'static str {
    let script = "return ['US', 'CA', 'MX'].includes(navigator.language.split('-')[1])";
    match phone.js(script, &json!([])) {
        Value::Bool(true) => "letter",
        _ => "a4",
    }
}

/// The sheet that the program makes of a log.
fn sheet(log: &[u8], paper: &str) -> Vec<u8> {
    let log: Value = serde_json::from_slice(log).unwrap();
    let log: Json = read_json(&log["log"].to_string()).unwrap();
    let played = LocalMatch::open(log.typed().unwrap()).unwrap().played;
    let order = vec![("paper".to_owned(), Json::Text(paper.to_owned()))];
    let order = SheetRequest::read(order, Language::english()).unwrap();
    let drawn = sheets::sheet(&order, &played.scored().unwrap(), &played.document());
    pdf::render(&drawn.unwrap())
}

fn assert_same(found: &[u8], expected: &[u8]) {
    assert!(found.starts_with(b"%PDF"));
    assert!(
        found == expected,
        "two PDFs that differ, of {} and {} bytes",
        found.len(),
        expected.len()
    );
}

fn has_printer(phone: &Phone) -> bool {
    let script = "const done = arguments[0]; caches.match('overtrick-pdf.wasm').then((one) => done(Boolean(one)));";
    phone.js_later(script, &json!([])) == json!(true)
}

#[test]
fn a_folder_of_files_makes_pads_and_sheets_as_the_program_does() {
    let overtrick = |args: &[&str]| {
        let ran = Command::new(env!("CARGO_BIN_EXE_overtrick"))
            .args(args)
            .output();
        let ran = ran.unwrap();
        assert!(ran.status.success(), "{ran:?}");
        ran.stdout
    };
    let folder = Folder::written();
    let Some(phone) = Phone::with(&folder.home, &Wishes::default()) else {
        return;
    };
    phone.see(&text("start.new"));
    let script = "return performance.getEntriesByType('resource').map((one) => one.name)";
    let loaded = phone.js(script, &json!([])).to_string();
    assert!(!loaded.contains(PRINTER), "{loaded}");
    phone.open("#/new/brink-bid");
    let pad = saved(&phone, |phone| phone.press(&text("start.pad")));
    // The message disappears after a while.
    phone.see(&say("paper.made", &args![file: "brink-bid.pdf"]));
    assert_same(
        &pad,
        &overtrick(&["pad", "brink-bid", "--paper", paper(&phone)]),
    );

    phone.start("brink-bid", &["Ann", "Šárka"]);
    phone.enter_all("bids", &[("Šárka", "1"), ("Ann", "1")]);
    phone.to_result("brink-bid");
    phone.enter_all("tricks", &[("Šárka", "3"), ("Ann", "1")]);
    phone.save(1);
    phone.until(
        || has_printer(&phone).then_some(()),
        || "the module for PDFs is not stored".to_owned(),
    );
    phone.keep_rules();
    phone.cut_off(true);
    phone.reload();
    phone.tab("share");
    let log = saved(&phone, |phone| phone.press(&text("kept.file")));
    let made = saved(&phone, |phone| phone.press(&text("share.sheet-pdf")));
    assert_same(&made, &sheet(&log, paper(&phone)));
    let pad = saved(&phone, |phone| phone.press(&text("share.pad-make")));
    assert!(pad.starts_with(b"%PDF"));
}

#[test]
fn a_phone_without_the_printing_module_prints_once_it_has_a_network() {
    let (secure, server) = Secure::start();
    let Some(phone) = Phone::with(&secure.home(), &Secure::wishes()) else {
        return;
    };
    phone.start("brink-bid", &["Ann", "Bo"]);
    phone.keep_rules();
    phone.cut_off(true);
    drop(server);
    phone.see(&text("line.alone"));
    phone.tab("share");
    phone.see(&text("paper.missing"));
    phone.follow(&text("share.sheet-pdf"));
    let told_again = || (phone.shown().matches(&text("paper.missing")).count() == 2).then_some(());
    phone.until(told_again, || phone.shown());
    assert!(!has_printer(&phone));

    let server = secure.again();
    phone.cut_off(false);
    phone.see_gone(&text("line.alone"));
    let pad = saved(&phone, |phone| phone.press(&text("share.pad-make")));
    assert!(pad.starts_with(b"%PDF"));
    phone.until(
        || has_printer(&phone).then_some(()),
        || "the module for PDFs is not stored".to_owned(),
    );
    phone.cut_off(true);
    drop(server);
    phone.see(&text("line.alone"));
    phone.press(&text("share.advanced"));
    let made = saved(&phone, |phone| phone.follow(&text("share.explained-pdf")));
    let id = phone.match_address().replace("#/m/", "");
    let paper = paper(&phone);
    let path = format!("/api/v1/matches/{id}/sheet.pdf?paper={paper}&lang=en&explain=true");
    let server = secure.plain();
    let sheet = server.get(&path, &[("authorization", &bearer(ADMIN))]);
    assert_same(&made, &sheet.body);
}

#[test]
fn a_blank_pad_is_made_here_where_the_server_is_stopped() {
    let (secure, server) = Secure::start();
    let Some(phone) = Phone::with(&secure.home(), &Secure::wishes()) else {
        return;
    };
    phone.keep_rules();
    let keep = "const done = arguments[0]; navigator.serviceWorker.ready.then(({ active }) => {
        active.postMessage({ lang: 'en', printer: true }); done(); });";
    phone.js_later(keep, &json!([]));
    phone.until(
        || has_printer(&phone).then_some(()),
        || "the module for PDFs is not stored".to_owned(),
    );
    phone.open("#/new/brink-bid");
    phone.find("button", &text("start.pad"));
    // The network is up, so the page learns only from its request that the server is gone.
    drop(server);
    let pad = saved(&phone, |phone| phone.press(&text("start.pad")));
    assert!(pad.starts_with(b"%PDF"));
    assert!(phone.address().starts_with(&secure.home()));
}
