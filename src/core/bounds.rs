//! The bounds of a match, of a custom game, and of the work of judging them.
//!
//! Products are bounded before the work begins: the hands of a document times the work of one hand, and the events of a
//! log times the hands that are judged for each event.

use crate::{Finding, Reason, Table, args};

/// The most hands of a match.
pub const MAX_HANDS: usize = 500;
/// The most events of a match.
pub const MAX_EVENTS: usize = 2_000;
/// The number of events that are reserved at the end of a match. In a full match they are used to finish it, to erase a
/// person, and to withdraw keys and publication.
pub const RESERVED_EVENTS: usize = 20;
/// The number of judgings of a whole match that are reserved for the same purposes as [`RESERVED_EVENTS`].
pub const RESERVED_JUDGINGS: usize = 5;
/// The most bytes of a match's log: its events and names as stored, 1 MiB.
pub const MAX_LOG_BYTES: usize = 1024 * 1024;
/// The number of bytes of a log that are reserved for the same purposes as [`RESERVED_EVENTS`].
pub const RESERVED_LOG_BYTES: usize = 32 * 1024;
/// The most names of a match: the names of everybody who has played in it or appears in its history, with every
/// correction of a name.
pub const MAX_NAMES: usize = 100;

/// The most reasons that a custom game gives one player in one hand.
pub const MAX_REASONS_PER_PLAYER: usize = 12;
/// The most reasons that a custom game gives in one hand.
pub const MAX_REASONS: usize = 64;
/// The most values that a reason of a custom game shows.
pub const MAX_VALUES_OF_A_REASON: usize = 12;
/// The most characters of a text of a custom game.
pub const MAX_TEXT_CHARACTERS: usize = 400;
/// The most characters of a label of a custom game, which a reason repeats before each of its values.
pub const MAX_LABEL_CHARACTERS: usize = 100;
/// The most steps for judging one hand of a custom game.
pub const MAX_STEPS: u64 = 2_000;

/// The number of steps that a hand of a shipped game counts as, including its reasons.
pub const STEPS_OF_A_SHIPPED_HAND: u64 = 300;
/// The number of steps that a reason counts as.
pub const STEPS_OF_A_REASON: u64 = 20;
/// The most steps for judging a match once: its hands times the [steps of one](HandWork::steps).
pub const MAX_STEPS_OF_A_MATCH: u64 = 1_000_000;
/// The most hands that replaying a log judges in all.
pub const MAX_REPLAYED_HANDS: u64 = 50_000;
/// The most steps for replaying a log: the steps of [`MAX_REPLAYED_HANDS`] hands of a shipped game.
pub const MAX_REPLAYED_STEPS: u64 = MAX_REPLAYED_HANDS * STEPS_OF_A_SHIPPED_HAND;
/// The number of steps that reading a custom game's definition counts as.
pub const STEPS_OF_A_DEFINITION: u64 = 1_000_000;

/// The most bytes of memory of the matches that a server keeps, 64 MiB.
pub const MAX_CACHE_BYTES: usize = 64 * 1024 * 1024;
/// The most matches that a server keeps in memory.
pub const MAX_CACHED_MATCHES: usize = 200;
/// The most bytes of a JSON answer that is not streamed, 4 MiB.
pub const MAX_ANSWER_BYTES: usize = 4 * 1024 * 1024;

/// The most work for judging one hand of a match.
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
    /// The steps of its expressions.
    pub steps: u64,
    /// Its reasons.
    pub reasons: u64,
}

impl HandWork {
    /// The work of a hand of a shipped game.
    pub const SHIPPED: HandWork = HandWork {
        steps: STEPS_OF_A_SHIPPED_HAND,
        reasons: 0,
    };

    /// Returns its steps, including the steps of its reasons.
    pub fn all_steps(self) -> u64 {
        self.steps + STEPS_OF_A_REASON * self.reasons
    }

    /// Refuses a match with this number of hands if judging it is too much work.
    ///
    /// # Errors
    /// `too-much-work`, with the figures. Split the match, or make the game simpler.
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

/// The work of replaying a log, in which hands are judged for every event.
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
    /// The hands that are judged.
    pub hands: u64,
    /// The steps for judging them and for reading definitions.
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
    /// `too-much-replayed` at this place, with the figures. Finish the match, and continue in another one.
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

/// Returns the faults of a hand with more than [`MAX_REASONS`] or [`MAX_REASONS_PER_PLAYER`] reasons. Each has the
/// pointer of the hand.
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
/// `too-many-hands`. Split the match.
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

/// Returns the approximate bytes of memory for an allocation of `bytes`: 8 more for a header, rounded up to a multiple
/// of 16, at least 32.
pub fn allocated(bytes: usize) -> usize {
    if bytes == 0 {
        return 0;
    }
    (bytes + 8).next_multiple_of(16).max(32)
}
