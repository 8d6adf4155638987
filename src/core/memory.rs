//! How much memory values take, for caches.

/// The approximate bytes that an allocation of so many takes: with a header of 8 bytes in steps of 16, at least 32.
pub fn allocated(bytes: usize) -> usize {
    if bytes == 0 {
        return 0;
    }
    (bytes + 8).next_multiple_of(16).max(32)
}
