//! The pages. What several of them share stands once in the file, under what each has of its own.

use std::sync::Arc;

use lopdf::{Dictionary, Object, ObjectId, StringFormat};

use super::file::File;
use super::page_content::{Element, own_content, rectangle, shared_content};
use super::pictures;
use super::specimen::Codes;
use crate::layout::draw::{Drawing, Item, MM_PER_POINT, Page};
use crate::layout::paper::Area;

/// A page that was written.
#[derive(Debug)]
pub struct Written {
    /// Its object.
    pub id: ObjectId,
    /// Its height in millimeters.
    pub height: f32,
    /// What its stretches are.
    pub elements: Vec<Element>,
    /// Its places to follow.
    pub links: Vec<ObjectId>,
}

/// Writes the pages, with these fonts; gives their tree, and each of them.
pub fn add(
    file: &mut File,
    drawing: &Drawing,
    codes: &Codes,
    fonts: Object,
) -> (ObjectId, Vec<Written>) {
    let uses = |shared: &Arc<[Item]>| {
        let pages = drawing.pages.iter();
        pages
            .filter(|page| Arc::ptr_eq(&page.shared, shared))
            .count()
    };
    let mut several: Vec<(&Arc<[Item]>, ObjectId)> = Vec::new();
    for shared in drawing.shared() {
        let mut with = drawing.pages.iter();
        let first = with.find(|page| Arc::ptr_eq(&page.shared, shared));
        if let Some(first) = first.filter(|_| uses(shared) > 1) {
            let content = file.add_packed(Dictionary::new(), shared_content(first, codes));
            several.push((shared, content));
        }
    }
    let tree = file.new_object_id();
    // The numbers of links in the structure follow those of the pages.
    let mut number = drawing.pages.len();
    let mut addresses: Vec<Address<'_>> = Vec::new();
    let mut written = Vec::with_capacity(drawing.pages.len());
    for (index, page) in drawing.pages.iter().enumerate() {
        let under = several
            .iter()
            .find(|(shared, _)| Arc::ptr_eq(shared, &page.shared));
        let (content, elements) = own_content(page, under.is_some(), codes);
        let mut contents: Vec<Object> = under.iter().map(|(_, id)| (*id).into()).collect();
        if !content.is_empty() {
            contents.push(file.add_packed(Dictionary::new(), content).into());
        }
        let mut links = Vec::new();
        for item in page.items() {
            let Item::Link(area, url) = item else {
                continue;
            };
            let known = addresses.iter().position(|it| it.url == url);
            let known = known.unwrap_or_else(|| {
                addresses.push(Address::add(file, url));
                addresses.len() - 1
            });
            let mut link = addresses[known].link(rectangle(*area, page.height));
            link.set("StructParent", integer(number));
            number += 1;
            links.push(file.add_object(link));
        }
        let id = file.add_object(page_dictionary(page, tree, contents, (index, &links)));
        written.push(Written {
            id,
            height: page.height,
            elements,
            links,
        });
    }
    let mut resources = Dictionary::new();
    resources.set("Font", fonts);
    let pictures = pictures::add(file, drawing);
    if !pictures.is_empty() {
        resources.set("XObject", pictures);
    }
    let kids: Vec<Object> = written.iter().map(|page| page.id.into()).collect();
    let mut root = Dictionary::new();
    root.set("Type", "Pages");
    root.set("Count", integer(kids.len()));
    root.set("Kids", kids);
    root.set("Resources", resources);
    file.set_object(tree, root);
    (tree, written)
}

fn page_dictionary(
    page: &Page,
    tree: ObjectId,
    contents: Vec<Object>,
    (number, links): (usize, &[ObjectId]),
) -> Dictionary {
    let whole = Area::new(0.0, 0.0, page.width, page.height);
    let mut it = Dictionary::new();
    it.set("Type", "Page");
    it.set("Parent", tree);
    it.set("MediaBox", numbers(&rectangle(whole, page.height)));
    it.set("Contents", contents);
    it.set("StructParents", integer(number));
    it.set("Tabs", "S");
    if !links.is_empty() {
        let links: Vec<Object> = links.iter().map(|id| (*id).into()).collect();
        it.set("Annots", links);
    }
    it
}

/// An address, which stands once in the file however many pages lead to it.
struct Address<'a> {
    url: &'a str,
    action: ObjectId,
    text: ObjectId,
}

impl Address<'_> {
    fn add<'a>(file: &mut File, url: &'a str) -> Address<'a> {
        let mut action = Dictionary::new();
        action.set("S", "URI");
        action.set("URI", Object::String(url.into(), StringFormat::Literal));
        let action = file.add_object(action);
        let text = file.add_object(lopdf::text_string(url));
        Address { url, action, text }
    }

    /// A place that leads to it.
    fn link(&self, place: [f32; 4]) -> Dictionary {
        let mut link = Dictionary::new();
        link.set("Type", "Annot");
        link.set("Subtype", "Link");
        link.set("Rect", numbers(&place));
        link.set("Border", numbers(&[0.0, 0.0, 0.0]));
        // It is printed with the page, as print standards want of every such place.
        link.set("F", 4);
        link.set("Contents", self.text);
        link.set("A", self.action);
        link
    }
}

/// A height of a page as a PDF counts it: from below, in points.
pub fn from_below(page: &Written, y: f32) -> Object {
    Object::Real((page.height - y) / MM_PER_POINT)
}

/// A number of things.
pub fn integer(number: usize) -> Object {
    Object::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}

fn numbers(numbers: &[f32]) -> Vec<Object> {
    numbers.iter().map(|it| Object::Real(*it)).collect()
}
