//! Properties of every game. Slow, simple scorers and referees must agree with the real ones.

mod continuations;
mod french;

macro_rules! tests {
    ($($folder:ident::$game:ident,)*) => { $(mod $folder;)* };
}

// This does not compile if a game has no folder of tests.
overtrick_games::for_each_game!(tests);
