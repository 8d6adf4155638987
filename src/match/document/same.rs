//! Whether values of documents and results are equal.

use overtrick_core::json::Json;

/// Whether two plain values are equal: `4` and `4.0` are the same points, and `null` equals an absent value.
pub fn is_same(told: &Json, computed: Option<&Json>) -> bool {
    let number = |json: &Json| match json {
        Json::Float(number) => Some(*number),
        #[expect(clippy::cast_precision_loss, reason = "points are small")]
        Json::Int(number) => Some(*number as f64),
        _ => None,
    };
    match computed {
        None => *told == Json::Null,
        Some(computed) => match (number(told), number(computed)) {
            (Some(told), Some(computed)) => told.total_cmp(&computed).is_eq(),
            _ => told == computed,
        },
    }
}
