//! A section under its head.

use super::blocks::Blocks;
use super::format::leading;
use super::lines::break_lines;
use super::pages::Section;
use super::strip::{BASELINE, Strip};
use super::words::{Voice, Writer};
use crate::sheets::canvas::count;
use crate::sheets::fonts::Cut;
use crate::sheets::paper::Area;

/// A section under a head: beside the text, where the format has room for that, or above it.
pub fn section(blocks: &Blocks<'_>, heading: &str, mut strips: Vec<Strip>) -> Section {
    let (format, setter) = (blocks.format, blocks.setter);
    let size = format.head;
    let voice = Voice::plain(size).cut(Cut::Head).ink(blocks.holdings.hue);
    let width = format.side.map_or(format.column.w, |(_, width)| width);
    let x = format.side.map_or(0.0, |(side, _)| side - format.column.x);
    let mut writer = Writer::default();
    writer.say(heading, voice);
    let words = writer.words(setter.fonts);
    let pitch = leading(size) * 0.88;
    let lines = break_lines(&words, setter.space(size), width);
    // The first line stands on that of the text beside it.
    let baseline = match format.side {
        Some(_) => format.leading() * BASELINE,
        None => pitch * BASELINE,
    };
    let mut heads: Vec<Strip> = Vec::new();
    for (line, range) in lines.into_iter().enumerate() {
        let place = (x, baseline);
        let cell = Area::new(x, 0.0, width, pitch.max(format.leading()));
        let items = setter.line(&words[range], place, size, cell);
        let moved = items.into_iter();
        heads.push(Strip {
            height: pitch,
            items: moved
                .map(|item| match format.side {
                    Some(_) => item.moved(0.0, pitch * count(line)),
                    None => item,
                })
                .collect(),
            keep: true,
            ..Strip::default()
        });
    }
    let height = pitch * count(heads.len());
    let mut section = Section {
        heading: heading.to_owned(),
        listed: true,
        before: format.leading() * if format.side.is_some() { 1.1 } else { 0.95 },
        ..Section::default()
    };
    if format.side.is_some() {
        let items = heads.into_iter().flat_map(|head| head.items).collect();
        section.side = Some((items, height));
    } else {
        if let Some(first) = strips.first_mut() {
            first.before *= 0.35;
        }
        heads.append(&mut strips);
        strips = heads;
    }
    section.strips = strips;
    section
}
