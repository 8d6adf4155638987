//! Markdown as HTML in the style of the documentation pages: every heading has an anchor, code and tables scroll by
//! themselves, and on a phone each row of a table becomes a list of its cells.

use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// A text as HTML, and its headings.
pub struct Rendered {
    pub html: String,
    pub headings: Vec<Heading>,
}

/// A heading.
pub struct Heading {
    /// 1 for the title, then 2 to 6.
    pub level: u8,
    /// Its anchor, as GitHub makes it, so that a link works in the repository too.
    pub id: String,
    pub text: String,
}

/// Renders a Markdown text; `target` says where each of its links leads on the page.
pub fn rendered(markdown: &str, target: impl Fn(&str) -> String) -> Rendered {
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
    Rendered {
        html: page.html,
        headings: page.headings,
    }
}

#[derive(Default)]
struct Page {
    html: String,
    headings: Vec<Heading>,
    /// Where the current heading begins in `html`.
    heading_at: usize,
    /// The text of the current heading or cell, without markup.
    plain: String,
    table: Table,
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

    fn open(&mut self, tag: Tag<'_>, target: impl Fn(&str) -> String) {
        match tag {
            Tag::Heading { .. } => {
                self.plain.clear();
                self.heading_at = self.html.len();
            }
            Tag::CodeBlock(kind) => {
                self.html += "<pre tabindex=\"0\"><code";
                if let CodeBlockKind::Fenced(language) = kind {
                    self.html += &format!(" class=\"{}\"", escaped(&language));
                }
                self.html += ">";
            }
            Tag::Link { dest_url, .. } => {
                self.html += &format!("<a href=\"{}\">", escaped(&target(&dest_url)));
            }
            Tag::Table(alignments) => {
                let about = self.headings.last().map_or("", |heading| &*heading.text);
                self.html += &format!(
                    "<div class=\"scroller wide\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">\n<table>\n",
                    escaped(about)
                );
                self.table = Table {
                    alignments,
                    ..Table::default()
                };
            }
            Tag::TableHead => {
                self.table.in_head = true;
                self.html += "<thead><tr>";
            }
            Tag::TableRow => {
                self.table.column = 0;
                self.html += "<tr>";
            }
            Tag::TableCell => self.open_cell(),
            Tag::Paragraph => self.html += "<p>",
            Tag::List(None) => self.html += "<ul class=\"items\">\n",
            Tag::List(Some(_)) => self.html += "<ol class=\"steps\">\n",
            Tag::Item => self.html += "<li>",
            Tag::Strong => self.html += "<strong>",
            Tag::Emphasis => self.html += "<em>",
            _ => {}
        }
    }

    fn open_cell(&mut self) {
        self.plain.clear();
        let table = &self.table;
        let is_number = table.alignments.get(table.column) == Some(&Alignment::Right);
        let class = if is_number { " class=\"number\"" } else { "" };
        self.html += &if table.in_head {
            format!("<th scope=\"col\"{class}>")
        } else {
            let name = table.columns.get(table.column);
            let name = escaped(name.map_or("", String::as_str));
            // On a phone the cell is a grid of its name and one element.
            format!("<td{class} data-name=\"{name}\"><span>")
        };
    }

    fn close(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => self.close_heading(level),
            TagEnd::CodeBlock => {
                self.html.truncate(self.html.trim_end().len());
                self.html += "</code></pre>\n";
            }
            TagEnd::Link => self.html += "</a>",
            TagEnd::Table => self.html += "</tbody>\n</table>\n</div>\n",
            TagEnd::TableHead => {
                self.table.in_head = false;
                self.html += "</tr></thead>\n<tbody>\n";
            }
            TagEnd::TableRow => self.html += "</tr>\n",
            TagEnd::TableCell if self.table.in_head => {
                self.html += "</th>";
                self.table.columns.push(std::mem::take(&mut self.plain));
                self.table.column += 1;
            }
            TagEnd::TableCell => {
                self.html += "</span></td>";
                self.table.column += 1;
            }
            TagEnd::Paragraph => self.html += "</p>\n",
            TagEnd::List(false) => self.html += "</ul>\n",
            TagEnd::List(true) => self.html += "</ol>\n",
            TagEnd::Item => self.html += "</li>\n",
            TagEnd::Strong => self.html += "</strong>",
            TagEnd::Emphasis => self.html += "</em>",
            _ => {}
        }
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
pub fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

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
