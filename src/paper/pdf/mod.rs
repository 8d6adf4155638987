//! PDF: what was drawn, as bytes. Equal input gives equal bytes.
//!
//! printpdf writes the pages from its operations, and the fonts and pictures. What it has no word for is
//! set on the `lopdf` objects that it makes: see `pages` for those of a page, [`render`] for those of
//! the document.

mod file;
mod fonts;
mod metadata;
mod ops;
mod outline;
mod pages;
mod pictures;
mod structure;

use lopdf::{Dictionary, Object, StringFormat};
use sha2::{Digest, Sha256};

use crate::Printable;

/// The document as a PDF: fonts subset and embedded, nothing in it that depends on when or where it
/// was made.
pub fn render(printable: &Printable) -> Vec<u8> {
    let pages::Made {
        mut file,
        mut catalog,
        written,
    } = pages::add(printable);
    let id = id(printable);
    // printpdf knows of no structure, of bookmarks only the page and not the place, and has no words for
    // language and preferences; its XMP does not claim what the file is.
    catalog.set("StructTreeRoot", structure::add(&mut file, &written));
    catalog.set("MarkInfo", flag("Marked"));
    catalog.set("Lang", lopdf::text_string(printable.language));
    catalog.set("Metadata", file.add_object(metadata::xmp(printable, &id)));
    catalog.set("ViewerPreferences", preferences(printable));
    if let Some(outlines) = outline::add(&mut file, &printable.drawing.bookmarks, &written) {
        catalog.set("Outlines", outlines);
        catalog.set("PageMode", "UseOutlines");
    }
    // printpdf's trailer has ids by chance, and its dictionary of the document a day.
    let mut trailer = Dictionary::new();
    trailer.set("Root", file.add_object(catalog));
    trailer.set("Info", file.add_object(metadata::info(printable)));
    let id = Object::String(id, StringFormat::Hexadecimal);
    trailer.set("ID", vec![id.clone(), id]);
    file.finish(trailer)
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

/// An id that follows from what is drawn.
fn id(printable: &Printable) -> Vec<u8> {
    let mut hash = Sha256::new();
    hash.update(printable.title.as_bytes());
    printable.drawing.feed(&mut |bytes| hash.update(bytes));
    hash.finalize()[..16].to_vec()
}

fn flag(key: &str) -> Dictionary {
    let mut it = Dictionary::new();
    it.set(key, Object::Boolean(true));
    it
}
