//! Card play: turns, cards on the table, winners, and illegal plays.
//!
//! A game defines the meaning of its cards ([`CardRules`]); everything else is shared. A card that its player
//! could hold stays on the table even if it breaks a rule, and it can win the trick. A card that was already
//! played, is not in the player's hand or is out of turn is ignored, and the turn does not move.
//!
//! A player's later cards show part of an unknown hand, because the player held them from the start. A card
//! that is illegal with part of a hand is also illegal with the whole hand, so the same rules apply to both.

mod answers;
mod aside;
mod card_rules;
mod questions;
mod recorded;
mod replay;
mod written;

pub use answers::{answer_play, answer_trick};
pub use aside::Aside;
pub use card_rules::{CardRules, Deal, Duty, Hands, PlayedCard, Trick, TrickPosition};
pub use questions::{
    CardQuestion, TrickCase, discard_question, play_question, revoke_question, trick_question,
};
pub use recorded::{check_against_play, judge_play, played_tricks, recorded_tricks};
pub use replay::Play;
pub use written::{
    CARDS, HANDS, RecordedPlay, WrittenCard, WrittenHands, WrittenTricks, read_card, read_cards,
    refuse_elsewhere,
};
