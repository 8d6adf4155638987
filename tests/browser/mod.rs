//! What people do with the page, in real Chromium. Everything is found as a screen reader finds it:
//! by its role and its name, which come from the catalog.
//!
//! It takes Chromium and its driver (`apt-get install chromium-headless-shell chromium-driver`). With
//! `OVERTRICK_LOOKS=folder` every screen is photographed into that folder.

mod alone;
mod camera;
mod chromium;
mod club;
mod find;
mod folder;
mod looker;
mod phone;
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
mod pad;
mod printing;
mod queue;
mod rules;
mod rulings;
mod secure;
mod settling;
mod sharing;
mod sheet;
mod sizes;
mod starting;
mod taps;
mod together;
mod two_phones;
mod verify;
mod walk;
mod weight;
