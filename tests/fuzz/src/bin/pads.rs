//! Fuzzes print requests. The first byte of an input selects the kind of request; a query line and
//! a body follow. The answer must be a PDF of limited size, or a problem.

#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use overtrick_fuzz::service::{Request, post, send};
use overtrick_fuzz::{mutate, seeds};
use overtrick_games as games;

/// The maximum size of a PDF: 200 pages that share nothing.
const MAX_BYTES: usize = 16 << 20;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate(data, size, max_size, seed, 1)
});

fuzz_target!(
    init: seeds::write(written_seeds),
    |bytes: &[u8]| {
        let Some((&pick, rest)) = bytes.split_first() else {
            return;
        };
        let (query, body) = match rest.iter().position(|byte| *byte == b'\n') {
            Some(end) => (&rest[..end], &rest[end + 1..]),
            None => (rest, &[][..]),
        };
        let query = in_an_address(query);
        let games = games::all();
        let pick = usize::from(pick) % (2 * games.len() + 2);
        let pad = |game: usize| format!("/api/v1/pads/{}.pdf?{query}", games[game].facts.id);
        let request = if pick < games.len() {
            Request { path: pad(pick), ..Request::default() }
        } else if pick < 2 * games.len() {
            post(&pad(pick - games.len()), body.to_vec())
        } else if pick == 2 * games.len() {
            post(&format!("/api/v1/sheets.pdf?{query}"), body.to_vec())
        } else {
            post("/api/v1/pads/own.pdf", body.to_vec())
        };
        let answer = send(request);
        if answer.status < 400 {
            assert_eq!((answer.status, &*answer.media), (200, "application/pdf"));
            assert!(answer.body.starts_with(b"%PDF-"));
            let size = answer.body.len();
            assert!(size < MAX_BYTES, "{size} bytes");
        }
    }
);

/// Encodes bytes for a query.
fn in_an_address(query: &[u8]) -> String {
    let byte = |byte: &u8| match byte {
        b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' | b'#' => {
            format!("%{byte:02X}")
        }
        byte if byte.is_ascii_graphic() => char::from(*byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    query.iter().map(byte).collect()
}

fn written_seeds() -> Vec<Vec<u8>> {
    let games = u8::try_from(games::all().len()).unwrap();
    let mut seeds = Vec::new();
    let mut seed = |pick: u8, query: &str, body: &str| {
        seeds.push([&[pick], query.as_bytes(), b"\n", body.as_bytes()].concat());
    };
    for game in 0..games {
        seed(game, "", "");
        seed(
            game,
            "players=Ann,Bo,Cy,Di&paper=a5&landscape=true&per_page=1&title=Thursday&date=19&place=Crown",
            "",
        );
        seed(
            game,
            "players=4&per_page=2&pages=2&option=made_points=6&link=https://crown.example",
            "",
        );
        seed(
            games + game,
            "",
            r#"{"players":["Ann","Bo","Cy"],"paper":"letter","per_page":2,"pages":3,"title":"Čtvrtek 李","options":{},"landscape":true,"link":"https://crown.example"}"#,
        );
    }
    seed(
        2 * games + 1,
        "",
        r#"{"definition":{"language":1,"id":"points","players":[2,10],"field":[{"name":"points","each":true,"number":[-9,9]}],"score":[{"points":"points","clause":"points"}],"clauses":{"points":"What everyone wrote down."}},"players":4,"paper":"a5"}"#,
    );
    for document in seeds::samples() {
        seed(
            2 * games,
            "explain=true&paper=a4&link=https://crown.example",
            &seeds::text(&document),
        );
    }
    seeds
}
