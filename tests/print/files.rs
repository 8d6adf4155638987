//! What screen readers, printing presses and catalogs need in PDF files.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object};

use overtrick_games as games;
use overtrick_match::lang::Language;
use overtrick_paper::Printable;
use overtrick_paper::booklet::booklet;
use overtrick_paper::layout::paper::Paper;
use overtrick_paper::listing::{Listing, listing};
use overtrick_paper::pdf::render;
use overtrick_paper::requests::{BookletRequest, Labels, PadPlayers, PadRequest};
use overtrick_paper::sheets::pads;

use crate::paper::{order, setup, sheet_of};

/// A file: its description, its drawing and its bytes.
type File = (String, Printable, Vec<u8>);

/// Returns for every game two pads with a link, the sheet of the sample, and the plain and folded rules.
fn all() -> &'static [File] {
    static ALL: LazyLock<Vec<File>> = LazyLock::new(|| {
        let all = make_all().into_iter();
        all.map(|(what, printable)| {
            let bytes = render(&printable);
            (what, printable, bytes)
        })
        .collect()
    });
    &ALL
}

fn make_all() -> Vec<(String, Printable)> {
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
        for fold in [false, true] {
            let rules = booklet(&BookletRequest {
                fold,
                link: Some("https://crown.example/rules".to_owned()),
                ..BookletRequest::new(entry, Language::english())
            });
            let kind = if fold { "fold" } else { "booklet" };
            all.push((format!("the {kind} of {}", entry.folder), rules.unwrap()));
        }
    }
    all
}

fn read(bytes: &[u8]) -> Document {
    Document::load_mem(bytes).unwrap()
}

/// Returns the operations in all streams of a page.
fn operations(document: &Document, page: lopdf::ObjectId) -> Vec<Operation> {
    let content = document.get_page_content(page);
    Content::decode(&content).unwrap().operations
}

fn number(object: &Object) -> usize {
    usize::try_from(object.as_i64().unwrap()).unwrap()
}

#[test]
fn the_metadata_of_a_file_are_consistent_and_have_no_date() {
    let escaped = |text: &str| {
        text.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
    };
    for (what, _, bytes) in all() {
        assert!(bytes.starts_with(b"%PDF-1.7\n"), "{what}");
        let document = read(bytes);
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
        assert!(
            !xmp.dict.has(b"Filter"),
            "{what}: the metadata are not compressed"
        );
        let xmp = String::from_utf8(xmp.content.clone()).unwrap();
        let keys: BTreeSet<&[u8]> = info.iter().map(|(key, _)| &**key).collect();
        for (key, value) in info {
            let text = lopdf::decode_text_string(value).unwrap();
            let is_found = xmp.contains(&format!(">{}</", escaped(&text)));
            assert!(
                is_found,
                "{what}: {} {text:?}",
                String::from_utf8_lossy(key)
            );
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
fn an_author_is_stated_if_there_is_one() {
    let season = Listing {
        title: "Autumn".to_owned(),
        about: String::new(),
        head: vec!["Member".to_owned()],
        rows: vec![vec!["Ann".to_owned()]],
        figures: vec![false],
        notes: Vec::new(),
        setup: setup(Paper::A4, 1, false),
        language: Language::english(),
        fonts: &[],
    };
    let has_author = |bytes: &[u8]| String::from_utf8_lossy(bytes).contains("<dc:creator>");
    assert!(!has_author(&render(&listing(&season).unwrap())));
    assert!(all().iter().all(|(_, _, bytes)| has_author(bytes)));
}

#[test]
fn all_links_to_an_address_share_one_action() {
    let pads_of = |pages: usize| {
        let labels = Labels {
            link: Some("https://crown.example/t/7".to_owned()),
            watch: Some("https://crown.example/w".to_owned()),
            ..Labels::default()
        };
        let page = setup(Paper::A4, 2, false);
        let pads = pads(&PadRequest {
            pages,
            labels,
            ..order("brink-bid", PadPlayers::Anyone, page)
        });
        render(&pads.unwrap())
    };
    for pages in [1, 3] {
        let document = read(&pads_of(pages));
        let objects = document.objects.values();
        let dictionaries = objects.filter_map(|object| object.as_dict().ok());
        let actions = dictionaries.filter(|it| it.has(b"URI")).count();
        assert_eq!(actions, 2, "on {pages} pages");
    }
}

#[test]
fn black_is_printed_with_black_ink_only() {
    for (what, _, bytes) in all() {
        let document = read(bytes);
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
        // The colors can be the accent color, and the red of hearts and diamonds.
        assert!(colors.len() <= 2, "{what}: {colors:?}");
    }
}

/// Returns the marked-content ids of a page in order, and asserts that all drawing is marked.
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
fn all_drawn_content_is_in_the_structure() {
    for (what, printable, bytes) in all() {
        let document = read(bytes);
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
            let marks = marks(&document, page, what);
            let counted: Vec<usize> = (0..marks.len()).collect();
            assert_eq!(marks, counted, "{what}");
            let own = document.get_dictionary(page).unwrap();
            assert_eq!(number(own.get(b"StructParents").unwrap()), index, "{what}");
            let elements = parent(index);
            let elements = elements.as_array().unwrap();
            assert_eq!(elements.len(), marks.len(), "{what}");
            for (mark, element) in elements.iter().enumerate() {
                let element = document.dereference(element).unwrap().1.as_dict().unwrap();
                // If an element continues on another page, its mark is a dictionary with that page.
                let is_mark = |kid: &Object| match kid.as_dict() {
                    Ok(kid) => {
                        let its_page = kid.get(b"Pg").unwrap().as_reference().unwrap();
                        its_page == page && number(kid.get(b"MCID").unwrap()) == mark
                    }
                    Err(_) => {
                        let its_page = element.get(b"Pg").unwrap().as_reference().unwrap();
                        its_page == page && number(kid) == mark
                    }
                };
                let has = match element.get(b"K").unwrap() {
                    Object::Array(kids) => kids.iter().any(is_mark),
                    kid => is_mark(kid),
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
        let expected: &[&str] = match what.as_str() {
            sheet if sheet.starts_with("the sheet") => {
                &["H1", "H2", "H3", "P", "TD", "TH", "Figure"]
            }
            other if other.starts_with("the ") => {
                &["H1", "H2", "P", "Lbl", "LBody", "TD", "TH", "Figure"]
            }
            _ => &["H1", "H2", "P", "Lbl", "LBody", "TD", "TH"],
        };
        for role in expected {
            assert!(roles.contains(role.as_bytes()), "{what}: no {role}");
        }
    }
}

#[test]
fn pictures_have_alternative_texts() {
    for (what, printable, bytes) in all() {
        let document = read(bytes);
        let dictionaries = document.objects.values().filter_map(|it| it.as_dict().ok());
        let is_figure = |it: &&Dictionary| it.get(b"S").is_ok_and(|role| *role == "Figure".into());
        let mut alts = Vec::new();
        for figure in dictionaries.filter(is_figure) {
            let alt = lopdf::decode_text_string(figure.get(b"Alt").unwrap()).unwrap();
            assert!(alt.len() > 20, "{what}: {alt:?}");
            alts.push(alt);
            let layout = figure.get(b"A").unwrap().as_dict().unwrap();
            let edges = layout.get(b"BBox").unwrap().as_array().unwrap();
            let edges: Vec<f32> = edges.iter().map(|it| it.as_float().unwrap()).collect();
            let page = &printable.drawing.pages[0];
            let points = |length: f32| length * 72.0 / 25.4;
            let is_within = 0.0 <= edges[0]
                && 0.0 <= edges[1]
                && edges[0] < edges[2]
                && edges[1] < edges[3]
                && edges[2] <= points(page.width)
                && edges[3] <= points(page.height);
            assert!(is_within, "{what}: {edges:?}");
        }
        if what == "the sheet of oh_hell" {
            let curve = "over 7 hands. Ann 0, 0, 11, 23, 34, 44, 55; ";
            assert!(alts.iter().any(|alt| alt.contains(curve)), "{alts:?}");
        }
    }
}

/// A structure element: its type, its child elements, and the column span and scope of a cell.
#[derive(Debug)]
struct Element {
    role: String,
    kids: Vec<Element>,
    span: usize,
    scope: Option<String>,
}

fn element(document: &Document, object: &Object) -> Option<Element> {
    let it = document.dereference(object).unwrap().1.as_dict().ok()?;
    let role = String::from_utf8(it.get(b"S").ok()?.as_name().unwrap().to_vec()).unwrap();
    let kids = match it.get(b"K") {
        Ok(Object::Array(kids)) => kids
            .iter()
            .filter_map(|kid| element(document, kid))
            .collect(),
        Ok(kid) => element(document, kid).into_iter().collect(),
        Err(_) => Vec::new(),
    };
    let attributes = it.get(b"A").and_then(Object::as_dict).ok();
    let span = attributes.and_then(|it| it.get(b"ColSpan").ok());
    let scope = attributes.and_then(|it| it.get(b"Scope").ok()?.as_name().ok());
    Some(Element {
        role,
        kids,
        span: span.map_or(1, number),
        scope: scope.map(|it| String::from_utf8_lossy(it).into_owned()),
    })
}

fn structure(document: &Document) -> Element {
    let root = document
        .catalog()
        .unwrap()
        .get_deref(b"StructTreeRoot", document);
    element(
        document,
        root.unwrap().as_dict().unwrap().get(b"K").unwrap(),
    )
    .unwrap()
}

#[test]
fn heading_levels_are_not_skipped_and_tables_are_regular() {
    let mut spans = 0;
    for (what, _, bytes) in all() {
        let whole = structure(&read(bytes));
        let mut level = 0;
        for it in &whole.kids {
            if let Some(next) = it.role.strip_prefix('H') {
                let next: usize = next.parse().unwrap();
                assert!(next <= level + 1, "{what}: H{next} after H{level}");
                level = next;
            }
            if it.role == "L" {
                for item in &it.kids {
                    let roles: Vec<&str> = item.kids.iter().map(|it| &*it.role).collect();
                    assert_eq!(
                        (&*item.role, &roles[..]),
                        ("LI", &["Lbl", "LBody"][..]),
                        "{what}"
                    );
                }
            }
            if it.role == "Table" {
                let widths: BTreeSet<usize> = it
                    .kids
                    .iter()
                    .map(|row| row.kids.iter().map(|cell| cell.span).sum())
                    .collect();
                assert_eq!(widths.len(), 1, "{what}: rows of {widths:?} columns");
                for cell in it.kids.iter().flat_map(|row| &row.kids) {
                    spans += usize::from(cell.span > 1);
                    assert_eq!(cell.role == "TH", cell.scope.is_some(), "{what}: {cell:?}");
                }
            }
        }
        assert!(level > 0, "{what}");
    }
    assert!(spans > 0);
}

#[test]
fn a_folded_booklet_is_read_in_the_order_of_its_pages() {
    for (what, _, bytes) in all().iter().filter(|(_, it, _)| it.folds) {
        let whole = structure(&read(bytes));
        let roles: Vec<&str> = whole.kids.iter().map(|it| &*it.role).collect();
        let title = roles.iter().position(|role| *role == "H1");
        let first = roles.iter().position(|role| role.starts_with('H'));
        assert_eq!(title, first, "{what}: {roles:?}");
    }
}

#[test]
fn pads_print_at_their_size_and_booklets_on_both_sides() {
    for (what, _, bytes) in all() {
        let document = read(bytes);
        let catalog = document.catalog().unwrap();
        let preferences = catalog
            .get(b"ViewerPreferences")
            .unwrap()
            .as_dict()
            .unwrap();
        let name = |key: &[u8]| {
            let name = preferences.get(key).ok()?.as_name().unwrap();
            Some(String::from_utf8_lossy(name).into_owned())
        };
        assert_eq!(name(b"PrintScaling").as_deref(), Some("None"), "{what}");
        let folds = what.starts_with("the fold");
        let duplex = folds.then_some("DuplexFlipShortEdge");
        assert_eq!(name(b"Duplex").as_deref(), duplex, "{what}");
    }
}

#[test]
fn a_file_has_its_title_and_claims_conformance() {
    for (what, printable, bytes) in all() {
        let begins = match what.as_str() {
            sheet if sheet.starts_with("the sheet") => "Score sheet of a match of ",
            rules if rules.starts_with("the ") => "Rules of ",
            _ => "Score pad for ",
        };
        let subject = printable.subject.as_deref().unwrap_or_default();
        assert!(subject.starts_with(begins), "{what}: {subject}");
        let claim = b"<pdfuaid:part>1</pdfuaid:part>";
        assert!(bytes.windows(claim.len()).any(|it| it == claim), "{what}");
    }
}

#[test]
fn a_repeated_page_adds_only_a_few_hundred_bytes() {
    let page = setup(Paper::A4, 1, false);
    for entry in games::all() {
        let size = |pages| {
            let order = order(entry.facts.id, PadPlayers::Anyone, page);
            let pad = pads(&PadRequest { pages, ..order }).unwrap();
            let pages = pad.drawing.pages.len();
            let (first, again) = (render(&pad), render(&pad));
            assert_eq!(first, again, "{}", entry.folder);
            (first.len(), pages)
        };
        let ((few, some), (many, all)) = (size(4), size(100));
        let each = (many - few) / (all - some);
        assert!(each < 500, "{}: {each} bytes", entry.folder);
    }
}
