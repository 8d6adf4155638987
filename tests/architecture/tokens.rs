//! Rust source as words and signs: comments, texts and code for tests alone left out.

/// A word or a sign of a source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// A name or a keyword.
    Word(String),
    /// `::`
    PathSeparator,
    /// Any other sign.
    Sign(char),
}

impl Token {
    /// The name or keyword, if it is one.
    pub fn word(&self) -> Option<&str> {
        match self {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Whether it is this sign.
    pub fn is(&self, sign: char) -> bool {
        *self == Token::Sign(sign)
    }
}

/// The tokens of a source file. A text literal is one `"` sign, a character or a number none.
pub fn tokens(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let at = |index: usize| chars.get(index).copied().unwrap_or('\0');
    let mut tokens = Vec::new();
    let mut index = 0;
    while index < chars.len() {
        let here = chars[index];
        if here == '/' && at(index + 1) == '/' {
            index += chars[index..].iter().take_while(|c| **c != '\n').count();
        } else if here == '/' && at(index + 1) == '*' {
            index = after_block_comment(&chars, index);
        } else if let Some(after) = after_raw_text(&chars, index) {
            tokens.push(Token::Sign('"'));
            index = after;
        } else if here == '"' {
            tokens.push(Token::Sign('"'));
            index = after_quoted(&chars, index, '"');
        } else if here == '\'' {
            let is_char = at(index + 1) == '\\' || at(index + 2) == '\'';
            index = if is_char {
                after_quoted(&chars, index, '\'')
            } else {
                index + 1
            };
        } else if here.is_alphabetic() || here == '_' {
            let is_part = |c: &&char| c.is_alphanumeric() || **c == '_';
            let word: String = chars[index..].iter().take_while(is_part).collect();
            index += word.chars().count();
            tokens.push(Token::Word(word));
        } else if here == ':' && at(index + 1) == ':' {
            tokens.push(Token::PathSeparator);
            index += 2;
        } else {
            if !here.is_whitespace() && !here.is_ascii_digit() {
                tokens.push(Token::Sign(here));
            }
            index += 1;
        }
    }
    tokens
}

fn after_block_comment(chars: &[char], start: usize) -> usize {
    let mut depth = 0;
    let mut index = start;
    while index < chars.len() {
        match (chars[index], chars.get(index + 1)) {
            ('/', Some('*')) => {
                depth += 1;
                index += 2;
            }
            ('*', Some('/')) => {
                depth -= 1;
                index += 2;
                if depth == 0 {
                    break;
                }
            }
            _ => index += 1,
        }
    }
    index
}

fn after_quoted(chars: &[char], start: usize, quote: char) -> usize {
    let mut index = start + 1;
    while index < chars.len() && chars[index] != quote {
        index += if chars[index] == '\\' { 2 } else { 1 };
    }
    index + 1
}

/// The place after a raw text such as `r#"…"#` that starts here.
fn after_raw_text(chars: &[char], start: usize) -> Option<usize> {
    let rest = &chars[start..];
    let prefix = usize::from(rest.first() == Some(&'b'));
    if rest.get(prefix) != Some(&'r') {
        return None;
    }
    let hashes = rest[prefix + 1..].iter().take_while(|c| **c == '#').count();
    let open = prefix + 1 + hashes;
    if rest.get(open) != Some(&'"') {
        return None;
    }
    let end = (open + 1..rest.len()).find(|index| {
        rest[*index] == '"'
            && rest[index + 1..]
                .iter()
                .take(hashes)
                .filter(|c| **c == '#')
                .count()
                == hashes
    });
    Some(start + end? + 1 + hashes)
}

/// The tokens without the items under `#[cfg(test)]`, and the names of the modules among those.
pub fn without_tests(tokens: &[Token]) -> (Vec<Token>, Vec<String>) {
    let mark = ["#", "[", "cfg", "(", "test", ")", "]"];
    let is_mark = |index: usize| {
        tokens.len() >= index + mark.len()
            && mark.iter().zip(&tokens[index..]).all(|(wanted, token)| {
                token.word() == Some(wanted) || wanted.chars().all(|sign| token.is(sign))
            })
    };
    let mut kept = Vec::with_capacity(tokens.len());
    let mut modules = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        if is_mark(index) {
            let start = index + mark.len();
            index = after_item(tokens, start);
            let words: Vec<&str> = tokens[start..index]
                .iter()
                .filter_map(Token::word)
                .collect();
            if let Some(place) = words.iter().take(4).position(|word| *word == "mod") {
                modules.push(words[place + 1].to_owned());
            }
        } else {
            kept.push(tokens[index].clone());
            index += 1;
        }
    }
    (kept, modules)
}

/// The place after the item, or the field of a struct, that starts here.
fn after_item(tokens: &[Token], start: usize) -> usize {
    const ITEMS: [&str; 9] = [
        "use", "fn", "mod", "struct", "enum", "impl", "trait", "const", "static",
    ];
    let keyword = |word: &&str| ITEMS.contains(word);
    let head = tokens[start..].iter().take_while(|token| !token.is(':'));
    let first = head.take(8).filter_map(Token::word).find(keyword);
    let mut depth = 0;
    let mut index = start;
    while index < tokens.len() {
        let token = &tokens[index];
        index += 1;
        if let Token::Sign(sign) = token {
            match sign {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                _ => {}
            }
            let ends = depth == 0
                && match sign {
                    ';' => true,
                    ',' => first.is_none(),
                    '}' => first != Some("use"),
                    _ => false,
                };
            if ends {
                return index;
            }
            if depth < 0 {
                return index - 1;
            }
        }
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(source: &str) -> String {
        let (kept, _) = without_tests(&tokens(source));
        let words: Vec<&str> = kept.iter().filter_map(Token::word).collect();
        words.join(" ")
    }

    #[test]
    fn comments_and_texts_are_left_out() {
        assert_eq!(words("a /* b /* c */ d */ e // f\ng"), "a e g");
        assert_eq!(words(r##"a "b \" c" r#"d " e"# br"f" g"##), "a g");
        assert_eq!(words("a<'de> 'b' '\\'' c"), "a de c");
    }

    #[test]
    fn code_for_tests_alone_is_left_out() {
        assert_eq!(words("a; #[cfg(test)] mod tests { fn b() {} } c"), "a c");
        assert_eq!(words("a; #[cfg(test)] use b::{c, d}; e"), "a e");
        assert_eq!(words("#[cfg(test)] f: fn(a, b) -> c, d"), "d");
        assert_eq!(words("#[cfg(test)] fn f<A, B>(a: A) { b } c"), "c");
        let (_, modules) = without_tests(&tokens("#[cfg(test)]\npub(crate) mod sample;"));
        assert_eq!(modules, ["sample"]);
    }
}
