//! What a document says of itself, twice and alike: in its dictionary and as XMP.

use std::fmt::Write;

use lopdf::{Dictionary, Object, Stream};

use crate::Printable;

/// What makes the document.
const MAKER: &str = "Overtrick";

/// The dictionary. No day stands in it: nobody told one.
pub fn info(printable: &Printable) -> Dictionary {
    let mut info = Dictionary::new();
    let texts = [
        ("Title", Some(printable.title.as_str())),
        ("Author", Some(printable.author.as_str())),
        ("Subject", printable.subject.as_deref()),
        ("Creator", Some(MAKER)),
        ("Producer", Some(MAKER)),
    ];
    for (key, text) in texts {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            info.set(key, lopdf::text_string(text));
        }
    }
    info
}

/// The same as XMP, which is read where the file is not understood: it is not packed.
pub fn xmp(printable: &Printable, id: &[u8]) -> Stream {
    let (title, author) = (escaped(&printable.title), escaped(&printable.author));
    let language = printable.language;
    let subject = printable.subject.as_deref().filter(|it| !it.is_empty());
    let subject = subject.map_or_else(String::new, |subject| {
        format!(
            "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">{}</rdf:li></rdf:Alt></dc:description>\n",
            escaped(subject)
        )
    });
    let mut hex = String::with_capacity(2 * id.len());
    for byte in id {
        let written = write!(hex, "{byte:02x}");
        debug_assert!(written.is_ok(), "writing to a string cannot fail");
    }
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
         <dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>\n\
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
    let mut dictionary = Dictionary::new();
    dictionary.set("Type", "Metadata");
    dictionary.set("Subtype", Object::Name(b"XML".to_vec()));
    Stream::new(dictionary, text.into_bytes()).with_compression(false)
}

/// A text that is no markup, without the characters that XML does not have.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_text_whatever_stands_in_it() {
        assert_eq!(escaped("Ann & <Bo>\u{1}\tŠ"), "Ann &amp; &lt;Bo&gt; Š");
    }
}
