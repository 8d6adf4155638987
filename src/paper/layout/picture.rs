//! Pictures: logos of clubs.

use std::io::Cursor;

use png::{BitDepth, ColorType, Decoder, Limits, Reader, Transformations};
use sha2::{Digest, Sha256};

/// The maximum size of a picture file, in bytes.
pub const MAX_PICTURE_BYTES: usize = 4_000_000;
/// The maximum number of pixels of a picture.
pub const MAX_PIXELS: u64 = 4_000_000;

/// The first bytes of a PNG.
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// A picture with eight bits for each sample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// Whether each pixel has only one sample, its gray value, instead of red, green and blue.
    pub is_gray: bool,
    /// The samples, row by row from the top.
    pub samples: Vec<u8>,
    /// The opacity of each pixel, up to 255 for opaque; `None` if all pixels are opaque.
    pub alpha: Option<Vec<u8>>,
    /// An id that depends on the content, in hexadecimal digits.
    pub id: String,
}

/// A reason why a file is not a printable picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PictureError {
    /// The file is empty.
    Empty,
    /// The file is not a PNG, but has this format.
    Format(&'static str),
    /// The file is not a PNG, and its format is unknown. The value has its first bytes.
    Unknown(Vec<u8>),
    /// The file is larger than [`MAX_PICTURE_BYTES`].
    Bytes(usize),
    /// The picture has more than [`MAX_PIXELS`]. The values are its width and height.
    Pixels(u32, u32),
    /// The file is a damaged PNG. The value describes the fault.
    Damaged(String),
}

impl Picture {
    /// Reads a PNG.
    ///
    /// # Errors
    /// Any [`PictureError`].
    ///
    /// ```
    /// use overtrick_paper::layout::picture::{Picture, PictureError};
    ///
    /// assert_eq!(Picture::read(b"GIF89a"), Err(PictureError::Format("GIF")));
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Picture, PictureError> {
        if !bytes.starts_with(SIGNATURE) {
            return Err(format_error(bytes));
        }
        if bytes.len() > MAX_PICTURE_BYTES {
            return Err(PictureError::Bytes(bytes.len()));
        }
        let damaged = |error: png::DecodingError| PictureError::Damaged(error.to_string());
        let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits::default());
        decoder.set_transformations(Transformations::normalize_to_color8());
        // Text and color profiles are not printed, so they are skipped.
        decoder.set_ignore_text_chunk(true);
        decoder.set_ignore_iccp_chunk(true);
        let header = decoder.read_header_info().map_err(damaged)?;
        let (width, height) = (header.width, header.height);
        if u64::from(width) * u64::from(height) > MAX_PIXELS {
            return Err(PictureError::Pixels(width, height));
        }
        let mut reader = decoder.read_info().map_err(damaged)?;
        let (pixels, color) = pixels(&mut reader).map_err(damaged)?;
        Ok(Picture::from_pixels((width, height), &pixels, color))
    }

    fn from_pixels((width, height): (u32, u32), pixels: &[u8], color: ColorType) -> Picture {
        // The decoder has already expanded palettes.
        let step = color.samples();
        let colors = if step < 3 { 1 } else { 3 };
        let each_pixel = || pixels.chunks_exact(step);
        let has_alpha = step > colors && each_pixel().any(|pixel| pixel.last() != Some(&u8::MAX));
        let alphas = || each_pixel().filter_map(|pixel| pixel.last().copied());
        let alpha: Option<Vec<u8>> = has_alpha.then(|| alphas().collect());
        // Most programs write black and white in color, and a printer would mix color from several inks.
        let is_transparent = |pixel: &[u8]| step > colors && pixel.last() == Some(&0);
        let is_plain = |pixel: &[u8]| pixel[..colors].iter().all(|sample| *sample == pixel[0]);
        let is_gray = each_pixel().all(|pixel| is_transparent(pixel) || is_plain(pixel));
        let kept = if is_gray { 1 } else { colors };
        let samples = each_pixel().flat_map(|pixel| pixel.iter().take(kept).copied());
        let samples: Vec<u8> = samples.collect();
        let mut hash = Sha256::new();
        hash.update(width.to_be_bytes());
        hash.update(height.to_be_bytes());
        hash.update(&samples);
        hash.update(alpha.as_deref().unwrap_or_default());
        let digest = hash.finalize();
        let digits = digest.iter().take(8).map(|byte| format!("{byte:02x}"));
        Picture {
            width,
            height,
            is_gray,
            samples,
            alpha,
            id: digits.collect(),
        }
    }

    /// Returns the largest width and height in millimeters within these limits.
    pub fn within(&self, most: (f32, f32)) -> (f32, f32) {
        #[expect(clippy::cast_precision_loss, reason = "at most four million")]
        let (width, height) = (self.width as f32, self.height as f32);
        let scale = (most.0 / width).min(most.1 / height);
        (width * scale, height * scale)
    }
}

/// Returns the pixels of the first frame, and their color type.
fn pixels(reader: &mut Reader<Cursor<&[u8]>>) -> Result<(Vec<u8>, ColorType), png::DecodingError> {
    let size = reader.output_buffer_size();
    let mut pixels = vec![0; size.ok_or(png::DecodingError::LimitsExceeded)?];
    let frame = reader.next_frame(&mut pixels)?;
    debug_assert_eq!(frame.bit_depth, BitDepth::Eight, "it is set above");
    // The data after the pixels is read too, so that a truncated file is refused.
    reader.finish()?;
    pixels.truncate(frame.buffer_size());
    Ok((pixels, frame.color_type))
}

/// Returns the error for a file that is not a PNG.
fn format_error(bytes: &[u8]) -> PictureError {
    if bytes.is_empty() {
        return PictureError::Empty;
    }
    let known: [(&[u8], &'static str); 8] = [
        (b"\xFF\xD8\xFF", "JPEG"),
        (b"GIF8", "GIF"),
        (b"RIFF", "WebP"),
        (b"%PDF", "PDF"),
        (b"BM", "BMP"),
        (b"II*\0", "TIFF"),
        (b"MM\0*", "TIFF"),
        (b"\0\0\x01\0", "ICO"),
    ];
    let found = known.iter().find(|(start, _)| bytes.starts_with(start));
    if let Some((_, name)) = found {
        return PictureError::Format(name);
    }
    let start = bytes.get(..bytes.len().min(1000)).unwrap_or_default();
    if String::from_utf8_lossy(start).contains("<svg") {
        return PictureError::Format("SVG");
    }
    PictureError::Unknown(bytes.iter().take(8).copied().collect())
}
