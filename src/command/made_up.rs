//! Made-up games, to test code that lists the registry with more games than exist.

use overtrick_core::Facts;
use overtrick_games::{self as games, Entry};

/// This many entries: those of the registry, repeated, each under its own id.
pub(crate) fn entries(count: usize) -> Vec<Entry> {
    let models = games::all().iter().cycle().enumerate();
    let entry = |(index, model): (usize, &Entry)| {
        let id: &str = Box::leak(format!("made-up-{index:02}").into_boxed_str());
        let own = format!("game = {:?}", model.facts.id);
        let layout = model.layout.replace(&own, &format!("game = {id:?}"));
        let mut entry = *model;
        entry.facts = Box::leak(Box::new(Facts { id, ..*model.facts }));
        entry.layout = layout.leak();
        entry.languages = &[];
        entry
    };
    models.map(entry).take(count).collect()
}
