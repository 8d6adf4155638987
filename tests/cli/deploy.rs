//! Checks that the settings in templates/deploy exist, and that they are sufficient for the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cli::{err, out, overtrick, status};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/deploy")
}

fn file(name: &str) -> String {
    fs::read_to_string(folder().join(name)).unwrap()
}

/// The names in a text that begin with `OVERTRICK_`.
fn variables(text: &str) -> Vec<String> {
    let names = text.match_indices("OVERTRICK_").map(|(at, _)| {
        let name = text[at..].chars();
        let name = name.take_while(|c| c.is_ascii_uppercase() || *c == '_');
        name.collect()
    });
    names.collect()
}

/// The settings in a file of variables, including commented-out ones.
fn settings(text: &str) -> Vec<(String, String)> {
    let lines = text.lines().map(|line| line.trim_start_matches('#'));
    let pairs = lines.filter_map(|line| line.split_once('='));
    let pairs = pairs.filter(|(name, _)| name.starts_with("OVERTRICK_"));
    let pairs = pairs.map(|(name, value)| (name.to_owned(), value.to_owned()));
    pairs.collect()
}

#[test]
fn every_set_variable_is_read_by_the_program() {
    let known = out(&overtrick(&["config", "--explain"]));
    // Variables that only compose.yaml and the Caddyfile use.
    let own = ["OVERTRICK_SITE", "OVERTRICK_UPSTREAM"];
    let mut seen = 0;
    for name in [
        "debian/overtrick.env",
        "compose.yaml",
        "compose.env.example",
        "Containerfile",
        "Caddyfile",
        "nginx.conf",
    ] {
        for variable in variables(&file(name)) {
            let is_known = known.contains(&variable) || own.contains(&&*variable);
            assert!(is_known, "{name}: {variable}");
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn the_packaged_settings_are_valid_with_every_commented_line() {
    let text = file("debian/overtrick.env");
    let set = settings(&text).into_iter().map(|(name, value)| {
        let is_token = name.ends_with("_TOKEN");
        let value = if is_token {
            "0123456789abcdef".to_owned()
        } else {
            value
        };
        (name, value)
    });
    let output = Command::new(env!("CARGO_BIN_EXE_overtrick"))
        .arg("config")
        .envs(set)
        .output()
        .unwrap();
    assert_eq!(status(&output), 0, "{}", err(&output));
    let config = out(&output);
    for expected in [
        "database = \"sqlite:///var/lib/overtrick/overtrick.db\"",
        "public_url = \"https://cards.example\"",
        "trusted_proxies = [\"127.0.0.1\", \"::1\"]",
        "expire = 30",
    ] {
        assert!(config.contains(expected), "{expected}: {config}");
    }
}

/// The settings of a systemd unit as names and values; a repeated setting is listed each time.
fn unit(name: &str) -> Vec<(String, String)> {
    let text = file(&format!("debian/{name}"));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.filter_map(|line| line.split_once('='));
    let pairs = pairs.map(|(name, value)| (name.to_owned(), value.to_owned()));
    pairs.collect()
}

#[test]
fn the_units_are_sandboxed() {
    for name in ["overtrick.service", "overtrick-backup.service"] {
        let set = unit(name);
        for (setting, value) in [
            ("User", "overtrick"),
            ("StateDirectory", "overtrick"),
            ("StateDirectoryMode", "0700"),
            ("UMask", "0077"),
            ("ProtectSystem", "strict"),
            ("ProtectHome", "yes"),
            ("PrivateTmp", "yes"),
            ("PrivateDevices", "yes"),
            ("NoNewPrivileges", "yes"),
            ("CapabilityBoundingSet", ""),
            ("MemoryDenyWriteExecute", "yes"),
            ("RestrictNamespaces", "yes"),
            ("RestrictAddressFamilies", "AF_INET AF_INET6 AF_UNIX"),
            ("SystemCallFilter", "@system-service"),
            ("SystemCallFilter", "~@privileged"),
        ] {
            let expected = (setting.to_owned(), value.to_owned());
            assert!(set.contains(&expected), "{name}: {setting}={value}");
        }
    }
}

#[test]
fn the_container_does_not_run_as_root_and_checks_its_health() {
    let text = file("Containerfile");
    let (_, last) = text.rsplit_once("\nFROM ").unwrap();
    for line in [
        "USER 65532:65532",
        "HEALTHCHECK ",
        "CMD [\"/usr/bin/overtrick\", \"health\"]",
        "ENTRYPOINT [\"/usr/bin/overtrick\"]",
    ] {
        assert!(last.contains(line), "{line}: {last}");
    }
}

#[test]
fn the_proxy_of_the_compose_file_is_trusted() {
    let text = file("compose.yaml");
    let value = |name: &str| {
        let (_, rest) = text.split_once(&format!(" {name}: ")).unwrap();
        rest.lines().next().unwrap()
    };
    assert_eq!(value("OVERTRICK_TRUSTED_PROXY"), value("ipv4_address"));
}

#[test]
fn proxies_forward_events_immediately() {
    assert!(file("Caddyfile").contains("flush_interval -1"));
    assert!(file("nginx.conf").contains("proxy_buffering off;"));
}
