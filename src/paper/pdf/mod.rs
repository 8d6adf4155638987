//! PDF: what was drawn, as bytes. Equal input gives equal bytes.

mod file;
mod fonts;
mod metadata;
mod outline;
mod page_content;
mod pages;
mod pictures;
mod points;
mod specimen;
mod structure;

use lopdf::{Dictionary, Object, StringFormat};
use printpdf::{PdfDocument, PdfSaveOptions, serialize::to_lopdf_doc};
use sha2::{Digest, Sha256};

use crate::Printable;
use file::File;
use specimen::Codes;

/// The document as a PDF: fonts subset and embedded, nothing in it that depends on when or where it
/// was made.
pub fn render(printable: &Printable) -> Vec<u8> {
    let Printable { drawing, .. } = printable;
    let (mut file, codes, fonts) = file_with_fonts(printable);
    let (tree, written) = pages::add(&mut file, drawing, &codes, fonts);
    let structure = structure::add(&mut file, &written);
    let outlines = outline::add(&mut file, &drawing.bookmarks, &written);
    let id = id(printable);
    let mut catalog = Dictionary::new();
    catalog.set("Type", "Catalog");
    catalog.set("Pages", tree);
    catalog.set("PageLayout", "OneColumn");
    catalog.set("Lang", lopdf::text_string(printable.language));
    catalog.set("Metadata", file.add_object(metadata::xmp(printable, &id)));
    catalog.set("StructTreeRoot", structure);
    catalog.set("MarkInfo", flag("Marked"));
    catalog.set("ViewerPreferences", flag("DisplayDocTitle"));
    if let Some(outlines) = outlines {
        catalog.set("Outlines", outlines);
        catalog.set("PageMode", "UseOutlines");
    }
    let mut trailer = Dictionary::new();
    trailer.set("Root", file.add_object(catalog));
    trailer.set("Info", file.add_object(metadata::info(printable)));
    let id = Object::String(id, StringFormat::Hexadecimal);
    trailer.set("ID", vec![id.clone(), id]);
    file.finish(trailer)
}

/// A file with nothing in it but the fonts; the codes of their characters, and what pages know them
/// by.
fn file_with_fonts(printable: &Printable) -> (File, Codes, Object) {
    let mut document = PdfDocument::new("");
    let used = fonts::add(&mut document, &printable.drawing, &printable.fonts);
    specimen::add(&mut document, &used);
    let options = PdfSaveOptions {
        image_optimization: None,
        ..PdfSaveOptions::default()
    };
    let mut made = to_lopdf_doc(&document, &options, &mut Vec::new());
    drop(document);
    let (content, fonts) = specimen::content_and_fonts(&made).unwrap_or((Vec::new(), Object::Null));
    let codes = specimen::codes(&content, &used);
    // What the writer says of a document, and of a page of its own, is left out.
    made.trailer = Dictionary::new();
    made.trailer.set("Root", fonts.clone());
    made.prune_objects();
    let mut file = File::new(made.max_id);
    for (id, object) in made.objects {
        match object {
            Object::Stream(stream) if !stream.dict.has(b"Filter") => {
                file.set_packed(id, stream.dict, stream.content);
            }
            other => file.set_object(id, other),
        }
    }
    (file, codes, fonts)
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
