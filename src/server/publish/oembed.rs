//! The oEmbed description of a published match, for websites that embed it by its address (oembed.com).

use serde::Serialize;

use crate::publish::match_page::MatchView;
use crate::publish::picture::{HEIGHT, WIDTH};

/// The default width of a frame.
const USUAL_WIDTH: u32 = 600;
/// The least width at which a frame is legible.
const LEAST_WIDTH: u32 = 240;
/// The least height of a frame.
const LEAST_HEIGHT: u32 = 200;
/// The height of a frame without rows, and that of a row.
const AROUND: u32 = 190;
const ROW: u32 = 41;

/// The oEmbed description of a published match.
#[derive(Debug, Serialize)]
pub struct OEmbed {
    /// The oEmbed version, 1.0.
    version: &'static str,
    /// Always `rich`: HTML.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The title of the match.
    title: String,
    /// Always Overtrick.
    provider_name: &'static str,
    /// The address of the service.
    provider_url: String,
    /// A link with the standings as text, followed by the frame.
    html: String,
    /// The width of the frame in pixels.
    width: u32,
    /// Its height.
    height: u32,
    /// A picture of the standings, if it fits.
    #[serde(skip_serializing_if = "Option::is_none")]
    thumbnail_url: Option<String>,
    /// Its width in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    thumbnail_width: Option<u32>,
    /// Its height.
    #[serde(skip_serializing_if = "Option::is_none")]
    thumbnail_height: Option<u32>,
}

impl OEmbed {
    /// The description of a match, limited to this size in pixels.
    pub fn new(
        view: &MatchView<'_>,
        most_width: Option<usize>,
        most_height: Option<usize>,
    ) -> OEmbed {
        let pixels = |most: usize| u32::try_from(most).unwrap_or(u32::MAX);
        let (most_width, most_height) = (most_width.map(pixels), most_height.map(pixels));
        let board = &view.listed.board;
        let rows = u32::try_from(board.standings.len()).unwrap_or(0);
        let width = most_width.unwrap_or(USUAL_WIDTH);
        let width = width.clamp(LEAST_WIDTH.min(width), USUAL_WIDTH);
        let height = (AROUND + ROW * rows).max(LEAST_HEIGHT);
        let height = height.min(most_height.unwrap_or(height));
        let fits = most_width.is_none_or(|most| most >= WIDTH)
            && most_height.is_none_or(|most| most >= HEIGHT);
        let title = view.title();
        let address = escaped(&view.listed.address(view.home));
        let frame = escaped(&format!("{}embed/matches/{}", view.home, board.id));
        let html = format!(
            "<blockquote><a href=\"{address}\">{}</a> {}</blockquote>\
             <iframe src=\"{frame}\" title=\"{}\" width=\"{width}\" height=\"{height}\" \
             frameborder=\"0\" marginwidth=\"0\" marginheight=\"0\" scrolling=\"no\"></iframe>",
            escaped(&title),
            escaped(&view.description()),
            escaped(&title),
        );
        OEmbed {
            version: "1.0",
            kind: "rich",
            provider_name: "Overtrick",
            provider_url: view.home.to_owned(),
            thumbnail_url: fits.then(|| view.listed.picture(view.home)),
            thumbnail_width: fits.then_some(WIDTH),
            thumbnail_height: fits.then_some(HEIGHT),
            title,
            html,
            width,
            height,
        }
    }
}

/// Text escaped for HTML, between tags or in an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}
