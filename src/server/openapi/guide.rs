//! The guide for webmasters, including its sample programs.

use crate::openapi::problems_page::escaped;

const PAGE: &str = include_str!("../../../templates/docs/guide.html");

/// The webhook receivers, kept as separate files so that tests can run them.
const RECEIVERS: [(&str, &str); 2] = [
    (
        "{{receiver.py}}",
        include_str!("../../../templates/docs/receiver.py"),
    ),
    (
        "{{receiver.ts}}",
        include_str!("../../../templates/docs/receiver.ts"),
    ),
];

/// The page.
pub fn page() -> String {
    RECEIVERS
        .into_iter()
        .fold(PAGE.to_owned(), |page, (place, program)| {
            page.replace(place, escaped(program).trim_end())
        })
}
