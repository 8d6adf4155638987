//! What it takes to score a match of each game in the core: read, judged, with its derivation.

use divan::Bencher;
use divan::counter::ItemsCount;
use overtrick::document::score;

fn main() {
    divan::main();
}

const SAMPLES: &[(&str, &str)] = &[
    (
        "berzerka",
        include_str!("../templates/samples/berzerka.json"),
    ),
    (
        "contract-sabacc",
        include_str!("../templates/samples/contract-sabacc.json"),
    ),
    (
        "brink-bid",
        include_str!("../templates/samples/brink-bid.json"),
    ),
    (
        "contractor",
        include_str!("../templates/samples/contractor.json"),
    ),
    ("mariash", include_str!("../templates/samples/mariash.json")),
];

/// Hands a second, of whole matches.
#[divan::bench(args = SAMPLES.iter().map(|(game, _)| *game))]
fn hands(bencher: Bencher<'_, '_>, game: &str) {
    let (_, sample) = SAMPLES
        .iter()
        .find(|(known, _)| *known == game)
        .expect("a sample of every game");
    let hands = score(sample.as_bytes())
        .expect("samples are sound")
        .hands
        .len();
    bencher
        .counter(ItemsCount::new(hands))
        .bench(|| score(divan::black_box(sample.as_bytes())));
}
