//! QR codes as pictures.

use qrcode::{Color, EcLevel, QrCode};

/// The width of the white border around a code, in modules.
const BORDER: usize = 4;

/// The most characters in a code for paper, which is readable even if a seventh of it is dirty. Codes of
/// longer texts are for screens, where larger modules are more important.
const LONGEST_ON_PAPER: usize = 500;

/// Returns the code of a text as SVG without a fixed size; `None` if the text is too long for a code.
pub fn svg(text: &str) -> Option<String> {
    let is_long = text.chars().count() > LONGEST_ON_PAPER;
    let level = if is_long { EcLevel::L } else { EcLevel::M };
    let code = QrCode::with_error_correction_level(text, level).ok()?;
    let width = code.width();
    let size = width + 2 * BORDER;
    let mut path = String::new();
    for (index, color) in code.to_colors().into_iter().enumerate() {
        if color == Color::Dark {
            let (row, column) = (index / width, index % width);
            path += &format!("M{} {}h1v1h-1z", column + BORDER, row + BORDER);
        }
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{size}v{size}H0z\"/>\
         <path d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_a_border_and_a_text_that_is_too_long_has_no_code() {
        let code = svg("https://example.org/").unwrap();
        assert!(code.contains("viewBox=\"0 0 33 33\""), "{code}");
        assert!(code.contains("M4 4h1v1h-1z"), "{code}");
        assert!(svg(&"a".repeat(3_000)).is_none());
    }
}
