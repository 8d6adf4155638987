//! Parsing a language file line by line, in the subset of TOML used there.
//!
//! An offline phone reads such a file to show its first score, so unnecessary copies are avoided.

use std::borrow::Cow;

/// A parsed line.
#[derive(Debug, PartialEq)]
pub enum Line<'a> {
    /// The following texts belong to this section: `[line]`.
    Section(&'a str),
    /// The plural forms of a word: `forms = ["one", "other"]`.
    Forms(Vec<&'a str>),
    /// A key and its text: `made = "bid {bid}"`, `"a-game/trump" = "atout"`.
    Text(&'a str, Cow<'a, str>),
}

/// The lines of a file, without empty ones and comments.
///
/// # Errors
/// The line that cannot be read, for its editor.
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

/// A text without quotes and with its escapes resolved.
fn unquoted(value: &str) -> Option<Cow<'_, str>> {
    let inside = value.strip_prefix('"')?.strip_suffix('"')?;
    if !inside.contains(['\\', '"']) {
        return Some(Cow::Borrowed(inside));
    }
    // These escapes are the same as in JSON.
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
