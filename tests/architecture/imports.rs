//! Which file imports which: paths of the sources, each followed to the file that defines its name.

use std::collections::{BTreeMap, BTreeSet};

use crate::architecture::reader::{Binding, Module, Path, Reader, child};
use crate::architecture::tokens::{tokens, without_tests};

/// Of each file, the files that it imports, each with the names that it takes from there.
pub type Imports = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// What a path leads to.
#[derive(Debug, Clone, PartialEq)]
enum Target {
    Module(Path),
    /// A name, in the file that defines it.
    Name(String),
}

/// All modules of a crate, by their paths.
pub struct Crate {
    pub modules: BTreeMap<Path, Module>,
    /// The macros that are exported, each with its file.
    pub macros: BTreeMap<String, String>,
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
