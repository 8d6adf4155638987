//! Sends arbitrary bodies to every path that accepts a body. The first byte of an input selects the
//! path, and its highest bit selects the language. The rest of the input is the body.

#![no_main]

use std::cell::RefCell;

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use overtrick_fuzz::service::{Match, Route, all_matches, post, routes, send};
use overtrick_fuzz::{mutate, seeds};

thread_local! {
    /// The match used in requests. Each change replaces it with a new match.
    static GAME: RefCell<Option<Match<'static>>> = const { RefCell::new(None) };
}

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate(data, size, max_size, seed, 1)
});

fuzz_target!(
    init: seeds::write(|| {
        let game = Match::create();
        let seed = |(number, route): (usize, Route)| {
            let mut seed = vec![u8::try_from(number).unwrap()];
            seed.extend(route.body.to_string().into_bytes());
            seed
        };
        routes(&game).into_iter().enumerate().map(seed).collect()
    }),
    |bytes: &[u8]| {
        let Some((&pick, body)) = bytes.split_first() else {
            return;
        };
        let game = GAME.take().unwrap_or_else(Match::create);
        let mut routes = routes(&game);
        let Route { path, .. } = routes.swap_remove(usize::from(pick & 0x7f) % routes.len());
        let before = game.tag();
        let mut request = post(&path, body.to_vec());
        request.headers.extend([
            game.authorization(),
            ("if-match", before.clone()),
            ("accept-language", if pick < 0x80 { "en" } else { "cs" }.to_owned()),
        ]);
        let answer = send(request);
        if let Some(made) = Match::new(&answer.json()).filter(|_| answer.status < 300) {
            made.delete();
        }
        if path.contains("/matches") {
            assert_eq!(all_matches(), [game.id.clone()], "{path} leaves a match behind");
        }
        if game.tag() == before {
            GAME.set(Some(game));
        } else {
            assert!(answer.status < 300, "{path} refuses and changes the match: {answer:?}");
            game.delete();
        }
    }
);
