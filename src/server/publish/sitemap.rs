//! The addresses that search engines may visit (sitemaps.org).

use askama::Template;

use crate::publish::list_page::of_xml;
use overtrick_match::ledger::MatchId;

/// The most matches in one file; search engines read at most 50,000 addresses.
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

/// The index of this many sitemap files.
///
/// # Errors
/// The template cannot be rendered.
pub fn index(home: &str, files: usize) -> askama::Result<String> {
    let files = (0..files).collect();
    Sitemaps { home, files }.render()
}
