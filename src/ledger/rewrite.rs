//! Changes with ids in the place of names, and with names in the place of ids.

use super::{Change, Edit};
use crate::rules::json::Json;

/// How the parts of a change are written otherwise.
pub struct NameRewriter<'a> {
    /// A record.
    pub record: &'a dyn Fn(&Json) -> Json,
    /// An adjustment.
    pub adjustment: &'a dyn Fn(&Json) -> Json,
    /// The name that comes with a change.
    pub name: &'a mut dyn FnMut(&str) -> String,
}

impl Change {
    /// The same change, written otherwise.
    pub(super) fn rewritten(self, pen: &mut NameRewriter<'_>) -> Change {
        match self {
            Change::Record { hand } => Change::Record {
                hand: (pen.record)(&hand),
            },
            Change::SetCurrent { hand } => Change::SetCurrent {
                hand: hand.as_ref().map(pen.record),
            },
            Change::Adjust { adjustment } => Change::Adjust {
                adjustment: (pen.adjustment)(&adjustment),
            },
            Change::Correct { edits, reason } => Change::Correct {
                edits: edits
                    .into_iter()
                    .map(|edit| edit.rewritten(pen.record))
                    .collect(),
                reason,
            },
            Change::Rename { seat, name } => Change::Rename {
                seat,
                name: (pen.name)(&name),
            },
            Change::Substitute {
                seat,
                name,
                from_hand,
            } => Change::Substitute {
                seat,
                name: (pen.name)(&name),
                from_hand,
            },
            Change::Erase { person, name } => Change::Erase {
                person,
                name: (pen.name)(&name),
            },
            other => other,
        }
    }
}

impl Edit {
    fn rewritten(self, record: &dyn Fn(&Json) -> Json) -> Edit {
        match self {
            Edit::Replace { hand, with } => Edit::Replace {
                hand,
                with: record(&with),
            },
            Edit::Insert { before, with } => Edit::Insert {
                before,
                with: record(&with),
            },
            other => other,
        }
    }
}
