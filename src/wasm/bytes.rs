//! How bytes come into the module and out of it.
//!
//! Whoever calls asks [`allocate`] for room, writes the input there, and calls a function with pointer
//! and length, which takes the room back. An answer is a pointer to its status (0: as asked, 1: refused)
//! and its length, four bytes each, the lowest first, and the bytes of the answer after them. It is given
//! back with [`release`].

/// The bytes before those of an answer: status and length.
const HEAD: usize = 8;

/// Room for an input of this length.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    let room = vec![0_u8; length].into_boxed_slice();
    Box::into_raw(room).cast()
}

/// Takes an input out of its room.
///
/// # Safety
/// The pointer is one that [`allocate`] gave for this length, and it is not used again.
pub unsafe fn input(pointer: *mut u8, length: usize) -> Box<[u8]> {
    let room = core::ptr::slice_from_raw_parts_mut(pointer, length);
    // SAFETY: as the caller promises.
    unsafe { Box::from_raw(room) }
}

/// An answer, as its caller reads it.
pub fn answer(answer: Result<Vec<u8>, Vec<u8>>) -> *mut u8 {
    let (status, bytes) = match answer {
        Ok(bytes) => (0_u32, bytes),
        Err(bytes) => (1, bytes),
    };
    // Memory of 32 bits holds no longer one.
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    let mut whole = Vec::with_capacity(HEAD + bytes.len());
    whole.extend(status.to_le_bytes());
    whole.extend(length.to_le_bytes());
    whole.extend(bytes);
    Box::into_raw(whole.into_boxed_slice()).cast()
}

/// Gives an answer back.
///
/// # Safety
/// The pointer is that of an answer, and it is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn release(pointer: *mut u8) {
    // SAFETY: an answer begins with its head.
    let head = unsafe { core::slice::from_raw_parts(pointer, HEAD) };
    let length = head[4..]
        .iter()
        .rev()
        .fold(0, |length, byte| length << 8 | usize::from(*byte));
    let whole = core::ptr::slice_from_raw_parts_mut(pointer, HEAD + length);
    // SAFETY: it was made by `answer`, which wrote its length.
    drop(unsafe { Box::from_raw(whole) });
}
