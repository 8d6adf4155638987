//! Transferring a match stored on a phone to another phone without a network: by QR codes or a link.

use overtrick_core::args;
use serde_json::json;

use super::alone::{begun, enter_hand};
use super::chromium::Wishes;
use super::folder::Folder;
use super::looker::everywhere;
use super::phone::{Phone, say, text};
use crate::served::Server;

/// A code reader for browsers without one; Chromium has one on some systems only.
const DECODER: &str = include_str!("vendor/jsQR.js");

/// Gives the page a code reader, as on some systems: it reads pictures that the test shows to its camera.
const READER: &str = "
    globalThis.shown = [];
    globalThis.BarcodeDetector = class {
        static async getSupportedFormats() { return ['qr_code']; }
        async detect() {
            const source = globalThis.shown.shift();
            if (!source) return [];
            const image = new Image();
            image.src = source;
            await image.decode();
            const canvas = new OffscreenCanvas(640, 640);
            const context = canvas.getContext('2d');
            context.drawImage(image, 0, 0, 640, 640);
            const { data } = context.getImageData(0, 0, 640, 640);
            const found = jsQR(data, 640, 640);
            return found ? [{ rawValue: found.data }] : [];
        }
    };";

/// Gives the first player another name.
const RENAME: &str = "const [id, name, done] = arguments;
    import('./page.js').then(async ({ $net_api: { request } }) => {
        const body = { action: 'rename', seat: 1, name };
        done((await request('POST', `matches/${id}/changes`, { body })).ok);
    });";

/// Makes the log of a match too long for one code.
fn grow(phone: &Phone) {
    let place = phone.match_address();
    let names = (0..16)
        .map(|at| format!("Ann {at}"))
        .chain(["Ann".to_owned()]);
    for name in names {
        let asked = json!([place.strip_prefix("#/m/"), name]);
        assert_eq!(phone.js_later(RENAME, &asked), json!(true), "{name}");
    }
    phone.reload();
}

/// The codes that a phone shows, as pictures.
fn codes(phone: &Phone) -> Vec<String> {
    let source = "return document.querySelector('dialog .qr').src";
    let mut codes = Vec::new();
    loop {
        let code = phone.js(source, &json!([])).as_str().unwrap().to_owned();
        if codes.contains(&code) {
            return codes;
        }
        codes.push(code);
        if !phone.has("button", &text("give.next")) {
            return codes;
        }
        phone.press(&text("give.next"));
    }
}

#[test]
fn a_match_goes_to_another_phone_by_its_camera_and_comes_back_as_a_link() {
    let server = Server::start();
    let Some((phone, place)) = begun(&server) else {
        return;
    };
    enter_hand(&phone, ("1", "1"), ("1", "3"));
    phone.save(1);
    grow(&phone);
    phone.tab("share");
    phone.press(&text("give.show"));
    phone.find("button", &text("give.next"));
    let codes = codes(&phone);
    assert!(codes.len() > 1, "a chain of {} codes", codes.len());

    let wishes = Wishes {
        flags: [
            "--use-fake-device-for-media-stream",
            "--use-fake-ui-for-media-stream",
        ]
        .map(str::to_owned)
        .into(),
        ..Wishes::default()
    };
    let Some(other) = Phone::with(&format!("http://{}/", server.address), &wishes) else {
        return;
    };
    other.keep_rules();
    for script in [DECODER, READER] {
        other.cdp(
            "Page.addScriptToEvaluateOnNewDocument",
            &json!({ "source": script }),
        );
    }
    other.cut_off(true);
    other.reload();
    other.press(&text("start.join"));
    other.press(&text("scan.go"));
    let show = |code: &String| other.js("globalThis.shown.push(arguments[0])", &json!([code]));
    // The last one first, because the order does not matter.
    let (first, rest) = codes.split_first().unwrap();
    for (at, code) in rest.iter().rev().enumerate() {
        show(code);
        other.see(&say("take.have", &args![n: at + 1, of: codes.len()]));
    }
    // Scanned codes are kept.
    other.reload();
    other.see(&say("take.have", &args![n: rest.len(), of: codes.len()]));
    other.press(&text("scan.go"));
    show(first);
    other.see(&text("take.here"));
    // It stays to be read when the pad opens by itself.
    other.find("group", &text("pad"));
    other.see(&text("take.here"));
    assert_eq!(other.match_address(), place);
    other.totals(&[("Ann", "5"), ("Bo", "0")]);
    enter_hand(&other, ("2", "3"), ("2", "3"));
    other.save(2);
    other.totals(&[("Ann", "10"), ("Bo", "5")]);

    phone.press(&text("give.link"));
    let link = |phone: &Phone| {
        phone.tab("share");
        phone.press(&text("give.show"));
        phone.press(&text("give.link"));
        let field = phone.find("textbox", &text("give.link"));
        phone.value(&field)
    };
    let (newer, older) = (
        link(&other),
        phone.value(&phone.find("textbox", &text("give.link"))),
    );
    phone.goto(&newer);
    phone.see(&text("take.went-on"));
    phone.totals(&[("Ann", "10"), ("Bo", "5")]);
    phone.goto(&older);
    phone.see(&text("kept.there"));
    phone.open(&place);
    phone.totals(&[("Ann", "10"), ("Bo", "5")]);
    // Both continue separately, and neither is overwritten.
    phone.undo();
    let apart = link(&phone);
    other.open(&place);
    enter_hand(&other, ("3", "3"), ("3", "3"));
    other.save(3);
    other.goto(&apart);
    other.see(&text("kept.apart"));
    other.open(&place);
    other.totals(&[("Ann", "15"), ("Bo", "10")]);
}

#[test]
fn codes_that_make_no_match_are_said() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.open("#/take/0123456789ab/1/2/12345");
    phone.see(&say("take.have", &args![n: 1, of: 2]));
    phone.open("#/take/0123456789ab/2/2/12345");
    phone.see(&text("take.broken"));
}

#[test]
fn the_screens_of_a_match_that_is_handed_over_look_right() {
    everywhere(|_, looker| {
        let phone = &looker.phone;
        phone.keep_rules();
        phone.cut_off(true);
        phone.start("brink-bid", &["Ann", "Bo"]);
        enter_hand(phone, ("1", "1"), ("1", "3"));
        phone.save(1);
        grow(phone);
        phone.tab("share");
        looker.look("share-kept", &text("give.about"));
        looker.phone.press(&text("give.show"));
        let how = args![join: text("start.join"), scan: text("scan.go")];
        looker.look("give", &say("give.how", &how));
        looker.phone.press(&text("close"));
        looker.phone.open("#/take/0123456789ab/2/3/12345");
        looker.look("take", &say("take.have", &args![n: 1, of: 3]));
    });
}

/// A link to a log that is not of a match, packed as the page does.
const PACK: &str = "const done = arguments[0]; import('./page.js').then(async () => {
        const { $share_parcel: { pack } } = await import('./more.js');
        done((await pack({ head: { digest: '0123456789ab' }, events: [] }, '')).link);
    });";

#[test]
fn a_match_that_takes_too_long_to_judge_is_given_up_and_the_page_goes_on() {
    let folder = Folder::written();
    let Some(phone) = Phone::with(&folder.home, &Wishes::default()) else {
        return;
    };
    let link = phone.js_later(PACK, &json!([]));
    folder.judge_without_end();
    // Another page than the one with the real rules.
    let Some(phone) = Phone::with(&folder.home, &Wishes::default()) else {
        return;
    };
    phone.open(link.as_str().unwrap());
    // While the match is judged, the page stays responsive.
    phone.see(&text("take.opening"));
    phone.find("button", &text("settings.title"));
    phone.see(&text("take.too-long"));

    phone.open("");
    phone.js(super::alone::FILES, &json!([]));
    phone.press(&text("start.join"));
    phone.press(&text("kept.open"));
    let choose =
        "const chosen = new DataTransfer(); chosen.items.add(new File(['{}'], 'match.json'));
        chooser.files = chosen.files; chooser.dispatchEvent(new Event('change'));";
    let asked = || {
        let script = "return Boolean(globalThis.chooser)";
        (phone.js(script, &json!([])) == json!(true)).then_some(())
    };
    phone.until(asked, || "no file is asked for".to_owned());
    phone.js(choose, &json!([]));
    phone.see(&text("take.too-long"));
    assert!(
        phone.has("button", &text("start.join-go")),
        "the page goes on"
    );
}
