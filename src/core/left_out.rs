//! Values left out of a document because they are faulty.

use rustc_hash::FxBuildHasher;
use std::collections::HashSet;

/// The pointers of values left out as faulty. Their faults are reported, so fields below them do not count as
/// missing.
///
/// ```
/// use overtrick_core::LeftOut;
///
/// let mut left_out = LeftOut::default();
/// left_out.add("/hands/3/bids".to_owned());
/// assert!(left_out.covers("/hands/3/bids/Ann"));
/// assert!(!left_out.covers("/hands/3/bids2") && !left_out.covers("/hands/3"));
/// assert!(left_out.has("/hands/3/bids"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeftOut(HashSet<String, FxBuildHasher>);

impl LeftOut {
    /// No values.
    pub fn none() -> &'static LeftOut {
        static NONE: LeftOut = LeftOut(HashSet::with_hasher(FxBuildHasher));
        &NONE
    }

    /// Adds a pointer.
    pub fn add(&mut self, pointer: String) {
        self.0.insert(pointer);
    }

    /// Whether nothing was left out.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the value at exactly this pointer was left out.
    pub fn has(&self, pointer: &str) -> bool {
        self.0.contains(pointer)
    }

    /// Whether the value at this pointer, or one around it, was left out.
    pub fn covers(&self, pointer: &str) -> bool {
        let ends = pointer.match_indices('/').map(|(end, _)| end);
        let mut outer = ends.chain([pointer.len()]).map(|end| &pointer[..end]);
        outer.any(|outer| self.has(outer))
    }

    /// Whether a value was left out whose pointer has this prefix.
    pub fn has_any_of(&self, start: &str) -> bool {
        self.0.iter().any(|pointer| pointer.starts_with(start))
    }
}
