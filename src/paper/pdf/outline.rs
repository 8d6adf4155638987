//! The bookmarks of a document as a tree.

use lopdf::{Dictionary, Document, Object, ObjectId};

use crate::layout::draw::{Bookmark, Drawing, MM_PER_POINT};

/// The most children of a bookmark that are shown. If there are more, they are collapsed.
const MAX_SHOWN: usize = 30;

/// Writes the bookmarks, and returns their root. A document with one page has none.
pub fn add(document: &mut Document, drawing: &Drawing, pages: &[ObjectId]) -> Option<ObjectId> {
    if pages.len() < 2 || drawing.bookmarks.is_empty() {
        return None;
    }
    let root = document.new_object_id();
    let marks = drawing.bookmarks.iter();
    let marks: Vec<Mark<'_>> = marks.map(|mark| (document.new_object_id(), mark)).collect();
    let mut it = Dictionary::from_iter([("Type", "Outlines".into())]);
    let place = |mark: &Bookmark| {
        // PDF coordinates are in points, from the bottom of the page.
        let y = (drawing.pages.get(mark.page)?.height - mark.y) / MM_PER_POINT;
        let page = Object::from(*pages.get(mark.page)?);
        Some(vec![
            page,
            "XYZ".into(),
            Object::Null,
            Object::Real(y),
            Object::Null,
        ])
    };
    add_under(document, &marks, (root, &mut it), usize::MAX, &place);
    document.set_object(root, it);
    Some(root)
}

/// A bookmark with the id of its object.
type Mark<'a> = (ObjectId, &'a Bookmark);

/// Writes bookmarks under a parent bookmark or under the root. They are collapsed if there are more than
/// `most`. Returns the number of visible bookmarks.
fn add_under(
    document: &mut Document,
    marks: &[Mark<'_>],
    (parent, above): (ObjectId, &mut Dictionary),
    most: usize,
    place: &impl Fn(&Bookmark) -> Option<Vec<Object>>,
) -> usize {
    let depth = marks.iter().map(|(_, mark)| mark.depth).min();
    let is_below = |_: &Mark<'_>, next: &Mark<'_>| Some(next.1.depth) > depth;
    let groups: Vec<&[Mark<'_>]> = marks.chunk_by(is_below).collect();
    let (Some([first, ..]), Some([last, ..])) = (groups.first(), groups.last()) else {
        return 0;
    };
    let mut seen = groups.len();
    for (index, group) in groups.iter().enumerate() {
        let [(id, mark), under @ ..] = group else {
            continue;
        };
        let title = lopdf::text_string(&mark.name);
        let mut it = Dictionary::from_iter([("Title", title), ("Parent", parent.into())]);
        if let Some(place) = place(mark) {
            it.set("Dest", place);
        }
        let others = [("Prev", index.checked_sub(1)), ("Next", Some(index + 1))];
        for (key, other) in others {
            if let Some([(other, _), ..]) = other.and_then(|other| groups.get(other)) {
                it.set(key, *other);
            }
        }
        seen += add_under(document, under, (*id, &mut it), MAX_SHOWN, place);
        document.set_object(*id, it);
    }
    above.set("First", first.0);
    above.set("Last", last.0);
    let count = i64::try_from(seen).unwrap_or(i64::MAX);
    let is_folded = groups.len() > most;
    above.set("Count", if is_folded { -count } else { count });
    if is_folded { 0 } else { seen }
}
