//! Card play: whose turn it is, which cards lie on the table, who won each trick, and which cards were
//! illegal.
//!
//! A game defines what its cards mean ([`CardRules`]); the rest is the same in every game. A card that
//! breaks a rule, but that its player could hold, stays on the table, and the trick is won with it. A
//! card that cannot have been played at all (it was played before, it is in another hand, or its player
//! was not on turn) is refused: it does not enter the trick, and the turn does not move.
//!
//! Where a player's hand is unknown, the cards that the player played later stand for it, since the
//! player must have held them all along. Every rule of play is such that a card that is illegal from
//! some cards of a hand is illegal from the whole hand. The same rules therefore judge known and
//! unknown hands.

mod answers;
mod card_rules;
mod recorded;
mod table;
mod written;

pub use answers::{answer_play, answer_trick};
pub use card_rules::{
    CardRules, Hands, PlayedCard, Suit, Trick, TrickPosition, could_play, next_player,
};
pub use recorded::{agrees, judge_play};
pub use table::{Play, play};
pub use written::{
    CARD, CARDS, HANDS, RECORDED_PLAY, RecordedPlay, TRICKS, WrittenCard, discard_question,
    play_question, question_trick, question_tricks, read_card, read_cards, read_hands,
    trick_question,
};
