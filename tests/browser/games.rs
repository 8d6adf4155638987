//! A match of each game, as the specification works it out.

use overtrick::rules::args;

use super::phone::{Phone, say, text};
use super::served::Server;

#[test]
fn brink_bid() {
    let server = Server::start();
    let Some(phone) = Phone::at(&server) else {
        return;
    };
    phone.start("brink-bid", &["Ann", "Bo", "Cy", "Dee"]);
    // Four players, hand 1, bids 1 1 1 1, tricks 4 0 0 0: 0 2 2 2.
    phone.enter_all(
        "bids",
        &[("Bo", "1"), ("Cy", "1"), ("Dee", "1"), ("Ann", "1")],
    );
    phone.to_result("brink-bid");
    phone.enter_all(
        "tricks",
        &[("Bo", "0"), ("Cy", "0"), ("Dee", "0"), ("Ann", "4")],
    );
    phone.save(1);
    phone.see(&say(
        "record.saved",
        &args![hand: 1, scores: "Ann 0, Bo +2, Cy +2, Dee +2".to_owned()],
    ));
}
