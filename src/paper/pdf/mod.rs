//! PDF: what was drawn, as bytes. Equal input gives equal bytes.
//!
//! printpdf draws the pages, embeds fonts and pictures, and its `lopdf` document is saved. What printpdf has no word
//! for is set on that document: see [`render`] for the document, `pages` for a page, `structure` for the tags.

mod fonts;
mod metadata;
mod ops;
mod outline;
mod pages;
mod structure;

use lopdf::{Dictionary, Document, Object, SaveOptions, StringFormat};
use sha2::{Digest, Sha256};

use crate::Printable;
use pages::Drawn;

/// How many objects are packed together: a reader unpacks all for one of them.
const OBJECTS_PER_STREAM: usize = 500;

/// The document as a PDF: fonts subset and embedded, nothing in it that depends on when or where it
/// was made.
pub fn render(printable: &Printable) -> Vec<u8> {
    let Drawn {
        mut document,
        pages,
        links,
        tree,
    } = pages::draw(printable);
    let id = id(&printable.title, &document);
    // Of what printpdf reaches from elsewhere than the pages, nothing is kept: its trailer has random ids, and its
    // dictionary of the document has the day.
    let catalog = document.trailer.get(b"Root").cloned();
    document.trailer = Dictionary::new();
    document
        .trailer
        .set("Root", catalog.unwrap_or(Object::Null));
    document.prune_objects();
    // printpdf knows of no structure, of bookmarks only the page and not the place, and has no words for
    // language and preferences; its XMP does not claim what the file is.
    let structure = tree.write(&mut document, &pages, &links);
    let metadata = document.add_object(metadata::xmp(printable, &id));
    let outlines = outline::add(&mut document, &printable.drawing, &pages);
    if let Ok(catalog) = document.catalog_mut() {
        catalog.set("StructTreeRoot", structure);
        catalog.set("MarkInfo", flag("Marked"));
        catalog.set("Lang", lopdf::text_string(printable.language));
        catalog.set("Metadata", metadata);
        catalog.set("ViewerPreferences", preferences(printable));
        if let Some(outlines) = outlines {
            catalog.set("Outlines", outlines);
            catalog.set("PageMode", "UseOutlines");
        }
    }
    let info = document.add_object(metadata::info(printable));
    document.trailer.set("Info", info);
    let id = Object::String(id, StringFormat::Hexadecimal);
    document.trailer.set("ID", vec![id.clone(), id]);
    "1.7".clone_into(&mut document.version);
    document.compress();
    let options = SaveOptions::builder()
        .use_object_streams(true)
        .use_xref_streams(true)
        .max_objects_per_stream(OBJECTS_PER_STREAM)
        .compression_level(6);
    let mut bytes = Vec::new();
    let saved = document.save_with_options(&mut bytes, options.build());
    debug_assert!(saved.is_ok(), "writing to memory cannot fail");
    bytes
}

/// How a viewer shows and prints the document. What is measured in millimeters, as cells for a pencil
/// and folds, is printed in its own size.
fn preferences(printable: &Printable) -> Dictionary {
    let mut it = flag("DisplayDocTitle");
    it.set("PrintScaling", "None");
    if printable.folds {
        // The sides of a folded sheet are turned over at its short edge, where the fold is parallel.
        it.set("Duplex", "DuplexFlipShortEdge");
    }
    it
}

/// An id that follows from what is drawn: the streams of pages, fonts and pictures.
fn id(title: &str, document: &Document) -> Vec<u8> {
    let mut hash = Sha256::new();
    hash.update(title.as_bytes());
    let objects = document.objects.values();
    for stream in objects.filter_map(|object| object.as_stream().ok()) {
        hash.update(&stream.content);
    }
    hash.finalize()[..16].to_vec()
}

fn flag(key: &str) -> Dictionary {
    let mut it = Dictionary::new();
    it.set(key, Object::Boolean(true));
    it
}

/// A number of things.
fn integer(number: usize) -> Object {
    Object::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}
