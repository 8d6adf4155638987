//! The page about kinds of problems, rendered from its Markdown: headings with anchors, paragraphs, code.

use std::fmt::Write;

const HEAD: &str = include_str!("../../../templates/docs/problems.html");

/// The page. Each problem's `type` links to the heading of its kind.
pub fn page(markdown: &str) -> String {
    let mut body = String::new();
    for block in markdown.split("\n\n").map(str::trim) {
        // Writing to a string cannot fail.
        let _ = if let Some(kind) = block.strip_prefix("## ") {
            let kind = escaped(kind);
            writeln!(
                body,
                "<h2 id=\"{kind}\"><a href=\"#{kind}\">{kind}</a></h2>"
            )
        } else if let Some(title) = block.strip_prefix("# ") {
            writeln!(body, "<h1>{}</h1>", escaped(title))
        } else {
            writeln!(body, "<p>{}</p>", with_code(&escaped(block)))
        };
    }
    HEAD.replace("{{body}}", &body)
}

/// A text escaped for HTML.
pub fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

/// Renders text between backticks as code.
fn with_code(text: &str) -> String {
    let mut parts = text.split('`');
    let mut html = parts.next().unwrap_or_default().to_owned();
    for (index, part) in parts.enumerate() {
        html += if index % 2 == 0 { "<code>" } else { "</code>" };
        html += part;
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_a_heading_that_an_address_leads_to() {
        let page = page("# P\n\n## not-found\n\n404. `a<b` is\nnot here & there.\n");
        let expected = "<h1>P</h1>\n<h2 id=\"not-found\"><a href=\"#not-found\">not-found</a></h2>\n\
                        <p>404. <code>a&lt;b</code> is\nnot here &amp; there.</p>\n";
        assert!(page.contains(expected), "{page}");
    }
}
