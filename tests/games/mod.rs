//! Properties of every game, and second, slow and simple scorers and referees that must agree with the fast ones.

mod continuations;
mod french;

macro_rules! tests {
    ($($folder:ident::$game:ident,)*) => { $(mod $folder;)* };
}

// A game without a folder of tests does not compile.
overtrick_games::for_each_game!(tests);
