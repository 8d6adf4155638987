//! The pages, drawn by printpdf. What several of them share stands once in the file, under what each has of its own.

use std::rc::Rc;
use std::sync::Arc;

use lopdf::{Dictionary, Document, Object, ObjectId, StringFormat};
use printpdf::{Op, PdfDocument, PdfPage, PdfSaveOptions, Rect, serialize::to_lopdf_doc};

use super::fonts::{self, Used};
use super::integer;
use super::ops::{LeafMark, operations, points, rectangle};
use crate::Printable;
use crate::layout::draw::{Drawing, Item, MM_PER_POINT, Page};

/// A page that was drawn.
#[derive(Debug)]
pub struct Written {
    /// Its object.
    pub id: ObjectId,
    /// Its height in millimeters.
    pub height: f32,
    /// What the marks are that it shares with others, which come first.
    pub shared: Rc<[LeafMark]>,
    /// What its own marks are.
    pub own: Vec<LeafMark>,
    /// Its places to follow.
    pub links: Vec<WrittenLink>,
}

/// A place to follow.
#[derive(Debug, Clone, Copy)]
pub struct WrittenLink {
    /// The annotation.
    pub place: ObjectId,
    /// Its address in words.
    pub text: ObjectId,
}

/// What several pages have under their own content.
struct Shared<'a> {
    items: &'a Arc<[Item]>,
    marks: Rc<[LeafMark]>,
}

/// Draws the pages with their fonts and pictures: the document that printpdf makes, and its pages.
pub fn draw(printable: &Printable) -> (Document, Vec<Written>) {
    let drawing = &printable.drawing;
    let mut source = PdfDocument::new("");
    let used = fonts::add(&mut source, drawing, &printable.fonts);
    fonts::add_pictures(&mut source, drawing);
    // printpdf has no content that pages share: each stretch of it is drawn as a page, which is taken apart again.
    let mut shared: Vec<Shared<'_>> = Vec::new();
    for page in shared_by_several(drawing) {
        let items = page.shared.iter();
        let (mut ops, marks) = operations(items, page.height, &used, (0, is_untagged(page)));
        // What is set for it is not set for what is drawn over it.
        ops.insert(0, Op::SaveGraphicsState);
        ops.push(Op::RestoreGraphicsState);
        source.pages.push(printpdf_page(page, ops));
        shared.push(Shared {
            items: &page.shared,
            marks: marks.into(),
        });
    }
    let under = |page: &Page| {
        let mut shared = shared.iter();
        shared.position(|it| Arc::ptr_eq(it.items, &page.shared))
    };
    let mut own_marks = Vec::with_capacity(drawing.pages.len());
    for page in &drawing.pages {
        let (ops, marks) = own_operations(page, under(page).map(|index| &shared[index]), &used);
        source.pages.push(printpdf_page(page, ops));
        own_marks.push(marks);
    }
    let options = PdfSaveOptions {
        image_optimization: None,
        ..PdfSaveOptions::default()
    };
    let mut document = to_lopdf_doc(&source, &options, &mut Vec::new());
    drop(source);
    let drawn: Vec<ObjectId> = document.page_iter().collect();
    let (drawn_shared, drawn_own) = drawn.split_at(shared.len());
    let under_content: Vec<Object> = drawn_shared
        .iter()
        .filter_map(|id| content(&mut document, *id))
        .collect();
    hang_under_tree(&mut document, drawn_own);
    let mut links = Links::new(drawing.pages.len());
    let pages = drawing
        .pages
        .iter()
        .zip(drawn_own)
        .zip(own_marks)
        .enumerate();
    let written = pages.map(|(index, ((page, id), own))| {
        let shared_index = under(page);
        let below = shared_index.and_then(|index| under_content.get(index));
        let own_content = content(&mut document, *id);
        let annotations = links.add(&mut document, page);
        let contents: Vec<Object> = below.cloned().into_iter().chain(own_content).collect();
        if let Ok(dictionary) = document.get_dictionary_mut(*id) {
            dictionary.set("Contents", contents);
            // They stand once, in the tree of the pages.
            dictionary.remove(b"Resources");
            // printpdf has no structure.
            dictionary.set("StructParents", integer(index));
            dictionary.set("Tabs", "S");
            if !annotations.is_empty() {
                let places = annotations.iter().map(|link| Object::from(link.place));
                dictionary.set("Annots", places.collect::<Vec<_>>());
            }
        }
        Written {
            id: *id,
            height: page.height,
            shared: shared_index.map_or_else(Rc::default, |index| shared[index].marks.clone()),
            own,
            links: annotations,
        }
    });
    let written = written.collect();
    (document, written)
}

/// What printpdf draws on a page itself, over what it shares with others.
fn own_operations(
    page: &Page,
    under: Option<&Shared<'_>>,
    used: &Used,
) -> (Vec<Op>, Vec<LeafMark>) {
    let first = under.map_or(0, |shared| shared.marks.len());
    let shared: &[Item] = if under.is_some() { &[] } else { &page.shared };
    let items = shared.iter().chain(&page.own);
    operations(items, page.height, used, (first, is_untagged(page)))
}

fn printpdf_page(page: &Page, ops: Vec<Op>) -> PdfPage {
    let whole = Rect::from_wh(points(page.width), points(page.height));
    PdfPage {
        media_box: whole.clone(),
        trim_box: whole.clone(),
        crop_box: whole,
        ops,
    }
}

/// The first page of all that share the same with others.
fn shared_by_several(drawing: &Drawing) -> Vec<&Page> {
    let shared = drawing.shared().into_iter();
    let first = shared.filter_map(|shared| {
        let pages = drawing.pages.iter();
        let mut with = pages.filter(|page| Arc::ptr_eq(&page.shared, shared));
        let first = with.next()?;
        with.next().map(|_| first)
    });
    first.collect()
}

/// Whether nothing on a page is anything in the structure.
fn is_untagged(page: &Page) -> bool {
    !page.items().any(|item| matches!(item, Item::Begin(_)))
}

/// The content that printpdf made of a page; nothing if it is empty.
fn content(document: &mut Document, page: ObjectId) -> Option<Object> {
    let page = document.get_dictionary(page).ok()?;
    let id = page.get(b"Contents").and_then(Object::as_reference).ok()?;
    let stream = document.get_object(id).and_then(Object::as_stream).ok()?;
    (!stream.content.is_empty()).then_some(id.into())
}

/// Leaves these pages alone in the tree, with the resources of all, which printpdf repeats for each of them.
fn hang_under_tree(document: &mut Document, pages: &[ObjectId]) {
    let resources = pages.first().and_then(|page| {
        let page = document.get_dictionary(*page).ok()?;
        let (_, resources) = document.dereference(page.get(b"Resources").ok()?).ok()?;
        resources.as_dict().cloned().ok()
    });
    let mut resources = resources.unwrap_or_default();
    // Nothing uses them.
    resources.remove(b"ExtGState");
    resources.remove(b"Shading");
    let tree = document
        .catalog()
        .and_then(|it| it.get(b"Pages")?.as_reference());
    if let Ok(tree) = tree.and_then(|tree| document.get_dictionary_mut(tree)) {
        let kids: Vec<Object> = pages.iter().map(|page| (*page).into()).collect();
        tree.set("Count", integer(kids.len()));
        tree.set("Kids", kids);
        tree.set("Resources", resources);
    }
}

/// The links of a document. An address stands once in the file, however many pages lead to it.
struct Links<'a> {
    addresses: Vec<Address<'a>>,
    /// The number of the next link in the structure: they follow those of the pages.
    number: usize,
}

struct Address<'a> {
    url: &'a str,
    action: ObjectId,
    text: ObjectId,
}

impl<'a> Links<'a> {
    const fn new(pages: usize) -> Links<'a> {
        Links {
            addresses: Vec::new(),
            number: pages,
        }
    }

    /// Adds the places of a page. printpdf's links stand in the page, where no structure can name them, and have no
    /// text.
    fn add(&mut self, document: &mut Document, page: &'a Page) -> Vec<WrittenLink> {
        let mut links = Vec::new();
        for item in page.items() {
            let Item::Link(area, url) = item else {
                continue;
            };
            let (action, text) = self.address(document, url);
            let mut link = Dictionary::new();
            link.set("Type", "Annot");
            link.set("Subtype", "Link");
            let place = rectangle(*area, page.height).map(Object::Real);
            link.set("Rect", place.to_vec());
            link.set("Border", [0; 3].map(Object::Integer).to_vec());
            // It is printed with the page, as print standards want of every such place.
            link.set("F", 4);
            link.set("Contents", text);
            link.set("A", action);
            link.set("StructParent", integer(self.number));
            self.number += 1;
            let place = document.add_object(link);
            links.push(WrittenLink { place, text });
        }
        links
    }

    fn address(&mut self, document: &mut Document, url: &'a str) -> (ObjectId, ObjectId) {
        if let Some(known) = self.addresses.iter().find(|it| it.url == url) {
            return (known.action, known.text);
        }
        let mut action = Dictionary::new();
        action.set("S", "URI");
        action.set("URI", Object::String(url.into(), StringFormat::Literal));
        let action = document.add_object(action);
        let text = document.add_object(lopdf::text_string(url));
        self.addresses.push(Address { url, action, text });
        (action, text)
    }
}

/// A height of a page as a PDF counts it: from below, in points.
pub fn from_below(page: &Written, y: f32) -> Object {
    Object::Real((page.height - y) / MM_PER_POINT)
}
