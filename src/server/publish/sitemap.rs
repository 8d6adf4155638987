//! The addresses that search engines may visit (sitemaps.org).

use askama::Template;

use crate::publish::list_page::of_xml;
use overtrick_match::ledger::MatchId;

/// The most matches in the file: the ones that were opened last.
pub const MOST: usize = 10_000;

#[derive(Template)]
#[template(path = "public/sitemap.xml")]
struct Sitemap<'a> {
    home: &'a str,
    pages: &'a [String],
    matches: &'a [MatchId],
}

/// A sitemap with pages, by their paths, and matches.
///
/// # Errors
/// The template cannot be rendered.
pub fn file(home: &str, pages: &[String], matches: &[MatchId]) -> askama::Result<String> {
    let file = Sitemap {
        home,
        pages,
        matches,
    };
    Ok(of_xml(&file.render()?))
}
