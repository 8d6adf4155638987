//! The bookmarks of a document, each under the one that it belongs to.

use lopdf::{Dictionary, Document, Object, ObjectId};

use crate::layout::draw::{Drawing, MM_PER_POINT};

/// More bookmarks than this under one are folded away.
const MAX_SHOWN: usize = 30;

/// Writes the bookmarks; gives their root. A document of one page has none.
pub fn add(document: &mut Document, drawing: &Drawing, pages: &[ObjectId]) -> Option<ObjectId> {
    let marks = &drawing.bookmarks;
    if pages.len() < 2 || marks.is_empty() {
        return None;
    }
    let root = document.new_object_id();
    let ids: Vec<ObjectId> = marks.iter().map(|_| document.new_object_id()).collect();
    // The marks under each, and last those under none.
    let mut under: Vec<Vec<usize>> = vec![Vec::new(); marks.len() + 1];
    let mut above = vec![marks.len(); marks.len()];
    let mut open: Vec<usize> = Vec::new();
    for (index, mark) in marks.iter().enumerate() {
        while open.last().is_some_and(|it| marks[*it].depth >= mark.depth) {
            open.pop();
        }
        let parent = open.last().copied().unwrap_or(marks.len());
        under[parent].push(index);
        above[index] = parent;
        open.push(index);
    }
    let id = |index: usize| ids.get(index).copied().unwrap_or(root);
    for (index, mark) in marks.iter().enumerate() {
        let title = lopdf::text_string(&mark.name);
        let parent = id(above[index]).into();
        let mut it = Dictionary::from_iter([("Title", title), ("Parent", parent)]);
        if let (Some(id), Some(page)) = (pages.get(mark.page), drawing.pages.get(mark.page)) {
            // A PDF counts from below, in points.
            let y = Object::Real((page.height - mark.y) / MM_PER_POINT);
            let place = [(*id).into(), "XYZ".into(), Object::Null, y, Object::Null];
            it.set("Dest", place.to_vec());
        }
        let beside = &under[above[index]];
        let place = beside.binary_search(&index).unwrap_or(0);
        let others = [("Prev", place.checked_sub(1)), ("Next", Some(place + 1))];
        for (key, other) in others {
            if let Some(other) = other.and_then(|other| beside.get(other)) {
                it.set(key, id(*other));
            }
        }
        ends(&mut it, &under, index, id);
        document.set_object(ids[index], it);
    }
    let mut it = Dictionary::from_iter([("Type", "Outlines".into())]);
    ends(&mut it, &under, marks.len(), id);
    document.set_object(root, it);
    Some(root)
}

/// Sets the first and last of the marks under one, and how many are seen.
fn ends(it: &mut Dictionary, under: &[Vec<usize>], index: usize, id: impl Fn(usize) -> ObjectId) {
    if let [first, .., last] | [first @ last] = under[index][..] {
        it.set("First", id(first));
        it.set("Last", id(last));
        let count = i64::try_from(shown(under, index)).unwrap_or(i64::MAX);
        let folded = is_folded(under, index);
        it.set("Count", if folded { -count } else { count });
    }
}

fn is_folded(under: &[Vec<usize>], index: usize) -> bool {
    index + 1 < under.len() && under[index].len() > MAX_SHOWN
}

/// How many marks are seen under one that is not folded.
fn shown(under: &[Vec<usize>], index: usize) -> usize {
    let more = |mark: usize| (!is_folded(under, mark)).then(|| shown(under, mark));
    let below = under[index].iter();
    below.map(|mark| 1 + more(*mark).unwrap_or(0)).sum()
}
