//! A Chromium with its driver, used by one test.

use std::env;
use std::io::{BufRead, BufReader, Write, stderr};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, LazyLock, Once};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::session::{Element, Session};

/// The timeout for expected elements, long enough for a loaded machine.
const PATIENCE: Duration = Duration::from_mins(2);
/// The first and the longest pause between checks: each check delays the page that it waits for.
const PAUSE: Duration = Duration::from_millis(30);
const LONGEST_PAUSE: Duration = Duration::from_millis(240);
/// How many times to start a browser that ends immediately.
const STARTS: usize = 8;

/// The WebDriver name of a browser, and its program.
type Browser = (&'static str, &'static str);

/// Chromium, and Debian's headless build of it: this needs two thirds of the processor time, and works with the same
/// driver.
const CHROMIUM: Browser = ("chrome", "/usr/bin/chromium");
const WITHOUT_WINDOWS: Browser = ("chrome-headless-shell", "/usr/bin/chromium-headless-shell");

/// The browser for tests that block no storage: the headless build has no settings for single sites.
static LIGHTEST: LazyLock<Browser> = LazyLock::new(|| {
    if answers(WITHOUT_WINDOWS.1) {
        WITHOUT_WINDOWS
    } else {
        CHROMIUM
    }
});

/// Additional options for Chromium.
#[derive(Debug, Clone, Default)]
pub struct Wishes {
    /// More command-line flags.
    pub flags: Vec<String>,
    /// Whether the color scheme is dark.
    pub dark: bool,
    /// Whether the window is as wide as a desktop's.
    pub wide: bool,
    /// Whether cookies and site data are blocked.
    pub keeps_nothing: bool,
}

/// A running Chromium, which ends when this is dropped.
pub struct Chromium {
    session: Option<Session>,
    driver: Child,
    profile: Arc<TempDir>,
}

/// Whether a program is installed.
fn answers(program: &str) -> bool {
    let version = Command::new(program).arg("--version").output();
    version.is_ok_and(|version| version.status.success())
}

/// Whether Chromium is available; panics if it is missing but required.
#[expect(
    clippy::disallowed_methods,
    reason = "whether this is the gate stands in the environment"
)]
pub fn there() -> bool {
    static SAID: Once = Once::new();
    let missing: Vec<&str> = [CHROMIUM.1, "chromedriver"]
        .into_iter()
        .filter(|program| !answers(program))
        .collect();
    if missing.is_empty() {
        return true;
    }
    let text = format!(
        "{} not found, so nothing is tested in a browser: apt-get install chromium chromium-driver\n",
        missing.join(", ")
    );
    assert!(env::var("CI").is_err(), "{text}");
    // Written directly to standard error, because captured output of passing tests is not shown.
    SAID.call_once(|| stderr().write_all(text.as_bytes()).unwrap());
    false
}

impl Chromium {
    pub fn start(wishes: &Wishes) -> Chromium {
        Chromium::with_profile(wishes, Arc::new(TempDir::new().unwrap()))
    }

    /// Starts a browser with an existing profile.
    fn with_profile(wishes: &Wishes, profile: Arc<TempDir>) -> Chromium {
        // On a loaded machine a browser sometimes ends before its driver has connected.
        let mut failed = Vec::new();
        let (driver, session) = loop {
            match start(&profile, wishes) {
                Ok(started) => break started,
                Err(error) => failed.push(error),
            }
            assert!(failed.len() < STARTS, "Chromium does not start: {failed:?}");
        };
        let chromium = Chromium {
            session: Some(session),
            driver,
            profile,
        };
        chromium.resize(if wishes.wide { (1280, 800) } else { (360, 740) });
        chromium.set_dark(wishes.dark);
        // The page behaves as if it had the focus, so that scripts can move the focus as taps do.
        chromium.cdp(
            "Emulation.setFocusEmulationEnabled",
            &json!({ "enabled": true }),
        );
        chromium
    }

    /// Kills the browser, as a phone does when it is short of memory, and restarts it.
    pub fn killed(self, wishes: &Wishes) -> Chromium {
        let crash = json!({ "cmd": "Browser.crash", "params": {} });
        // The browser ends before it answers.
        drop(self.session().post("/goog/cdp/execute", &crash));
        let profile = self.profile.clone();
        drop(self);
        Chromium::with_profile(wishes, profile)
    }

    fn session(&self) -> &Session {
        self.session.as_ref().unwrap()
    }

    fn post(&self, command: &str, body: &Value) -> Value {
        self.session().post(command, body).unwrap()
    }

    /// Clicks an element; `None` if it cannot be clicked.
    pub fn click_on(&self, element: &Element) -> Option<()> {
        let clicked = self.session().post_to(element, "click", &json!({}));
        clicked.ok().map(drop)
    }

    /// Types into an element; `None` if nothing can be typed there.
    pub fn type_into(&self, element: &Element, text: &str) -> Option<()> {
        let keys = json!({ "text": text });
        let typed = self.session().post_to(element, "value", &keys);
        typed.ok().map(drop)
    }

    /// Sets the size of the viewport, as on a device.
    pub fn resize(&self, (width, height): (u32, u32)) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.cdp("Emulation.setDeviceMetricsOverride", &size);
    }

    pub fn set_dark(&self, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": value }] });
        self.cdp("Emulation.setEmulatedMedia", &features);
    }

    pub fn goto(&self, url: &str) {
        self.post("/url", &json!({ "url": url }));
    }

    /// Navigates back. A script that did this might run again on the earlier page.
    pub fn back(&self) {
        // If the browser restores the page from memory, the driver may lose the page before it answers.
        drop(self.session().post("/back", &json!({})));
    }

    /// Opens another tab and switches to it.
    pub fn new_tab(&self) {
        let opened = self.post("/window/new", &json!({ "type": "tab" }));
        self.switch_to(&opened["handle"]);
    }

    /// Switches to the first tab.
    pub fn first_tab(&self) {
        let tabs = self.session().get("/window/handles").unwrap();
        self.switch_to(&tabs[0]);
    }

    /// Switches to the next tab in order of opening; after the last, to the first.
    pub fn next_tab(&self) {
        let here = self.session().get("/window").unwrap();
        let tabs = self.session().get("/window/handles").unwrap();
        let tabs = tabs.as_array().unwrap();
        let at = tabs.iter().position(|tab| *tab == here).unwrap();
        self.switch_to(&tabs[(at + 1) % tabs.len()]);
    }

    fn switch_to(&self, tab: &Value) {
        self.post("/window", &json!({ "handle": tab }));
    }

    pub fn reload(&self) {
        // The driver sometimes aborts a reload during a navigation.
        if self.session().post("/refresh", &json!({})).is_err() {
            self.post("/refresh", &json!({}));
        }
    }

    pub fn address(&self) -> String {
        self.js("return location.href", &json!([]))
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Runs a function body in the page and returns its result.
    pub fn js(&self, body: &str, args: &Value) -> Value {
        self.script(body, args).unwrap()
    }

    /// Like [`Chromium::js`], but returns errors.
    pub fn script(&self, body: &str, args: &Value) -> Result<Value, String> {
        let script = json!({ "script": body, "args": args });
        self.session().post("/execute/sync", &script)
    }

    /// Runs a function body in the page; returns the value passed to the callback, which is the last argument.
    pub fn js_later(&self, body: &str, args: &Value) -> Value {
        self.post("/execute/async", &json!({ "script": body, "args": args }))
    }

    /// Sends a DevTools protocol command.
    pub fn cdp(&self, command: &str, params: &Value) -> Value {
        let body = json!({ "cmd": command, "params": params });
        self.post("/goog/cdp/execute", &body)
    }

    /// Disconnects or reconnects the page's network.
    pub fn cut_off(&self, offline: bool) {
        let conditions = json!({
            "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
        });
        self.set_network(&conditions);
    }

    /// Gives the page a slow network: 150 ms round trip, 1.6 Mbit/s.
    pub fn slow_down(&self) {
        let conditions = json!({
            "offline": false, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000,
        });
        self.set_network(&conditions);
    }

    fn set_network(&self, conditions: &Value) {
        self.cdp("Network.enable", &json!({}));
        self.cdp("Network.emulateNetworkConditions", conditions);
    }

    /// The messages on the page's console, errors first; reading clears them.
    pub fn console(&self) -> Vec<String> {
        let lines = self.post("/se/log", &json!({ "type": "browser" }));
        let lines = lines.as_array().cloned().unwrap_or_default();
        lines
            .iter()
            .map(|line| {
                format!(
                    "{}: {}",
                    line["level"].as_str().unwrap(),
                    line["message"].as_str().unwrap()
                )
            })
            .collect()
    }

    pub fn photo(&self) -> Vec<u8> {
        let picture = self.session().get("/screenshot").unwrap();
        STANDARD.decode(picture.as_str().unwrap()).unwrap()
    }

    /// Enters the frame with this number; `None` leaves the frame.
    pub fn enter_frame(&self, frame: Option<u16>) {
        match frame {
            Some(number) => self.post("/frame", &json!({ "id": number })),
            None => self.post("/frame/parent", &json!({})),
        };
    }

    /// Waits until animations have ended and fonts are loaded.
    pub fn settle(&self) {
        let still = "return document.getAnimations().every((one) => one.playState !== 'running') && [...document.fonts].every((one) => one.status !== 'loading')";
        let rest = || (self.js(still, &json!([])) == Value::Bool(true)).then_some(());
        self.until(rest, || "the page still moves or loads fonts".to_owned());
    }

    /// Repeats a check until it has a result; after the timeout, fails with this sentence about what is missing.
    pub fn until<T>(
        &self,
        mut ask: impl FnMut() -> Option<T>,
        missing: impl FnOnce() -> String,
    ) -> T {
        let end = Instant::now() + PATIENCE;
        let mut pause = PAUSE;
        loop {
            if let Some(answer) = ask() {
                return answer;
            }
            if Instant::now() > end {
                break;
            }
            std::thread::sleep(pause);
            pause = (pause * 3 / 2).min(LONGEST_PAUSE);
        }
        let script = "return location.href + '\\n' + document.body?.innerText";
        let shown = self.js(script, &json!([]));
        let shown = shown.as_str().unwrap_or_default();
        panic!(
            "{}; the page shows:\n{shown}\n{:?}",
            missing(),
            self.console()
        );
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // The browser ends anyway, so failures do not matter.
        drop(self.session.take());
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Starts a driver and a browser. An error has the driver's output, or the reason why there is no session.
fn start(profile: &TempDir, wishes: &Wishes) -> Result<(Child, Session), String> {
    let mut driver = Command::new("chromedriver")
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun =
        port_of(&mut driver).and_then(|port| Session::begin(port, &capabilities(profile, wishes)));
    match begun {
        Ok(session) => Ok((driver, session)),
        Err(error) => {
            // The driver may have ended already.
            let _ = driver.kill();
            driver.wait().unwrap();
            Err(error)
        }
    }
}

/// The port that a driver has chosen. The driver uses the same port for IPv4 and IPv6, and ends if another process
/// has either of them.
fn port_of(driver: &mut Child) -> Result<u16, String> {
    let mut printed = Vec::new();
    for line in BufReader::new(driver.stdout.take().unwrap()).lines() {
        let line = line.map_err(|error| error.to_string())?;
        if let Some((_, port)) = line.split_once("started successfully on port ") {
            return Ok(port.trim_end_matches('.').parse().unwrap());
        }
        printed.push(line);
    }
    Err(printed.join("\n"))
}

fn capabilities(profile: &TempDir, wishes: &Wishes) -> Value {
    let mut flags: Vec<String> = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--lang=en-US",
        "--enable-blink-features=ComputedAccessibilityInfo",
        // Pages are too short-lived for optimized code to pay off.
        "--js-flags=--no-opt --no-maglev",
    ]
    .map(str::to_owned)
    .into();
    flags.push(format!("--user-data-dir={}", profile.path().display()));
    flags.extend_from_slice(&wishes.flags);
    let cookies = if wishes.keeps_nothing { 2 } else { 1 };
    let prefs = json!({ "profile": { "default_content_setting_values": { "cookies": cookies } } });
    let (name, program) = if wishes.keeps_nothing {
        CHROMIUM
    } else {
        *LIGHTEST
    };
    json!({
        "browserName": name,
        "goog:chromeOptions": { "binary": program, "args": flags, "prefs": prefs },
        "goog:loggingPrefs": { "browser": "ALL" },
        "unhandledPromptBehavior": "accept",
        "timeouts": { "script": PATIENCE.as_millis(), "pageLoad": PATIENCE.as_millis() },
    })
}
