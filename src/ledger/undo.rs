//! The changes of a match that can be undone and redone.

use std::collections::VecDeque;
use std::sync::Arc;

use super::state::MatchState;
use crate::rules::json::Json;

/// How many changes can be undone, one after the other.
const MOST_UNDONE: usize = 200;

/// The undo stack and the redo stack.
#[derive(Debug, Clone, Default)]
pub struct UndoStacks {
    undo: VecDeque<Arc<UndoStep>>,
    /// Indexes of events.
    redo: Vec<usize>,
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
        self.undo.push_back(Arc::new(UndoStep { event, inverse }));
        if self.undo.len() > MOST_UNDONE {
            self.undo.pop_front();
        }
    }

    /// Takes the change to undo, which can be redone from now on.
    pub fn pop_undo(&mut self) -> Option<Arc<UndoStep>> {
        let step = self.undo.pop_back()?;
        self.redo.push(step.event);
        Some(step)
    }

    /// Takes the index of the event to redo.
    pub fn pop_redo(&mut self) -> Option<usize> {
        self.redo.pop()
    }

    /// Forgets what could be redone.
    pub fn clear_redo(&mut self) {
        self.redo.clear();
    }

    /// The index of the event that an undo would undo.
    pub fn next_undo(&self) -> Option<usize> {
        self.undo.back().map(|step| step.event)
    }

    /// The index of the event that a redo would make again.
    pub fn next_redo(&self) -> Option<usize> {
        self.redo.last().copied()
    }
}
