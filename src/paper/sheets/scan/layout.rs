//! The layout of a pad that a camera reads, as a reader has to know it.

use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::layout::paper::Area;
use overtrick_core::scan::{Meaning, Rest};

/// A place on a page in millimeters from its upper left corner, to a hundredth: `[x, y, width, height]`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScanPlace(pub Area);

impl Serialize for ScanPlace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Area { x, y, w, h } = self.0;
        let hundredths = |length: f32| (f64::from(length) * 100.0).round() / 100.0;
        serializer.collect_seq([x, y, w, h].map(hundredths))
    }
}

/// Where everything is on a pad that a camera reads, and what it means.
///
/// ```
/// use overtrick_games as games;
/// use overtrick_match::lang::Language;
/// use overtrick_paper::requests::PadRequest;
/// use overtrick_paper::sheets::scan_layout;
///
/// let request = PadRequest::new(&games::all()[0], Language::english());
/// let layout = scan_layout(&request).unwrap();
/// assert_eq!(layout.pages.len(), 1);
/// assert_eq!(layout.id().len(), 8);
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScanLayout {
    /// The id of the game.
    pub game: &'static str,
    /// The number of players.
    pub players: usize,
    /// The paper, and its width and height in millimeters.
    pub paper: &'static str,
    /// Its width and height in millimeters.
    pub size: (f32, f32),
    /// The black squares: above at the left, below at the left and at the right.
    pub squares: [ScanPlace; 3],
    /// The code of the pad's identity, without what stays white around it.
    pub code: ScanPlace,
    /// What is not written, because another number says it.
    pub rests: Vec<Rest>,
    /// The pads over which a match goes. Page `n` of a pile, from 1, is the `(n − 1) % pages`th.
    pub pages: Vec<ScanPage>,
}

/// A pad of a match.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScanPage {
    /// Its rows.
    pub rows: Vec<ScanRow>,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScanRow {
    /// Its number, if rows are numbered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The match that it belongs to, from 0, where a page has room for several.
    #[serde(rename = "match")]
    pub of_match: usize,
    /// The black marks at its ends: the square around the shape of its dealer at the left, or a tick, and a
    /// tick at the right.
    pub anchors: [ScanPlace; 2],
    /// What is recorded in it: a hand, or one of each player.
    pub records: Vec<ScanRecord>,
    /// The index of its row on a pad without an end.
    #[serde(skip)]
    pub(super) row: usize,
    /// All of it.
    #[serde(skip)]
    pub(super) place: Area,
}

/// The record of a hand.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScanRecord {
    /// The player whose it is, by seat, if each has their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// What it says without a mark.
    pub always: Vec<Meaning>,
    /// What is written or ticked.
    pub entries: Vec<ScanEntry>,
}

/// One thing that is written or ticked.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScanEntry {
    /// Its key.
    pub key: &'static str,
    /// The player in whose column it stands, by seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// Whether it is derived from the rest, and checks it.
    pub check: bool,
    /// How it is marked.
    #[serde(flatten)]
    pub marks: ScanMarks,
    /// The index of its field in the form, and its line.
    #[serde(skip)]
    pub(super) field: usize,
    #[serde(skip)]
    pub(super) line: usize,
}

/// How something is marked.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ScanMarks {
    /// By a cross in a box.
    Boxes {
        /// The boxes.
        boxes: Vec<ScanTick>,
        /// What it means if none of those that mean something is ticked.
        none: Vec<Meaning>,
    },
    /// By digits, one in each well, the last in the last.
    Number {
        /// The wells.
        wells: Vec<ScanPlace>,
        /// The least and the greatest that it can be.
        range: (i64, i64),
        /// The box of its minus sign.
        #[serde(skip_serializing_if = "Option::is_none")]
        minus: Option<ScanPlace>,
        /// The box that adds a half.
        #[serde(skip_serializing_if = "Option::is_none")]
        half: Option<ScanPlace>,
        /// What it means.
        means: Vec<Meaning>,
    },
}

/// A box to tick.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScanTick {
    /// Its place.
    pub place: ScanPlace,
    /// What it means; nothing, if it is for the table alone.
    pub means: Vec<Meaning>,
}

impl ScanLayout {
    /// The identity that is printed on its pads: 32 bits of a digest of all of it.
    pub fn id(&self) -> String {
        let bytes = serde_json::to_vec(self).unwrap_or_default();
        let digest = Sha256::digest(bytes);
        let mut first = [0; 4];
        first.copy_from_slice(&digest[..4]);
        format!("{:08X}", u32::from_be_bytes(first))
    }
}
