//! PDF: converts drawings to bytes. The same input always gives the same bytes.
//!
//! printpdf draws the pages, and embeds fonts and pictures. The parts that it does not support are then added
//! to its `lopdf` document: [`render`] adds those of the document, `pages` those of each page, and
//! `structure` the tags.

mod fonts;
mod ops;
mod outline;
mod pages;
mod structure;

use lopdf::{Dictionary, Document, Object, SaveOptions, Stream, StringFormat};
use printpdf::Pt;
use sha2::{Digest, Sha256};

use crate::Printable;
use crate::layout::draw::MM_PER_POINT;
use crate::layout::paper::Area;
use pages::Drawn;

/// The number of objects that are compressed together. A reader must decompress all of them to read one.
const OBJECTS_PER_STREAM: usize = 500;

/// Renders the document as a PDF. Fonts are subset and embedded, and the bytes do not depend on the time or the
/// machine.
pub fn render(printable: &Printable) -> Vec<u8> {
    let Drawn {
        mut document,
        pages,
        links,
        tree,
    } = pages::draw(printable);
    let id = id(&printable.title, &document);
    // Only the pages of printpdf's document are kept, because its trailer has random ids and its document dictionary
    // has the date.
    let catalog = document.trailer.get(b"Root").cloned();
    document.trailer = Dictionary::from_iter([("Root", catalog.unwrap_or(Object::Null))]);
    document.prune_objects();
    // printpdf writes no structure, no language, and no preferences. Its bookmarks have a page but no
    // position, and its XMP metadata does not name the PDF standard.
    let structure = tree.write(&mut document, &pages, &links);
    let metadata = document.add_object(xmp(printable, &id));
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
    let info = document.add_object(info(printable));
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

/// Returns the settings for viewing and printing the document. Scaling is off, because cells and folds must
/// have their exact size on paper.
fn preferences(printable: &Printable) -> Dictionary {
    let mut it = flag("DisplayDocTitle");
    it.set("PrintScaling", "None");
    if printable.folds {
        // A folded sheet is turned over at its short edge, which is parallel to the fold.
        it.set("Duplex", "DuplexFlipShortEdge");
    }
    it
}

/// Returns an id that depends only on the drawing: its title, and its streams of pages, fonts and pictures.
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
    Dictionary::from_iter([(key, true.into())])
}

/// Converts a number to a PDF object.
fn integer(number: usize) -> Object {
    Object::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}

/// Converts millimeters to points, rounded to the precision of a printer.
fn points(millimeters: f32) -> Pt {
    hundredths(millimeters / MM_PER_POINT)
}

fn hundredths(points: f32) -> Pt {
    // Adding zero removes the sign of a negative zero.
    Pt((points * 100.0).round() / 100.0 + 0.0)
}

/// Returns an area on a page of this height in PDF coordinates: left, bottom, right, top.
fn rectangle(area: Area, height: f32) -> [f32; 4] {
    let (bottom, top) = (height - area.bottom(), height - area.y);
    [area.x, bottom, area.right(), top].map(|edge| points(edge).0)
}

/// The name of the program that creates the document.
const MAKER: &str = "Overtrick";

/// Returns the document information. It has no date, so that equal documents have equal bytes.
fn info(printable: &Printable) -> Dictionary {
    let texts = [
        ("Title", Some(printable.title.as_str())),
        ("Author", Some(printable.author.as_str())),
        ("Subject", printable.subject.as_deref()),
        ("Creator", Some(MAKER)),
        ("Producer", Some(MAKER)),
    ];
    let known = texts.into_iter().filter_map(|(key, text)| {
        let text = text.filter(|text| !text.is_empty())?;
        Some((key, lopdf::text_string(text)))
    });
    known.collect()
}

/// Returns this information as XMP metadata. It is not compressed, so that programs without PDF support find it.
fn xmp(printable: &Printable, id: &[u8]) -> Stream {
    const DEFAULT: &str = " xml:lang=\"x-default\"";
    let (title, language) = (escaped(&printable.title), printable.language);
    let subject = printable.subject.as_deref().unwrap_or_default();
    let element = |name: &str, list: &str, language: &str, text: &str| match escaped(text) {
        none if none.is_empty() => String::new(),
        text => {
            let item = format!("<rdf:li{language}>{text}</rdf:li>");
            format!("<dc:{name}><rdf:{list}>{item}</rdf:{list}></dc:{name}>\n")
        }
    };
    let author = element("creator", "Seq", "", &printable.author);
    let subject = element("description", "Alt", DEFAULT, subject);
    let hex: Vec<String> = id.iter().map(|byte| format!("{byte:02x}")).collect();
    let hex = hex.concat();
    let text = format!(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n\
         <x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n\
         <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n\
         <rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
         xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" \
         xmlns:xmpMM=\"http://ns.adobe.com/xap/1.0/mm/\" \
         xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\">\n\
         <dc:format>application/pdf</dc:format>\n\
         <dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">{title}</rdf:li></rdf:Alt></dc:title>\n\
         {author}\
         {subject}\
         <dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>\n\
         <xmp:CreatorTool>{MAKER}</xmp:CreatorTool>\n\
         <pdf:Producer>{MAKER}</pdf:Producer>\n\
         <pdfuaid:part>1</pdfuaid:part>\n\
         <xmpMM:DocumentID>uuid:{hex}</xmpMM:DocumentID>\n\
         </rdf:Description>\n\
         </rdf:RDF>\n\
         </x:xmpmeta>\n\
         <?xpacket end=\"r\"?>\n"
    );
    let dictionary =
        Dictionary::from_iter([("Type", "Metadata".into()), ("Subtype", "XML".into())]);
    Stream::new(dictionary, text.into_bytes()).with_compression(false)
}

/// Escapes a text for XML, and removes the characters that XML does not allow.
fn escaped(text: &str) -> String {
    let text = text.replace(['\t', '\n', '\r'], " ");
    let is_none = |c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}');
    let text = text.replace(is_none, "").replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_control_characters_in_a_title_are_escaped() {
        assert_eq!(escaped("Ann & <Bo>\u{1}\tŠ"), "Ann &amp; &lt;Bo&gt; Š");
    }
}
