//! The undo and redo stacks of a match.

use std::collections::VecDeque;
use std::sync::Arc;

use super::state::MatchState;
use overtrick_core::json::Json;

/// The most changes that can be undone in a row.
const MOST_UNDONE: usize = 200;

/// The undo stack and the redo stack.
#[derive(Debug, Clone, Default)]
pub struct UndoStacks {
    /// The changes that can be undone, latest last.
    pub made: VecDeque<Arc<UndoStep>>,
    /// The event indexes of the changes that can be redone, next one last.
    pub undone: Vec<usize>,
}

/// An undoable change.
#[derive(Debug)]
pub struct UndoStep {
    /// The index of its event.
    pub event: usize,
    /// How to undo it.
    pub inverse: Inverse,
}

/// How to undo a change.
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
    /// Pushes a change; the oldest one is dropped if there are too many.
    pub fn push(&mut self, event: usize, inverse: Inverse) {
        self.made.push_back(Arc::new(UndoStep { event, inverse }));
        if self.made.len() > MOST_UNDONE {
            self.made.pop_front();
        }
    }

    /// Pops the change to undo, which can then be redone.
    pub fn pop_undo(&mut self) -> Option<Arc<UndoStep>> {
        let step = self.made.pop_back()?;
        self.undone.push(step.event);
        Some(step)
    }
}
