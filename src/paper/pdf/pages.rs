//! The pages. What several of them share stands once in the file, under what each has of its own.

use std::rc::Rc;
use std::sync::Arc;

use lopdf::{Dictionary, Document, Object, ObjectId, StringFormat};
use printpdf::{Mm, Op, PdfDocument, PdfPage, PdfSaveOptions, Rect, serialize::to_lopdf_doc};

use super::file::{File, integer};
use super::fonts::{self, Used};
use super::ops::{LeafMark, operations, points, rectangle, specimen};
use super::pictures;
use crate::Printable;
use crate::layout::draw::{Drawing, Item, MM_PER_POINT, Page};

/// How many operations printpdf is given at a time. An operation takes a hundred times the memory that
/// it has in the file: a document of hundreds of pages is written in batches.
const MOST_OPERATIONS: usize = 20_000;

/// A page that was written.
#[derive(Debug)]
pub struct Written {
    /// Its object.
    pub id: ObjectId,
    /// Its height in millimeters.
    pub height: f32,
    /// What the marks are that it shares with others, which come first, and its own.
    pub marks: (Rc<[LeafMark]>, Vec<LeafMark>),
    /// Its places to follow, each with its address in words.
    pub links: Vec<(ObjectId, ObjectId)>,
}

/// A file with all its pages.
pub struct Made {
    /// The file.
    pub file: File,
    /// The catalog that printpdf made, not yet written.
    pub catalog: Dictionary,
    /// The pages.
    pub written: Vec<Written>,
}

/// What printpdf takes for a page: one of the document, or what several of them share.
enum Content<'a> {
    Shared(&'a Page),
    Own(&'a Page),
}

/// What is under the own content of several pages.
struct Shared<'a> {
    items: &'a Arc<[Item]>,
    content: Option<ObjectId>,
    marks: Rc<[LeafMark]>,
}

/// Writes the pages, with their fonts and pictures.
pub fn add(printable: &Printable) -> Made {
    let drawing = &printable.drawing;
    let mut document = PdfDocument::new("");
    let used = fonts::add(&mut document, drawing, &printable.fonts);
    pictures::add(&mut document, drawing);
    let several = shared_by_several(drawing);
    let shared = several.iter().map(|page| Content::Shared(page));
    let own = drawing.pages.iter().map(Content::Own);
    let mut waiting = shared.chain(own).peekable();
    let mut pages = Pages {
        used: &used,
        shared: Vec::new(),
        begun: None,
        addresses: Vec::new(),
        number: drawing.pages.len(),
        written: Vec::with_capacity(drawing.pages.len()),
    };
    while pages.begun.is_none() || waiting.peek().is_some() {
        let mut batch = Vec::new();
        let mut operations = 0;
        while operations < MOST_OPERATIONS
            && let Some(content) = waiting.next()
        {
            let (ops, marks) = pages.operations(&content);
            operations += ops.len();
            document.pages.push(printpdf_page(&content, ops));
            batch.push((content, marks));
        }
        if pages.begun.is_none() && waiting.peek().is_some() {
            let page = PdfPage::new(Mm(1.0), Mm(1.0), specimen(&used));
            document.pages.push(page);
        }
        pages.write(batch, lopdf_document(&document));
        document.pages.clear();
        // They are in the file, and pages name them without having them.
        document.resources.xobjects.map.clear();
    }
    pages.finish()
}

/// What printpdf makes of the pages that it has.
fn lopdf_document(document: &PdfDocument) -> Document {
    let options = PdfSaveOptions {
        image_optimization: None,
        ..PdfSaveOptions::default()
    };
    to_lopdf_doc(document, &options, &mut Vec::new())
}

fn printpdf_page(content: &Content<'_>, ops: Vec<Op>) -> PdfPage {
    let (Content::Shared(page) | Content::Own(page)) = content;
    let whole = Rect::from_wh(points(page.width), points(page.height));
    PdfPage {
        media_box: whole.clone(),
        trim_box: whole.clone(),
        crop_box: whole,
        ops,
    }
}

/// The first page of all that share the same with others.
fn shared_by_several(drawing: &Drawing) -> Vec<&Page> {
    let shared = drawing.shared().into_iter();
    let first = shared.filter_map(|shared| {
        let pages = drawing.pages.iter();
        let mut with = pages.filter(|page| Arc::ptr_eq(&page.shared, shared));
        let first = with.next()?;
        with.next().map(|_| first)
    });
    first.collect()
}

/// The pages of a document while they are written.
struct Pages<'a> {
    used: &'a Used,
    shared: Vec<Shared<'a>>,
    /// What the first batch began.
    begun: Option<Begun>,
    addresses: Vec<Address<'a>>,
    /// The number of the next link in the structure: they follow those of the pages.
    number: usize,
    written: Vec<Written>,
}

/// The file, and what of it is written last.
struct Begun {
    file: File,
    catalog: Dictionary,
    tree: (ObjectId, Dictionary),
}

impl<'a> Pages<'a> {
    fn shared(&self, page: &Page) -> Option<&Shared<'a>> {
        let mut shared = self.shared.iter();
        shared.find(|it| Arc::ptr_eq(it.items, &page.shared))
    }

    /// What printpdf draws, and what the marks in it are.
    fn operations(&mut self, content: &Content<'a>) -> (Vec<Op>, Vec<LeafMark>) {
        match content {
            Content::Shared(page) => {
                let items = page.shared.iter();
                let (mut ops, marks) =
                    operations(items, page.height, self.used, (0, is_untagged(page)));
                // What is set for it is not set for what is drawn over it.
                ops.insert(0, Op::SaveGraphicsState);
                ops.push(Op::RestoreGraphicsState);
                self.shared.push(Shared {
                    items: &page.shared,
                    content: None,
                    marks: marks.into(),
                });
                (ops, Vec::new())
            }
            Content::Own(page) => {
                let under = self.shared(page);
                let first = under.map_or(0, |shared| shared.marks.len());
                let shared: &[Item] = if under.is_some() { &[] } else { &page.shared };
                let items = shared.iter().chain(&page.own);
                operations(items, page.height, self.used, (first, is_untagged(page)))
            }
        }
    }

    /// Writes what printpdf made of a batch.
    fn write(&mut self, batch: Vec<(Content<'a>, Vec<LeafMark>)>, mut made: Document) {
        let ids: Vec<ObjectId> = made.page_iter().collect();
        let pages = ids.iter().map(|id| take_page(&mut made, *id));
        let pages: Vec<(Dictionary, Vec<u8>)> = pages.collect();
        let mut begun = match self.begun.take() {
            Some(begun) => begun,
            None => begin(made, pages.first()),
        };
        for ((content, marks), (dictionary, drawn)) in batch.into_iter().zip(pages) {
            let drawn =
                (!drawn.is_empty()).then(|| begun.file.add_packed(Dictionary::new(), drawn));
            match content {
                Content::Shared(page) => {
                    let mut shared = self.shared.iter_mut();
                    let shared = shared.find(|it| Arc::ptr_eq(it.items, &page.shared));
                    if let Some(shared) = shared {
                        shared.content = drawn;
                    }
                }
                Content::Own(page) => self.page(&mut begun, page, (dictionary, drawn), marks),
            }
        }
        self.begun = Some(begun);
    }

    /// Completes the dictionary of a page, and writes it.
    fn page(
        &mut self,
        Begun { file, tree, .. }: &mut Begun,
        page: &'a Page,
        (mut dictionary, own): (Dictionary, Option<ObjectId>),
        marks: Vec<LeafMark>,
    ) {
        let links = self.links(file, page);
        let shared = self.shared(page);
        let under = shared.and_then(|shared| shared.content);
        let contents = under.into_iter().chain(own).map(Object::from);
        dictionary.set("Parent", tree.0);
        // printpdf has no content that pages share.
        dictionary.set("Contents", contents.collect::<Vec<_>>());
        // They stand once, in the tree of the pages.
        dictionary.remove(b"Resources");
        // printpdf has no structure.
        dictionary.set("StructParents", integer(self.written.len()));
        dictionary.set("Tabs", "S");
        // printpdf's links stand in the page, where no structure can name them, and say nothing.
        dictionary.remove(b"Annots");
        if !links.is_empty() {
            let places = links.iter().map(|(place, _)| Object::from(*place));
            dictionary.set("Annots", places.collect::<Vec<_>>());
        }
        self.written.push(Written {
            id: file.add_object(dictionary),
            height: page.height,
            marks: (shared.map(|it| it.marks.clone()).unwrap_or_default(), marks),
            links,
        });
    }

    fn links(&mut self, file: &mut File, page: &'a Page) -> Vec<(ObjectId, ObjectId)> {
        let mut links = Vec::new();
        for item in page.items() {
            let Item::Link(area, url) = item else {
                continue;
            };
            let known = self.addresses.iter().position(|it| it.url == url);
            let known = known.unwrap_or_else(|| {
                self.addresses.push(Address::add(file, url));
                self.addresses.len() - 1
            });
            let address = &self.addresses[known];
            let mut link = address.link(rectangle(*area, page.height));
            link.set("StructParent", integer(self.number));
            self.number += 1;
            links.push((file.add_object(link), address.text));
        }
        links
    }

    fn finish(self) -> Made {
        let Pages { begun, written, .. } = self;
        let Begun {
            mut file,
            catalog,
            tree: (tree, mut root),
        } = begun.unwrap_or_default();
        let kids: Vec<Object> = written.iter().map(|page| page.id.into()).collect();
        root.set("Count", integer(kids.len()));
        root.set("Kids", kids);
        file.set_object(tree, root);
        Made {
            file,
            catalog,
            written,
        }
    }
}

/// Whether nothing on a page is anything in the structure.
fn is_untagged(page: &Page) -> bool {
    !page.items().any(|item| matches!(item, Item::Begin(_)))
}

/// Takes a page and its content out of a document.
fn take_page(made: &mut Document, id: ObjectId) -> (Dictionary, Vec<u8>) {
    let page = made.objects.remove(&id);
    let page = page.and_then(|page| page.as_dict().cloned().ok());
    let page = page.unwrap_or_default();
    let content = page.get(b"Contents").and_then(Object::as_reference);
    let content = content.ok().and_then(|id| made.objects.remove(&id));
    let content = content.and_then(|content| Some(content.as_stream().ok()?.content.clone()));
    (page, content.unwrap_or_default())
}

/// Begins a file with what printpdf made beside the pages.
fn begin(mut made: Document, page: Option<&(Dictionary, Vec<u8>)>) -> Begun {
    let root = made.trailer.get(b"Root").and_then(Object::as_reference);
    let tree = made
        .catalog()
        .and_then(|it| it.get(b"Pages")?.as_reference());
    let (Ok(root), Ok(tree)) = (root, tree) else {
        return Begun::default();
    };
    // The resources of all pages are the same, and stand once, in the tree.
    let resources = page.and_then(|(page, _)| made.dereference(page.get(b"Resources").ok()?).ok());
    let mut resources = resources.and_then(|(_, it)| it.as_dict().cloned().ok());
    if let Some(resources) = &mut resources {
        // Nothing uses them.
        resources.remove(b"ExtGState");
        resources.remove(b"Shading");
    }
    if let Ok(tree) = made.get_dictionary_mut(tree) {
        tree.set("Kids", Object::Null);
        tree.set("Resources", resources.unwrap_or_default());
    }
    // What is not reached from the tree is what printpdf says of the document: see `render`.
    made.trailer = Dictionary::new();
    made.trailer.set("Root", tree);
    let catalog = made.objects.remove(&root);
    let catalog = catalog.and_then(|it| it.as_dict().cloned().ok());
    made.prune_objects();
    made.renumber_objects();
    let tree = made.trailer.get(b"Root").and_then(Object::as_reference);
    let tree = tree.unwrap_or((1, 0));
    let mut file = File::new(made.max_id);
    let mut of_tree = Dictionary::new();
    for (id, object) in made.objects {
        match object {
            Object::Dictionary(it) if id == tree => of_tree = it,
            Object::Stream(stream) if !stream.dict.has(b"Filter") => {
                // printpdf packs for size, and takes far longer.
                file.set_packed(id, stream.dict, stream.content);
            }
            other => file.set_object(id, other),
        }
    }
    let mut catalog = catalog.unwrap_or_default();
    catalog.set("Pages", tree);
    Begun {
        file,
        catalog,
        tree: (tree, of_tree),
    }
}

impl Default for Begun {
    fn default() -> Begun {
        Begun {
            file: File::new(1),
            catalog: Dictionary::new(),
            tree: ((1, 0), Dictionary::new()),
        }
    }
}

/// An address, which stands once in the file however many pages lead to it.
struct Address<'a> {
    url: &'a str,
    action: ObjectId,
    text: ObjectId,
}

impl Address<'_> {
    fn add<'a>(file: &mut File, url: &'a str) -> Address<'a> {
        let mut action = Dictionary::new();
        action.set("S", "URI");
        action.set("URI", Object::String(url.into(), StringFormat::Literal));
        let action = file.add_object(action);
        let text = file.add_object(lopdf::text_string(url));
        Address { url, action, text }
    }

    /// A place that leads to it.
    fn link(&self, place: [f32; 4]) -> Dictionary {
        let mut link = Dictionary::new();
        link.set("Type", "Annot");
        link.set("Subtype", "Link");
        let place = place.map(Object::Real);
        link.set("Rect", place.to_vec());
        link.set("Border", [0; 3].map(Object::Integer).to_vec());
        // It is printed with the page, as print standards want of every such place.
        link.set("F", 4);
        link.set("Contents", self.text);
        link.set("A", self.action);
        link
    }
}

/// A height of a page as a PDF counts it: from below, in points.
pub fn from_below(page: &Written, y: f32) -> Object {
    Object::Real((page.height - y) / MM_PER_POINT)
}
