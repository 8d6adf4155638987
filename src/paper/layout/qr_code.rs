//! A code for phones.

use qrcode::{Color, EcLevel, QrCode};

use super::canvas::count;
use super::draw::{Ink, Item, Paint};
use super::paper::Area;

/// The QR code of an address in a square place; nothing for one that no code holds.
pub fn qr(link: &str, area: Area) -> Vec<Item> {
    let code = QrCode::with_error_correction_level(link, EcLevel::M);
    code.map_or_else(|_| Vec::new(), |code| draw(&code, area))
}

fn draw(code: &QrCode, area: Area) -> Vec<Item> {
    let mut items = Vec::new();
    let modules = code.width();
    let side = area.w / count(modules);
    let colors = code.to_colors();
    for (row, line) in colors.chunks(modules.max(1)).enumerate() {
        let mut column = 0;
        while column < line.len() {
            let dark = line[column..]
                .iter()
                .take_while(|color| **color == Color::Dark)
                .count();
            if dark > 0 {
                let (x, y) = (area.x + side * count(column), area.y + side * count(row));
                let place = Area::new(x, y, side * count(dark), side);
                items.push(Item::Box(place, Paint::Fill(Ink::Ink)));
            }
            column += dark.max(1);
        }
    }
    items
}
