//! Bundles of the page's modules and styles. On a slow network, a few bundles load faster than a hundred
//! files, and bundles compress better.
//!
//! Each module becomes a function that is called once and returns the module's exports. Only the syntax of
//! the page's modules is supported: one import per line, and `export` before a declaration. Each module is
//! in only one bundle, so that it is evaluated once, as JavaScript requires.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::LazyLock;

use url::Url;

use crate::assets::files::{embedded, names, without_comments};

/// The folder of the modules.
const MODULES: &str = "js/";
/// The entry points of workers. They and their imports are served unbundled.
const WORKERS: [&str; 1] = ["engine/judge-worker.js"];
/// Modules that other pages import. They and their imports are also served unbundled.
const IMPORTED: [&str; 1] = ["engine/beside.js"];
/// The bundles of modules and their entry points. A module goes into the first bundle that needs it. Modules
/// that both the record and sheet screens need are in the page's bundle, so neither screen loads the other's.
const SCRIPTS: [(&str, &[&str]); 4] = [
    ("page.js", &["main.js", "app/start.js", "game/calls.js"]),
    ("sheet.js", &["sheet/screen.js", "sheet/chart.js"]),
    ("match.js", &["record/screen.js"]),
    (
        "home.js",
        &["home/mine.js", "home/trial.js", "home/join.js"],
    ),
];
/// The bundle of all other modules.
const REST: &str = "more.js";
/// A bundle and the folder of its modules. They may import any module, but no other bundle imports them.
const SEPARATE: (&str, &str) = ("own.js", "own/");
/// The style bundles and the stylesheets in them.
const STYLES: [(&str, &[&str]); 2] = [
    ("page.css", &["style.css", "css/home.css"]),
    (
        "match.css",
        &["css/record.css", "css/sheet.css", "css/screens.css"],
    ),
];

/// Reads a file of the page.
type Read = fn(&str) -> Option<Cow<'static, [u8]>>;

/// The lines of a module, and the paths of its imports in the folder of modules.
struct Module {
    lines: Vec<String>,
    imports: Vec<String>,
}

/// The bundles.
#[derive(Debug)]
pub struct Bundles {
    /// The text of each bundle, by its path relative to the page.
    pub files: BTreeMap<&'static str, String>,
    bundled: BTreeSet<String>,
}

/// The bundles of the page's embedded files.
pub static BUNDLES: LazyLock<Bundles> =
    LazyLock::new(|| Bundles::new(names().map(String::from), embedded));

impl Bundles {
    fn new(names: impl Iterator<Item = String>, read: Read) -> Bundles {
        let text = |name: &str| {
            let bytes = read(name).unwrap_or_default();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        let modules: BTreeMap<String, Module> = names
            .filter_map(|name| {
                let path = name.strip_prefix(MODULES)?.to_owned();
                let module = Module::read(&path, &text(&name));
                Some((path, module))
            })
            .collect();
        let mut place = BTreeMap::new();
        let mut orders = Vec::new();
        let rest: Vec<&str> = modules.keys().map(String::as_str).collect();
        let (separate, rest): (Vec<&str>, Vec<&str>) = rest
            .into_iter()
            .filter(|path| !WORKERS.contains(path))
            .partition(|path| path.starts_with(SEPARATE.1));
        let last = [(REST, &rest[..]), (SEPARATE.0, &separate[..])];
        for (bundle, roots) in SCRIPTS.into_iter().chain(last) {
            let mut order = Vec::new();
            for root in roots {
                visit(root, bundle, &modules, &mut place, &mut order);
            }
            orders.push((bundle, order));
        }
        let mut files: BTreeMap<&'static str, String> = orders
            .iter()
            .map(|(bundle, order)| (*bundle, script(bundle, order, &modules, &place)))
            .collect();
        files.extend(STYLES.map(|(bundle, parts)| {
            let parts = parts.iter().map(|part| style(&text(part)));
            (bundle, parts.collect())
        }));
        let mut unbundled = Vec::new();
        for root in WORKERS.into_iter().chain(IMPORTED) {
            visit(root, root, &modules, &mut BTreeMap::new(), &mut unbundled);
        }
        let scripts = place.keys().filter(|path| !unbundled.contains(path));
        let scripts = scripts.map(|path| format!("{MODULES}{path}"));
        let styles = STYLES.iter().flat_map(|(_, parts)| *parts);
        let bundled = scripts.chain(styles.map(ToString::to_string)).collect();
        Bundles { files, bundled }
    }

    /// Whether a bundle contains a file, so that the file need not be fetched separately.
    pub fn contains(&self, path: &str) -> bool {
        self.bundled.contains(path)
    }
}

impl Module {
    fn read(path: &str, text: &str) -> Module {
        let bare = without_comments(text);
        let lines = bare.lines().map(str::trim).filter(|line| !line.is_empty());
        let lines: Vec<String> = lines.map(str::to_owned).collect();
        let imports = lines.iter().filter_map(|line| import(line));
        let imports = imports.map(|(_, from)| resolve(path, from)).collect();
        Module { lines, imports }
    }
}

/// Appends a module to a bundle, after its imports, unless it is already in a bundle.
fn visit(
    path: &str,
    bundle: &'static str,
    modules: &BTreeMap<String, Module>,
    place: &mut BTreeMap<String, &'static str>,
    order: &mut Vec<String>,
) {
    let Some(module) = modules.get(path) else {
        return;
    };
    if place.contains_key(path) {
        return;
    }
    place.insert(path.to_owned(), bundle);
    for other in &module.imports {
        visit(other, bundle, modules, place, order);
    }
    order.push(path.to_owned());
}

/// Returns the script of a bundle: one module that exports each of its modules under the name in [`name_of`].
fn script(
    bundle: &str,
    order: &[String],
    modules: &BTreeMap<String, Module>,
    place: &BTreeMap<String, &'static str>,
) -> String {
    let own: Vec<&Module> = order.iter().filter_map(|path| modules.get(path)).collect();
    let mut elsewhere: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for other in own.iter().flat_map(|module| &module.imports) {
        if let Some(at) = place.get(other).filter(|at| **at != bundle) {
            elsewhere.entry(at).or_default().insert(name_of(other));
        }
    }
    let mut script = String::new();
    for (at, names) in elsewhere {
        let names: Vec<String> = names.into_iter().collect();
        let _ = writeln!(script, "import {{ {} }} from \"./{at}\";", names.join(", "));
    }
    for (path, module) in order.iter().zip(own) {
        let _ = writeln!(script, "// {path}\nconst {} = (() => {{", name_of(path));
        let mut exported = Vec::new();
        for line in &module.lines {
            let line = match import(line) {
                Some((names, from)) => binding(names, &name_of(&resolve(path, from))),
                None => without_export(line, &mut exported),
            };
            script += &redirect(&line, path, bundle, place);
            script.push('\n');
        }
        let _ = writeln!(script, "return {{ {} }};\n}})();", exported.join(", "));
    }
    let names: Vec<String> = order.iter().map(|path| name_of(path)).collect();
    let _ = writeln!(script, "export {{ {} }};", names.join(", "));
    script
}

/// Returns the imported names and the path of an import line.
fn import(line: &str) -> Option<(&str, &str)> {
    let (names, from) = line.strip_prefix("import ")?.split_once(" from \"")?;
    Some((names, from.strip_suffix("\";")?))
}

/// Returns a declaration that gets the imported names from a module's exports.
fn binding(names: &str, module: &str) -> String {
    match names.strip_prefix("* as ") {
        Some(whole) => format!("const {whole} = {module};"),
        None => format!("const {} = {module};", names.replace(" as ", ": ")),
    }
}

/// Returns a line without `export`. Adds the declared name to `exported`.
fn without_export(line: &str, exported: &mut Vec<String>) -> String {
    let Some(declaration) = line.strip_prefix("export ") else {
        return line.to_owned();
    };
    let plain = declaration.strip_prefix("async ").unwrap_or(declaration);
    let mut words = plain.split(|c: char| !c.is_alphanumeric() && c != '_');
    let name = words.nth(1);
    exported.extend(name.map(str::to_owned));
    declaration.to_owned()
}

/// Returns a line whose dynamic imports load the bundles instead of the modules.
fn redirect(
    line: &str,
    path: &str,
    bundle: &str,
    place: &BTreeMap<String, &'static str>,
) -> String {
    const DYNAMIC_IMPORT: &str = "import(\"";
    let mut redirected = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once(DYNAMIC_IMPORT) {
        let Some((from, behind)) = after.split_once("\")") else {
            break;
        };
        let other = resolve(path, from);
        let name = name_of(&other);
        redirected += before;
        redirected += &match place.get(&other) {
            Some(at) if *at == bundle => format!("Promise.resolve({name})"),
            Some(at) => format!("import(\"./{at}\").then((all) => all.{name})"),
            None => format!("{DYNAMIC_IMPORT}{from}\")"),
        };
        rest = behind;
    }
    redirected += rest;
    // A URL relative to the module must still point into the module's original folder.
    match redirected.split_once("new URL(\"./") {
        Some((before, after)) if after.contains("import.meta.url") => {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            format!("{before}new URL(\"./{MODULES}{folder}/{after}")
        }
        _ => redirected,
    }
}

/// Returns the path of an imported module.
fn resolve(path: &str, from: &str) -> String {
    let base = Url::parse(&format!("file:///{path}"));
    let found = base.and_then(|base| base.join(from));
    found.map_or_else(|_| String::new(), |url| url.path()[1..].to_owned())
}

/// Returns the name of a module in its bundle.
fn name_of(path: &str) -> String {
    let stem = path.strip_suffix(".js").unwrap_or(path);
    format!("${}", stem.replace(['/', '-', '.'], "_"))
}

/// Returns a stylesheet without comments and indentation.
fn style(text: &str) -> String {
    let mut bare = String::new();
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        bare += before;
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    bare += rest;
    let lines = bare.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test_file(name: &str) -> Option<Cow<'static, [u8]>> {
        let text = match name {
            "js/main.js" => {
                "// The start.\nimport * as one from \"./ui/one.js\";\nconst later = () => import(\"./far/off.js\");\none.go(later);\n"
            }
            "js/ui/one.js" => {
                "import { two as other } from \"./two-b.js\";\n\nexport const WAYS = [1];\nexport async function go(far) {\n  return other(far, WAYS);\n}\n"
            }
            "js/ui/two-b.js" => {
                "export class Two {}\nexport function two() {\n  return import(\"../ui/one.js\");\n}\n"
            }
            "js/far/off.js" => {
                "import { go } from \"../ui/one.js\";\nexport const off = () => new URL(\"./worker.js\", import.meta.url) && go;\n"
            }
            "style.css" => "/* Ink. */\na {\n  color: red; /* loud */\n}\n",
            _ => return None,
        };
        Some(text.as_bytes().into())
    }

    #[test]
    fn a_module_comes_after_its_imports_and_in_one_bundle_only() {
        let names = [
            "js/far/off.js",
            "js/main.js",
            "js/ui/one.js",
            "js/ui/two-b.js",
        ];
        let bundles = Bundles::new(names.map(str::to_owned).into_iter(), test_file);
        let first = "// ui/two-b.js\nconst $ui_two_b = (() => {\nclass Two {}\nfunction two() {\n\
            return Promise.resolve($ui_one);\n}\nreturn { Two, two };\n})();\n\
            // ui/one.js\nconst $ui_one = (() => {\nconst { two: other } = $ui_two_b;\nconst WAYS = [1];\n\
            async function go(far) {\nreturn other(far, WAYS);\n}\nreturn { WAYS, go };\n})();\n\
            // main.js\nconst $main = (() => {\nconst one = $ui_one;\n\
            const later = () => import(\"./more.js\").then((all) => all.$far_off);\none.go(later);\n\
            return {  };\n})();\nexport { $ui_two_b, $ui_one, $main };\n";
        assert_eq!(bundles.files["page.js"], first);
        let more = "import { $ui_one } from \"./page.js\";\n// far/off.js\nconst $far_off = (() => {\n\
            const { go } = $ui_one;\nconst off = () => new URL(\"./js/far/worker.js\", import.meta.url) && go;\n\
            return { off };\n})();\nexport { $far_off };\n";
        assert_eq!(bundles.files["more.js"], more);
        assert_eq!(bundles.files["page.css"], "a {\ncolor: red;\n}\n");
        assert!(
            bundles.contains("js/far/off.js") && !bundles.contains("js/engine/judge-worker.js")
        );
    }

    #[test]
    fn the_sheet_and_the_record_each_need_one_more_bundle() {
        for bundle in ["sheet.js", "match.js"] {
            let text = &BUNDLES.files[bundle];
            let imports = text.lines().filter(|line| line.starts_with("import {"));
            let others: Vec<&str> = imports
                .filter(|line| !line.ends_with(" from \"./page.js\";"))
                .collect();
            assert_eq!(others, Vec::<&str>::new(), "{bundle}");
        }
    }

    #[test]
    fn every_import_and_export_of_the_page_is_bundled() {
        let texts = || {
            BUNDLES
                .files
                .iter()
                .filter(|(path, _)| STYLES.iter().all(|(own, _)| own != *path))
        };
        for (path, text) in texts() {
            let inner = text.lines().filter(|line| {
                let is_outer = line.starts_with("import { $") || line.starts_with("export { $");
                !is_outer && (line.starts_with("import ") || line.starts_with("export "))
            });
            assert_eq!(inner.collect::<Vec<_>>(), Vec::<&str>::new(), "{path}");
            for (at, _) in text.match_indices("import(\"") {
                let bundle = text[at..].split('"').nth(1).unwrap();
                assert!(
                    bundle.starts_with("./") && BUNDLES.files.contains_key(&bundle[2..]),
                    "{path}: {bundle}"
                );
            }
        }
        let modules = names().filter(|name| name.starts_with(MODULES));
        let once = |name: &str| {
            texts()
                .filter(|(_, text)| text.contains(&format!("// {name}\n")))
                .count()
        };
        for module in modules {
            let module = &module[MODULES.len()..];
            assert_eq!(
                once(module),
                usize::from(!WORKERS.contains(&module)),
                "{module}"
            );
        }
        for (path, parts) in STYLES {
            let text = &BUNDLES.files[path];
            assert!(!text.contains("*/"), "{path}: a comment is left");
            assert!(parts.iter().all(|part| embedded(part).is_some()));
        }
    }
}
