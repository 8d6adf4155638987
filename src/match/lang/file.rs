//! The file of a language, read line by line: the part of TOML that such a file is written in.
//!
//! A phone that has the rules in the page reads one when it shows its first score, so nothing is copied
//! that need not be.

use std::borrow::Cow;

/// What a line says.
#[derive(Debug, PartialEq)]
pub enum Line<'a> {
    /// The texts after it are of this section: `[line]`.
    Section(&'a str),
    /// The forms of a word: `forms = ["one", "other"]`.
    Forms(Vec<&'a str>),
    /// A text and its key: `made = "bid {bid}"`, `"a-game/trump" = "atout"`.
    Text(&'a str, Cow<'a, str>),
}

/// The lines of a file, without those that say nothing.
///
/// # Errors
/// The line that cannot be read, for whoever edits it.
pub fn lines(text: &str) -> impl Iterator<Item = Result<Line<'_>, String>> {
    let numbered = (1..).zip(text.lines().map(str::trim));
    let said = numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    said.map(|(number, line)| {
        read(line).ok_or_else(|| format!("line {number} is none of [section] and key = \"text\""))
    })
}

fn read(line: &str) -> Option<Line<'_>> {
    if let Some(section) = line.strip_prefix('[') {
        return section.strip_suffix(']').map(Line::Section);
    }
    let (key, value) = match line.strip_prefix('"') {
        Some(quoted) => quoted.split_once("\" = ")?,
        None => line.split_once(" = ")?,
    };
    match value.strip_prefix('[') {
        Some(list) if key == "forms" => {
            let forms = list.strip_suffix(']')?.split(", ");
            let forms = forms.map(|form| form.strip_prefix('"')?.strip_suffix('"'));
            Some(Line::Forms(forms.collect::<Option<_>>()?))
        }
        _ => Some(Line::Text(key, unquoted(value)?)),
    }
}

/// A text without its quotes, and with what its escapes stand for.
fn unquoted(value: &str) -> Option<Cow<'_, str>> {
    let inside = value.strip_prefix('"')?.strip_suffix('"')?;
    if !inside.contains(['\\', '"']) {
        return Some(Cow::Borrowed(inside));
    }
    // What is escaped here is escaped so in JSON too.
    serde_json::from_str(value).ok().map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Language;

    #[test]
    fn the_files_of_every_language_say_what_toml_reads_in_them() {
        let mut texts = 0;
        for file in Language::tags().flat_map(Language::files) {
            let whole: toml::Table = toml::from_str(file).unwrap();
            let mut section = "";
            for line in lines(file) {
                match line.unwrap() {
                    Line::Section(name) => section = name,
                    Line::Forms(forms) => {
                        let expected: Vec<toml::Value> =
                            forms.into_iter().map(Into::into).collect();
                        assert_eq!(whole["forms"].as_array(), Some(&expected));
                    }
                    Line::Text(key, text) => {
                        assert_eq!(
                            whole[section][key].as_str(),
                            Some(&*text),
                            "[{section}] {key}"
                        );
                        texts += 1;
                    }
                }
            }
            let keys = whole.values().filter_map(toml::Value::as_table);
            let keys: usize = keys.map(toml::Table::len).sum();
            texts -= keys;
        }
        assert_eq!(texts, 0, "texts that TOML does not read");
    }

    #[test]
    fn escapes_stand_for_their_letters() {
        let read = |line| lines(line).next().unwrap();
        let text = |text: &'static str| Ok(Line::Text("a/b", text.into()));
        assert_eq!(read(r#""a/b" = "over\u00adbid""#), text("over\u{ad}bid"));
        assert_eq!(read(r#""a/b" = "say \"no\"""#), text("say \"no\""));
        assert_eq!(read(r##""a/b" = "# = []""##), text("# = []"));
    }

    #[test]
    fn a_line_that_cannot_be_read_is_named() {
        for line in [
            "a",
            "a = b",
            "a = \"b",
            "a = \"b\" # c",
            "[a",
            "forms = [one]",
            "a = \"b\"c\"",
        ] {
            let text = format!("# first\n\n{line}\n");
            let error = lines(&text).next().unwrap().unwrap_err();
            assert!(error.starts_with("line 3 is none"), "{line}: {error}");
        }
    }
}
