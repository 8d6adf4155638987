//! The items of one file: its modules, what they define, and the paths that they write.

use std::collections::BTreeSet;

use crate::architecture::imports::Crate;
use crate::architecture::tokens::Token;

/// The words of a path.
pub type Path = Vec<String>;

/// A name that a module has from elsewhere.
#[derive(Debug)]
pub struct Binding {
    /// The name here; `*` of a glob.
    pub name: String,
    /// What it stands for, as written.
    pub path: Path,
}

/// A module: a file, or a block within one.
#[derive(Debug, Default)]
pub struct Module {
    pub file: String,
    pub definitions: BTreeSet<String>,
    /// The words within calls of macros among its items, one of which may define what they name.
    pub in_macros: BTreeSet<String>,
    pub bindings: Vec<Binding>,
    /// Paths as written outside `use` items.
    pub paths: Vec<Path>,
}

pub fn child(path: &Path, name: &str) -> Path {
    let mut child = path.clone();
    child.push(name.to_owned());
    child
}

/// Reads the items of one file.
pub struct Reader<'a> {
    pub krate: &'a mut Crate,
    pub file: &'a str,
    pub tokens: &'a [Token],
    pub index: usize,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> Option<&Token> {
        self.tokens.get(self.index + ahead)
    }

    fn word(&self, ahead: usize) -> Option<&str> {
        self.peek(ahead).and_then(Token::word)
    }

    /// Reads a module up to its closing brace, or to the end of the file.
    pub fn module(&mut self, path: &Path) {
        let mut module = Module {
            file: self.file.to_owned(),
            ..Module::default()
        };
        let mut depth = 0;
        while let Some(token) = self.peek(0).cloned() {
            match &token {
                Token::Sign('{') => depth += 1,
                Token::Sign('}') if depth == 0 => break,
                Token::Sign('}') => depth -= 1,
                Token::Word(word) => {
                    let starts = self.index == 0 || !self.is_within_path();
                    if starts && self.item(word, depth, path, &mut module) {
                        continue;
                    }
                }
                _ => {}
            }
            self.index += 1;
        }
        self.krate.modules.insert(path.clone(), module);
    }

    fn is_within_path(&self) -> bool {
        self.tokens[self.index - 1] == Token::PathSeparator
            && self.index > 1
            && self.tokens[self.index - 2].word().is_some()
    }

    /// Reads an item or a path that starts here; whether it did, the place being after it.
    fn item(&mut self, word: &str, depth: usize, path: &Path, module: &mut Module) -> bool {
        match word {
            "use" => {
                self.index += 1;
                self.use_tree(&Vec::new(), &mut module.bindings);
                true
            }
            "mod" if depth == 0 => {
                let name = self.word(1).unwrap_or_default().to_owned();
                self.index += 2;
                if self.peek(0).is_some_and(|token| token.is('{')) {
                    self.index += 1;
                    self.module(&child(path, &name));
                    self.index += 1;
                }
                true
            }
            "macro_rules" => {
                let name = self.word(2).unwrap_or_default().to_owned();
                let before = &self.tokens[..self.index];
                let exported = before
                    .iter()
                    .rev()
                    .take(12)
                    .any(|token| token.word() == Some("macro_export"));
                if exported {
                    self.krate.macros.insert(name, self.file.to_owned());
                }
                false
            }
            "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "union" => {
                if depth == 0
                    && let Some(name) = self.word(1)
                {
                    module.definitions.insert(name.to_owned());
                }
                false
            }
            _ => {
                if depth == 0 && self.peek(1).is_some_and(|token| token.is('!')) {
                    module.in_macros.extend(self.words_of_the_group(2));
                }
                let written = self.path();
                let reads_on = written.len() > 1;
                if reads_on {
                    module.paths.push(written);
                }
                reads_on
            }
        }
    }

    /// The words of a group in braces or parentheses that starts so many tokens ahead.
    fn words_of_the_group(&self, ahead: usize) -> Vec<String> {
        let mut words = Vec::new();
        let mut open = 0;
        for token in &self.tokens[self.index + ahead..] {
            match token {
                Token::Sign('{' | '(') => open += 1,
                Token::Sign('}' | ')') => open -= 1,
                Token::Word(word) => words.push(word.clone()),
                _ => {}
            }
            if open == 0 {
                break;
            }
        }
        words
    }

    /// A path that starts here, its words parted by `::`.
    fn path(&mut self) -> Path {
        let mut ahead = 0;
        let mut path = Path::new();
        while let Some(word) = self.word(ahead) {
            path.push(word.to_owned());
            ahead += 1;
            if self.peek(ahead) != Some(&Token::PathSeparator) || self.word(ahead + 1).is_none() {
                break;
            }
            ahead += 1;
        }
        if path.len() > 1 {
            self.index += ahead;
        }
        path
    }

    /// Reads what stands after `use`, up to its `;`, or one branch of it.
    fn use_tree(&mut self, before: &Path, bindings: &mut Vec<Binding>) {
        let mut path = before.clone();
        while let Some(token) = self.peek(0).cloned() {
            self.index += 1;
            match token {
                Token::Word(word) if word == "as" => {
                    let name = self.word(0).unwrap_or_default().to_owned();
                    self.index += 1;
                    bindings.push(Binding { name, path });
                    return;
                }
                Token::Word(word) => path.push(word),
                Token::Sign('*') => path.push("*".to_owned()),
                Token::Sign('{') => {
                    while self.peek(0).is_some_and(|token| !token.is('}')) {
                        self.use_tree(&path, bindings);
                        if self.peek(0).is_some_and(|token| token.is(',')) {
                            self.index += 1;
                        }
                    }
                    self.index += 1;
                    return;
                }
                Token::PathSeparator => {}
                Token::Sign(_) => {
                    self.index -= 1;
                    break;
                }
            }
        }
        if path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        if let Some(name) = path.last().cloned() {
            bindings.push(Binding { name, path });
        }
    }
}
