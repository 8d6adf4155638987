//! The parts of the core that games use: `use crate::prelude::*;`.

pub use super::auction::{
    Auction, AuctionQuestion, NotInTurn, Turns, WrittenCall, agrees_with_auction, answer_auction,
    auction_incomplete, judge_calls, resolve_calls,
};
pub use super::cards::{Card, CardSet, Pack, Suit};
pub use super::form::{Field, HasKind, Kind};
pub use super::french::{self, Trump};
pub use super::json::Json;
pub use super::pad::{
    Length, POINTS, Pad, PlayedHand, Row, TOTAL, Text, Tick, Value, rows, sign, signed, ticks,
    write,
};
pub use super::play::{
    Aside, CARDS, CardRules, Deal, DealClauses, DiscardQuestion, FollowSuit, HANDS, Hands, Play,
    PlayQuestion, PlayedCard, RecordedPlay, Trick, TrickPosition, TrickQuestion, WrittenHands,
    WrittenTricks, agrees, answer_play, answer_trick, discard_question, judge_play, not_elsewhere,
    play_question, played_tricks, read_card, read_cards, recorded_tricks, trick_question,
};
pub use super::wire::{Decimal, Given, PerPlayer, words};
pub use super::{
    Adjudicator, Amount, Amounts, Answer, Arg, Args, Breach, Column, ColumnPlace, ComingHand,
    Entries, Factor, Facts, Finding, Forecast, Game, Guidance, HandContext, HasPad, HasSheet,
    Irregularity, Name, Next, NextHand, OpenMatch, OptionsContext, Outlook, Part, Points, Question,
    QuestionKind, Reason, ReasonTexts, RulesInForce, Ruling, Scoring, Seat, SeatPoints, Table,
    WordOr, all_or_none, args, finish_question, hand_record, house_rules, numbers, object,
    out_of_range, segment,
};
