//! The pages made of Markdown: those of the guide in `templates/docs/guide` with their list, and that of problems.

use askama::Template;
use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

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
const TEXTS: [(&str, &str); 14] = texts![
    "phone",
    "offline",
    "paper",
    "rulings",
    "command-line",
    "custom-games",
    "club",
    "server",
    "postgres",
    "privacy",
    "performance",
    "websites",
    "api",
    "clients",
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
        let mut page = rendered(text, served);
        let begins = page.html.find("<h2 ").unwrap_or(page.html.len());
        let html = page.html.split_off(begins);
        let mut headings = page.headings.into_iter();
        let title = headings.next().map(|title| title.text);
        let sections = headings.filter(|heading| heading.level == 2);
        Text {
            name,
            title: title.unwrap_or_default(),
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

/// A heading.
struct Heading {
    /// 1 for the title, then 2 to 6.
    level: u8,
    /// Its anchor, as GitHub makes it, so that a link works in the repository too.
    id: String,
    text: String,
}

/// Renders a Markdown text; `target` says where each of its links leads on the page.
fn rendered(markdown: &str, target: impl Fn(&str) -> String) -> Page {
    let mut page = Page::default();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(tag) => page.open(tag, &target),
            Event::End(tag) => page.close(tag),
            // A tag of HTML would be shown as it is written.
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => page.write(&text),
            Event::Code(text) => {
                page.html += "<code>";
                page.write(&text);
                page.html += "</code>";
            }
            Event::SoftBreak => page.write("\n"),
            // Our pages contain no other events.
            _ => {}
        }
    }
    page
}

/// A text as HTML, and its headings.
#[derive(Default)]
struct Page {
    html: String,
    headings: Vec<Heading>,
    /// Where the current heading begins in `html`.
    heading_at: usize,
    /// The text of the current heading or cell, without markup.
    plain: String,
    table: Table,
    /// What closes the open elements.
    closing: Vec<&'static str>,
}

/// The table that is being written.
#[derive(Default)]
struct Table {
    alignments: Vec<Alignment>,
    columns: Vec<String>,
    in_head: bool,
    column: usize,
}

impl Page {
    fn write(&mut self, text: &str) {
        self.plain += text;
        self.html += &escaped(text);
    }

    /// Opens an element. What closes it is appended at its end.
    fn open(&mut self, tag: Tag<'_>, target: impl Fn(&str) -> String) {
        let (open, close) = match tag {
            Tag::Heading { .. } => {
                self.plain.clear();
                self.heading_at = self.html.len();
                (String::new(), "")
            }
            Tag::CodeBlock(CodeBlockKind::Fenced(language)) => {
                let language = escaped(&language);
                let open = format!("<pre tabindex=\"0\"><code class=\"{language}\">");
                (open, "</code></pre>\n")
            }
            Tag::CodeBlock(_) => ("<pre tabindex=\"0\"><code>".to_owned(), "</code></pre>\n"),
            Tag::Link { dest_url, .. } => {
                let target = escaped(&target(&dest_url));
                (format!("<a href=\"{target}\">"), "</a>")
            }
            Tag::Table(alignments) => {
                let about = self.headings.last().map_or("", |heading| &*heading.text);
                let about = escaped(about);
                self.table = Table {
                    alignments,
                    ..Table::default()
                };
                let open = format!(
                    "<div class=\"scroller wide\" tabindex=\"0\" role=\"group\" aria-label=\"{about}\">\n<table>\n"
                );
                (open, "</tbody>\n</table>\n</div>\n")
            }
            Tag::TableHead => {
                self.table.in_head = true;
                ("<thead><tr>".to_owned(), "</tr></thead>\n<tbody>\n")
            }
            Tag::TableRow => {
                self.table.column = 0;
                ("<tr>".to_owned(), "</tr>\n")
            }
            Tag::TableCell => self.open_cell(),
            Tag::Paragraph => ("<p>".to_owned(), "</p>\n"),
            Tag::List(None) => ("<ul class=\"items\">\n".to_owned(), "</ul>\n"),
            Tag::List(Some(_)) => ("<ol class=\"steps\">\n".to_owned(), "</ol>\n"),
            Tag::Item => ("<li>".to_owned(), "</li>\n"),
            Tag::Strong => ("<strong>".to_owned(), "</strong>"),
            Tag::Emphasis => ("<em>".to_owned(), "</em>"),
            _ => (String::new(), ""),
        };
        self.html += &open;
        self.closing.push(close);
    }

    fn open_cell(&mut self) -> (String, &'static str) {
        self.plain.clear();
        let table = &self.table;
        let is_number = table.alignments.get(table.column) == Some(&Alignment::Right);
        let class = if is_number { " class=\"number\"" } else { "" };
        if table.in_head {
            return (format!("<th scope=\"col\"{class}>"), "</th>");
        }
        let name = table.columns.get(table.column);
        let name = escaped(name.map_or("", String::as_str));
        // On a phone the cell is a grid of its name and one element.
        let open = format!("<td{class} data-name=\"{name}\"><span>");
        (open, "</span></td>")
    }

    fn close(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => self.close_heading(level),
            TagEnd::CodeBlock => self.html.truncate(self.html.trim_end().len()),
            TagEnd::TableHead => self.table.in_head = false,
            TagEnd::TableCell => {
                if self.table.in_head {
                    self.table.columns.push(std::mem::take(&mut self.plain));
                }
                self.table.column += 1;
            }
            _ => {}
        }
        self.html += self.closing.pop().unwrap_or_default();
    }

    fn close_heading(&mut self, level: HeadingLevel) {
        let level = level as u8;
        let text = std::mem::take(&mut self.plain);
        let id = anchor(&text);
        let written = self.html.split_off(self.heading_at);
        self.html += &if level == 1 {
            format!("<h1>{written}</h1>\n")
        } else {
            format!("<h{level} id=\"{id}\"><a href=\"#{id}\">{written}</a></h{level}>\n")
        };
        self.headings.push(Heading { level, id, text });
    }
}

/// The anchor of a heading, as GitHub makes it: lowercase letters, digits, and hyphens in place of spaces.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ => letter.is_alphanumeric().then_some(letter),
    });
    kept.flat_map(char::to_lowercase).collect()
}

/// A text escaped for HTML.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_a_heading_that_an_address_leads_to() {
        let page = problems_page("# P\n\n## not-found\n\n**404.** There is nothing.\n").unwrap();
        let expected = "<h1>P</h1>\n<h2 id=\"not-found\"><a href=\"#not-found\">not-found</a></h2>\n\
                        <p><strong>404.</strong> There is nothing.</p>\n";
        assert!(page.contains(expected), "{page}");
    }

    fn html(markdown: &str) -> String {
        rendered(markdown, |link| format!("to:{link}")).html
    }

    #[test]
    fn a_heading_has_an_anchor_and_text_stays_text() {
        let shown =
            html("# P\n\n## Not `found`, & 2\n\n**404.** `a<b` is\nnot <i>here</i> & there.\n");
        let expected = "<h1>P</h1>\n\
            <h2 id=\"not-found--2\"><a href=\"#not-found--2\">Not <code>found</code>, &amp; 2</a></h2>\n\
            <p><strong>404.</strong> <code>a&lt;b</code> is\nnot &lt;i&gt;here&lt;/i&gt; &amp; there.</p>\n";
        assert_eq!(shown, expected);
    }

    #[test]
    fn code_is_shown_as_it_is_written_and_links_lead_where_they_are_led() {
        let shown = html("```sh\necho \"*a*\" <b\n\n# c\n```\n\n- [x](y.md#z)\n- **w**\n");
        let expected = "<pre tabindex=\"0\"><code class=\"sh\">echo &quot;*a*&quot; &lt;b\n\n# c</code></pre>\n\
            <ul class=\"items\">\n<li><a href=\"to:y.md#z\">x</a></li>\n<li><strong>w</strong></li>\n</ul>\n";
        assert_eq!(shown, expected);
    }

    #[test]
    fn each_cell_of_a_table_knows_its_column() {
        let shown = html("## T\n\n| a `b` | n |\n| --- | --: |\n| x | 1 |\n");
        let expected = "<div class=\"scroller wide\" tabindex=\"0\" role=\"group\" aria-label=\"T\">\n<table>\n\
            <thead><tr><th scope=\"col\">a <code>b</code></th><th scope=\"col\" class=\"number\">n</th></tr></thead>\n\
            <tbody>\n<tr><td data-name=\"a b\"><span>x</span></td>\
            <td class=\"number\" data-name=\"n\"><span>1</span></td></tr>\n</tbody>\n</table>\n</div>\n";
        assert!(shown.ends_with(expected), "{shown}");
    }
}
