//! Properties of every game, and second, slow and obvious scorers and referees that have to agree with
//! the fast ones.

mod continuations;

macro_rules! tests {
    ($($folder:ident::$game:ident,)*) => { $(mod $folder;)* };
}

// A game without a folder of tests here does not compile.
overtrick_games::for_each_game!(tests);
