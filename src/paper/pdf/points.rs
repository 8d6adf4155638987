//! Lengths and digits as a PDF has them.

use crate::layout::draw::MM_PER_POINT;

/// A length of the page in points, with as many places as a printer can show.
pub struct Points(pub f32);

impl Points {
    /// Writes it as a number.
    pub fn write(&self, out: &mut Vec<u8>) {
        #[expect(clippy::cast_possible_truncation, reason = "a page is a few meters")]
        let hundredths = (self.0 * 100.0).round() as i32;
        if hundredths < 0 {
            out.push(b'-');
        }
        let (whole, part) = (hundredths.abs() / 100, hundredths.abs() % 100);
        out.extend_from_slice(itoa::Buffer::new().format(whole).as_bytes());
        if part > 0 {
            out.push(b'.');
            out.push(digit(part / 10));
            if part % 10 > 0 {
                out.push(digit(part % 10));
            }
        }
    }
}

/// A digit of a decimal or hexadecimal number.
pub fn digit(number: impl Into<i64>) -> u8 {
    let index = usize::try_from(number.into()).unwrap_or(0);
    b"0123456789ABCDEF".get(index).copied().unwrap_or(b'0')
}

/// Millimeters in points.
pub fn points(millimeters: f32) -> Points {
    Points(millimeters / MM_PER_POINT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_two_places_and_no_zeros_at_the_end() {
        let shown = [0.0, 1.0, 1.5, 1.25, 0.049, -0.05, -0.001, 841.89].map(|length| {
            let mut out = Vec::new();
            Points(length).write(&mut out);
            String::from_utf8(out).unwrap()
        });
        assert_eq!(
            shown,
            ["0", "1", "1.5", "1.25", "0.05", "-0.05", "0", "841.89"]
        );
    }
}
