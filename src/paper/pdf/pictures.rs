//! Pictures: each stands once in the file, whichever pages show it.

use printpdf::{PdfDocument, RawImage, RawImageData, RawImageFormat, XObject, XObjectId};

use crate::layout::draw::{Drawing, Item};
use crate::layout::picture::Picture;

/// Adds the pictures of a drawing, by the names that pages know them by.
pub fn add(document: &mut PdfDocument, drawing: &Drawing) {
    let shared = drawing.shared().into_iter().flat_map(|items| items.iter());
    let own = drawing.pages.iter().flat_map(|page| &page.own);
    let known = &mut document.resources.xobjects.map;
    for item in shared.chain(own) {
        if let Item::Picture(_, picture) = item {
            let image = || XObject::Image(image(picture));
            known.entry(XObjectId(name(picture))).or_insert_with(image);
        }
    }
}

/// The name by which pages know a picture.
pub fn name(picture: &Picture) -> String {
    format!("P{}", picture.id)
}

fn image(picture: &Picture) -> RawImage {
    let (colors, format) = match (picture.is_gray, picture.alpha.is_some()) {
        (true, false) => (1, RawImageFormat::R8),
        (true, true) => (1, RawImageFormat::RG8),
        (false, false) => (3, RawImageFormat::RGB8),
        (false, true) => (3, RawImageFormat::RGBA8),
    };
    let samples = match &picture.alpha {
        None => picture.samples.clone(),
        Some(alpha) => {
            let pixels = picture.samples.chunks(colors).zip(alpha);
            let pixels = pixels.flat_map(|(pixel, alpha)| pixel.iter().chain([alpha]));
            pixels.copied().collect()
        }
    };
    RawImage {
        pixels: RawImageData::U8(samples),
        width: usize::try_from(picture.width).unwrap_or(0),
        height: usize::try_from(picture.height).unwrap_or(0),
        data_format: format,
        tag: Vec::new(),
    }
}
