//! The structure of a document: headings, paragraphs and tables, for those who hear it.

use lopdf::{Dictionary, Object, ObjectId};

use super::file::File;
use super::page_content::Element;
use super::pages::{Written, integer};

/// Writes the structure of these pages; gives its root.
pub fn add(file: &mut File, pages: &[Written]) -> ObjectId {
    let root = file.new_object_id();
    let whole = file.new_object_id();
    let mut tree = Tree {
        file,
        whole,
        kids: Vec::new(),
        table: None,
    };
    // For each page the elements of its marks, and for each link its element.
    let mut parents: Vec<Object> = Vec::new();
    let mut places: Vec<Object> = Vec::new();
    let links = pages.iter().map(|page| page.links.len()).sum::<usize>();
    let mut link_parents: Vec<Object> = Vec::with_capacity(links * 2);
    for (number, page) in pages.iter().enumerate() {
        for element in &page.elements {
            tree.element(page.id, element, &mut places);
        }
        let places = std::mem::take(&mut places);
        let places = tree.file.add_object(places);
        parents.extend([integer(number), places.into()]);
        for link in &page.links {
            let number = integer(pages.len() + link_parents.len() / 2);
            link_parents.extend([number, tree.link(page.id, *link).into()]);
        }
    }
    tree.end_table();
    let kids = tree.kids;
    let mut it = element("Document", root);
    it.set("K", kids);
    file.set_object(whole, it);
    let next = pages.len() + links;
    parents.append(&mut link_parents);
    let mut numbers = Dictionary::new();
    numbers.set("Nums", parents);
    let mut it = Dictionary::new();
    it.set("Type", "StructTreeRoot");
    it.set("K", whole);
    it.set("ParentTree", file.add_object(numbers));
    it.set("ParentTreeNextKey", integer(next));
    file.set_object(root, it);
    root
}

struct Tree<'a> {
    file: &'a mut File,
    /// The element that all others are in.
    whole: ObjectId,
    kids: Vec<Object>,
    /// The table that rows go into, and its rows.
    table: Option<(ObjectId, Vec<Object>)>,
}

impl Tree<'_> {
    /// Adds an element of a page; `places` takes the element of each mark.
    fn element(&mut self, page: ObjectId, it: &Element, places: &mut Vec<Object>) {
        match it {
            Element::Block(role, marks) => {
                self.end_table();
                let mut block = element(role, self.whole);
                let id = self.marked(&mut block, page, marks, places);
                self.kids.push(id.into());
            }
            Element::Row(cells, head) => {
                let row = self.file.new_object_id();
                let (table, rows) = match &mut self.table {
                    Some(table) => table,
                    None => {
                        let table = self.file.new_object_id();
                        self.kids.push(table.into());
                        self.table.insert((table, Vec::new()))
                    }
                };
                rows.push(row.into());
                let mut it = element("TR", *table);
                let cells: Vec<Object> = cells
                    .iter()
                    .map(|marks| self.cell(row, page, (marks, *head), places).into())
                    .collect();
                it.set("K", cells);
                self.file.set_object(row, it);
            }
        }
    }

    fn cell(
        &mut self,
        row: ObjectId,
        page: ObjectId,
        (marks, head): (&[usize], bool),
        places: &mut Vec<Object>,
    ) -> ObjectId {
        let mut cell = element(if head { "TH" } else { "TD" }, row);
        if head {
            let mut scope = Dictionary::new();
            scope.set("O", "Table");
            scope.set("Scope", "Column");
            cell.set("A", scope);
        }
        self.marked(&mut cell, page, marks, places)
    }

    /// Adds an element with what is in it on a page.
    fn marked(
        &mut self,
        it: &mut Dictionary,
        page: ObjectId,
        marks: &[usize],
        places: &mut Vec<Object>,
    ) -> ObjectId {
        it.set("Pg", page);
        match marks {
            [] => {}
            [mark] => it.set("K", integer(*mark)),
            _ => it.set("K", marks.iter().copied().map(integer).collect::<Vec<_>>()),
        }
        let id = self.file.add_object(std::mem::take(it));
        for mark in marks {
            if places.len() <= *mark {
                places.resize(mark + 1, Object::Null);
            }
            places[*mark] = id.into();
        }
        id
    }

    fn link(&mut self, page: ObjectId, link: ObjectId) -> ObjectId {
        let mut place = Dictionary::new();
        place.set("Type", "OBJR");
        place.set("Obj", link);
        place.set("Pg", page);
        let mut it = element("Link", self.whole);
        it.set("K", place);
        let id = self.file.add_object(it);
        self.kids.push(id.into());
        id
    }

    fn end_table(&mut self) {
        if let Some((table, rows)) = self.table.take() {
            let mut it = element("Table", self.whole);
            it.set("K", rows);
            self.file.set_object(table, it);
        }
    }
}

fn element(role: &str, parent: ObjectId) -> Dictionary {
    let mut it = Dictionary::new();
    it.set("S", role);
    it.set("P", parent);
    it
}
