//! PDF files as seen by screen readers, printing presses and catalogs.

use std::collections::BTreeSet;

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object};

use overtrick_games as games;
use overtrick_paper::Printable;
use overtrick_paper::layout::paper::Paper;
use overtrick_paper::pdf::render;
use overtrick_paper::requests::{Labels, PadPlayers, PadRequest};
use overtrick_paper::sheets::pads;

use crate::paper::{order, setup, sheet_of};

/// A pad with a link, and the sample's sheet, for every game.
fn all() -> Vec<(String, Printable)> {
    let mut all = Vec::new();
    for entry in games::all() {
        let page = setup(Paper::A4, 1, false);
        let labels = Labels {
            title: Some("Ann & <Bo>".to_owned()),
            link: Some("https://crown.example/t/7".to_owned()),
            ..Labels::default()
        };
        for pages in [1, 3] {
            let pad = pads(&PadRequest {
                pages,
                labels: labels.clone(),
                ..order(entry.facts.id, PadPlayers::Anyone, page)
            });
            all.push((format!("{} × {pages}", entry.folder), pad.unwrap()));
        }
        let sheet = sheet_of(entry.sample, true, page);
        all.push((format!("the sheet of {}", entry.folder), sheet));
    }
    all
}

fn read(printable: &Printable) -> Document {
    Document::load_mem(&render(printable)).unwrap()
}

/// The operations of a page, from all of its streams.
fn operations(document: &Document, page: lopdf::ObjectId) -> Vec<Operation> {
    let content = document.get_page_content(page);
    Content::decode(&content).unwrap().operations
}

fn number(object: &Object) -> usize {
    usize::try_from(object.as_i64().unwrap()).unwrap()
}

#[test]
fn what_a_file_says_of_itself_it_says_twice_alike_and_without_a_day() {
    let escaped = |text: &str| {
        text.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
    };
    for (what, printable) in all() {
        let bytes = render(&printable);
        assert!(bytes.starts_with(b"%PDF-1.7\n"), "{what}");
        let document = Document::load_mem(&bytes).unwrap();
        let info = document
            .trailer
            .get(b"Info")
            .and_then(Object::as_reference)
            .unwrap();
        let info = document.get_dictionary(info).unwrap();
        let catalog = document.catalog().unwrap();
        let xmp = catalog
            .get_deref(b"Metadata", &document)
            .unwrap()
            .as_stream()
            .unwrap();
        assert!(!xmp.dict.has(b"Filter"), "{what}: read by who knows no PDF");
        let xmp = String::from_utf8(xmp.content.clone()).unwrap();
        let keys: BTreeSet<&[u8]> = info.iter().map(|(key, _)| &**key).collect();
        for (key, value) in info {
            let text = lopdf::decode_text_string(value).unwrap();
            let there = xmp.contains(&format!(">{}</", escaped(&text)));
            assert!(there, "{what}: {} {text:?}", String::from_utf8_lossy(key));
        }
        assert!(
            keys.contains(&b"Title"[..]) && keys.contains(&b"Author"[..]),
            "{what}"
        );
        assert!(!keys.iter().any(|key| key.ends_with(b"Date")), "{what}");
        assert!(!xmp.contains("Date"), "{what}");
        let language = lopdf::decode_text_string(catalog.get(b"Lang").unwrap()).unwrap();
        assert!(
            xmp.contains(&format!("<rdf:li>{language}</rdf:li>")),
            "{what}"
        );
    }
}

#[test]
fn black_is_black_alone() {
    for (what, printable) in all() {
        let document = read(&printable);
        let mut colors = BTreeSet::new();
        let mut blacks = 0;
        for page in document.page_iter() {
            for it in operations(&document, page) {
                match it.operator.as_str() {
                    "rg" | "RG" => {
                        let parts: Vec<f32> = it
                            .operands
                            .iter()
                            .map(|it| it.as_float().unwrap())
                            .collect();
                        let apart = parts.iter().any(|part| (part - parts[0]).abs() > 0.1);
                        assert!(apart, "{what}: {parts:?} is a gray of three colors");
                        colors.insert(format!("{parts:?}"));
                    }
                    "g" | "G" => blacks += usize::from(it.operands[0].as_float().unwrap() == 0.0),
                    "k" | "K" | "cs" | "CS" | "sc" | "scn" => panic!("{what}: {}", it.operator),
                    _ => {}
                }
            }
        }
        assert!(blacks > 0, "{what}");
        // The accent color, and the red of hearts and diamonds.
        assert!(colors.len() <= 2, "{what}: {colors:?}");
    }
}

/// The marks of a page in content order; nothing is drawn outside them.
fn marks(document: &Document, page: lopdf::ObjectId, what: &str) -> Vec<usize> {
    let mut marks = Vec::new();
    let mut open = false;
    for it in operations(document, page) {
        match it.operator.as_str() {
            "BDC" => {
                assert!(!open, "{what}: marks in marks");
                open = true;
                let properties = it.operands[1].as_dict().unwrap();
                marks.push(number(properties.get(b"MCID").unwrap()));
            }
            "BMC" => {
                assert!(!open, "{what}: marks in marks");
                assert_eq!(it.operands[0].as_name().unwrap(), b"Artifact", "{what}");
                open = true;
            }
            "EMC" => open = false,
            "Tj" | "TJ" | "S" | "s" | "f" => assert!(open, "{what}: {} outside", it.operator),
            _ => {}
        }
    }
    assert!(!open, "{what}");
    marks
}

#[test]
fn all_that_is_drawn_stands_in_the_structure() {
    for (what, printable) in all() {
        let document = read(&printable);
        let catalog = document.catalog().unwrap();
        let dictionary = |it: &Dictionary, key: &[u8]| -> Dictionary {
            it.get_deref(key, &document)
                .unwrap()
                .as_dict()
                .unwrap()
                .clone()
        };
        let marked = dictionary(catalog, b"MarkInfo");
        assert!(marked.get(b"Marked").unwrap().as_bool().unwrap(), "{what}");
        let root = dictionary(catalog, b"StructTreeRoot");
        let parents = dictionary(&root, b"ParentTree");
        let parents = parents.get(b"Nums").unwrap().as_array().unwrap();
        let parent = |index: usize| {
            document
                .dereference(&parents[2 * index + 1])
                .unwrap()
                .1
                .clone()
        };
        let mut roles = BTreeSet::new();
        for (index, page) in document.page_iter().enumerate() {
            let marks = marks(&document, page, &what);
            let counted: Vec<usize> = (0..marks.len()).collect();
            assert_eq!(marks, counted, "{what}");
            let own = document.get_dictionary(page).unwrap();
            assert_eq!(number(own.get(b"StructParents").unwrap()), index, "{what}");
            let elements = parent(index);
            let elements = elements.as_array().unwrap();
            assert_eq!(elements.len(), marks.len(), "{what}");
            for (mark, element) in elements.iter().enumerate() {
                let element = document.dereference(element).unwrap().1.as_dict().unwrap();
                assert_eq!(
                    element.get(b"Pg").unwrap().as_reference().unwrap(),
                    page,
                    "{what}"
                );
                let has = match element.get(b"K").unwrap() {
                    Object::Array(kids) => kids.iter().any(|kid| number(kid) == mark),
                    kid => number(kid) == mark,
                };
                assert!(has, "{what}: mark {mark}");
                roles.insert(element.get(b"S").unwrap().as_name().unwrap().to_vec());
            }
        }
        let links = document.page_iter().filter_map(|page| {
            let annotations = document.get_dictionary(page).unwrap().get(b"Annots").ok()?;
            Some(annotations.as_array().unwrap().len())
        });
        let pages = printable.drawing.pages.len();
        assert_eq!(parents.len(), 2 * (pages + links.sum::<usize>()), "{what}");
        if what.starts_with("the sheet") {
            for role in ["H1", "H2", "H3", "P", "TD", "TH"] {
                assert!(roles.contains(role.as_bytes()), "{what}: no {role}");
            }
        }
    }
}
