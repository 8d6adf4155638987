//! A Chromium with its driver, used by one test.

use std::env;
use std::future::Future;
use std::io::{BufRead, BufReader, Write, stderr};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, LazyLock, Once};
use std::time::{Duration, Instant};

use fantoccini::elements::{Element, ElementRef};
use fantoccini::error::CmdError;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

/// The timeout for expected elements, even on a loaded machine.
const PATIENCE: Duration = Duration::from_mins(2);
/// The pause before the second check, and the longest one: each check keeps the page from what it waits for.
const PAUSE: Duration = Duration::from_millis(30);
const LONGEST_PAUSE: Duration = Duration::from_millis(240);
/// How often to start a browser that ends immediately.
const STARTS: usize = 8;
/// WebDriver's key for element references.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// WebDriver's name for a browser, and its program.
type Browser = (&'static str, &'static str);

/// Chromium, and Debian's build of it without windows, which takes two thirds of the processor time; the driver is
/// of the same version.
const CHROMIUM: Browser = ("chrome", "/usr/bin/chromium");
const WITHOUT_WINDOWS: Browser = ("chrome-headless-shell", "/usr/bin/chromium-headless-shell");

/// The browser for tests that block nothing: the one without windows has no settings for sites.
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
    /// More flags of the command line.
    pub flags: Vec<String>,
    /// Dark instead of light.
    pub dark: bool,
    /// A wide window instead of a phone's.
    pub wide: bool,
    /// Cookies and site data are blocked.
    pub keeps_nothing: bool,
}

/// A running Chromium, ended when dropped.
pub struct Chromium {
    runtime: Runtime,
    client: Client,
    driver: Child,
    profile: Arc<TempDir>,
}

/// Whether a program is installed.
fn answers(program: &str) -> bool {
    let version = Command::new(program).arg("--version").output();
    version.is_ok_and(|version| version.status.success())
}

/// Whether Chromium is available; if it is required, its absence is a failure.
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
    let said = format!(
        "{} not found, so nothing is tested in a browser: apt-get install chromium chromium-driver\n",
        missing.join(", ")
    );
    assert!(env::var("CI").is_err(), "{said}");
    // Written directly to standard error, because captured output of passing tests is not shown.
    SAID.call_once(|| stderr().write_all(said.as_bytes()).unwrap());
    false
}

impl Chromium {
    pub fn start(wishes: &Wishes) -> Chromium {
        Chromium::with_profile(wishes, Arc::new(TempDir::new().unwrap()))
    }

    /// A browser with the profile of an earlier one.
    fn with_profile(wishes: &Wishes, profile: Arc<TempDir>) -> Chromium {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        // On a loaded machine a browser sometimes ends before its driver has connected.
        let mut failed = Vec::new();
        let (driver, client) = loop {
            match start(&runtime, &profile, wishes) {
                Ok(started) => break started,
                Err(error) => failed.push(error),
            }
            assert!(failed.len() < STARTS, "Chromium does not start: {failed:?}");
        };
        let chromium = Chromium {
            runtime,
            client,
            driver,
            profile,
        };
        chromium.resize(if wishes.wide { (1280, 800) } else { (360, 740) });
        chromium.set_dark(wishes.dark);
        // The page behaves as if it had the focus, so that scripts move the focus as taps do.
        chromium.cdp(
            "Emulation.setFocusEmulationEnabled",
            &json!({ "enabled": true }),
        );
        chromium
    }

    /// Kills the browser, as a phone short of memory does, and restarts it.
    pub fn killed(self, wishes: &Wishes) -> Chromium {
        let crash = Raw {
            path: "goog/cdp/execute",
            body: json!({ "cmd": "Browser.crash", "params": {} }),
        };
        // It ends before it answers.
        drop(self.attempt(self.client.issue_cmd(crash)));
        let profile = self.profile.clone();
        drop(self);
        Chromium::with_profile(wishes, profile)
    }

    /// Waits for an answer of the driver.
    pub fn wait<T>(&self, future: impl Future<Output = Result<T, CmdError>>) -> T {
        self.runtime.block_on(future).unwrap()
    }

    /// Like [`Chromium::wait`], but may fail.
    pub fn attempt<T>(
        &self,
        future: impl Future<Output = Result<T, CmdError>>,
    ) -> Result<T, CmdError> {
        self.runtime.block_on(future)
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
        self.wait(self.client.goto(url));
    }

    /// Navigates back. A script that did so might be executed again there.
    pub fn back(&self) {
        self.wait(self.client.back());
    }

    /// Opens another tab and switches to it.
    pub fn new_tab(&self) {
        let opened = self.wait(self.client.new_window(true));
        self.wait(self.client.switch_to_window(opened.handle));
    }

    /// Switches to the first tab.
    pub fn first_tab(&self) {
        let first = self.wait(self.client.windows()).swap_remove(0);
        self.wait(self.client.switch_to_window(first));
    }

    /// Switches to the next tab in order of opening; after the last, to the first.
    pub fn next_tab(&self) {
        let here = self.wait(self.client.window());
        let mut all = self.wait(self.client.windows());
        let at = all.iter().position(|one| *one == here).unwrap();
        let next = all.swap_remove((at + 1) % all.len());
        self.wait(self.client.switch_to_window(next));
    }

    pub fn reload(&self) {
        // During a navigation, the driver sometimes aborts a reload.
        if self.attempt(self.client.refresh()).is_err() {
            self.wait(self.client.refresh());
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
        self.wait(self.script(body, args))
    }

    pub fn script(
        &self,
        body: &str,
        args: &Value,
    ) -> impl Future<Output = Result<Value, CmdError>> {
        self.client.execute(body, args.as_array().unwrap().clone())
    }

    /// Runs a function body in the page and returns what it passes to its last argument.
    pub fn js_later(&self, body: &str, args: &Value) -> Value {
        self.wait(
            self.client
                .execute_async(body, args.as_array().unwrap().clone()),
        )
    }

    /// Sends a DevTools protocol command.
    pub fn cdp(&self, command: &str, params: &Value) -> Value {
        let body = json!({ "cmd": command, "params": params });
        self.wait(self.client.issue_cmd(Raw {
            path: "goog/cdp/execute",
            body,
        }))
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
        let body = json!({ "type": "browser" });
        let lines = self.wait(self.client.issue_cmd(Raw {
            path: "se/log",
            body,
        }));
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
        self.wait(self.client.screenshot())
    }

    /// Enters a frame, or leaves it with `None`.
    pub fn enter_frame(&self, frame: Option<u16>) {
        match frame {
            Some(number) => self.wait(self.client.enter_frame(number)),
            None => self.wait(self.client.enter_parent_frame()),
        }
    }

    /// The element returned by a script.
    pub fn element(&self, found: &Value) -> Option<Element> {
        let id = found.get(ELEMENT)?.as_str()?.to_owned();
        Some(Element::from_element_id(
            self.client.clone(),
            ElementRef::from(id),
        ))
    }

    /// Waits until nothing moves or fades any more, and all letters are there.
    pub fn settle(&self) {
        let still = "return document.getAnimations().every((one) => one.playState !== 'running') && [...document.fonts].every((one) => one.status !== 'loading')";
        let rest = || (self.js(still, &json!([])) == Value::Bool(true)).then_some(());
        self.until(rest, || "the page does not come to rest".to_owned());
    }

    /// Repeats a check until it has a result; the sentence describes what is missing after the timeout.
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
        // A failure here does not matter.
        let _ = self.runtime.block_on(self.client.clone().close());
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Starts a driver and a browser. The error has the driver's output, or the reason why there is no session.
fn start(runtime: &Runtime, profile: &TempDir, wishes: &Wishes) -> Result<(Child, Client), String> {
    let mut driver = Command::new("chromedriver")
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let connected = port_of(&mut driver).and_then(|port| {
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities(profile, wishes));
        let address = format!("http://127.0.0.1:{port}");
        runtime
            .block_on(builder.connect(&address))
            .map_err(|error| error.to_string())
    });
    match connected {
        Ok(client) => Ok((driver, client)),
        Err(error) => {
            // It may have ended by itself.
            let _ = driver.kill();
            driver.wait().unwrap();
            Err(error)
        }
    }
}

/// The port chosen by a driver. It uses the same port for IPv4 and IPv6, and ends if another process has one
/// of them.
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

fn capabilities(profile: &TempDir, wishes: &Wishes) -> serde_json::Map<String, Value> {
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
        // No page lives long enough for optimized code to pay.
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
    let capabilities = json!({
        "browserName": name,
        "goog:chromeOptions": { "binary": program, "args": flags, "prefs": prefs },
        "goog:loggingPrefs": { "browser": "ALL" },
        "unhandledPromptBehavior": "accept",
        "timeouts": { "script": PATIENCE.as_millis(), "pageLoad": PATIENCE.as_millis() },
    });
    capabilities.as_object().unwrap().clone()
}

/// A WebDriver command specific to Chromium.
#[derive(Debug)]
struct Raw {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Raw {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!(
            "session/{}/{}",
            session.unwrap_or_default(),
            self.path
        ))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}
