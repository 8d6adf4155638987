//! Made-up games, to test what walks the registry with more games than there are.

use super::{Entry, GAMES};
use crate::rules::Facts;

/// This many entries: those of the registry again and again, each under an id of its own.
pub(crate) fn entries(count: usize) -> Vec<Entry> {
    let models = GAMES.iter().cycle().enumerate();
    let entry = |(index, model): (usize, &Entry)| {
        let id: &str = Box::leak(format!("made-up-{index:02}").into_boxed_str());
        let facts = Box::leak(Box::new(Facts { id, ..*model.facts }));
        let own = format!("game = {:?}", model.facts.id);
        let layout = model.layout.replace(&own, &format!("game = {id:?}"));
        Entry {
            facts,
            layout: layout.leak(),
            languages: &[],
            ..*model
        }
    };
    models.map(entry).take(count).collect()
}
