//! How much memory values take, for caches.

/// The approximate bytes that an allocation of so many takes, with what the allocator adds.
pub fn allocated(bytes: usize) -> usize {
    if bytes == 0 { 0 } else { bytes + 16 }
}
