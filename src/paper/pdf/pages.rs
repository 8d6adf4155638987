//! The pages, drawn by printpdf. Content that several pages share is stored once in the file. It is drawn
//! under each page's own content.

use std::collections::BTreeMap;
use std::sync::Arc;

use lopdf::{Dictionary, Document, Object, ObjectId, StringFormat};
use printpdf::{Op, PdfDocument, PdfPage, PdfSaveOptions, Rect, serialize::to_lopdf_doc};

use super::fonts;
use super::ops::operations;
use super::structure::Tree;
use super::{integer, points, rectangle};
use crate::Printable;
use crate::layout::draw::{Item, Page};
use crate::layout::paper::Area;

/// A document with its pages, before it has structure and bookmarks.
pub struct Drawn {
    pub document: Document,
    pub pages: Vec<ObjectId>,
    /// The links of all pages, in page order.
    pub links: Vec<ObjectId>,
    pub tree: Tree,
}

/// Content that pages share. It is drawn under their own content.
struct Shared<'a> {
    items: &'a Arc<[Item]>,
    page: PdfPage,
    /// The number of its marks.
    marks: usize,
}

/// Draws the pages with their fonts and pictures.
pub fn draw(printable: &Printable) -> Drawn {
    let drawing = &printable.drawing;
    let mut source = PdfDocument::new("");
    let used = fonts::add(&mut source, drawing, &printable.fonts);
    fonts::add_pictures(&mut source, drawing);
    let mut tree = Tree::default();
    // printpdf does not support shared content, so it is drawn as an extra page whose content is then reused.
    let mut shared: Vec<Shared<'_>> = Vec::new();
    let mut own: Vec<PdfPage> = Vec::with_capacity(drawing.pages.len());
    let mut under: Vec<Option<usize>> = Vec::with_capacity(drawing.pages.len());
    for page in &drawing.pages {
        tree.begin_page();
        let is_same = |it: &Shared<'_>| Arc::ptr_eq(it.items, &page.shared);
        let mut known = shared.iter().position(is_same);
        if let Some(known) = known {
            tree.repeat(shared[known].marks);
        } else if !page.shared.is_empty() {
            let items = page.shared.iter();
            let mut ops = operations(items, page.height, &used, &mut tree);
            // The graphics state is restored before the page's own content is drawn.
            ops.insert(0, Op::SaveGraphicsState);
            ops.push(Op::RestoreGraphicsState);
            known = Some(shared.len());
            shared.push(Shared {
                items: &page.shared,
                page: printpdf_page(page, ops),
                marks: tree.marks(),
            });
        }
        under.push(known);
        let ops = operations(&page.own, page.height, &used, &mut tree);
        own.push(printpdf_page(page, ops));
        for (_, url) in links(page) {
            tree.link(url);
        }
    }
    let all_shared = shared.len();
    source.pages = shared.into_iter().map(|it| it.page).chain(own).collect();
    let options = PdfSaveOptions {
        image_optimization: None,
        ..PdfSaveOptions::default()
    };
    let mut document = to_lopdf_doc(&source, &options, &mut Vec::new());
    drop(source);
    let mut pages: Vec<ObjectId> = document.page_iter().collect();
    let below = pages.drain(..all_shared).map(|id| content(&document, id));
    let below: Vec<Option<Object>> = below.collect();
    set_page_tree(&mut document, &pages);
    let (mut annotations, mut actions) = (Vec::new(), BTreeMap::new());
    for (index, (page, id)) in drawing.pages.iter().zip(&pages).enumerate() {
        let below = under[index].and_then(|index| below[index].clone());
        let own = content(&document, *id);
        let contents: Vec<Object> = below.into_iter().chain(own).collect();
        let first = annotations.len();
        for (area, url) in links(page) {
            let place = rectangle(area, page.height);
            let number = pages.len() + annotations.len();
            let action = actions.entry(url);
            let action = *action.or_insert_with(|| document.add_object(action_of(url)));
            annotations.push(annotation(&mut document, (place, url, action), number));
        }
        if let Ok(dictionary) = document.get_dictionary_mut(*id) {
            dictionary.set("Contents", contents);
            // The resources are stored once, in the page tree.
            dictionary.remove(b"Resources");
            // printpdf does not support structure, so these entries are added.
            dictionary.set("StructParents", integer(index));
            dictionary.set("Tabs", "S");
            if annotations.len() > first {
                let places = annotations[first..].iter().map(|link| Object::from(*link));
                dictionary.set("Annots", places.collect::<Vec<_>>());
            }
        }
    }
    Drawn {
        document,
        pages,
        links: annotations,
        tree,
    }
}

/// Returns the links on a page: their areas and their addresses.
fn links(page: &Page) -> impl Iterator<Item = (Area, &str)> {
    page.items().filter_map(|item| match item {
        Item::Link(area, url) => Some((*area, url.as_str())),
        _ => None,
    })
}

/// Returns the action that opens an address. All links to this address share it.
fn action_of(url: &str) -> Dictionary {
    let url = Object::String(url.into(), StringFormat::Literal);
    Dictionary::from_iter([("S", "URI".into()), ("URI", url)])
}

/// Adds a link to an address. Links from printpdf have no text. They are stored in the page, where the
/// structure cannot refer to them.
fn annotation(
    document: &mut Document,
    (place, url, action): ([f32; 4], &str, ObjectId),
    number: usize,
) -> ObjectId {
    document.add_object(Dictionary::from_iter([
        ("Type", "Annot".into()),
        ("Subtype", "Link".into()),
        ("Rect", place.map(Object::Real).to_vec().into()),
        ("Border", [0; 3].map(Object::Integer).to_vec().into()),
        // The flag makes the link printable, which print standards require.
        ("F", 4.into()),
        ("Contents", lopdf::text_string(url)),
        ("A", action.into()),
        ("StructParent", integer(number)),
    ]))
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

/// Returns the content that printpdf drew on a page; `None` if it is empty.
fn content(document: &Document, page: ObjectId) -> Option<Object> {
    let page = document.get_dictionary(page).ok()?;
    let id = page.get(b"Contents").and_then(Object::as_reference).ok()?;
    let stream = document.get_object(id).and_then(Object::as_stream).ok()?;
    (!stream.content.is_empty()).then_some(id.into())
}

/// Keeps only these pages in the page tree, and moves their resources to the tree. printpdf repeats the same
/// resources for each page.
fn set_page_tree(document: &mut Document, pages: &[ObjectId]) {
    let resources = pages.first().and_then(|page| {
        let page = document.get_dictionary(*page).ok()?;
        let (_, resources) = document.dereference(page.get(b"Resources").ok()?).ok()?;
        resources.as_dict().cloned().ok()
    });
    let mut resources = resources.unwrap_or_default();
    // The document does not use these resources.
    resources.remove(b"ExtGState");
    resources.remove(b"Shading");
    let catalog = document.catalog();
    let tree = catalog.and_then(|it| it.get(b"Pages")?.as_reference());
    if let Ok(tree) = tree.and_then(|tree| document.get_dictionary_mut(tree)) {
        let kids: Vec<Object> = pages.iter().map(|page| (*page).into()).collect();
        tree.set("Count", integer(kids.len()));
        tree.set("Kids", kids);
        tree.set("Resources", resources);
    }
}
