//! The pages made from Markdown: the guide in `templates/docs/guide` with its list of pages, and the page of problems.

use askama::Template;
use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag};

/// Returns the name and text of each page.
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

/// Links to files of the repository, each with the file's address on a service, relative to a page.
const SERVED: [(&str, &str); 2] = [
    ("../../../openapi/openapi.json", "../../openapi.json"),
    ("../../../openapi/problems.md", "../../problems"),
];

/// A page of the guide.
struct Text {
    name: &'static str,
    title: String,
    /// Its first paragraph, which describes its purpose.
    about: &'static str,
    /// The text before its first section, as HTML.
    introduction: String,
    /// Its sections, as HTML.
    html: String,
    /// The second-level headings, one for each section.
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
    /// The next page.
    next: Option<&'a Text>,
}

/// Returns each page with the end of its address: empty for the list of pages, `/NAME` for any other page.
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
    fn new(name: &'static str, text: &'static str) -> Text {
        let mut page = rendered(text);
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

/// Returns the address on a service for a link between files of the repository.
fn served(link: &str) -> String {
    let served = SERVED.iter().find(|(file, _)| *file == link);
    match (served, link.split_once(".md")) {
        (Some((_, address)), _) => (*address).to_owned(),
        (None, Some((name, anchor))) if !link.contains('/') => format!("{name}{anchor}"),
        _ => link.to_owned(),
    }
}

#[derive(Template)]
#[template(path = "docs/problems.html")]
struct ProblemsPage {
    /// The kinds of problems, as HTML.
    body: String,
}

/// Renders the page about kinds of problems. Each problem's `type` links to the heading of its kind.
pub fn problems_page(text: &str) -> askama::Result<String> {
    let body = rendered(text).html;
    ProblemsPage { body }.render()
}

/// A heading.
struct Heading {
    /// The level: 1 for the title, 2 to 6 for other headings.
    level: u8,
    /// Its anchor, in GitHub's form, so that links to it also work in the repository.
    id: String,
    text: String,
}

/// Renders a Markdown text.
fn rendered(markdown: &str) -> Page {
    let mut page = Page::default();
    let events = &mut Parser::new_ext(markdown, Options::ENABLE_TABLES);
    page.write_contents(events);
    page
}

/// A text as HTML, and its headings.
#[derive(Default)]
struct Page {
    html: String,
    headings: Vec<Heading>,
    /// The text without markup.
    plain: String,
    table: Table,
}

/// The table that is being written.
#[derive(Default)]
struct Table {
    alignments: Vec<Alignment>,
    /// The names of its columns.
    columns: Vec<String>,
    in_head: bool,
    /// The number of the next cell in its row.
    column: usize,
}

impl Page {
    /// Writes the rest of the current element.
    fn write_contents(&mut self, events: &mut Parser<'_>) {
        while let Some(event) = events.next() {
            match event {
                Event::End(_) => return,
                Event::Start(tag) => self.write_element(tag, events),
                // An HTML tag is shown as text.
                Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                    self.write(&text);
                }
                Event::Code(text) => {
                    self.html += "<code>";
                    self.write(&text);
                    self.html += "</code>";
                }
                Event::SoftBreak => self.write("\n"),
                // Our pages contain no other events.
                _ => {}
            }
        }
    }

    fn write(&mut self, text: &str) {
        self.plain += text;
        self.html += &escaped(text);
    }

    fn write_element(&mut self, tag: Tag<'_>, events: &mut Parser<'_>) {
        match &tag {
            Tag::Table(alignments) => {
                self.table = Table::default();
                self.table.alignments.clone_from(alignments);
            }
            Tag::TableHead => self.table.in_head = true,
            Tag::TableRow => self.table.column = 0,
            _ => {}
        }
        let (html, plain) = (self.html.len(), self.plain.len());
        self.write_contents(events);
        let (html, plain) = (self.html.split_off(html), self.plain.split_off(plain));
        let written = match tag {
            Tag::Heading { level, .. } => self.heading(level, &html, &plain),
            Tag::CodeBlock(kind) => {
                let class = match kind {
                    CodeBlockKind::Fenced(language) => escaped(&language),
                    CodeBlockKind::Indented => String::new(),
                };
                let code = html.trim_end();
                format!("<pre tabindex=\"0\"><code class=\"{class}\">{code}</code></pre>\n")
            }
            Tag::Link { dest_url, .. } => {
                format!("<a href=\"{}\">{html}</a>", escaped(&served(&dest_url)))
            }
            Tag::Table(_) => {
                let about = self.headings.last().map_or("", |heading| &*heading.text);
                let about = escaped(about);
                format!(
                    "<div class=\"scroller wide\" tabindex=\"0\" role=\"group\" aria-label=\"{about}\">\n<table>\n\
                     {html}</tbody>\n</table>\n</div>\n"
                )
            }
            Tag::TableHead => {
                self.table.in_head = false;
                format!("<thead><tr>{html}</tr></thead>\n<tbody>\n")
            }
            Tag::TableRow => format!("<tr>{html}</tr>\n"),
            Tag::TableCell => self.cell(&html, &plain),
            Tag::Paragraph => format!("<p>{html}</p>\n"),
            Tag::List(None) => format!("<ul class=\"items\">\n{html}</ul>\n"),
            Tag::List(Some(_)) => format!("<ol class=\"steps\">\n{html}</ol>\n"),
            Tag::Item => format!("<li>{html}</li>\n"),
            Tag::Strong => format!("<strong>{html}</strong>"),
            Tag::Emphasis => format!("<em>{html}</em>"),
            _ => html,
        };
        self.html += &written;
        self.plain += &plain;
    }

    fn cell(&mut self, html: &str, plain: &str) -> String {
        let table = &mut self.table;
        let is_number = table.alignments.get(table.column) == Some(&Alignment::Right);
        let class = if is_number { " class=\"number\"" } else { "" };
        table.column += 1;
        if table.in_head {
            table.columns.push(escaped(plain));
            return format!("<th scope=\"col\"{class}>{html}</th>");
        }
        let name = table.columns.get(table.column - 1);
        let name = name.map_or("", String::as_str);
        // On a phone, the cell is a grid of the column's name and this element.
        format!("<td{class} data-name=\"{name}\"><span>{html}</span></td>")
    }

    fn heading(&mut self, level: HeadingLevel, html: &str, plain: &str) -> String {
        let (level, id) = (level as u8, anchor(plain));
        let written = if level == 1 {
            format!("<h1>{html}</h1>\n")
        } else {
            format!("<h{level} id=\"{id}\"><a href=\"#{id}\">{html}</a></h{level}>\n")
        };
        let text = plain.to_owned();
        self.headings.push(Heading { level, id, text });
        written
    }
}

/// Returns the anchor of a heading in GitHub's form: lowercase letters, digits, and hyphens for spaces.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ => letter.is_alphanumeric().then_some(letter),
    });
    kept.flat_map(char::to_lowercase).collect()
}

/// Returns a text escaped for HTML.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_a_heading_with_an_anchor() {
        let page = problems_page("# P\n\n## not-found\n\n**404.** There is nothing.\n").unwrap();
        let expected = "<h1>P</h1>\n<h2 id=\"not-found\"><a href=\"#not-found\">not-found</a></h2>\n\
                        <p><strong>404.</strong> There is nothing.</p>\n";
        assert!(page.contains(expected), "{page}");
    }

    fn html(markdown: &str) -> String {
        rendered(markdown).html
    }

    #[test]
    fn headings_have_anchors_and_text_is_escaped() {
        let shown =
            html("# P\n\n## Not `found`, & 2\n\n**404.** `a<b` is\nnot <i>here</i> & there.\n");
        let expected = "<h1>P</h1>\n\
            <h2 id=\"not-found--2\"><a href=\"#not-found--2\">Not <code>found</code>, &amp; 2</a></h2>\n\
            <p><strong>404.</strong> <code>a&lt;b</code> is\nnot &lt;i&gt;here&lt;/i&gt; &amp; there.</p>\n";
        assert_eq!(shown, expected);
    }

    #[test]
    fn code_is_shown_as_it_is_written_and_links_lead_to_pages() {
        let shown = html("```sh\necho \"*a*\" <b\n\n# c\n```\n\n- [x](y.md#z)\n- **w**\n");
        let expected = "<pre tabindex=\"0\"><code class=\"sh\">echo &quot;*a*&quot; &lt;b\n\n# c</code></pre>\n\
            <ul class=\"items\">\n<li><a href=\"y#z\">x</a></li>\n<li><strong>w</strong></li>\n</ul>\n";
        assert_eq!(shown, expected);
    }

    #[test]
    fn each_cell_of_a_table_names_its_column() {
        let shown = html("## T\n\n| a `b` | n |\n| --- | --: |\n| x | 1 |\n");
        let expected = "<div class=\"scroller wide\" tabindex=\"0\" role=\"group\" aria-label=\"T\">\n<table>\n\
            <thead><tr><th scope=\"col\">a <code>b</code></th><th scope=\"col\" class=\"number\">n</th></tr></thead>\n\
            <tbody>\n<tr><td data-name=\"a b\"><span>x</span></td>\
            <td class=\"number\" data-name=\"n\"><span>1</span></td></tr>\n</tbody>\n</table>\n</div>\n";
        assert!(shown.ends_with(expected), "{shown}");
    }
}
