//! What people look at: the page for phones, and the frame that websites show of a match.

pub(crate) mod board;
mod csp;
mod files;
mod forms;
mod frame;
mod packed;
mod theme;
mod words;

pub use files::{is_of_the_page, names, version};

use std::future::ready;

use actix_web::HttpRequest;
use actix_web::web::{self, ServiceConfig};

use crate::api::routes::{at, get};

const READ: &str = "GET, HEAD";

/// Every route of the page and of the frames.
pub fn routes(config: &mut ServiceConfig) {
    config
        .service(at("", vec![get().to(files::to_folder)], READ))
        .service(at("/", vec![get().to(files::index)], READ))
        .service(at("/shell.js", vec![get().to(files::shell)], READ))
        .service(at("/words/{tag}.json", vec![get().to(words::served)], READ))
        .service(at("/forms.json", vec![get().to(forms::served)], READ))
        .service(at("/embed/theme.css", vec![get().to(theme::served)], READ))
        .service(at("/embed/live.js", vec![get().to(frame::script)], READ))
        .service(at(
            "/embed/matches/{id}.json",
            vec![get().to(board::json)],
            READ,
        ))
        .service(at(
            "/embed/matches/{id}.csv",
            vec![get().to(board::csv)],
            READ,
        ))
        .service(at(
            "/embed/matches/{id}/events",
            vec![web::get().to(board::events)],
            "GET",
        ))
        .service(at(
            "/embed/matches/{id}",
            vec![get().to(frame::frame)],
            READ,
        ));
    for name in names() {
        let path = format!("/{name}");
        let file = move |request: HttpRequest| ready(files::file(&request, &name));
        config.service(at(&path, vec![get().to(file)], READ));
    }
}
