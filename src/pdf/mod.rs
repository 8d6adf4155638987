//! PDF: what was drawn, as bytes. Equal input gives equal bytes.

mod fonts;
mod ops;
mod shared;

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use lopdf::{Dictionary, Document, Object, StringFormat};
use printpdf::{PdfDocument, PdfSaveOptions, serialize::to_lopdf_doc};
use sha2::{Digest, Sha256};

use crate::sheets::Printable;
use crate::sheets::draw::Drawing;

/// The document as a PDF: fonts subset and embedded, nothing in it that depends on when or where it
/// was made.
pub fn render(printable: &Printable) -> Vec<u8> {
    let Printable {
        drawing,
        title,
        author,
        subject,
        language,
        fonts: added,
    } = printable;
    let mut document = PdfDocument::new(title);
    author.clone_into(&mut document.metadata.info.author);
    if let Some(subject) = subject {
        subject.clone_into(&mut document.metadata.info.subject);
    }
    "Overtrick".clone_into(&mut document.metadata.info.creator);
    "Overtrick".clone_into(&mut document.metadata.info.producer);
    let glyphs = fonts::add(&mut document, drawing, added);
    let shared = shared::add_pages(&mut document, drawing, &glyphs);
    let options = PdfSaveOptions {
        image_optimization: None,
        ..PdfSaveOptions::default()
    };
    let mut made = to_lopdf_doc(&document, &options, &mut Vec::new());
    drop(document);
    shared::lay_under(&mut made, &shared);
    finish(&mut made, drawing, language, title);
    compress(&mut made);
    let mut bytes = Vec::with_capacity(32 * 1024);
    let written = made.save_to(&mut bytes);
    debug_assert!(written.is_ok(), "writing to memory cannot fail");
    bytes
}

/// Packs what is not packed yet: for speed, not for the last byte.
fn compress(document: &mut Document) {
    for object in document.objects.values_mut() {
        let Object::Stream(stream) = object else {
            continue;
        };
        if stream.dict.has(b"Filter") || stream.content.len() < 64 {
            continue;
        }
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(5));
        let packed = encoder
            .write_all(&stream.content)
            .and_then(|()| encoder.finish());
        if let Ok(packed) = packed {
            stream
                .dict
                .set("Filter", Object::Name(b"FlateDecode".to_vec()));
            stream.set_content(packed);
        }
    }
}

/// Sets what the writer leaves out or makes up: the language, the bookmarks, and ids that follow
/// from what is drawn.
fn finish(document: &mut Document, drawing: &Drawing, language: &str, title: &str) {
    let mut hash = Sha256::new();
    hash.update(title.as_bytes());
    drawing.feed(&mut |bytes| hash.update(bytes));
    let id = hash.finalize()[..16].to_vec();
    let id = Object::String(id, StringFormat::Hexadecimal);
    document
        .trailer
        .set("ID", Object::Array(vec![id.clone(), id]));
    // The writer claims a print standard that this is not made to, and a day that it does not know.
    let info = document.trailer.get(b"Info").and_then(Object::as_reference);
    let info = info.and_then(|id| document.get_dictionary_mut(id));
    if let Ok(info) = info {
        for key in [
            "GTS_PDFXVersion",
            "Trapped",
            "CreationDate",
            "ModDate",
            "Identifier",
        ] {
            info.remove(key.as_bytes());
        }
    }
    let outlines = outlines(document, drawing);
    if let Ok(catalog) = document.catalog_mut() {
        catalog.set("Lang", Object::string_literal(language));
        let mut shown = Dictionary::new();
        shown.set("DisplayDocTitle", Object::Boolean(true));
        catalog.set("ViewerPreferences", Object::Dictionary(shown));
        if let Some(outlines) = outlines {
            catalog.set("Outlines", Object::Reference(outlines));
            catalog.set("PageMode", Object::Name(b"UseOutlines".to_vec()));
        }
    }
}

/// The bookmarks in their order; a document of one page has none.
fn outlines(document: &mut Document, drawing: &Drawing) -> Option<lopdf::ObjectId> {
    if drawing.pages.len() < 2 || drawing.bookmarks.is_empty() {
        return None;
    }
    let pages: Vec<lopdf::ObjectId> = document.get_pages().into_values().collect();
    let root = document.new_object_id();
    let marks: Vec<(&String, lopdf::ObjectId, lopdf::ObjectId)> = drawing
        .bookmarks
        .iter()
        .filter_map(|(name, page)| Some((name, *pages.get(*page)?, document.new_object_id())))
        .collect();
    for (index, (name, page, id)) in marks.iter().enumerate() {
        let mut mark = Dictionary::new();
        mark.set("Title", lopdf::text_string(name));
        mark.set("Parent", Object::Reference(root));
        let place = vec![Object::Reference(*page), Object::Name(b"Fit".to_vec())];
        mark.set("Dest", Object::Array(place));
        let beside = [("Prev", index.checked_sub(1)), ("Next", Some(index + 1))];
        for (key, other) in beside {
            if let Some((_, _, other)) = other.and_then(|other| marks.get(other)) {
                mark.set(key, Object::Reference(*other));
            }
        }
        document.set_object(*id, mark);
    }
    let mut outlines = Dictionary::new();
    outlines.set("Type", Object::Name(b"Outlines".to_vec()));
    outlines.set("Count", i64::try_from(marks.len()).unwrap_or(0));
    outlines.set("First", Object::Reference(marks.first()?.2));
    outlines.set("Last", Object::Reference(marks.last()?.2));
    document.set_object(root, outlines);
    Some(root)
}
