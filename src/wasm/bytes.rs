//! Passing bytes into and out of the module.
//!
//! A caller allocates memory with [`allocate`], writes the input there, and calls a function with its pointer
//! and length. The function frees this memory. An answer is a pointer to its status (0: success, 1: refused)
//! and its length, each four little-endian bytes, followed by the bytes of the answer. The caller frees the
//! answer with [`release`].

/// The length of an answer's header: status and length.
const HEAD: usize = 8;

/// Allocates memory for an input of this length.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    let room = vec![0_u8; length].into_boxed_slice();
    Box::into_raw(room).cast()
}

/// Takes ownership of an input.
///
/// # Safety
/// The pointer must come from [`allocate`] for this length, and must not be used again.
pub unsafe fn input(pointer: *mut u8, length: usize) -> Box<[u8]> {
    let room = core::ptr::slice_from_raw_parts_mut(pointer, length);
    // SAFETY: guaranteed by the caller.
    unsafe { Box::from_raw(room) }
}

/// Writes an answer with its header into memory for the caller.
pub fn answer(answer: Result<Vec<u8>, Vec<u8>>) -> *mut u8 {
    let (status, bytes) = match answer {
        Ok(bytes) => (0_u32, bytes),
        Err(bytes) => (1, bytes),
    };
    // A longer answer would not fit into 32-bit memory.
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    let mut whole = Vec::with_capacity(HEAD + bytes.len());
    whole.extend(status.to_le_bytes());
    whole.extend(length.to_le_bytes());
    whole.extend(bytes);
    Box::into_raw(whole.into_boxed_slice()).cast()
}

/// Frees an answer.
///
/// # Safety
/// The pointer must point to an answer, and must not be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn release(pointer: *mut u8) {
    // SAFETY: an answer begins with its header.
    let head = unsafe { core::slice::from_raw_parts(pointer, HEAD) };
    let length = head[4..]
        .iter()
        .rev()
        .fold(0, |length, byte| length << 8 | usize::from(*byte));
    let whole = core::ptr::slice_from_raw_parts_mut(pointer, HEAD + length);
    // SAFETY: the answer was made by `answer`, which wrote its length.
    drop(unsafe { Box::from_raw(whole) });
}
