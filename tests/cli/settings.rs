//! `overtrick config`.

use std::fs;

use overtrick_server::bounds::MAX_WEBHOOKS;

use crate::cli::{err, out, overtrick, status};

#[test]
fn the_explained_settings_are_a_valid_settings_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.toml");
    let set = [
        "--bind",
        "[::1]:9",
        "--limits",
        "off",
        "--trusted-proxy",
        "10.0.0.1,10.0.0.2",
    ];
    let plain = overtrick(&[&["config"], &set[..]].concat());
    let explained = overtrick(&[&["config", "--explain"], &set[..]].concat());
    assert_eq!(status(&explained), 0, "{}", err(&explained));
    let text = out(&explained);
    assert!(text.contains("# Whether each address is limited"), "{text}");
    assert!(
        text.contains("OVERTRICK_LIMITS\nlimits = \"off\"\n"),
        "{text}"
    );
    assert!(text.contains("\n# admin_token = …\n"), "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    fs::write(&file, text).unwrap();
    let again = overtrick(&["config", "--config", file.to_str().unwrap()]);
    assert_eq!(out(&again), out(&plain), "{}", err(&again));
}

#[test]
fn every_wrong_setting_is_named_with_its_flag_its_variable_or_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let token = "admin_token = \"short\"\n";
    fs::write(folder.path().join("overtrick.toml"), token).unwrap();
    let refused = std::process::Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .args(["config", "--workers", "5000"])
        .env("OVERTRICK_TIMEOUT", "0")
        .current_dir(folder.path())
        .output()
        .unwrap();
    let text = err(&refused);
    assert_eq!(status(&refused), 2, "{text}");
    for place in [
        "admin_token (overtrick.toml:1) is wrong: it has at least 16",
        "timeout (OVERTRICK_TIMEOUT) is wrong: it is a whole number from 1 to 3600",
        "workers (--workers) is wrong: it is a whole number from 0 to 1024",
    ] {
        assert!(text.contains(place), "{place}: {text}");
    }
}

#[cfg(unix)]
#[test]
fn a_settings_file_with_secrets_that_others_can_read_causes_a_warning() {
    use std::os::unix::fs::PermissionsExt;
    let token = "admin_token = \"a-token-of-sixteen-characters\"\n";
    let password = "database = \"postgres://ann:geheim@127.0.0.1:1/overtrick\"\n";
    for (text, mode, is_warned) in [
        (token, 0o644, true),
        (token, 0o640, true),
        (password, 0o604, true),
        (token, 0o600, false),
        ("timeout = 7\n", 0o644, false),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("club.toml");
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        // The server warns, and then fails to start, because one address is unreachable and the other is in use.
        let busy = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let started = std::process::Command::new(env!("CARGO_BIN_EXE_overtrick"))
            .args(["serve", "--config", "club.toml", "--bind"])
            .arg(busy.local_addr().unwrap().to_string())
            .current_dir(folder.path())
            .output()
            .unwrap();
        let message = err(&started);
        assert_eq!(status(&started), 3, "{message}");
        let warning = "others may read the secrets in club.toml; run: chmod 600 club.toml";
        assert_eq!(message.contains(warning), is_warned, "{mode:o}: {message}");
        assert!(
            !message.contains("geheim") && !message.contains("a-token"),
            "{message}"
        );
    }
}

#[test]
fn public_addresses_require_a_public_url() {
    let folder = tempfile::tempdir().unwrap();
    for bind in ["8.8.8.8:8080", "[2606:4700::7]:8080"] {
        let started = std::process::Command::new(env!("CARGO_BIN_EXE_overtrick"))
            .args(["serve", "--bind", bind])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let text = err(&started);
        assert_eq!(status(&started), 2, "{text}");
        assert!(
            text.contains("public_url") && text.contains("--public-url"),
            "{text}"
        );
        assert!(
            fs::read_dir(folder.path()).unwrap().next().is_none(),
            "nothing is created"
        );
    }
}

/// A webhook as a table of a settings file.
fn webhook(url: &str) -> String {
    let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    format!("[[webhook]]\nurl = \"{url}\"\nsecret = \"{secret}\"\n")
}

#[test]
fn every_wrong_webhook_is_named_with_its_line_and_its_rule() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("club.toml");
    let config = |text: &str| {
        fs::write(&file, text).unwrap();
        overtrick(&["config", "--config", file.to_str().unwrap()])
    };
    let good = webhook("https://club.example/hooks/of-a-secret-path");
    let shown = config(&good);
    assert_eq!(status(&shown), 0, "{}", err(&shown));
    let text = out(&shown);
    assert!(
        text.contains("url = \"https://club.example/(hidden)\""),
        "{text}"
    );
    assert!(text.contains("secret = \"(hidden)\""), "{text}");
    assert!(
        !text.contains("whsec_") && !text.contains("secret-path"),
        "{text}"
    );

    let wrong = format!(
        "{good}[[webhook]]\nurl = \"http://club.example/\"\nsecret = \"whsec_c2hvcnQ=\"\n\
         games = [\"chess\"]\nkinds = [\"match.won\"]\n[[webhook]]\nurl = \"https://a.example\"\n"
    );
    let refused = config(&wrong);
    assert_eq!(status(&refused), 2);
    let text = err(&refused);
    for expected in [
        "webhook.2.url (FILE:5) is wrong: it is a URL such as https://club.example/hooks, of at most",
        "webhook.2.secret (FILE:6) is wrong: it is whsec_ followed by 24 to 64 bytes in Base64",
        "webhook.2.games (FILE:7) is wrong: it is a list of these words: berzerka, ",
        "webhook.2.kinds (FILE:8) is wrong: it is a list of these words: match.opened, match.changed",
        "webhook.3.secret is missing: it is whsec_",
    ] {
        let expected = expected.replace("FILE", file.to_str().unwrap());
        assert!(text.contains(&expected), "{expected}: {text}");
    }
    assert!(!text.contains("c2hvcnQ"), "{text}");

    let many = (0..=MAX_WEBHOOKS).map(|number| webhook(&format!("https://club.example/{number}")));
    let text = err(&config(&many.collect::<String>()));
    let line = 3 * MAX_WEBHOOKS + 1;
    let expected = format!(":{line}) is wrong: it has at most {MAX_WEBHOOKS} entries.");
    assert!(text.contains(&expected), "{text}");
}
