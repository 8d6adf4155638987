//! Checks that every acknowledged hand is stored exactly once, with the points that the library computes.

use std::collections::HashMap;
use std::io;

use crate::plan::standing;
use crate::play::Addresses;
use crate::served::{Answer, Client};
use crate::writer::{Table, Writer, note};

#[derive(Debug, Default, Clone, Copy)]
pub struct Audit {
    pub matches: usize,
    pub hands: usize,
    /// Acknowledged hands that are missing.
    pub lost: usize,
    /// Hands that are stored more than once, or that nobody sent.
    pub doubled: usize,
    /// Matches whose standings differ from the library's.
    pub wrong: usize,
}

impl Audit {
    pub fn is_clean(&self) -> bool {
        self.lost + self.doubled + self.wrong == 0
    }
}

/// Reads every match of these writers.
pub fn audit(writers: &[Writer], addresses: &Addresses) -> io::Result<Audit> {
    let address = addresses.pick(0);
    let address = address.ok_or_else(|| io::Error::other("no service"))?;
    let mut client = Client::new(address);
    let mut audit = Audit::default();
    for table in writers.iter().flat_map(Writer::tables) {
        let read = read(&mut client, table)?;
        audit.matches += 1;
        audit.add(table, &read);
    }
    Ok(audit)
}

fn read(client: &mut Client, table: &Table) -> io::Result<Answer> {
    let path = format!("/api/v1/matches/{}", table.id);
    client.ask("GET", &path, &[("authorization", &table.key)], b"")
}

impl Audit {
    fn add(&mut self, table: &Table, read: &Answer) {
        if read.status != 200 {
            eprintln!(
                "a match of {} hands: {} {}",
                table.recorded,
                read.status,
                read.text()
            );
            // A match without any acknowledged hand counts as a lost hand too.
            self.lost += table.recorded.max(1);
            return;
        }
        let state = read.json();
        let hands = state["document"]["hands"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let mut stored: HashMap<&str, usize> = HashMap::new();
        for hand in &hands {
            *stored
                .entry(hand["note"].as_str().unwrap_or_default())
                .or_default() += 1;
        }
        self.hands += hands.len();
        // One more than acknowledged may have been in transit at the end.
        let sent = (table.recorded + 1).min(table.plan.hands.len());
        let notes: Vec<String> = (0..sent).map(|hand| note(table, hand)).collect();
        let missing = notes[..table.recorded].iter();
        self.lost += missing
            .filter(|note| !stored.contains_key(&***note))
            .count();
        let known = notes
            .iter()
            .filter(|note| stored.contains_key(&***note))
            .count();
        self.doubled += hands.len() - known;
        if let Some(last) = hands.len().checked_sub(1) {
            let expected = table.plan.after.get(last);
            self.wrong += usize::from(expected != Some(&standing(&state["result"])));
        }
    }
}
