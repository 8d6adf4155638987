//! The structure of a document: headings, paragraphs, lists and tables, for screen readers.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Object, ObjectId};

use super::{integer, rectangle};
use crate::layout::draw::{Role, Run};

/// The elements of a document.
#[derive(Debug, Default)]
pub struct Tree {
    elements: Vec<Element>,
    /// For each page, the elements that own its marks.
    pages: Vec<Vec<usize>>,
    /// The elements that own the links.
    links: Vec<usize>,
    /// The page of a folded booklet that is being read.
    leaf: usize,
    /// The element whose text the next line may continue.
    last: Option<usize>,
    /// A list that may continue, with its last item.
    list: Option<List>,
    /// A table that may continue.
    table: Option<Table>,
}

#[derive(Debug)]
struct Element {
    role: &'static str,
    /// Its parent element; `None` at the top level.
    parent: Option<usize>,
    leaf: usize,
    kids: Vec<Kid>,
    alt: Option<Object>,
    attributes: Option<Dictionary>,
}

#[derive(Debug, Clone, Copy)]
enum Kid {
    Element(usize),
    /// A mark: its page, and its number on the page.
    Mark(usize, usize),
    /// A link: its page, and its number in the document.
    Link(usize, usize),
}

#[derive(Debug, Clone, Copy)]
struct List {
    element: usize,
    ordered: bool,
    item: usize,
}

#[derive(Debug)]
struct Table {
    element: usize,
    columns: usize,
    /// Whether it has a header row.
    headed: bool,
    /// The current row, and whether it is a header row.
    row: usize,
    head: bool,
    /// The cells of the current row by their first column. Each has its element and the column after its last
    /// one. There are none if the row is complete.
    cells: BTreeMap<usize, (usize, usize)>,
}

/// A role that has begun but not ended.
#[derive(Debug)]
pub struct Open<'a> {
    role: &'a Role,
    /// Its element; `None` before its first text.
    element: Option<usize>,
    /// Whether a list item already has its bullet or number.
    signed: bool,
}

impl Tree {
    /// Begins a page.
    pub fn begin_page(&mut self) {
        self.end_row();
        self.pages.push(Vec::new());
    }

    /// Begins a role.
    pub fn begin<'a>(&mut self, role: &'a Role) -> Open<'a> {
        match role {
            Role::More => {}
            Role::Leaf(number) if *number != self.leaf => {
                self.end();
                self.leaf = *number;
            }
            _ => self.last = None,
        }
        Open {
            role,
            element: None,
            signed: false,
        }
    }

    /// Returns the element that owns a text; `None` if the text is decoration.
    pub fn text(&mut self, open: &mut Open<'_>, run: &Run) -> Option<usize> {
        let element = match open.role {
            Role::Leaf(_) => return None,
            Role::More => self.last.unwrap_or_else(|| self.block("P")),
            Role::Row { edges, head } => {
                let row = || self.row(edges.len(), *head);
                open.element.get_or_insert_with(row);
                self.cell(column(edges, run), end(edges, run))
            }
            Role::ListItem { ordered } if !std::mem::replace(&mut open.signed, true) => {
                self.sign(*ordered)
            }
            role => {
                let known = open.element.filter(|known| self.last == Some(*known));
                let element = known.unwrap_or_else(|| match (role, self.list) {
                    (Role::Heading(1), _) => self.block("H1"),
                    (Role::Heading(2), _) => self.block("H2"),
                    (Role::Heading(_), _) => self.block("H3"),
                    (Role::ListItem { .. }, Some(list)) => self.add("LBody", Some(list.item)),
                    _ => self.block("P"),
                });
                *open.element.insert(element)
            }
        };
        Some(element)
    }

    /// Returns the element of a picture on a page of this height; `None` if the role is not a picture. The
    /// element owns all items in the picture.
    pub fn figure(&mut self, open: &mut Open<'_>, height: f32) -> Option<usize> {
        let Role::Figure { alt, place } = open.role else {
            return None;
        };
        let element = open.element.get_or_insert_with(|| {
            let element = self.block("Figure");
            let mut layout = attributes("Layout");
            layout.set("Placement", "Block");
            let place = rectangle(*place, height).map(Object::Real);
            layout.set("BBox", place.to_vec());
            self.elements[element].alt = Some(lopdf::text_string(alt));
            self.elements[element].attributes = Some(layout);
            element
        });
        Some(*element)
    }

    /// Adds a mark on the current page to an element. Returns the tag and the number of the mark.
    pub fn mark(&mut self, element: usize) -> (&'static str, usize) {
        self.last = Some(element);
        let page = self.pages.len() - 1;
        let number = self.pages[page].len();
        self.pages[page].push(element);
        self.elements[element].kids.push(Kid::Mark(page, number));
        (self.elements[element].role, number)
    }

    /// Adds the marks of content that this page shares with an earlier page. Only the earlier page has its structure.
    /// Here it is one paragraph, because the structure would otherwise fill most of a file with hundreds of pads.
    pub fn repeat(&mut self, marks: usize) {
        if marks > 0 {
            let element = self.block("P");
            for _ in 0..marks {
                self.mark(element);
            }
        }
    }

    /// Returns the number of marks on the current page.
    pub fn marks(&self) -> usize {
        self.pages.last().map_or(0, Vec::len)
    }

    /// Adds a link to the current page.
    pub fn link(&mut self, url: &str) {
        let element = self.add("Link", None);
        let link = Kid::Link(self.pages.len() - 1, self.links.len());
        self.elements[element].kids.push(link);
        self.elements[element].alt = Some(lopdf::text_string(url));
        self.links.push(element);
    }

    fn add(&mut self, role: &'static str, parent: Option<usize>) -> usize {
        let element = self.elements.len();
        self.elements.push(Element {
            role,
            parent,
            leaf: self.leaf,
            kids: Vec::new(),
            alt: None,
            attributes: None,
        });
        if let Some(parent) = parent {
            self.elements[parent].kids.push(Kid::Element(element));
        }
        element
    }

    /// Adds an element to the document. It ends the current list or table.
    fn block(&mut self, role: &'static str) -> usize {
        self.end();
        self.add(role, None)
    }

    fn end(&mut self) {
        self.end_row();
        (self.last, self.list, self.table) = (None, None, None);
    }

    /// Adds an item to the current list, or to a new list. Returns the element of its bullet or number.
    fn sign(&mut self, ordered: bool) -> usize {
        let list = self.list.filter(|list| list.ordered == ordered);
        let element = if let Some(list) = list {
            list.element
        } else {
            let element = self.block("L");
            let mut numbering = attributes("List");
            numbering.set("ListNumbering", if ordered { "Decimal" } else { "Disc" });
            self.elements[element].attributes = Some(numbering);
            element
        };
        let item = self.add("LI", Some(element));
        self.list = Some(List {
            element,
            ordered,
            item,
        });
        self.add("Lbl", Some(item))
    }

    /// Adds a row to the current table, or to a new table if the current one has a different number of columns.
    fn row(&mut self, columns: usize, head: bool) -> usize {
        self.end_row();
        let fits = |table: &Table| columns == 1 || columns == table.columns;
        let table = self.table.take().filter(fits);
        let mut table = table.unwrap_or_else(|| Table {
            element: self.block("Table"),
            columns,
            headed: false,
            row: 0,
            head,
            cells: BTreeMap::new(),
        });
        self.list = None;
        table.row = self.add("TR", Some(table.element));
        table.head = head;
        table.headed |= head;
        self.table.insert(table).row
    }

    /// Returns the cell of the row from one column to another. The cell of a row with one column spans the whole table.
    fn cell(&mut self, column: usize, end: usize) -> usize {
        let next = self.elements.len();
        let Some(table) = &mut self.table else {
            return self.block("P");
        };
        let column = column.min(table.columns.saturating_sub(1));
        let (head, row) = (table.head, table.row);
        let cell = table.cells.entry(column).or_insert((next, end));
        cell.1 = cell.1.max(end);
        let element = cell.0;
        if element == next {
            self.add(if head { "TH" } else { "TD" }, Some(row));
        }
        element
    }

    /// Completes the row. Adjacent empty columns become one cell.
    fn end_row(&mut self) {
        let Some(table) = &mut self.table else { return };
        let cells = std::mem::take(&mut table.cells);
        if cells.is_empty() {
            return;
        }
        let (row, head, columns) = (table.row, table.head, table.columns);
        // In a wide table, the first cell of a row is its header. In a narrow table, column headers are enough.
        let is_named = columns > 3 || !table.headed;
        let starts: Vec<usize> = cells.keys().copied().chain([columns]).collect();
        let mut kids = Vec::with_capacity(columns);
        let mut column = 0;
        let blank = |tree: &mut Tree, span: usize| {
            let blank = tree.add("TD", Some(row));
            tree.elements[blank].attributes = cell_attributes(span, None);
            Kid::Element(blank)
        };
        for (index, (start, (element, end))) in cells.into_iter().enumerate() {
            if start > column {
                kids.push(blank(self, start - column));
            }
            column = end.clamp(start + 1, starts[index + 1]);
            let scope = match (head, start) {
                (true, _) => Some("Column"),
                (false, 0) if is_named => Some("Row"),
                _ => None,
            };
            let cell = &mut self.elements[element];
            cell.role = if scope.is_some() { "TH" } else { "TD" };
            cell.attributes = cell_attributes(column - start, scope);
            kids.push(Kid::Element(element));
        }
        if columns > column {
            kids.push(blank(self, columns - column));
        }
        self.elements[row].kids = kids;
    }

    /// Writes all elements with these pages and links, and returns the root.
    pub fn write(
        mut self,
        document: &mut Document,
        pages: &[ObjectId],
        links: &[ObjectId],
    ) -> ObjectId {
        self.end();
        let (root, whole) = (document.new_object_id(), document.new_object_id());
        let ids = self.elements.iter().map(|_| document.new_object_id());
        let ids: Vec<ObjectId> = ids.collect();
        let is_top = |element: &usize| self.elements[*element].parent.is_none();
        let mut top: Vec<usize> = (0..ids.len()).filter(is_top).collect();
        top.sort_by_key(|element| self.elements[*element].leaf);
        let id_of = |element: &usize| Object::from(ids[*element]);
        let parents = self.pages.iter().map(|elements| {
            let elements: Vec<Object> = elements.iter().map(id_of).collect();
            document.add_object(elements).into()
        });
        let parents: Vec<Object> = parents.chain(self.links.iter().map(id_of)).collect();
        let numbers = (0..).zip(&parents);
        let numbers = numbers.flat_map(|(number, parent)| [integer(number), parent.clone()]);
        let parent_tree = Dictionary::from_iter([("Nums", numbers.collect::<Vec<_>>().into())]);
        for (element, id) in self.elements.into_iter().zip(&ids) {
            let parent = element.parent.map_or(whole, |parent| ids[parent]);
            let mut it = dictionary(element.role, parent);
            let first = element.kids.iter().find_map(|kid| match kid {
                Kid::Mark(page, _) => Some(*page),
                _ => None,
            });
            if let Some(first) = first {
                it.set("Pg", pages[first]);
            }
            let kids = element.kids.iter().map(|kid| match *kid {
                Kid::Element(kid) => ids[kid].into(),
                Kid::Mark(page, number) if first == Some(page) => integer(number),
                Kid::Mark(page, number) => reference("MCR", pages[page], "MCID", integer(number)),
                Kid::Link(page, link) => reference("OBJR", pages[page], "Obj", links[link].into()),
            });
            let mut kids: Vec<Object> = kids.collect();
            match (kids.pop(), kids.is_empty()) {
                (Some(only), true) => it.set("K", only),
                (last, _) => it.set("K", kids.into_iter().chain(last).collect::<Vec<_>>()),
            }
            let attributes = element.attributes.map(Object::from);
            for (key, value) in [("Alt", element.alt), ("A", attributes)] {
                if let Some(value) = value {
                    it.set(key, value);
                }
            }
            document.set_object(*id, it);
        }
        let mut it = dictionary("Document", root);
        it.set("K", top.iter().map(id_of).collect::<Vec<_>>());
        document.set_object(whole, it);
        let it = Dictionary::from_iter([
            ("Type", "StructTreeRoot".into()),
            ("K", whole.into()),
            ("ParentTreeNextKey", integer(parents.len())),
            ("ParentTree", document.add_object(parent_tree).into()),
        ]);
        document.set_object(root, it);
        root
    }
}

/// Returns the column in which the cell of a text begins.
fn column(edges: &[f32], run: &Run) -> usize {
    let before = edges.iter().filter(|edge| **edge <= run.cell.x + 0.1);
    before.count().saturating_sub(1)
}

/// Returns the column after the cell of a text. If there is only one column, it spans all columns.
fn end(edges: &[f32], run: &Run) -> usize {
    let right = run.cell.right() - 0.5;
    match edges {
        [_] => usize::MAX,
        _ => edges.iter().filter(|edge| **edge < right).count(),
    }
}

fn dictionary(role: &str, parent: ObjectId) -> Dictionary {
    Dictionary::from_iter([("S", role.into()), ("P", parent.into())])
}

/// Returns a reference to content on a page.
fn reference(kind: &str, page: ObjectId, key: &str, value: Object) -> Object {
    Dictionary::from_iter([("Type", kind.into()), ("Pg", page.into()), (key, value)]).into()
}

fn attributes(owner: &str) -> Dictionary {
    Dictionary::from_iter([("O", owner.into())])
}

/// Returns the attributes of a cell with this span and scope; `None` for a plain cell.
fn cell_attributes(span: usize, scope: Option<&str>) -> Option<Dictionary> {
    let mut table = attributes("Table");
    if span > 1 {
        table.set("ColSpan", integer(span));
    }
    if let Some(scope) = scope {
        table.set("Scope", scope);
    }
    (table.len() > 1).then_some(table)
}

#[cfg(test)]
mod tests {
    impl super::Tree {
        /// Returns the elements that own the marks of the last page.
        pub fn last_page(&self) -> &[usize] {
            self.pages.last().map_or(&[], Vec::as_slice)
        }

        /// Returns the columns of each cell of the current row.
        pub fn cells(&self) -> Vec<std::ops::Range<usize>> {
            let cells = self.table.iter().flat_map(|table| &table.cells);
            cells.map(|(start, (_, end))| *start..*end).collect()
        }
    }
}
