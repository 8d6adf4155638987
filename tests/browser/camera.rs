//! Joining a match by camera, in browsers that can read codes.

use serde_json::{Value, json};

use super::chromium::Wishes;
use super::phone::{Phone, say, text};
use super::touch::Finger;
use crate::served::{Server, brink_bid};
use overtrick_core::args;

/// A fake code reader whose result is set by the test. Cameras are counted.
const READER: &str = "
    globalThis.codes = [];
    globalThis.cameras = [];
    globalThis.BarcodeDetector = class {
        static async getSupportedFormats() { return ['qr_code']; }
        async detect() { return globalThis.codes.map((rawValue) => ({ rawValue })); }
    };
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
        const stream = await open(wanted);
        globalThis.cameras.push(...stream.getTracks());
        return stream;
    };";

/// A phone with a camera that needs no permission, and optionally a code reader.
fn with_camera(server: &Server, flags: &[&str]) -> Option<Phone> {
    let wishes = Wishes {
        flags: flags.iter().map(ToString::to_string).collect(),
        ..Wishes::default()
    };
    Phone::with(&format!("http://{}/", server.address), &wishes)
}

fn reads_codes(phone: &Phone) {
    let script = json!({ "source": READER });
    phone.cdp("Page.addScriptToEvaluateOnNewDocument", &script);
    phone.reload();
}

fn cameras(phone: &Phone) -> Value {
    phone.js(
        "return (globalThis.cameras ?? []).map((one) => one.readyState)",
        &json!([]),
    )
}

fn cameras_are(phone: &Phone, wanted: &Value) {
    phone.until(
        || (cameras(phone) == *wanted).then_some(()),
        || format!("the cameras are {}, not {wanted}", cameras(phone)),
    );
}

const FAKE: [&str; 2] = [
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
];

#[test]
fn a_code_is_scanned_and_the_camera_is_let_go() {
    let server = Server::start();
    let Some(phone) = with_camera(&server, &FAKE) else {
        return;
    };
    let game = server.create(&brink_bid());
    phone.resize((360, 740));
    reads_codes(&phone);
    let finger = Finger::on(&phone);
    finger.press(&text("start.join"));
    phone.find("button", &text("scan.go"));
    assert_eq!(
        cameras(&phone),
        json!([]),
        "nobody has asked for the camera yet"
    );
    finger.press(&text("scan.go"));
    phone.see(&text("scan.look"));
    cameras_are(&phone, &json!(["live"]));
    // A code that is not a link to a match is reported, and scanning continues.
    phone.js(
        "globalThis.codes = ['https://example.org/menu']",
        &json!([]),
    );
    phone.see(&text("scan.other"));
    // Closing the dialog releases the camera.
    finger.press(&text("close"));
    cameras_are(&phone, &json!(["ended"]));

    finger.press(&text("start.join"));
    finger.press(&text("scan.go"));
    cameras_are(&phone, &json!(["ended", "live"]));
    let link = format!("https://club.example/#/join/{}/{}", game.id, game.score);
    phone.js("globalThis.codes = [arguments[0]]", &json!([link]));
    phone.find("heading", &say("record.hand", &args![hand: 1]));
    assert!(phone.address().contains(&game.id), "{}", phone.address());
    cameras_are(&phone, &json!(["ended", "ended"]));
}

#[test]
fn a_camera_that_is_refused_is_said_and_the_code_can_be_typed() {
    let server = Server::start();
    let Some(phone) = with_camera(&server, &["--deny-permission-prompts"]) else {
        return;
    };
    reads_codes(&phone);
    phone.press(&text("start.join"));
    phone.press(&text("scan.go"));
    let said = || {
        let shown = phone.shown();
        [text("scan.refused"), text("scan.none")]
            .iter()
            .any(|one| shown.contains(one))
            .then_some(())
    };
    phone.until(said, || format!("nothing is said: {}", phone.shown()));
    phone.find("textbox", &text("start.code"));
}

#[test]
fn where_the_browser_reads_no_codes_nothing_is_offered() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.js("delete globalThis.BarcodeDetector", &json!([]));
    phone.press(&text("start.join"));
    phone.find("textbox", &text("start.code"));
    assert!(!phone.has("button", &text("scan.go")));
}
