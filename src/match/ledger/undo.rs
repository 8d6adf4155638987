//! The changes of a match that can be undone and redone.

use std::collections::VecDeque;
use std::sync::Arc;

use super::state::MatchState;
use overtrick_core::json::Json;

/// How many changes can be undone, one after the other.
const MOST_UNDONE: usize = 200;

/// The undo stack and the redo stack.
#[derive(Debug, Clone, Default)]
pub struct UndoStacks {
    /// The changes that can be undone, the last one at the end.
    pub made: VecDeque<Arc<UndoStep>>,
    /// The indexes of the events of those that can be redone, the next one at the end.
    pub undone: Vec<usize>,
}

/// A change that can be undone.
#[derive(Debug)]
pub struct UndoStep {
    /// The index of its event.
    pub event: usize,
    /// How to undo it.
    pub inverse: Inverse,
}

/// How a change is undone.
#[derive(Debug)]
pub enum Inverse {
    /// Remove the last hand, and restore the hand that was being played.
    RemoveLastHand {
        /// The hand that was being played.
        current: Option<Arc<Json>>,
    },
    /// Restore the hand that was being played.
    RestoreCurrent(Option<Arc<Json>>),
    /// Restore the whole state.
    RestoreState(Box<MatchState>),
}

impl UndoStacks {
    /// Pushes a change that was made; the oldest of too many can no longer be undone.
    pub fn push(&mut self, event: usize, inverse: Inverse) {
        self.made.push_back(Arc::new(UndoStep { event, inverse }));
        if self.made.len() > MOST_UNDONE {
            self.made.pop_front();
        }
    }

    /// Takes the change to undo, which can be redone from now on.
    pub fn pop_undo(&mut self) -> Option<Arc<UndoStep>> {
        let step = self.made.pop_back()?;
        self.undone.push(step.event);
        Some(step)
    }
}
