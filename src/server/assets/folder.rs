//! The page without a service: static files for any host and folder. The page runs the rules itself, and
//! stores matches on the phone.

use sha2::{Digest, Sha256};

use crate::assets::bundle::BUNDLES;
use crate::assets::files::{self, INDEX, SHELL};
use crate::http::csp::PLAYED;
use crate::http::file::short;
use crate::rules::page as rules;
use overtrick_games as games;
use overtrick_match::lang::Language;

/// Files that only the service needs.
const SERVED: [&str; 1] = ["fonts/OFL.txt"];

/// The path of a file in the folder, and the contents of the file.
pub type FolderFile = (String, Vec<u8>);

/// Returns all files of the folder.
///
/// # Errors
/// A rules page cannot be rendered, or a file cannot be read.
pub fn files() -> Result<Vec<FolderFile>, String> {
    let is_own = |path: &&str| *path != SHELL && !SERVED.contains(path) && !BUNDLES.contains(path);
    let own = files::paths().filter(is_own).map(|path| {
        let file = files::find(path).ok_or_else(|| format!("{path} cannot be read"))?;
        let body = match path {
            INDEX => without_service(&String::from_utf8_lossy(file.plain())).into_bytes(),
            _ => file.plain().to_vec(),
        };
        Ok((path.to_owned(), body))
    });
    let mut all = own.collect::<Result<Vec<FolderFile>, String>>()?;
    let mut texts = rules_pages()?;
    texts.extend([
        file_of("verify/check.js", rules::VERIFY_SCRIPT),
        file_of("verify/verify.css", rules::VERIFY_STYLE),
        file_of("games/rules.css", rules::STYLE),
        file_of("games/find.js", rules::SCRIPT),
    ]);
    let style = files::find("style.css").ok_or("there is no style")?;
    texts.push(("style.css".to_owned(), style.plain().to_vec()));
    let shell = shell(&all, &texts);
    all.extend(texts);
    all.push(file_of(SHELL, &shell));
    Ok(all)
}

fn file_of(path: &str, text: &str) -> FolderFile {
    (path.to_owned(), text.as_bytes().to_vec())
}

/// Marks the page as running without a service. Adds the content security policy to the document, because
/// the host does not send it as a header.
fn without_service(page: &str) -> String {
    // `frame-ancestors` works only in headers.
    let policy = PLAYED.split("; frame-ancestors").next().unwrap_or(PLAYED);
    let policy = policy.split_whitespace().collect::<Vec<_>>().join(" ");
    let policy = format!(
        "<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">"
    );
    page.replacen("<html", "<html data-alone", 1)
        .replacen("<meta charset=\"utf-8\">", &policy, 1)
}

/// Returns the list of games, the rules of each game, and the verify page, as one file per language.
fn rules_pages() -> Result<Vec<FolderFile>, String> {
    let mut pages = Vec::new();
    for language in Language::tags().filter_map(Language::find) {
        let tag = language.tag();
        let mut add = |path: &str, page: &str, own: &str| {
            pages.push(file_of(&format!("{path}.{tag}.html"), &linked(page, own)));
        };
        add("games", &rules::list(language)?, "games");
        add("verify", &rules::verify(language)?, "verify");
        for entry in games::all() {
            let id = entry.facts.id;
            let page = without_pdf_links(&rules::page(entry, language)?);
            add(&format!("games/{id}"), &page, id);
        }
    }
    Ok(pages)
}

/// Changes the links of a rules page to files: `ID?lang=TAG` becomes `ID.TAG.html`.
fn linked(page: &str, own: &str) -> String {
    let mut linked = page.to_owned();
    for tag in Language::tags() {
        let query = format!("?lang={tag}\"");
        let file = format!(".{tag}.html\"");
        linked = linked
            .replace(&format!("href=\"{query}"), &format!("href=\"{own}{file}"))
            .replace(&query, &file);
    }
    linked
}

/// Removes the links to PDF files from a page, because only a service makes these files.
fn without_pdf_links(page: &str) -> String {
    let lines = page.lines();
    let kept = lines.filter(|line| !line.starts_with("<p class=\"facts paper\">"));
    kept.flat_map(|line| [line, "\n"]).collect()
}

/// Returns the script with the list of files for the folder's service worker to store.
fn shell(own: &[FolderFile], texts: &[FolderFile]) -> String {
    let mut digest = Sha256::new();
    for (path, body) in own.iter().chain(texts) {
        digest.update(path.as_bytes());
        digest.update(body);
    }
    let version = short(&digest.finalize());
    let texts: Vec<String> = texts.iter().map(|(path, _)| path.clone()).collect();
    files::shell_script(&version, "./", &texts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::files::{PRINTER, RULES};

    #[test]
    fn files_are_unique_and_links_in_the_rules_lead_to_files() {
        let all = files().unwrap();
        let paths: Vec<&str> = all.iter().map(|(path, _)| path.as_str()).collect();
        let mut sorted = paths.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), paths.len(), "{paths:?}");
        for wanted in [
            INDEX,
            SHELL,
            RULES,
            PRINTER,
            "sw.js",
            "page.js",
            "words/cs.json",
            "style.css",
        ] {
            assert!(paths.contains(&wanted), "{wanted}");
        }
        for (path, body) in all
            .iter()
            .filter(|(path, _)| path.starts_with("games") || path.starts_with("verify."))
        {
            let text = String::from_utf8_lossy(body);
            assert!(!text.contains("?lang="), "{path}");
            let folder = if path.contains('/') { "games/" } else { "" };
            for link in text.split("href=\"").skip(1) {
                let link = link.split(['"', '#']).next().unwrap();
                if link.is_empty() || link.ends_with('/') || link.contains("://") {
                    continue;
                }
                let target = match link.strip_prefix("../") {
                    Some(above) => above.to_owned(),
                    None => format!("{folder}{link}"),
                };
                assert!(paths.contains(&target.as_str()), "{path}: {link}");
            }
        }
        for module in [RULES, PRINTER] {
            let (_, body) = all.iter().find(|(path, _)| path == module).unwrap();
            assert!(body.starts_with(b"\0asm"));
        }
        let page = all.iter().find(|(path, _)| path == INDEX).unwrap();
        let page = String::from_utf8_lossy(&page.1);
        assert!(
            page.contains("<html data-alone") && page.contains("wasm-unsafe-eval"),
            "{page}"
        );
    }
}
