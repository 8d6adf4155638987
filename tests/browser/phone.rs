//! A phone at a table: the page of a service in a Chromium of its own.

use overtrick::lang::Language;
use overtrick::rules::{Args, args};

use super::chromium::{Chromium, Wishes, there};
use super::served::Server;

/// A phone that has the page.
pub struct Phone {
    pub chromium: Chromium,
    /// The page's address.
    pub home: String,
}

impl std::ops::Deref for Phone {
    type Target = Chromium;
    fn deref(&self) -> &Chromium {
        &self.chromium
    }
}

/// What the page says in English.
pub fn say(key: &str, args: &Args) -> String {
    let said = Language::english().say("page", key, args);
    assert_ne!(said, key, "the catalog has no such message");
    said
}

/// The same of a message without figures.
pub fn text(key: &str) -> String {
    say(key, &Args::new())
}

/// What a field of a player's number is called.
pub fn number_of(player: &str, field: &str) -> String {
    say(
        "number.of",
        &args![player: player.to_owned(), field: text(&format!("field.{field}"))],
    )
}

impl Phone {
    /// A phone with the page open; nothing, where there is no Chromium to test with.
    pub fn at(server: &Server) -> Option<Phone> {
        Phone::with(&format!("http://{}/", server.address), &Wishes::default())
    }

    pub fn with(home: &str, wishes: &Wishes) -> Option<Phone> {
        if !there() {
            return None;
        }
        let chromium = Chromium::start(wishes);
        chromium.goto(home);
        Some(Phone {
            chromium,
            home: home.to_owned(),
        })
    }

    /// Goes to a screen.
    pub fn open(&self, hash: &str) {
        self.goto(&format!("{}{hash}", self.home));
    }

    /// Starts a match; the first player deals.
    pub fn start(&self, game: &str, players: &[&str]) {
        self.open(&format!("#/new/{game}"));
        for (at, player) in players.iter().enumerate() {
            let field = say("new.player", &args![n: at + 1]);
            if !self.has("textbox", &field) {
                self.find("button", &text("new.start"));
                if !self.has("textbox", &field) {
                    self.press(&text("new.add-player"));
                }
            }
            self.write(&field, player);
        }
        self.press(&text("new.start"));
        self.see(&say("record.hand", &args![hand: 1]));
    }

    /// The address of the match that is open: `#/m/…`.
    pub fn match_address(&self) -> String {
        let address = self.address();
        let hash = address.split_once("#/m/").unwrap().1;
        format!("#/m/{}", hash.split('/').next().unwrap())
    }

    /// Enters a number for each player.
    pub fn enter_all(&self, field: &str, amounts: &[(&str, &str)]) {
        for (player, amount) in amounts {
            self.enter(&number_of(player, field), amount);
        }
    }

    /// From what is said to what came of it.
    pub fn to_result(&self, game: &str) {
        let own = format!("step.{game}.came");
        let step = if Language::english().has("page", &own) {
            text(&own)
        } else {
            text("step.came")
        };
        self.press(&say("record.next", &args![step: step]));
    }

    /// Saves the hand as soon as its points are shown.
    pub fn save(&self, hand: usize) {
        self.see(&text("record.preview"));
        self.press(&say("record.save", &args![hand: hand]));
        self.see(&say("record.hand", &args![hand: hand + 1]));
    }
}
