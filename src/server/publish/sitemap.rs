//! The addresses that a search may visit (sitemaps.org).

use askama::Template;

use crate::publish::list_page::of_xml;
use overtrick_match::ledger::MatchId;

/// The most matches in one file; more than 50,000 no search reads.
pub const MOST: usize = 10_000;

#[derive(Template)]
#[template(path = "public/sitemap.xml")]
struct Sitemap<'a> {
    home: &'a str,
    pages: &'a [String],
    matches: &'a [MatchId],
}

#[derive(Template)]
#[template(path = "public/sitemaps.xml")]
struct Sitemaps<'a> {
    home: &'a str,
    files: Vec<usize>,
}

/// A file of addresses: of pages, by their paths, and of matches.
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

/// The list of so many files.
///
/// # Errors
/// The template cannot be rendered.
pub fn index(home: &str, files: usize) -> askama::Result<String> {
    let files = (0..files).collect();
    Sitemaps { home, files }.render()
}
