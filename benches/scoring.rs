//! The time to score a match of each game in the core: parsed and judged, with its derivation.

use divan::Bencher;
use divan::counter::ItemsCount;
use overtrick_games as games;
use overtrick_match::document::score;

fn main() {
    divan::main();
}

/// Hands per second, in whole matches.
#[divan::bench(args = games::all().iter().map(|entry| entry.facts.id))]
fn hands(bencher: Bencher<'_, '_>, game: &str) {
    let sample = games::find(game).expect("an id of a game").sample;
    let hands = score(sample.as_bytes())
        .expect("samples are sound")
        .hands
        .len();
    bencher
        .counter(ItemsCount::new(hands))
        .bench(|| score(divan::black_box(sample.as_bytes())));
}
