//! Limits on a match, on a custom game, and on the work of judging them.
//!
//! The total work is checked before it begins. For a document, it is the number of hands times the work of
//! one hand; for a log, it is the number of events times the hands judged for each event.

use crate::{Finding, Reason, Table, args};

/// The maximum number of hands in a match.
pub const MAX_HANDS: usize = 500;
/// The maximum number of events in a match.
pub const MAX_EVENTS: usize = 2_000;
/// The number of events that are reserved for a full match: to finish it, to erase a person, and to withdraw
/// keys and publication.
pub const RESERVED_EVENTS: usize = 20;
/// The number of times that a full match can still be judged, for the purposes of [`RESERVED_EVENTS`].
pub const RESERVED_JUDGINGS: usize = 5;
/// The maximum size of a match's log, in bytes: its events and names as stored, 1 MiB.
pub const MAX_LOG_BYTES: usize = 1024 * 1024;
/// The number of bytes of the log that are reserved for the purposes of [`RESERVED_EVENTS`].
pub const RESERVED_LOG_BYTES: usize = 32 * 1024;
/// The maximum number of names in a match. Everybody who has played in it or appears in its history counts,
/// and so does every correction of a name.
pub const MAX_NAMES: usize = 100;

/// The maximum number of reasons for one player in one hand of a custom game.
pub const MAX_REASONS_PER_PLAYER: usize = 12;
/// The maximum number of reasons in one hand of a custom game.
pub const MAX_REASONS: usize = 64;
/// The maximum number of values that a reason of a custom game shows.
pub const MAX_VALUES_OF_A_REASON: usize = 12;
/// The maximum number of characters in a text of a custom game.
pub const MAX_TEXT_CHARACTERS: usize = 400;
/// The maximum number of characters in a label of a custom game; a reason shows the label before each value.
pub const MAX_LABEL_CHARACTERS: usize = 100;
/// The maximum number of steps for judging one hand of a custom game.
pub const MAX_STEPS: u64 = 2_000;

/// The assumed number of steps for judging a hand of a shipped game, including its reasons.
pub const STEPS_OF_A_SHIPPED_HAND: u64 = 300;
/// The assumed number of steps for each reason of a custom game.
pub const STEPS_OF_A_REASON: u64 = 20;
/// The maximum number of steps for judging a match once: its hands times the [steps of one](HandWork::all_steps).
pub const MAX_STEPS_OF_A_MATCH: u64 = 1_000_000;
/// The maximum number of hands judged in total when a log is replayed.
pub const MAX_REPLAYED_HANDS: u64 = 50_000;
/// The maximum number of steps for replaying a log: the steps of [`MAX_REPLAYED_HANDS`] hands of a shipped game.
pub const MAX_REPLAYED_STEPS: u64 = MAX_REPLAYED_HANDS * STEPS_OF_A_SHIPPED_HAND;
/// The assumed number of steps for reading a custom game's definition.
pub const STEPS_OF_A_DEFINITION: u64 = 1_000_000;

/// The maximum memory for the matches that a server caches, in bytes: 64 MiB.
pub const MAX_CACHE_BYTES: usize = 64 * 1024 * 1024;
/// The maximum number of matches that a server caches.
pub const MAX_CACHED_MATCHES: usize = 200;
/// The maximum size of a JSON answer that is not streamed, in bytes: 4 MiB.
pub const MAX_ANSWER_BYTES: usize = 4 * 1024 * 1024;

/// The maximum work of judging one hand of a match.
///
/// ```
/// use overtrick_core::bounds::HandWork;
///
/// let hand = HandWork { steps: 2_000, reasons: 64 };
/// assert_eq!(hand.all_steps(), 3_280);
/// assert!(hand.check(304).is_ok());
/// assert_eq!(hand.check(305).unwrap_err().code, "too-much-work");
/// assert!(HandWork::SHIPPED.check(500).is_ok());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HandWork {
    /// The number of steps, without those of the reasons.
    pub steps: u64,
    /// The number of reasons.
    pub reasons: u64,
}

impl HandWork {
    /// The work of a hand of a shipped game.
    pub const SHIPPED: HandWork = HandWork {
        steps: STEPS_OF_A_SHIPPED_HAND,
        reasons: 0,
    };

    /// Returns the number of steps, including those of the reasons.
    pub fn all_steps(self) -> u64 {
        self.steps + STEPS_OF_A_REASON * self.reasons
    }

    /// Refuses a match with this number of hands if judging it is too much work.
    ///
    /// # Errors
    /// `too-much-work`, with the numbers. The remedy is to split the match or to simplify the game.
    pub fn check(self, hands: usize) -> Result<(), Finding> {
        let found = self.all_steps().saturating_mul(count(hands));
        if found <= MAX_STEPS_OF_A_MATCH {
            return Ok(());
        }
        let args = args![
            hands: hands, steps: self.steps, reasons: self.reasons,
            found: found, most: MAX_STEPS_OF_A_MATCH,
            fit: MAX_STEPS_OF_A_MATCH / self.all_steps().max(1)
        ];
        Err(Finding::rule("too-much-work", "/hands", args))
    }
}

/// The work of replaying a log: hands are judged for every event.
///
/// ```
/// use overtrick_core::bounds::{HandWork, ReplayWork};
///
/// let mut work = ReplayWork::default();
/// work.judge(HandWork::SHIPPED, 50_000);
/// assert!(work.check("/log").is_ok());
/// work.judge(HandWork::SHIPPED, 1);
/// assert_eq!(work.check("/log").unwrap_err().code, "too-much-replayed");
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReplayWork {
    /// The number of hands judged.
    pub hands: u64,
    /// The number of steps for judging them and for reading definitions.
    pub steps: u64,
}

impl ReplayWork {
    /// Adds the work of judging this number of hands.
    pub fn judge(&mut self, hand: HandWork, hands: usize) {
        let hands = count(hands);
        self.hands = self.hands.saturating_add(hands);
        let steps = hand.all_steps().saturating_mul(hands);
        self.steps = self.steps.saturating_add(steps);
    }

    /// Adds the work of reading a custom game's definition.
    pub fn read_definition(&mut self) {
        self.steps = self.steps.saturating_add(STEPS_OF_A_DEFINITION);
    }

    /// Refuses a log if replaying it needs more than [`MAX_REPLAYED_HANDS`] or [`MAX_REPLAYED_STEPS`].
    ///
    /// # Errors
    /// `too-much-replayed` at this place, with the numbers. The remedy is to finish the match and start another.
    pub fn check(self, place: &str) -> Result<(), Finding> {
        if self.hands <= MAX_REPLAYED_HANDS && self.steps <= MAX_REPLAYED_STEPS {
            return Ok(());
        }
        let args = args![
            hands: self.hands, most: MAX_REPLAYED_HANDS,
            steps: self.steps, most_steps: MAX_REPLAYED_STEPS
        ];
        Err(Finding::rule("too-much-replayed", place, args))
    }
}

/// Returns a fault for each player with more than [`MAX_REASONS_PER_PLAYER`] reasons in a hand, and one if
/// the hand has more than [`MAX_REASONS`].
///
/// ```
/// use overtrick_core::bounds::{MAX_REASONS_PER_PLAYER, faults_of_reasons};
/// use overtrick_core::{Reason, Seat, Table, args};
///
/// let (table, _) = Table::seat_players(&["Ann".into(), "Bo".into()]);
/// let reason = |number: usize| Reason::new("a-game/made", args![bid: number]).pays(Seat::new(1), 1);
/// let reasons: Vec<Reason> = (0..=MAX_REASONS_PER_PLAYER).map(reason).collect();
/// assert_eq!(faults_of_reasons(&reasons, &table)[0].message.as_deref(), Some("too-many-reasons-of-one"));
/// assert!(faults_of_reasons(&reasons[1..], &table).is_empty());
/// ```
pub fn faults_of_reasons(reasons: &[Reason], table: &Table) -> Vec<Finding> {
    let mut faults = Vec::new();
    for seat in table.seats() {
        let own = reasons.iter().filter_map(|reason| reason.points_of(seat));
        let found = own.count();
        if found > MAX_REASONS_PER_PLAYER {
            let player = table.name(seat).clone();
            let args = args![player: player, found: found, most: MAX_REASONS_PER_PLAYER];
            let fault = Finding::rule("too-many-reasons", "", args);
            faults.push(fault.with_message("too-many-reasons-of-one"));
        }
    }
    if reasons.len() > MAX_REASONS {
        let args = args![found: reasons.len(), most: MAX_REASONS];
        faults.push(Finding::rule("too-many-reasons", "", args));
    }
    faults
}

/// Refuses more than [`MAX_HANDS`] hands.
///
/// # Errors
/// `too-many-hands`. The remedy is to split the match.
pub fn check_hands(hands: usize) -> Result<(), Finding> {
    let too_many = || {
        let args = args![found: hands, most: MAX_HANDS];
        Finding::rule("too-many-hands", "/hands", args)
    };
    (hands <= MAX_HANDS).then_some(()).ok_or_else(too_many)
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// Returns the approximate memory use of an allocation of `bytes`, with an 8-byte header: a multiple of 16,
/// and at least 32; 0 if `bytes` is 0.
pub fn allocated(bytes: usize) -> usize {
    if bytes == 0 {
        return 0;
    }
    (bytes + 8).next_multiple_of(16).max(32)
}
