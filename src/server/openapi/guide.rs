//! The pages made of Markdown: those of the guide in `templates/docs/guide` with their list, and that of problems.

use askama::Template;

use crate::openapi::markdown::{Heading, rendered};

/// Name and text of a page.
macro_rules! texts {
    ($($name:literal),+ $(,)?) => {
        [$((
            $name,
            include_str!(concat!("../../../templates/docs/guide/", $name, ".md")),
        )),+]
    };
}

/// The pages, in the order of their list.
const TEXTS: [(&str, &str); 13] = texts![
    "phone",
    "offline",
    "paper",
    "rulings",
    "command-line",
    "own-games",
    "server",
    "postgres",
    "privacy",
    "performance",
    "websites",
    "api",
    "clients",
];

/// The programs and settings, kept as separate files so that tests can run them.
const PROGRAMS: [(&str, &str); 4] = [
    (
        "{{client.py}}",
        include_str!("../../../templates/docs/client.py"),
    ),
    (
        "{{client.ts}}",
        include_str!("../../../templates/docs/client.ts"),
    ),
    (
        "{{python-client.yaml}}",
        include_str!("../../../templates/docs/python-client.yaml"),
    ),
    (
        "{{mirror.py}}",
        include_str!("../../../templates/docs/mirror.py"),
    ),
];

/// Links to files of the repository, and the addresses at which a service has them, seen from a page.
const SERVED: [(&str, &str); 2] = [
    ("../../../openapi/openapi.json", "../../openapi.json"),
    ("../../../openapi/problems.md", "../../problems"),
];

/// A page of the guide.
struct Text {
    name: &'static str,
    title: String,
    /// Its first paragraph: what it is for.
    about: &'static str,
    /// What stands before its first section, as HTML.
    introduction: String,
    /// Its sections, as HTML.
    html: String,
    /// The headings of its sections, which are of the second level.
    sections: Vec<Heading>,
}

#[derive(Template)]
#[template(path = "docs/guide.html")]
struct ListPage<'a> {
    texts: &'a [Text],
}

#[derive(Template)]
#[template(path = "docs/guide_page.html")]
struct TextPage<'a> {
    texts: &'a [Text],
    text: &'a Text,
    /// The page after it.
    next: Option<&'a Text>,
}

/// The pages by the end of their address: an empty one for their list, `/NAME` for the others.
pub fn pages() -> Vec<(String, askama::Result<String>)> {
    let texts = TEXTS.map(|(name, text)| Text::new(name, text));
    let texts = &texts[..];
    let pages = texts.iter().enumerate().map(|(at, text)| {
        let next = texts.get(at + 1);
        let page = TextPage { texts, text, next };
        (format!("/{}", text.name), page.render())
    });
    let list = (String::new(), ListPage { texts }.render());
    pages.chain([list]).collect()
}

impl Text {
    /// The anchors and headings of its sections.
    fn places(&self) -> impl Iterator<Item = (&str, &str)> {
        let sections = self.sections.iter();
        sections.map(|section| (&*section.id, &*section.text))
    }

    fn new(name: &'static str, text: &'static str) -> Text {
        let markdown = with_programs(text);
        let mut page = rendered(&markdown, served);
        let begins = page.html.find("<h2 ").unwrap_or(page.html.len());
        let html = page.html.split_off(begins);
        let (titles, headings): (Vec<_>, Vec<_>) = page
            .headings
            .into_iter()
            .partition(|heading| heading.level == 1);
        let sections = headings.into_iter().filter(|heading| heading.level == 2);
        Text {
            name,
            title: titles.into_iter().map(|title| title.text).collect(),
            about: text.split("\n\n").nth(1).unwrap_or_default(),
            introduction: page.html,
            html,
            sections: sections.collect(),
        }
    }
}

/// Where a link of a page in the repository leads in a service.
fn served(link: &str) -> String {
    let known = SERVED.iter().find(|(file, _)| *file == link);
    match (known, link.split_once(".md")) {
        (Some((_, address)), _) => (*address).to_owned(),
        (None, Some((name, anchor))) if !link.contains('/') => format!("{name}{anchor}"),
        _ => link.to_owned(),
    }
}

fn with_programs(page: &str) -> String {
    PROGRAMS
        .into_iter()
        .fold(page.to_owned(), |page, (place, program)| {
            page.replace(place, program.trim_end())
        })
}

#[derive(Template)]
#[template(path = "docs/problems.html")]
struct ProblemsPage {
    /// The kinds, as HTML.
    body: String,
}

/// The page about kinds of problems. Each problem's `type` links to the heading of its kind.
pub fn problems_page(text: &str) -> askama::Result<String> {
    let body = rendered(text, str::to_owned).html;
    ProblemsPage { body }.render()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_kind_is_a_heading_that_an_address_leads_to() {
        let page =
            super::problems_page("# P\n\n## not-found\n\n**404.** There is nothing.\n").unwrap();
        let expected = "<h1>P</h1>\n<h2 id=\"not-found\"><a href=\"#not-found\">not-found</a></h2>\n\
                        <p><strong>404.</strong> There is nothing.</p>\n";
        assert!(page.contains(expected), "{page}");
    }
}
