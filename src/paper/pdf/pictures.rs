//! Pictures: each stands once in the file, whichever pages show it.

use lopdf::{Dictionary, ObjectId};

use super::file::File;
use crate::layout::draw::{Drawing, Item};
use crate::layout::picture::Picture;

/// Writes the pictures of a drawing; gives them by the names that pages know them by.
pub fn add(file: &mut File, drawing: &Drawing) -> Dictionary {
    let shared = drawing.shared().into_iter().flat_map(|items| items.iter());
    let own = drawing.pages.iter().flat_map(|page| &page.own);
    let mut pictures = Dictionary::new();
    for item in shared.chain(own) {
        let Item::Picture(_, picture) = item else {
            continue;
        };
        let name = name(picture);
        if !pictures.has(name.as_bytes()) {
            pictures.set(name, add_picture(file, picture));
        }
    }
    pictures
}

/// The name by which pages know a picture.
pub fn name(picture: &Picture) -> String {
    format!("P{}", picture.id)
}

fn add_picture(file: &mut File, picture: &Picture) -> ObjectId {
    let color = if picture.is_gray {
        "DeviceGray"
    } else {
        "DeviceRGB"
    };
    let mut it = image(picture, color);
    if let Some(alpha) = &picture.alpha {
        let mask = file.add_packed(image(picture, "DeviceGray"), alpha.clone());
        it.set("SMask", mask);
    }
    file.add_packed(it, picture.samples.clone())
}

fn image(picture: &Picture, color: &str) -> Dictionary {
    let mut it = Dictionary::new();
    it.set("Type", "XObject");
    it.set("Subtype", "Image");
    it.set("Width", i64::from(picture.width));
    it.set("Height", i64::from(picture.height));
    it.set("ColorSpace", color);
    it.set("BitsPerComponent", 8);
    it
}
