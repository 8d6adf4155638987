//! The guide's pages about the API and about websites: their examples run unchanged, in order, and print the
//! output shown. Every link of the guide leads somewhere.

use overtrick_server::bounds;
use url::Url;

use crate::api::shell::{Shell, unset_names};
use crate::served::{Server, send};

const ELEMENT: &str = include_str!("../../templates/embed/standings.js");

/// A code block of the guide: an example or its output.
struct Block {
    language: String,
    text: String,
}

fn unescaped(html: &str) -> String {
    let text = html.replace("&lt;", "<").replace("&gt;", ">");
    text.replace("&quot;", "\"").replace("&amp;", "&")
}

/// Both pages as one text: the examples about websites need the matches that the API examples publish.
fn page() -> String {
    let server = Server::start();
    let pages = ["api", "websites"].map(|name| {
        let answer = server.get(&format!("/docs/guide/{name}"), &[]);
        assert_eq!(answer.status, 200);
        answer.text()
    });
    pages.concat()
}

fn blocks(page: &str) -> Vec<Block> {
    let blocks = page.split("<pre tabindex=\"0\"><code class=\"").skip(1);
    let blocks = blocks.map(|block| {
        let (block, _) = block.split_once("</code></pre>").unwrap();
        let (language, html) = block.split_once("\">").unwrap();
        Block {
            language: language.to_owned(),
            text: unescaped(html),
        }
    });
    blocks.collect()
}

fn of<'a>(blocks: &'a [Block], language: &str) -> Vec<&'a str> {
    let blocks = blocks.iter().filter(|block| block.language == language);
    blocks.map(|block| block.text.as_str()).collect()
}

/// Whether a text matches the output shown, in which … stands for any text.
fn fits(text: &str, shown: &str) -> bool {
    let mut parts = shown.split('…');
    let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or_default()) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, between)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in between {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[test]
fn an_ellipsis_in_an_output_fits_any_text() {
    for (text, shown, expected) in [
        ("abc", "abc", true),
        ("abc", "ab", false),
        ("abc", "a…", true),
        ("abc", "a…c", true),
        ("abc", "…b…d", false),
        ("abcabc", "a…b…c", true),
        ("xabc", "a…c", false),
    ] {
        assert_eq!(fits(text, shown), expected, "{text} {shown}");
    }
}

#[test]
fn every_name_of_the_guide_is_set_by_a_line_before_it() {
    let blocks = blocks(&page());
    assert_eq!(unset_names(&of(&blocks, "sh")), Vec::<String>::new());
    let languages = blocks.iter().map(|block| block.language.as_str());
    let known = ["sh", "output", "html", "python", "ts"];
    assert!(blocks.len() > 40, "{}", blocks.len());
    for language in languages {
        assert!(known.contains(&language), "no test runs {language}");
    }
}

#[test]
fn every_example_of_the_guide_works() {
    let blocks = blocks(&page());
    let Some(shell) = Shell::start() else {
        return;
    };
    shell.write("mirror.py", of(&blocks, "python")[0]);
    shell.copy("templates/games/mariash/sample.json");
    let examples = of(&blocks, "sh");
    let outputs = shell.run(&examples);
    assert_eq!(outputs.len(), examples.len());
    let mut outputs = outputs.iter();
    let (mut output, mut compared) = ("", 0);
    for block in &blocks {
        match block.language.as_str() {
            "sh" => output = outputs.next().unwrap().trim(),
            "output" => {
                let shown = shell.here(&block.text);
                assert!(fits(output, &shown), "{output}\nis not\n{shown}");
                compared += 1;
            }
            _ => {}
        }
    }
    assert!(compared >= 10, "{compared}");

    // The HTML examples use the match that the earlier ones opened and published.
    let get = |path: &str| send(shell.program.address, "GET", path, &[], None);
    let listed = get("/matches.json").json();
    let id = listed["matches"][0]["board"]["id"].as_str().unwrap();
    let home = format!("http://{}", shell.program.address);
    let mut asked = 0;
    for example in of(&blocks, "html") {
        let html = shell.here(example).replace("MATCH", id);
        assert_whole(&html);
        for address in html.split('"').filter(|part| part.starts_with(&home)) {
            let address = address.replace("&amp;", "&");
            let answer = get(&address[home.len()..]);
            assert_eq!(answer.status, 200, "{address}");
            let policy = answer.header("content-security-policy").unwrap();
            let is_framed = address.contains("/embed/matches/") && !address.contains(".json");
            assert_eq!(
                policy.contains("frame-ancestors *"),
                is_framed || address.contains("/embed/"),
                "{address}"
            );
            asked += 1;
        }
    }
    assert!(asked >= 12, "{asked}");
}

/// Asserts that every element is closed and has the necessary attributes.
fn assert_whole(html: &str) {
    let tags = html.split('<').skip(1);
    let tags: Vec<&str> = tags.filter_map(|tag| tag.split('>').next()).collect();
    for tag in &tags {
        let name = tag.trim_start_matches('/').split_whitespace().next();
        let name = name.unwrap();
        let is = |tag: &&&str, prefix: &str| {
            let rest = tag.strip_prefix(prefix);
            rest.is_some_and(|rest| rest.split_whitespace().next() == Some(name))
        };
        let opened = tags.iter().filter(|tag| is(tag, "")).count();
        let closed = tags.iter().filter(|tag| is(tag, "/")).count();
        assert_eq!(opened, closed, "{name} in {html}");
        let needed: &[&str] = match name {
            _ if tag.starts_with('/') => &[],
            "iframe" => &["src", "title", "width", "height"],
            "overtrick-standings" => &["src"],
            "a" => &["href"],
            _ => &[],
        };
        for attribute in needed {
            assert!(tag.contains(&format!("{attribute}=\"")), "{tag}");
        }
        if name == "overtrick-standings" {
            assert!(html.contains("/embed/standings.js\"></script>"), "{html}");
        }
    }
}

#[test]
fn every_attribute_in_the_guide_exists() {
    let page = page();
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, variables) = page.split_once("Set its look with variables (").unwrap();
    let (variables, rest) = variables.split_once(") and with its parts (").unwrap();
    let (parts, _) = rest.split_once(')').unwrap();
    let codes = |text: &str| -> Vec<String> {
        let codes = text.split("<code>").skip(1);
        codes
            .map(|code| code.split("</code>").next().unwrap().to_owned())
            .collect()
    };
    let (variables, parts) = (codes(variables), codes(parts));
    assert!(variables.len() >= 7 && parts.len() >= 13);
    for variable in variables {
        let name = variable.rsplit('-').next().unwrap();
        assert!(
            ELEMENT.contains(&format!("var(--overtrick-{name}")),
            "{name}"
        );
    }
    for part in parts {
        let is_there = [" ", "\""].iter().any(|before| {
            let named = format!("{before}{part}\"");
            ELEMENT.contains(&named)
        });
        assert!(is_there, "{part}");
    }
    let rate = bounds::REQUESTS_PER_SECOND * bounds::KEY_FACTOR;
    assert!(page.contains(&format!("{rate} requests a second")));
}

#[test]
fn the_page_about_clients_has_what_is_tried() {
    let answer = Server::start().get("/docs/guide/clients", &[]);
    assert_eq!(answer.status, 200);
    let text = answer.text();
    let blocks = blocks(&text);
    // `.ci/clients` runs each of these blocks.
    let tried = include_str!("../../.ci/clients");
    for language in ["yaml", "ts", "python", "generate"] {
        assert_eq!(of(&blocks, language).len(), 1, "{language}");
        assert!(tried.contains(&format!("lines {language}")), "{language}");
    }
    // The table has a row for each generator.
    let generators = of(&blocks, "generate")[0].lines().count();
    let rows = text.matches("<tr><td data-name=\"generator\">").count();
    assert_eq!((generators, rows), (2, 2));
}

/// Every page of the guide, by address.
const PAGES: [&str; 15] = [
    "guide",
    "guide/phone",
    "guide/offline",
    "guide/paper",
    "guide/rulings",
    "guide/command-line",
    "guide/custom-games",
    "guide/club",
    "guide/server",
    "guide/postgres",
    "guide/privacy",
    "guide/performance",
    "guide/websites",
    "guide/api",
    "guide/clients",
];

#[test]
fn every_link_of_the_guide_leads_somewhere_without_scripts() {
    let server = Server::start();
    let mut links = 0;
    for page in PAGES {
        let base = Url::parse(&format!("http://x/docs/{page}")).unwrap();
        let answer = server.get(base.path(), &[]);
        assert_eq!(answer.status, 200, "{page}");
        let policy = answer.header("content-security-policy").unwrap();
        for source in ["font-src 'self'", "script-src 'self';", "style-src 'self';"] {
            assert!(policy.contains(source), "{policy}");
        }
        let text = answer.text();
        // The page has no inline scripts or styles; those in its examples are escaped.
        for inline in ["<script", "<style", " style=\""] {
            assert!(!text.contains(inline), "{page}: {inline}");
        }
        for link in text.split("href=\"").skip(1) {
            let link = link.split('"').next().unwrap();
            let target = base.join(link).unwrap();
            if let Some(name) = target.path().strip_prefix("/docs/guide/") {
                assert!(
                    PAGES.iter().any(|page| page.ends_with(&format!("/{name}"))),
                    "{name}"
                );
            }
            if target.scheme() == "https" {
                continue;
            }
            let there = server.get(target.path(), &[]);
            assert_eq!(there.status, 200, "{page}: {link}");
            if let Some(anchor) = target.fragment() {
                let id = format!("id=\"{anchor}\"");
                assert!(there.text().contains(&id), "{page}: {link}");
            }
            links += 1;
        }
    }
    assert!(links > 300, "{links}");
    assert_eq!(server.get("/docs/guide/nothing", &[]).status, 404);
    let server = Server::with(|settings| settings.public_list = true);
    let page = server.get("/matches", &[]).text();
    assert!(page.contains("href=\"docs/guide/websites\""), "{page}");
}
