//! The Centran pack: four suits of fourteen cards and twenty-two Sabaccs, with their points and their
//! strength. Also the rules about the cards that the declarer puts aside.

use super::{OTHERS, clauses};
use overtrick_core::prelude::*;

const SUITS: [&str; 4] = ["coins", "flasks", "sabres", "staves"];
/// The trump suit.
const SABACCS: &str = "sabaccs";
const RANKS: u8 = 14;
/// The Magician, the weakest of the Sabaccs. Each Sabacc is stronger than the one before it.
pub const MAGICIAN: Card = Card(56);
const UNIVERSE: Card = Card(76);
/// The Idiot, the strongest card of all.
pub const IDIOT: Card = Card(77);

/// The seventy-eight cards: each suit from the Ace up, then the Sabaccs from the weakest up.
pub const PACK: Pack = Pack {
    cards: 78,
    read,
    name,
};

fn read(text: &str) -> Option<Card> {
    let card = match text.strip_prefix('-') {
        Some(number) => (MAGICIAN.0 - 1).checked_add(number.parse().ok()?)?,
        None if text == "0" => IDIOT.0,
        None => {
            let (suit, rank) = text.split_once('-')?;
            let suit = SUITS.iter().position(|known| *known == suit)?;
            let rank: u8 = rank.parse().ok()?;
            let place = rank.checked_sub(1).filter(|place| *place < RANKS)?;
            u8::try_from(suit).unwrap_or(0) * RANKS + place
        }
    };
    let card = Card(card);
    (card.0 < PACK.cards && name(card) == text).then_some(card)
}

fn name(card: Card) -> String {
    match card {
        IDIOT => "0".to_owned(),
        Card(number) if is_sabacc(card) => format!("-{}", number - MAGICIAN.0 + 1),
        _ => format!("{}-{}", suit(card), rank(card)),
    }
}

/// Whether a card is a trump.
pub const fn is_sabacc(card: Card) -> bool {
    card.0 >= MAGICIAN.0
}

/// Returns the rank of a suit card, from 1.
const fn rank(card: Card) -> u8 {
    card.0 % RANKS + 1
}

/// Whether a card is one of the seven honours: three Sabaccs and the Masters.
pub const fn is_honour(card: Card) -> bool {
    matches!(card, MAGICIAN | UNIVERSE | IDIOT) || (!is_sabacc(card) && rank(card) == RANKS)
}

/// Returns the suit of a card; the Sabaccs are a suit.
fn suit(card: Card) -> &'static str {
    let suit = SUITS.get(usize::from(card.0 / RANKS));
    suit.copied().unwrap_or(SABACCS)
}

/// Returns the points of a card in half points, always an odd number.
const fn worth(card: Card) -> i64 {
    match rank(card) {
        _ if is_honour(card) => 9,
        _ if is_sabacc(card) => 1,
        13 => 7,
        12 => 5,
        11 => 3,
        _ => 1,
    }
}

/// Returns the card points of a pile.
pub fn points(pile: CardSet) -> Points {
    Points::halves(pile.iter().map(worth).sum())
}

/// For each card value, highest first: the number of cards, and the value in half points.
pub const WORTHS: [(i64, i64); 5] = [(HONOURS, 9), (4, 7), (4, 5), (4, 3), (OTHERS, 1)];
const HONOURS: i64 = 7;

/// Returns the fewest and the most card points that a declarer's pile can have, with these numbers of cards from tricks
/// and of other cards. `no_honours` excludes honours from the other cards, because an honour cannot be put aside.
pub fn possible_points(of_tricks: i64, others: i64, no_honours: bool) -> (Points, Points) {
    let sum = |worths: [(i64, i64); 5]| {
        let mut left = of_tricks + others;
        let halves = worths.map(|(count, worth)| {
            let taken = count.min(left);
            left -= taken;
            taken * worth
        });
        Points::halves(halves.iter().sum())
    };
    let (mut worst, mut best) = (WORTHS, WORTHS);
    worst.reverse();
    if no_honours {
        best[0].0 = HONOURS.min(of_tricks);
    }
    (sum(worst), sum(best))
}

/// Returns the number of cards dealt to each player, which is also the number of tricks in a hand.
pub const fn cards_each(players: usize) -> usize {
    match players {
        3 => 24,
        4 => 18,
        _ => 15,
    }
}

/// Returns the number of tricks in a hand at this table.
pub fn tricks_in_hand(table: &Table) -> i64 {
    i64::try_from(cards_each(table.len())).unwrap_or(0)
}

/// Returns the number of cards in the talon.
pub const fn talon_size(players: usize) -> usize {
    match players {
        3 | 4 => 6,
        _ => 3,
    }
}

/// The rules of play of one hand.
#[derive(Clone)]
pub struct Cards(Deal);

impl Cards {
    /// Returns the rules of play of a hand. The dealer may be unknown.
    pub fn of_hand(table: &Table, dealer: Option<Seat>) -> Cards {
        let leads = dealer.map(|dealer| table.next(dealer));
        let tricks = Some(cards_each(table.len()));
        let deal = Deal::to_all(table, leads, tricks, clauses::DEAL, clauses::LEADS);
        Cards(deal)
    }
}

impl CardRules for Cards {
    const PACK: Pack = PACK;
    /// Whether the card is a Sabacc, whether it follows suit, and its place in the pack.
    type Strength = (bool, bool, Card);

    fn deal(&self) -> &Deal {
        &self.0
    }

    fn breach(&self, position: &TrickPosition<'_>, played: PlayedCard) -> Option<Breach> {
        let led = suit(position.played.first()?.card);
        let clause = match self.failed_duty(position, played, Some(SABACCS), suit)? {
            Duty::Follow(_) => clauses::FOLLOW,
            Duty::Trump(_) => clauses::MUST_SABACC,
            Duty::Beat(_) => return None,
        };
        Some(Breach::new(clause, args![suit: led]))
    }

    fn decided_by(&self, _: usize, _: &[PlayedCard], _: PlayedCard) -> &'static str {
        clauses::TRICK
    }

    fn strength(&self, _number: usize, first: PlayedCard, played: PlayedCard) -> Self::Strength {
        let led = suit(played.card) == suit(first.card);
        (is_sabacc(played.card), led, played.card)
    }
}

/// Returns the breach if this card may not be added to the cards put aside.
pub fn forbids_aside(aside: &Aside, card: Card) -> Option<Breach> {
    let name = (PACK.name)(card);
    if !aside.holding.contains(card) {
        return Some(Breach::new("play/held", args![card: name]));
    }
    if aside.cards.contains(&card) {
        let twice = Breach::new(clauses::SET_ASIDE, args![card: name]);
        return Some(twice.with_message("contract-sabacc/aside-twice"));
    }
    let plain = |card| !is_sabacc(card) && !is_honour(card);
    // Sabaccs may be put aside only if the declarer has too few cards that are neither Sabaccs nor honours.
    let most = aside.size.saturating_sub(aside.holding.filter(plain).len());
    let limit = |message| {
        let args = args![card: name, most: most];
        Some(Breach::new(clauses::ASIDE_LIMITS, args).with_message(message))
    };
    if is_honour(card) {
        return limit("contract-sabacc/aside-honour");
    }
    if is_sabacc(card) && face_up(aside).count() >= most {
        return limit(match most {
            0 => "contract-sabacc/aside-sabacc",
            _ => "contract-sabacc/aside-sabaccs",
        });
    }
    let full = || Breach::new(clauses::SET_ASIDE, args![size: aside.size]);
    aside.is_complete().then(full)
}

/// Returns the cards put aside that must be shown: the Sabaccs.
fn face_up(aside: &Aside) -> impl Iterator<Item = Card> {
    aside.cards.iter().copied().filter(|card| is_sabacc(*card))
}

/// Rules on each card put aside, and lists the Sabaccs, which must be shown.
pub fn answer_discard(
    mut aside: Aside,
    declarer: Option<Seat>,
    cards: &[Card],
    forbids: impl Fn(&Aside, Card) -> Option<Breach>,
) -> Answer {
    let mut answer = aside.answer(&PACK, declarer, cards, forbids);
    for (ruling, card) in answer.rulings.iter_mut().zip(cards) {
        if ruling.breach.is_none() && is_sabacc(*card) {
            ruling.more.set("face_up", true);
        }
    }
    let face_up: Json = face_up(&aside).map(PACK.name).collect();
    answer.outcome.set("face_up", face_up);
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_the_text_of_a_card_returns_the_card() {
        for number in 0..78 {
            assert_eq!(read(&name(Card(number))), Some(Card(number)));
        }
        assert_eq!(
            (name(MAGICIAN), name(UNIVERSE), name(IDIOT)),
            ("-1".into(), "-21".into(), "0".into())
        );
        assert_eq!(name(Card(13)), "coins-14");
        let slips = "|-|-0|-22|-01|-+1|-200|00|1|coins-0|coins-15|coins-01|coins-+1|Coins-1|coins|\
            cups-1|staves--1|coins-1 ";
        for slip in slips.split('|') {
            assert_eq!(read(slip), None, "{slip}");
        }
    }

    #[test]
    fn the_pack_holds_ninety_one_points() {
        assert_eq!(points(CardSet::pack(78)), Points::whole(91));
        assert_eq!(CardSet::pack(78).filter(is_honour).len(), 7);
    }
}
