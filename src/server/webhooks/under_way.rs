//! Running attempts: who occupies how many places, and who frees one when others wait for it.
//!
//! Places are not shared by owner alone: a client that opens many matches has many owners, and one domain has
//! many names. The receiver's behavior counts too: receivers whose last attempt failed share a part of the
//! places, and a long attempt ends when something waits for its place. However many receivers hang,
//! deliveries to others start within a few seconds.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::task::{Id, JoinError, JoinSet};
use tokio::time::Instant;

use crate::webhooks::target::receiver_of;
use overtrick_match::ledger::MatchId;
use overtrick_store::{Delivery, Settled, Webhook};

/// The most simultaneous requests.
pub const MOST_AT_ONCE: usize = 256;
/// The most of them for webhooks whose last attempt failed.
const MOST_FAILING: usize = 64;
/// The most of them for webhooks of matches with the same host and port.
const MOST_OF_RECEIVER: usize = 32;
/// The most of them for one webhook of all matches. A match's webhook sends one at a time.
const MOST_OF_WEBHOOK: usize = 4;
/// The time that every receiver gets. After that, an attempt fails if something waits for its place.
const PROMPT: Duration = Duration::from_secs(1);

/// A webhook and a match, for which one delivery is sent at a time.
type Of = (u64, MatchId);

/// A group with a limited number of places.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Group {
    All,
    Failing,
    Receiver(String),
    Webhook(u64),
}

/// Whether a delivery can be started.
#[derive(Debug, PartialEq, Eq)]
pub enum Room {
    /// It can.
    Here,
    /// It must wait for running attempts of the same match or webhook.
    Later,
    /// There is no free place; it waits for one.
    Awaited,
}

/// A running attempt.
#[derive(Debug)]
struct Attempt {
    groups: Vec<Group>,
    /// When it started, and how to abort it, if it belongs to a match.
    since: Instant,
    end: Option<oneshot::Sender<()>>,
}

/// The running attempts.
#[derive(Default)]
pub struct UnderWay {
    pub tasks: JoinSet<Option<Settled>>,
    ids: HashMap<Id, Of>,
    attempts: HashMap<Of, Attempt>,
    counts: HashMap<Group, usize>,
    /// The number of deliveries waiting for a place, per full group.
    awaited: HashMap<Group, usize>,
    /// Results that could not be recorded yet.
    pub settled: Vec<Settled>,
}

impl Group {
    fn most(&self) -> usize {
        match self {
            Group::All => MOST_AT_ONCE,
            Group::Failing => MOST_FAILING,
            Group::Receiver(_) => MOST_OF_RECEIVER,
            Group::Webhook(_) => MOST_OF_WEBHOOK,
        }
    }

    fn new(webhook: &Webhook) -> Vec<Group> {
        let mut groups = vec![Group::All, Group::Webhook(webhook.number)];
        if webhook.failing_since.is_some() {
            groups.push(Group::Failing);
        }
        if webhook.match_id.is_some() {
            groups.push(Group::Receiver(receiver_of(&webhook.url)));
        }
        groups
    }
}

impl UnderWay {
    /// The webhooks that cannot start more attempts now.
    pub fn full(&self) -> HashSet<u64> {
        let of_match = self.attempts.iter().filter(|(_, one)| one.end.is_some());
        let of_match = of_match.map(|((webhook, _), _)| *webhook);
        let full = self.counts.iter().filter_map(|(group, count)| match group {
            Group::Webhook(webhook) if *count >= group.most() => Some(*webhook),
            _ => None,
        });
        of_match.chain(full).collect()
    }

    /// Restarts the search for deliveries to start.
    pub fn look_again(&mut self) {
        self.awaited.clear();
    }

    /// Whether there is room for a delivery; if it waits for a place, that is recorded.
    pub fn room(&mut self, delivery: &Delivery, webhook: &Webhook) -> Room {
        if self.attempts.contains_key(&group_of(delivery)) {
            return Room::Later;
        }
        let groups = Group::new(webhook);
        let is_full = |group: &&Group| self.counts.get(*group).copied() >= Some(group.most());
        let full: Vec<Group> = groups.iter().filter(is_full).cloned().collect();
        if full.iter().any(|group| matches!(group, Group::Webhook(_))) {
            return Room::Later;
        }
        if full.is_empty() {
            return Room::Here;
        }
        for group in full {
            *self.awaited.entry(group).or_default() += 1;
        }
        Room::Awaited
    }

    /// Starts an attempt, which can be aborted.
    pub fn begin<F: Future<Output = Option<Settled>> + Send + 'static>(
        &mut self,
        delivery: Delivery,
        webhook: Webhook,
        attempt: impl FnOnce(Delivery, Webhook, oneshot::Receiver<()>) -> F,
    ) {
        let (of, groups) = (group_of(&delivery), Group::new(&webhook));
        for group in &groups {
            *self.counts.entry(group.clone()).or_default() += 1;
        }
        let (end, ended) = oneshot::channel();
        let begun = Attempt {
            groups,
            since: Instant::now(),
            // Webhooks of all matches belong to the administrator, and are few.
            end: webhook.match_id.is_some().then_some(end),
        };
        self.attempts.insert(of.clone(), begun);
        let task = self.tasks.spawn(attempt(delivery, webhook, ended));
        self.ids.insert(task.id(), of);
    }

    /// Aborts the longest-running attempts, as many as others wait for places.
    pub fn make_room(&mut self) {
        if self.awaited.is_empty() {
            return;
        }
        let mut late: Vec<&mut Attempt> = self.attempts.values_mut().collect();
        late.retain(|one| one.end.is_some() && one.since.elapsed() >= PROMPT);
        late.sort_unstable_by_key(|one| one.since);
        for attempt in late {
            let awaited = &mut self.awaited;
            let is_awaited = |group: &&Group| awaited.get(*group).is_some_and(|count| *count > 0);
            let given: Vec<Group> = attempt.groups.iter().filter(is_awaited).cloned().collect();
            if given.is_empty() {
                continue;
            }
            for group in given {
                *awaited.entry(group).or_insert(1) -= 1;
            }
            if let Some(end) = attempt.end.take() {
                end.send(()).ok();
            }
        }
    }

    /// Records the result of an attempt; an attempt without a result is dropped.
    pub fn end(&mut self, ended: Result<(Id, Option<Settled>), JoinError>) {
        let (id, settled) = match ended {
            Ok((id, settled)) => (id, settled),
            Err(error) => (error.id(), None),
        };
        match (self.ids.remove(&id), settled) {
            (Some(_), Some(settled)) => self.settled.push(settled),
            (Some(of), None) => self.free(&of),
            (None, _) => {}
        }
    }

    /// The result was recorded, so its places are free.
    pub fn free(&mut self, of: &Of) {
        let Some(attempt) = self.attempts.remove(of) else {
            return;
        };
        for group in attempt.groups {
            if let Some(count) = self.counts.get_mut(&group) {
                *count = count.saturating_sub(1);
                if *count == 0 {
                    self.counts.remove(&group);
                }
            }
        }
    }
}

fn group_of(delivery: &Delivery) -> Of {
    (delivery.webhook, delivery.match_id.clone())
}
