//! Which file imports which: paths of the sources, each followed to the file that defines its name.

use std::collections::{BTreeMap, BTreeSet};

use crate::tokens::{Token, tokens, without_tests};

/// Of each file, the files that it imports, each with the names that it takes from there.
pub type Imports = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

type Path = Vec<String>;

/// A name that a module has from elsewhere.
#[derive(Debug)]
struct Binding {
    /// The name here; `*` of a glob.
    name: String,
    /// What it stands for, as written.
    path: Path,
}

/// A module: a file, or a block within one.
#[derive(Debug, Default)]
struct Module {
    file: String,
    definitions: BTreeSet<String>,
    /// The words within calls of macros among its items, one of which may define what they name.
    in_macros: BTreeSet<String>,
    bindings: Vec<Binding>,
    /// Paths as written outside `use` items.
    paths: Vec<Path>,
}

/// What a path leads to.
#[derive(Debug, Clone, PartialEq)]
enum Target {
    Module(Path),
    /// A name, in the file that defines it.
    Name(String),
}

/// All modules of a crate, by their paths.
struct Crate {
    modules: BTreeMap<Path, Module>,
    /// The macros that are exported, each with its file.
    macros: BTreeMap<String, String>,
}

/// The imports among these files, each a path below `src` and its text.
pub fn imports(sources: &[(String, String)]) -> Imports {
    let krate = Crate::read(sources);
    let mut imports = Imports::new();
    for (path, module) in &krate.modules {
        for written in module.used_paths() {
            let Some(file) = krate.file_of(path, &written) else {
                continue;
            };
            if file != module.file {
                let taken = imports.entry(module.file.clone()).or_default();
                let name = written.last().unwrap();
                taken.entry(file).or_default().insert(name.clone());
            }
        }
    }
    imports
}

impl Module {
    /// Every path that is an import. A module that is bound to a name counts by the paths that start
    /// with the name, if there are any.
    fn used_paths(&self) -> Vec<Path> {
        let starts = |name: &str| self.paths.iter().any(|path| path[0] == name);
        let bound = self
            .bindings
            .iter()
            .filter(|binding| !starts(&binding.name));
        let bound = bound.map(|binding| binding.path.clone());
        bound.chain(self.paths.iter().cloned()).collect()
    }
}

impl Crate {
    fn read(sources: &[(String, String)]) -> Crate {
        let mut krate = Crate {
            modules: BTreeMap::from([(Path::new(), Module::default())]),
            macros: BTreeMap::new(),
        };
        let mut for_tests: Vec<Path> = Vec::new();
        for (file, text) in sources {
            let path = module_path(file);
            let (tokens, test_modules) = without_tests(&tokens(text));
            for_tests.extend(test_modules.into_iter().map(|name| child(&path, &name)));
            let mut reader = Reader {
                krate: &mut krate,
                file,
                tokens: &tokens,
                index: 0,
            };
            reader.module(&path);
        }
        let of_tests = |path: &Path| for_tests.iter().any(|test| path.starts_with(test));
        krate.modules.retain(|path, _| !of_tests(path));
        krate
    }

    /// The file that defines what a path, as written in a module, leads to.
    fn file_of(&self, module: &Path, written: &[String]) -> Option<String> {
        let named = written.iter().take_while(|word| *word != "*").cloned();
        match self.resolve(module, &named.collect::<Path>(), 0)? {
            Target::Name(file) => Some(file),
            Target::Module(path) => Some(self.modules[&path].file.clone()),
        }
    }

    fn resolve(&self, module: &Path, written: &[String], depth: usize) -> Option<Target> {
        if depth > 20 {
            return None;
        }
        let mut here = module.clone();
        let mut rest = written;
        while let Some((first, others)) = rest.split_first() {
            match first.as_str() {
                "crate" | "overtrick" => here = Vec::new(),
                "self" => {}
                "super" => drop(here.pop()),
                _ => break,
            }
            rest = others;
        }
        while let Some((first, others)) = rest.split_first() {
            match self.find(&here, first, others.is_empty(), depth)? {
                Target::Module(path) => here = path,
                name @ Target::Name(_) => return Some(name),
            }
            rest = others;
        }
        self.modules
            .contains_key(&here)
            .then_some(Target::Module(here))
    }

    /// What a name stands for in a module. A module of that name comes first where the path goes on.
    fn find(&self, module: &Path, name: &str, last: bool, depth: usize) -> Option<Target> {
        let known = self.modules.get(module)?;
        let below = child(module, name);
        let below = self
            .modules
            .contains_key(&below)
            .then_some(Target::Module(below));
        if !last && below.is_some() {
            return below;
        }
        if known.definitions.contains(name) {
            return Some(Target::Name(known.file.clone()));
        }
        if let Some(file) = self.macros.get(name).filter(|_| module.is_empty()) {
            return Some(Target::Name(file.clone()));
        }
        let mut bound = known.bindings.iter().filter(|binding| binding.name == name);
        let elsewhere = |binding: &&Binding| binding.path != [name];
        if let Some(binding) = bound.find(elsewhere)
            && let Some(target) = self.resolve(module, &binding.path, depth + 1)
        {
            return Some(target);
        }
        let mut globs = known.bindings.iter().filter(|binding| binding.name == "*");
        let from_glob = |binding: &Binding| {
            let path = &binding.path[..binding.path.len() - 1];
            match self.resolve(module, path, depth + 1)? {
                Target::Module(path) if path != *module => self.find(&path, name, last, depth + 1),
                _ => None,
            }
        };
        let in_macro = || {
            let written = known.in_macros.contains(name);
            written.then(|| Target::Name(known.file.clone()))
        };
        below
            .or_else(|| globs.find_map(from_glob))
            .or_else(in_macro)
    }
}

/// The path of the module that a file is.
fn module_path(file: &str) -> Path {
    let stem = file.strip_suffix(".rs").unwrap_or(file);
    let mut path: Path = stem.split('/').map(str::to_owned).collect();
    if path.last().is_some_and(|last| last == "mod") || path == ["lib"] {
        path.pop();
    }
    path
}

fn child(path: &Path, name: &str) -> Path {
    let mut child = path.clone();
    child.push(name.to_owned());
    child
}

/// Reads the items of one file.
struct Reader<'a> {
    krate: &'a mut Crate,
    file: &'a str,
    tokens: &'a [Token],
    index: usize,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> Option<&Token> {
        self.tokens.get(self.index + ahead)
    }

    fn word(&self, ahead: usize) -> Option<&str> {
        self.peek(ahead).and_then(Token::word)
    }

    /// Reads a module up to its closing brace, or to the end of the file.
    fn module(&mut self, path: &Path) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(sources: &[(&str, &str)]) -> Vec<String> {
        let owned: Vec<(String, String)> = sources
            .iter()
            .map(|(file, text)| ((*file).to_owned(), (*text).to_owned()))
            .collect();
        let mut found = Vec::new();
        for (file, imported) in imports(&owned) {
            for (other, names) in imported {
                let names: Vec<String> = names.into_iter().collect();
                found.push(format!("{file} -> {other} ({})", names.join(", ")));
            }
        }
        found
    }

    #[test]
    fn a_use_line_is_an_import() {
        let found = read(&[
            (
                "a.rs",
                "use crate::b::{self, One, deep::{Two, Three as Four}};\nfn f() { b::six() }",
            ),
            (
                "b.rs",
                "pub struct One; pub fn six() {} pub mod deep { pub struct Two; pub enum Three {} }",
            ),
        ]);
        assert_eq!(found, ["a.rs -> b.rs (One, Three, Two, six)"]);
    }

    #[test]
    fn a_path_in_the_code_is_an_import() {
        let found = read(&[
            ("a/mod.rs", "mod one; mod two;"),
            (
                "a/one.rs",
                "fn f(x: super::two::Two) { let y = crate::b::make::<super::two::Other>(); }",
            ),
            ("a/two.rs", "pub struct Two; struct Other;"),
            ("b.rs", "pub fn make<T>() {}"),
        ]);
        assert_eq!(
            found,
            [
                "a/one.rs -> a/two.rs (Other, Two)",
                "a/one.rs -> b.rs (make)"
            ]
        );
    }

    #[test]
    fn re_exports_are_followed_to_the_definition() {
        let found = read(&[
            (
                "a/mod.rs",
                "mod inner; mod more; pub use inner::Thing as Renamed; pub use more::*;",
            ),
            ("a/inner.rs", "pub struct Thing;"),
            ("a/more.rs", "pub struct Extra;"),
            ("b.rs", "use crate::a::{Extra, Renamed};"),
            ("c.rs", "use crate::a; fn f(x: a::Renamed) {}"),
        ]);
        assert_eq!(
            found,
            [
                "a/mod.rs -> a/inner.rs (Thing)",
                "a/mod.rs -> a/more.rs (*)",
                "b.rs -> a/inner.rs (Renamed)",
                "b.rs -> a/more.rs (Extra)",
                "c.rs -> a/inner.rs (Renamed)",
            ]
        );
    }

    #[test]
    fn a_name_of_the_parent_itself_is_an_import_of_the_parent() {
        let found = read(&[
            ("a/mod.rs", "mod inner; pub struct Own;"),
            ("a/inner.rs", "use super::Own;"),
        ]);
        assert_eq!(found, ["a/inner.rs -> a/mod.rs (Own)"]);
    }

    #[test]
    fn exported_macros_belong_to_their_file() {
        let found = read(&[
            (
                "a.rs",
                "#[macro_export]\nmacro_rules! made { () => { $crate::b::One } }\npub use crate::made as make;",
            ),
            ("b.rs", "pub struct One;"),
            ("c.rs", "use crate::a::make;"),
        ]);
        assert_eq!(found, ["a.rs -> b.rs (One)", "c.rs -> a.rs (make)"]);
    }

    #[test]
    fn a_name_that_a_macro_defines_belongs_to_the_file_that_calls_it() {
        let found = read(&[
            (
                "a.rs",
                "use crate::b::Thing; table! { /// Rules.\n pub struct Rules(x) { one: Thing } }",
            ),
            ("b.rs", "use crate::a::Rules; words!(enum Thing { Rules });"),
            (
                "c.rs",
                "use crate::a::*; fn f(x: Rules, y: crate::a::Thing) {}",
            ),
        ]);
        assert_eq!(
            found,
            [
                "a.rs -> b.rs (Thing)",
                "b.rs -> a.rs (Rules)",
                "c.rs -> a.rs (*)",
                "c.rs -> b.rs (Thing)"
            ]
        );
    }

    #[test]
    fn tests_comments_and_other_crates_are_no_imports() {
        let found = read(&[
            (
                "a.rs",
                "//! See [`crate::b::One`].\nuse std::fmt;\nuse serde::Serialize;\n#[cfg(test)]\nmod sample;\n#[cfg(test)]\nmod tests { use crate::b::One; }",
            ),
            ("a/sample.rs", "use crate::b::One;"),
            ("b.rs", "pub struct One;"),
        ]);
        assert_eq!(found, [""; 0]);
    }
}
