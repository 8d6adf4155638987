//! A club's texts and links on pads, the fingerprint and the layout.

use overtrick_core::json::Json;
use overtrick_games as games;
use overtrick_match::document::fingerprint;
use overtrick_match::lang::Language;
use overtrick_paper::PrintError;
use overtrick_paper::layout::draw;
use overtrick_paper::layout::paper::Paper;
use overtrick_paper::requests::{Labels, PadPlayers, PadRequest, PrintSettings};
use overtrick_paper::sheets::pads;

use crate::paper::{all_texts, check_places, faults_of, order, overtrick, print_settings, setup};

#[test]
fn a_pad_has_the_fingerprint_of_its_match() {
    for (option, differs) in [(None, false), (Some("made_points=6"), true)] {
        let mut pad = vec!["pad", "brink-bid", "--players", "Ann,Bo,Cy"];
        let mut new = vec!["new", "brink-bid", "--players", "Ann,Bo,Cy"];
        for arguments in [&mut pad, &mut new] {
            arguments.extend(option.iter().flat_map(|option| ["--option", *option]));
        }
        let document = overtrick(&new).stdout;
        let report = overtrick_match::document::score(&document).unwrap();
        let page = setup(Paper::A4, 1, false);
        let document: Json = serde_json::from_slice(&document).unwrap();
        let options = document.get("options").unwrap().clone();
        let facts = report.facts;
        let rules = (games::find(facts.id).unwrap().resolve)(options, &report.table).unwrap();
        assert_eq!(fingerprint(facts, 1, &rules), report.fingerprint());
        let made: i64 = if differs { 6 } else { 5 };
        let printed = pads(&PadRequest {
            options: Json::object([("made_points", Json::Int(made))]),
            ..order("brink-bid", PadPlayers::Count(3), page)
        })
        .unwrap();
        let on_paper = printed
            .drawing
            .runs()
            .any(|run| run.text().contains(report.fingerprint()));
        assert!(on_paper);
        assert!(overtrick(&pad).status.success());
    }
}

#[test]
fn watch_and_entry_codes_have_captions_and_show_no_key() {
    for paper in [Paper::A4, Paper::A5] {
        let printable = pads(&PadRequest {
            labels: Labels {
                title: Some("Thursday at the Crown".to_owned()),
                watch: Some("https://crown.example/#/join/abc/watching".to_owned()),
                enter: Some("https://crown.example/#/join/abc/entering".to_owned()),
                ..Labels::default()
            },
            ..order("brink-bid", PadPlayers::Count(4), setup(paper, 1, false))
        })
        .unwrap();
        check_places(&printable, "a pad with two codes");
        let links: Vec<String> = printable.drawing.pages[0]
            .items()
            .filter_map(|item| match item {
                draw::Item::Link(_, url) => Some(url.clone()),
                _ => None,
            })
            .collect();
        let keys = ["watching", "entering"];
        assert_eq!(
            links,
            keys.map(|key| format!("https://crown.example/#/join/abc/{key}"))
        );
        let texts = all_texts(&printable);
        for word in ["to watch", "to enter hands"] {
            assert!(texts.iter().any(|text| text == word), "{texts:?}");
        }
        for key in keys {
            assert!(!texts.iter().any(|text| text.contains(key)), "{texts:?}");
        }
    }
}

#[test]
fn a_link_is_printed_with_a_code() {
    let page = setup(Paper::A5, 1, false);
    let linked = |link: &str| {
        pads(&PadRequest {
            labels: Labels {
                link: Some(link.to_owned()),
                ..Labels::default()
            },
            ..order("contractor", PadPlayers::Anyone, page)
        })
    };
    let printable = linked("https://overtrick.example/m/7f3k").unwrap();
    check_places(&printable, "a linked pad");
    let items: Vec<_> = printable.drawing.pages[0].items().collect();
    let links = items
        .iter()
        .filter(|item| matches!(item, draw::Item::Link(..)));
    assert_eq!(links.count(), 1);
    let modules = items
        .iter()
        .filter(|item| matches!(item, draw::Item::Box(_, draw::Paint::Fill(_))));
    assert!(modules.count() > 100);
    let refused = linked(&"x".repeat(500)).unwrap_err();
    assert_eq!(faults_of(refused), ["/link link-too-long"]);
}

#[test]
fn a_club_may_use_its_own_layout_and_texts() {
    let layout = games::find("brink-bid").unwrap().layout;
    let own = layout.replace(
        "pencil = 2.3",
        "pencil = 2.3\ntitle = 20\n\n[texts]\n\"signed\" = \"Chair of the club\"",
    );
    let page = setup(Paper::A4, 1, false);
    let with = |text: &str| {
        pads(&PadRequest {
            print: PrintSettings {
                template: Some(text),
                ..print_settings(page)
            },
            ..order("brink-bid", PadPlayers::Anyone, page)
        })
    };
    let texts = all_texts(&with(&own).unwrap());
    assert!(texts.contains(&"Chair of the club".to_owned()));
    for (damage, place) in [
        (layout.replace("players = 4", "plyers = 4"), "plyers"),
        (layout.replace("\"trump\"", "\"trmp\""), "trump"),
        (
            layout.replace("least-line = 6.5", "least-line = 0.5"),
            "least-line",
        ),
        (layout.replace("brink-bid\"", "mariash\""), "mariash"),
        (own.replace("\"signed\"", "\"sigend\""), "signed"),
    ] {
        let Err(PrintError::Template(fault)) = with(&damage) else {
            panic!("accepted: {place}");
        };
        let output = fault.message(Language::english());
        assert!(output.contains(place), "{output}");
    }
}

#[test]
fn a_pdf_links_only_to_web_addresses() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pad.pdf");
    let file = file.to_str().unwrap();
    for link in [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        " javascript:alert(1)",
        "java\tscript:alert(1)",
        "file:///etc/passwd",
        "data:text/html,x",
        "tel:112",
        "//crown.example/t/7",
        "crown.example",
        "https://",
        "https:/crown.example",
        "https://crown.example/\u{7}",
        "https://crown.example/ javascript:x",
    ] {
        let arguments = ["pad", "brink-bid", "--link", link, "-o", file];
        let refused = overtrick(&arguments);
        assert_eq!(refused.status.code(), Some(2), "{link:?}");
        let output = String::from_utf8(refused.stderr).unwrap();
        assert!(output.contains("https:// or http://"), "{link:?}: {output}");
        assert!(!std::path::Path::new(file).exists(), "{link:?}");
    }
    for link in ["https://crown.example/t/7", "HTTP://crown.example/t/7"] {
        // A title or a place is text, never a link.
        let named = "javascript:alert(1)";
        let written = overtrick(&[
            "pad",
            "brink-bid",
            "--link",
            link,
            "--title",
            named,
            "--place",
            named,
            "-o",
            file,
            "--force",
        ]);
        assert!(written.status.success());
        let document = lopdf::Document::load(file).unwrap();
        let dictionaries = document.objects.values().filter_map(|it| it.as_dict().ok());
        let actions = dictionaries.filter(|it| it.has(b"S") && !it.has(b"P"));
        let mut leads = 0;
        for action in actions {
            assert_eq!(
                action.get(b"S").unwrap().as_name().unwrap(),
                b"URI",
                "{link}"
            );
            let to = action.get(b"URI").unwrap().as_str().unwrap();
            assert_eq!(to, link.as_bytes());
            leads += 1;
        }
        assert!(leads > 0, "{link}");
        let whole = format!("{:?}", document.objects);
        assert!(
            !whole.contains("/JavaScript") && !whole.contains("/JS"),
            "{link}"
        );
    }
}

/// Returns all texts on a blank pad for this many players.
fn on_pad(game: &str, players: usize, record: bool) -> String {
    let page = setup(Paper::A4, 1, false);
    let order = PadRequest {
        example: false,
        record,
        ..order(game, PadPlayers::Count(players), page)
    };
    let printable = pads(&order).unwrap();
    all_texts(&printable).join(" ")
}

#[test]
fn a_pad_explains_the_faces_of_a_die_that_are_on_it() {
    for players in 2..=6 {
        let pad = on_pad("brink-bid", players, true);
        let odd = players % 2 == 1;
        for (text, there) in [("↑← to the left, ↑→ to the right", odd), ("↑ across", !odd)]
        {
            assert_eq!(
                pad.contains(text),
                there,
                "{players} players, {text}: {pad}"
            );
        }
        // A short pad has no cells for the dice.
        assert!(!on_pad("brink-bid", players, false).contains("Write what the dice show"));
    }
}

#[test]
fn a_hand_without_a_bid_has_a_place_on_a_pad() {
    let pad = on_pad("contract-sabacc", 4, true);
    assert_eq!(pad.matches(" void ").count() % 4, 0, "{pad}");
    assert!(pad.contains(" void "), "{pad}");
}
