//! The structure of a document: headings, paragraphs, lists and tables, for those who hear it.

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use lopdf::{Dictionary, Document, Object, ObjectId};

use super::integer;
use super::ops::{LeafMark, Mark};
use super::pages::{Written, WrittenLink};

/// Writes the structure of these pages; gives its root.
pub fn add(document: &mut Document, pages: &[Written]) -> ObjectId {
    let root = document.new_object_id();
    let whole = document.new_object_id();
    let mut tree = Tree {
        document,
        whole,
        leaf: 0,
        kids: BTreeMap::new(),
        text: None,
        list: None,
        table: None,
    };
    let mut heard: HashSet<*const [LeafMark]> = HashSet::new();
    // For each page the elements of its marks, and for each link its element.
    let mut parents: Vec<Object> = Vec::new();
    let mut link_parents: Vec<Object> = Vec::new();
    for (index, page) in pages.iter().enumerate() {
        let (shared, own) = (&page.shared, &page.own);
        // What stood on a page before is one paragraph: whoever heard it there knows it, and hundreds of
        // pads would be mostly structure.
        let known = heard.contains(&Rc::as_ptr(shared)) && !shared.is_empty();
        heard.insert(Rc::as_ptr(shared));
        let marks = shared.iter().chain(own).enumerate();
        let elements = marks.map(|(number, (leaf, mark))| {
            let place = Marked {
                page: page.id,
                number,
            };
            let mark = match number {
                0 if known => Mark::Block("P"),
                _ if known && number < shared.len() => Mark::More,
                _ => mark.clone(),
            };
            tree.turn(*leaf);
            tree.mark(mark, place).into()
        });
        let elements: Vec<Object> = elements.collect();
        tree.end_row();
        let elements = tree.document.add_object(elements);
        parents.extend([integer(index), elements.into()]);
        for link in &page.links {
            let number = integer(pages.len() + link_parents.len() / 2);
            link_parents.extend([number, tree.link(page.id, *link).into()]);
        }
    }
    tree.end();
    let kids = tree.kids.into_values().flatten();
    let mut it = element("Document", root);
    it.set("K", kids.collect::<Vec<_>>());
    document.set_object(whole, it);
    let next = pages.len() + link_parents.len() / 2;
    parents.append(&mut link_parents);
    let mut numbers = Dictionary::new();
    numbers.set("Nums", parents);
    let mut it = Dictionary::new();
    it.set("Type", "StructTreeRoot");
    it.set("K", whole);
    it.set("ParentTree", document.add_object(numbers));
    it.set("ParentTreeNextKey", integer(next));
    document.set_object(root, it);
    root
}

/// A mark by its page and number.
#[derive(Clone, Copy)]
struct Marked {
    page: ObjectId,
    number: usize,
}

/// An element of text that may go on.
struct Text {
    id: ObjectId,
    role: &'static str,
    parent: ObjectId,
    marks: Vec<Marked>,
}

/// A list that may go on.
struct List {
    id: ObjectId,
    ordered: bool,
    items: Vec<Object>,
    /// The item that may go on, and what is in it.
    item: (ObjectId, Vec<Object>),
}

/// A table that may go on.
struct Table {
    id: ObjectId,
    columns: usize,
    /// Whether it has a row that names its columns.
    headed: bool,
    rows: Vec<Object>,
    row: Option<Row>,
}

/// The row of a table that is being filled.
struct Row {
    id: ObjectId,
    number: usize,
    head: bool,
    /// By the column that each begins in.
    cells: Vec<Option<Cell>>,
}

struct Cell {
    id: ObjectId,
    /// The column after its last.
    end: usize,
    marks: Vec<Marked>,
}

struct Tree<'a> {
    document: &'a mut Document,
    /// The element that all others are in.
    whole: ObjectId,
    leaf: usize,
    /// What is in it, by the leaves of a folded sheet.
    kids: BTreeMap<usize, Vec<Object>>,
    text: Option<Text>,
    list: Option<List>,
    table: Option<Table>,
}

impl Tree<'_> {
    /// Goes on on a leaf: nothing goes on from another.
    fn turn(&mut self, leaf: usize) {
        if self.leaf != leaf {
            self.end();
            self.leaf = leaf;
        }
    }

    /// Adds an element to the whole.
    fn add(&mut self, id: ObjectId) {
        self.kids.entry(self.leaf).or_default().push(id.into());
    }

    /// Adds a mark; gives its element.
    fn mark(&mut self, mark: Mark, place: Marked) -> ObjectId {
        match mark {
            Mark::More => {
                if let Some(text) = &mut self.text {
                    text.marks.push(place);
                    return text.id;
                }
                self.block("P", place)
            }
            Mark::Block(role) => self.block(role, place),
            Mark::Figure(alt, area) => self.figure(&alt, area, place),
            Mark::Sign { ordered } => {
                self.end_text();
                self.end_table();
                if self.list.as_ref().is_some_and(|it| it.ordered != ordered) {
                    self.end_list();
                }
                self.end_item();
                let item = (self.document.new_object_id(), Vec::new());
                if let Some(list) = &mut self.list {
                    list.item = item;
                } else {
                    let id = self.document.new_object_id();
                    self.add(id);
                    self.list = Some(List {
                        id,
                        ordered,
                        items: Vec::new(),
                        item,
                    });
                }
                self.in_item("Lbl", place)
            }
            Mark::Item if self.list.is_some() => self.in_item("LBody", place),
            Mark::Item => self.block("P", place),
            Mark::Cell {
                row,
                column,
                end,
                columns,
                head,
            } => {
                self.end_text();
                self.end_list();
                self.begin_row(row, columns, head);
                // The cell of a row of one runs over all columns.
                let end = if columns == 1 { usize::MAX } else { end };
                self.cell(column, end, place)
            }
        }
    }

    fn block(&mut self, role: &'static str, place: Marked) -> ObjectId {
        self.end();
        let id = self.begin_text(role, self.whole, place);
        self.add(id);
        id
    }

    fn figure(&mut self, alt: &str, area: [f32; 4], place: Marked) -> ObjectId {
        self.end();
        let mut layout = attributes("Layout");
        layout.set("Placement", "Block");
        layout.set("BBox", area.map(Object::Real).to_vec());
        let mut it = marked(element("Figure", self.whole), &[place]);
        it.set("Alt", lopdf::text_string(alt));
        it.set("A", layout);
        let id = self.document.add_object(it);
        self.add(id);
        id
    }

    /// A part of the item of the list.
    fn in_item(&mut self, role: &'static str, place: Marked) -> ObjectId {
        self.end_text();
        let item = self.list.as_ref().map_or(self.whole, |list| list.item.0);
        let id = self.begin_text(role, item, place);
        if let Some(list) = &mut self.list {
            list.item.1.push(id.into());
        }
        id
    }

    fn begin_text(&mut self, role: &'static str, parent: ObjectId, place: Marked) -> ObjectId {
        let id = self.document.new_object_id();
        self.text = Some(Text {
            id,
            role,
            parent,
            marks: vec![place],
        });
        id
    }

    /// Goes on in a row, or begins it: in the table that there is, if it has as many columns.
    fn begin_row(&mut self, number: usize, columns: usize, head: bool) {
        let row = self.table.as_ref().and_then(|table| table.row.as_ref());
        if row.is_some_and(|row| row.number == number) {
            return;
        }
        self.end_row();
        let fits = |table: &Table| columns == 1 || columns == table.columns;
        if !self.table.as_ref().is_some_and(fits) {
            self.end_table();
            let id = self.document.new_object_id();
            self.add(id);
            self.table = Some(Table {
                id,
                columns,
                headed: false,
                rows: Vec::new(),
                row: None,
            });
        }
        let id = self.document.new_object_id();
        if let Some(table) = &mut self.table {
            table.headed |= head;
            table.rows.push(id.into());
            table.row = Some(Row {
                id,
                number,
                head,
                cells: (0..table.columns).map(|_| None).collect(),
            });
        }
    }

    fn cell(&mut self, column: usize, end: usize, place: Marked) -> ObjectId {
        let (columns, row) = match &mut self.table {
            Some(Table {
                columns,
                row: Some(row),
                ..
            }) => (*columns, row),
            _ => return self.whole,
        };
        let column = column.min(columns.saturating_sub(1));
        let cell = row.cells[column].get_or_insert_with(|| Cell {
            id: self.document.new_object_id(),
            end,
            marks: Vec::new(),
        });
        cell.end = cell.end.max(end);
        cell.marks.push(place);
        cell.id
    }

    fn end(&mut self) {
        self.end_text();
        self.end_list();
        self.end_table();
    }

    fn end_text(&mut self) {
        if let Some(text) = self.text.take() {
            let it = marked(element(text.role, text.parent), &text.marks);
            self.document.set_object(text.id, it);
        }
    }

    fn end_item(&mut self) {
        self.end_text();
        if let Some(list) = &mut self.list {
            let (id, kids) = std::mem::take(&mut list.item);
            let mut it = element("LI", list.id);
            it.set("K", kids);
            self.document.set_object(id, it);
            list.items.push(id.into());
        }
    }

    fn end_list(&mut self) {
        self.end_item();
        if let Some(list) = self.list.take() {
            let mut it = element("L", self.whole);
            it.set("K", list.items);
            let mut numbering = attributes("List");
            let signs = if list.ordered { "Decimal" } else { "Disc" };
            numbering.set("ListNumbering", signs);
            it.set("A", numbering);
            self.document.set_object(list.id, it);
        }
    }

    /// Writes the row with all its cells: those without text between others are one.
    fn end_row(&mut self) {
        let Some(row) = self.table.as_mut().and_then(|table| table.row.take()) else {
            return;
        };
        let Row {
            id, head, cells, ..
        } = row;
        let columns = cells.len();
        // In a wide table the first cell of a row says which it is; in a narrow one its head is enough.
        let headed = self.table.as_ref().is_some_and(|table| table.headed);
        let is_named = columns > 3 || !headed;
        let mut kids: Vec<Object> = Vec::new();
        let mut column = 0;
        let mut cells: Vec<(usize, Cell)> = (0..).zip(cells).filter_map(in_column).collect();
        cells.reverse();
        while column < columns {
            let next = cells.last().map_or(columns, |(next, _)| *next);
            let (kid, end) = if next > column {
                let it = cell("TD", id, next - column, None);
                (self.document.add_object(it), next)
            } else {
                let Some((_, this)) = cells.pop() else { break };
                let next = cells.last().map_or(columns, |(next, _)| *next);
                let end = this.end.clamp(column + 1, next);
                let it = match (head, column) {
                    (true, _) => cell("TH", id, end - column, Some("Column")),
                    (false, 0) if is_named => cell("TH", id, end - column, Some("Row")),
                    _ => cell("TD", id, end - column, None),
                };
                self.document.set_object(this.id, marked(it, &this.marks));
                (this.id, end)
            };
            kids.push(kid.into());
            column = end;
        }
        let table = self.table.as_ref().map_or(self.whole, |table| table.id);
        let mut it = element("TR", table);
        it.set("K", kids);
        self.document.set_object(id, it);
    }

    fn end_table(&mut self) {
        self.end_row();
        if let Some(table) = self.table.take() {
            let mut it = element("Table", self.whole);
            it.set("K", table.rows);
            self.document.set_object(table.id, it);
        }
    }

    fn link(&mut self, page: ObjectId, link: WrittenLink) -> ObjectId {
        let mut place = Dictionary::new();
        place.set("Type", "OBJR");
        place.set("Obj", link.place);
        place.set("Pg", page);
        let mut it = element("Link", self.whole);
        it.set("K", place);
        it.set("Alt", link.text);
        let id = self.document.add_object(it);
        self.add(id);
        id
    }
}

fn in_column((column, cell): (usize, Option<Cell>)) -> Option<(usize, Cell)> {
    Some((column, cell?))
}

fn element(role: &str, parent: ObjectId) -> Dictionary {
    let mut it = Dictionary::new();
    it.set("S", role);
    it.set("P", parent);
    it
}

/// An element with these marks; those on a page after that of the first name it.
fn marked(mut it: Dictionary, marks: &[Marked]) -> Dictionary {
    let Some(first) = marks.first() else {
        return it;
    };
    it.set("Pg", first.page);
    let kid = |mark: &Marked| {
        let number = integer(mark.number);
        if mark.page == first.page {
            return number;
        }
        let mut it = Dictionary::new();
        it.set("Type", "MCR");
        it.set("Pg", mark.page);
        it.set("MCID", number);
        Object::Dictionary(it)
    };
    match marks {
        [mark] => it.set("K", kid(mark)),
        _ => it.set("K", marks.iter().map(kid).collect::<Vec<_>>()),
    }
    it
}

fn attributes(owner: &str) -> Dictionary {
    let mut it = Dictionary::new();
    it.set("O", owner);
    it
}

/// A cell over so many columns, and what it is the head of.
fn cell(role: &str, row: ObjectId, span: usize, scope: Option<&str>) -> Dictionary {
    let mut it = element(role, row);
    if span > 1 || scope.is_some() {
        let mut table = attributes("Table");
        if span > 1 {
            table.set("ColSpan", integer(span));
        }
        if let Some(scope) = scope {
            table.set("Scope", scope);
        }
        it.set("A", table);
    }
    it
}
