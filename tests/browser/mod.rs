//! Actions of people on the page, in real Chromium. Elements are found by role and name, as a screen reader
//! finds them; the names come from the message catalog.
//!
//! Needs Chromium and its driver (`apt-get install chromium chromium-driver`). With
//! `OVERTRICK_LOOKS=folder`, screenshots of every screen are saved there.

mod alone;
mod chromium;
mod club;
mod club_evening;
mod find;
mod folder;
mod looker;
mod phone;
mod session;
mod table;
mod touch;

mod comforts;
mod correcting;
mod embeds;
mod fitting;
mod following;
mod frames;
mod games;
mod handing_over;
mod home;
mod looks;
mod mishaps;
mod missing;
mod names;
mod notices;
mod offline;
mod own_games;
mod pad;
mod printing;
mod published;
mod queue;
mod rules;
mod rulings;
mod secure;
mod settling;
mod sharing;
mod sheet;
mod sizes;
mod starting;
mod steady;
mod suits;
mod taps;
mod together;
mod two_phones;
mod verify;
mod walk;
mod weight;
