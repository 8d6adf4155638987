//! What pages share stands once in the file, under what each page has of its own.
//!
//! It is written as pages after the last one, whose contents the others then take.

use std::sync::Arc;

use lopdf::{Document, Object, ObjectId};
use printpdf::PdfDocument;

use super::fonts::Glyphs;
use super::ops::{is_link, page, shared_page};
use crate::sheets::draw::{Drawing, Item};

/// For each page, the index among the shared pages of what lies under it.
pub type Under = Vec<Option<usize>>;

/// Adds the pages of a drawing, and after them one for each thing that several of them share.
pub fn add_pages(document: &mut PdfDocument, drawing: &Drawing, glyphs: &Glyphs) -> Under {
    let uses = |shared: &Arc<[Item]>| {
        let pages = drawing.pages.iter();
        pages
            .filter(|page| Arc::ptr_eq(&page.shared, shared))
            .count()
    };
    let mut several = drawing.shared();
    several.retain(|shared| uses(shared) > 1);
    let mut under = Under::with_capacity(drawing.pages.len());
    for it in &drawing.pages {
        let index = several
            .iter()
            .position(|shared| Arc::ptr_eq(shared, &it.shared));
        document.pages.push(match index {
            Some(_) => page(
                it,
                glyphs,
                it.shared.iter().filter(|item| is_link(item)).chain(&it.own),
            ),
            None => page(it, glyphs, it.items()),
        });
        under.push(index);
    }
    let first_with = |index: usize| under.iter().position(|it| *it == Some(index));
    let firsts = (0..several.len()).filter_map(first_with);
    let shared = firsts.map(|first| shared_page(&drawing.pages[first], glyphs));
    document.pages.extend(shared);
    under
}

/// Lays the contents of the shared pages under those of the others, and removes them from the pages.
pub fn lay_under(document: &mut Document, under: &Under) {
    let pages: Vec<ObjectId> = document.get_pages().into_values().collect();
    let (pages, shared) = pages.split_at(under.len().min(pages.len()));
    let contents = |document: &Document, page: ObjectId| {
        let page = document.get_dictionary(page).ok()?;
        page.get(b"Contents").ok().cloned()
    };
    let lower: Vec<Option<Object>> = shared.iter().map(|it| contents(document, *it)).collect();
    for (page, under) in pages.iter().zip(under) {
        let lower = under.and_then(|index| lower.get(index)?.clone());
        if let (Some(lower), Some(own)) = (lower, contents(document, *page))
            && let Ok(page) = document.get_dictionary_mut(*page)
        {
            page.set("Contents", Object::Array(vec![lower, own]));
        }
    }
    if shared.is_empty() {
        return;
    }
    let tree = document.catalog().and_then(|catalog| catalog.get(b"Pages"));
    if let Ok(tree) = tree.and_then(Object::as_reference)
        && let Ok(tree) = document.get_dictionary_mut(tree)
    {
        let kids: Vec<Object> = pages.iter().map(|page| Object::Reference(*page)).collect();
        tree.set("Count", i64::try_from(kids.len()).unwrap_or(0));
        tree.set("Kids", Object::Array(kids));
    }
    for page in shared {
        document.objects.remove(page);
    }
}
