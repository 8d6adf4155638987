//! A club's logo, read from a file.

#![expect(clippy::disallowed_methods, reason = "the user named the file")]

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::error::CommandError;
use overtrick_core::args;
use overtrick_match::lang::Language;
use overtrick_paper::layout::picture::{MOST_PICTURE_BYTES, MOST_PIXELS, Picture, PictureError};

/// Reads a picture from a file.
pub fn read(path: &Path, language: &Language) -> Result<Picture, CommandError> {
    let file = path.display().to_string();
    let (bytes, length) = read_file(path).map_err(|error| {
        let args = args![file: file.clone(), reason: error.to_string()];
        CommandError::Files(language.format("pad", "cannot-read", &args))
    })?;
    let read = Picture::read(&bytes);
    read.map_err(|error| CommandError::usage(message(error, file, length, language)))
}

/// The bytes of a file, at most one more than a picture may have, and the file's length.
fn read_file(path: &Path) -> io::Result<(Vec<u8>, usize)> {
    let file = File::open(path)?;
    let length = usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX);
    let most = u64::try_from(MOST_PICTURE_BYTES + 1).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    let length = length.max(bytes.len());
    Ok((bytes, length))
}

/// The message for a picture error in a file of this length.
fn message(error: PictureError, file: String, length: usize, language: &Language) -> String {
    let (key, args) = match error {
        PictureError::Empty => ("logo-empty", args![file: file]),
        PictureError::Format(found) => {
            let args = args![file: file, found: found.to_owned()];
            ("logo-format", args)
        }
        PictureError::Unknown(start) => {
            let start: Vec<String> = start.iter().map(|byte| format!("{byte:02X}")).collect();
            ("logo-unknown", args![file: file, found: start.join(" ")])
        }
        PictureError::Bytes(_) => {
            let args = args![file: file, found: length, most: MOST_PICTURE_BYTES];
            ("logo-bytes", args)
        }
        PictureError::Pixels(width, height) => {
            let pixels = u64::from(width) * u64::from(height);
            let number = |it: u64| usize::try_from(it).unwrap_or(usize::MAX);
            let (width, height) = (number(width.into()), number(height.into()));
            let (found, most) = (number(pixels), number(MOST_PIXELS));
            let args = args![file: file, width: width, height: height, found: found, most: most];
            ("logo-pixels", args)
        }
        PictureError::Damaged(reason) => ("logo-damaged", args![file: file, reason: reason]),
    };
    language.format("pad", key, &args)
}
