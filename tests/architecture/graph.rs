//! Circles and upward imports in a graph of imports.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::architecture::imports::Imports;

/// The shortest circle through every file that is in one: `a.rs -> b.rs (names) -> a.rs (names)`.
pub fn circles(imports: &Imports) -> Vec<String> {
    let mut found = BTreeSet::new();
    for (file, imported) in imports {
        let ways = imported.keys();
        let ways = ways.filter_map(|next| shortest_way(imports, next, file));
        if let Some(way) = ways.min_by_key(Vec::len) {
            found.insert(from_first(way));
        }
    }
    found.iter().map(|circle| shown(circle, imports)).collect()
}

/// The circles among what stands side by side in one folder, files and folders with all that is in
/// them. Circles of files alone are left to [`circles`].
pub fn folder_circles(imports: &Imports) -> Vec<String> {
    let files = imports
        .iter()
        .flat_map(|(file, imported)| imported.keys().chain([file]));
    let folders: BTreeSet<&str> = files
        .flat_map(|file| file.match_indices('/').map(|(end, _)| &file[..=end]))
        .chain([""])
        .collect();
    let mut found = Vec::new();
    for folder in folders {
        let unit = |file: &str| {
            let inside = file.strip_prefix(folder)?;
            let name = inside.split_inclusive('/').next()?;
            Some(format!("{folder}{name}"))
        };
        let mut units = Imports::new();
        for (file, imported) in imports {
            for (other, names) in imported {
                if let (Some(one), Some(two)) = (unit(file), unit(other))
                    && one != two
                {
                    let all = units.entry(one).or_default().entry(two).or_default();
                    all.extend(names.iter().cloned());
                }
            }
        }
        let circles = circles(&units).into_iter();
        found.extend(circles.filter(|circle| circle.contains("/ ")));
    }
    found
}

/// Every import from a module of one that is listed after it.
pub fn imports_of_higher_modules(imports: &Imports, order: &[&str]) -> Vec<String> {
    let floor = |file: &str| order.iter().position(|known| *known == top_module(file));
    let mut found = Vec::new();
    for (file, imported) in imports {
        for (other, names) in imported {
            if let (Some(from), Some(to)) = (floor(file), floor(other))
                && from < to
            {
                found.push(format!("{file} -> {other} ({})", listed(names)));
            }
        }
    }
    found
}

/// The module of the crate's root that a file belongs to.
pub fn top_module(file: &str) -> &str {
    let first = file.split('/').next().unwrap_or(file);
    first.strip_suffix(".rs").unwrap_or(first)
}

/// The files of a shortest way, from its start to its end.
fn shortest_way(imports: &Imports, start: &str, end: &str) -> Option<Vec<String>> {
    let mut before: BTreeMap<&str, Option<&str>> = BTreeMap::from([(start, None)]);
    let mut queue = VecDeque::from([start]);
    while let Some(file) = queue.pop_front() {
        if file == end {
            let way = std::iter::successors(Some(file), |file| before[file]);
            let mut way: Vec<String> = way.map(str::to_owned).collect();
            way.reverse();
            return Some(way);
        }
        for next in imports.get(file).into_iter().flat_map(BTreeMap::keys) {
            if !before.contains_key(next.as_str()) {
                before.insert(next, Some(file));
                queue.push_back(next);
            }
        }
    }
    None
}

/// The same circle, beginning with the file whose name comes first.
fn from_first(mut circle: Vec<String>) -> Vec<String> {
    let first = circle.iter().enumerate().min_by_key(|(_, file)| *file);
    let place = first.map_or(0, |(place, _)| place);
    circle.rotate_left(place);
    circle
}

fn shown(circle: &[String], imports: &Imports) -> String {
    let mut text = circle[0].clone();
    for (place, file) in circle.iter().enumerate() {
        let next = &circle[(place + 1) % circle.len()];
        text.push_str(&format!(" -> {next} ({})", listed(&imports[file][next])));
    }
    text
}

fn listed(names: &BTreeSet<String>) -> String {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(imports: &[(&str, &str)]) -> Imports {
        let mut graph = Imports::new();
        for (from, to) in imports {
            let imported = graph.entry((*from).to_owned()).or_default();
            imported.insert((*to).to_owned(), BTreeSet::from(["Name".to_owned()]));
        }
        graph
    }

    #[test]
    fn a_circle_of_files_is_found_once() {
        let found = circles(&graph(&[
            ("a.rs", "b.rs"),
            ("b.rs", "c.rs"),
            ("c.rs", "a.rs"),
            ("d.rs", "a.rs"),
        ]));
        assert_eq!(found, ["a.rs -> b.rs (Name) -> c.rs (Name) -> a.rs (Name)"]);
        assert!(circles(&graph(&[("a.rs", "b.rs"), ("c.rs", "b.rs")])).is_empty());
    }

    #[test]
    fn a_circle_of_folders_is_found_without_one_of_files() {
        let imports = graph(&[("a/x.rs", "b/y.rs"), ("b/z.rs", "a/w.rs")]);
        assert!(circles(&imports).is_empty());
        assert_eq!(folder_circles(&imports), ["a/ -> b/ (Name) -> a/ (Name)"]);
        let within = graph(&[("a/mod.rs", "a/b/x.rs"), ("a/b/y.rs", "a/mod.rs")]);
        assert_eq!(
            folder_circles(&within),
            ["a/b/ -> a/mod.rs (Name) -> a/b/ (Name)"]
        );
    }

    #[test]
    fn an_import_of_a_higher_module_is_found() {
        let imports = graph(&[("low/x.rs", "high.rs"), ("high.rs", "low/mod.rs")]);
        assert_eq!(
            imports_of_higher_modules(&imports, &["low", "high"]),
            ["low/x.rs -> high.rs (Name)"]
        );
    }
}
