//! The page about kinds of problems.

use askama::Template;

use crate::openapi::markdown;

#[derive(Template)]
#[template(path = "docs/problems.html")]
struct ProblemsPage {
    /// The kinds, as HTML.
    body: String,
}

/// The page. Each problem's `type` links to the heading of its kind.
pub fn page(text: &str) -> askama::Result<String> {
    let body = markdown::rendered(text, str::to_owned).html;
    ProblemsPage { body }.render()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_kind_is_a_heading_that_an_address_leads_to() {
        let page = super::page("# P\n\n## not-found\n\n**404.** There is nothing.\n").unwrap();
        let expected = "<h1>P</h1>\n<h2 id=\"not-found\"><a href=\"#not-found\">not-found</a></h2>\n\
                        <p><strong>404.</strong> There is nothing.</p>\n";
        assert!(page.contains(expected), "{page}");
    }
}
