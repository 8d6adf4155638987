//! The screen that settles up. Its arithmetic is tested in `tests/js/settle.test.js`.

use super::phone::{Phone, text};
use crate::served::{Server, sample};

#[test]
fn the_screen_shows_who_pays_whom() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    let (mut document, hands) = sample("mariash");
    document["hands"] = hands.into();
    let game = server.create(&document);
    phone.join(&game, &game.view);
    phone.open(&format!("#/m/{}/settle", game.id));
    // −179, −89 and 268 units at 0.20: two payments, both to Petr.
    phone.see(&text("settle.payments"));
    phone.see("€35.80");
    phone.see("€17.80");
    phone.see(&text("settle.exact"));
    phone.write(&text("settle.rate"), "1");
    phone.see("€179.00");
    phone.press_in(&text("settle.way"), &text("settle.by-mean"));
    phone.see(&text("settle.mean-means"));
    phone.write(&text("settle.rate"), "a lot");
    phone.see(&text("settle.no-rate"));
    // The input is still there after a reload.
    phone.write(&text("settle.rate"), "0.05");
    phone.reload();
    phone.see("€8.95");
}
