//! Names: how each goes into the head of its column, never cut inside a word where it can be helped.

use unicode_segmentation::UnicodeSegmentation;

use crate::layout::bidi::carry_over;
use crate::layout::canvas::{Canvas, Style, leading};
use crate::layout::script::takes_hyphen;
use overtrick_core::pad::is_leading_vowel;

/// The most lines of a name that is broken inside a word.
const MOST_LINES: usize = 3;

/// A name as it stands in the head of its column.
#[derive(Debug, Clone, PartialEq)]
pub struct SetName {
    /// Its size in points.
    pub size: f32,
    /// Its lines.
    pub lines: Vec<String>,
    /// Whether it stands whole on a line of its own elsewhere, since there is no room for it here.
    pub elsewhere: bool,
}

/// Sets a name in a place of this width and height: as large as it goes on one line, then on several
/// broken at spaces, then the given name with the initial of the rest, then hyphenated; at last, or where
/// its letters join, on a line of its own elsewhere.
pub fn set_name(canvas: &Canvas<'_>, name: &str, (w, h): (f32, f32)) -> SetName {
    let (most, least) = (canvas.sizes.name, canvas.sizes.least_name);
    let set = |size: f32, lines: Vec<String>| SetName {
        size,
        lines,
        elsewhere: false,
    };
    let whole = |lines: &[String]| {
        let widths = lines.iter().map(|line| canvas.width(line, bold(most)));
        let widest = widths.fold(0.01, f32::max);
        let high = leading(most) * crate::layout::canvas::count(lines.len());
        let size = most * (w / widest).min(h / high).min(1.0) * 0.999;
        (size >= least).then_some(size)
    };
    let short = given_and_initial(name);
    for lines in [vec![name.to_owned()], two_lines(canvas, name)]
        .into_iter()
        .chain(short.clone().map(|short| vec![short]))
        .filter(|lines| !lines.is_empty())
    {
        if let Some(size) = whole(&lines) {
            return set(size, lines);
        }
    }
    let room = crate::layout::canvas::times(h, leading(least)).min(MOST_LINES);
    let broken = |name: &str| hyphenated(canvas, name, w, least).filter(|it| it.len() <= room);
    let lines = broken(name).or_else(|| broken(&short?));
    lines.map_or_else(
        || SetName {
            size: least,
            lines: Vec::new(),
            elsewhere: true,
        },
        |lines| set(least, lines),
    )
}

fn bold(size: f32) -> Style {
    Style::plain(size).bold()
}

/// A name in two lines of about the same width, broken at a space; none without a space.
fn two_lines(canvas: &Canvas<'_>, name: &str) -> Vec<String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let ways = (1..words.len()).map(|at| [words[..at].join(" "), words[at..].join(" ")]);
    let widest = |lines: &[String; 2]| {
        let widths = lines.iter().map(|line| canvas.width(line, bold(10.0)));
        widths.fold(0.0, f32::max)
    };
    let best = ways.min_by(|one, other| widest(one).total_cmp(&widest(other)));
    best.map_or_else(Vec::new, |lines| carry_over(name, lines.into()))
}

/// The given name, and the initial of the last one: `Zuzana N.`
pub fn given_and_initial(name: &str) -> Option<String> {
    let mut words = name.split_whitespace();
    let given = words.next()?;
    let mut letters = words.next_back()?.graphemes(true);
    let initial = letters.find(|letter| !letter.starts_with(is_leading_vowel))?;
    Some(format!("{given} {initial}."))
}

/// A name in lines of this width, its long words broken with a hyphen where at least two letters
/// stand on either side; nothing where that cannot be, or a hyphen would part letters that join.
fn hyphenated(canvas: &Canvas<'_>, name: &str, width: f32, size: f32) -> Option<Vec<String>> {
    let fits = |text: &str| canvas.width(text, bold(size)) <= width;
    canvas.break_words(name, width, bold(size), |word| {
        let mut parts = Vec::new();
        let mut rest: Vec<&str> = word.graphemes(true).collect();
        while !fits(&rest.concat()) {
            if !takes_hyphen(word) {
                return None;
            }
            let most = rest.len().checked_sub(2)?;
            let mut ends = (2..=most).rev();
            let end = ends.find(|end| fits(&format!("{}-", rest[..*end].concat())))?;
            parts.push(format!("{}-", rest[..end].concat()));
            rest.drain(..end);
        }
        parts.push(rest.concat());
        Some(parts)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::bidi::is_isolate;
    use crate::layout::fonts::Fonts;
    use crate::layout::template::Template;
    use crate::layout::words::Words;
    use overtrick_games as games;
    use overtrick_match::lang::Language;

    fn set(name: &str, place: (f32, f32)) -> SetName {
        set_in(&Fonts::new(&[]).unwrap(), name, place)
    }

    /// A line without the marks that keep its order.
    fn bare(line: &str) -> &str {
        line.trim_matches(is_isolate)
    }

    fn set_in(fonts: &Fonts<'_>, name: &str, place: (f32, f32)) -> SetName {
        let template = Template::from_game(&games::all()[0]).unwrap();
        let words = Words {
            language: Language::english(),
            template: &template,
        };
        set_name(&Canvas::new(fonts, words, (134.0, 197.0)), name, place)
    }

    #[test]
    fn a_name_is_shrunk_before_it_is_broken() {
        let name = set("Zuzana", (30.0, 8.0));
        assert_eq!(
            (name.lines, name.size > 9.9),
            (vec!["Zuzana".to_owned()], true)
        );
        let name = set("Zuzana", (12.0, 8.0));
        assert_eq!(name.lines, ["Zuzana"]);
        assert!(name.size < 10.0 && name.size >= 7.0);
    }

    #[test]
    fn a_name_of_several_words_is_broken_at_a_space() {
        let name = set("Anna Marie Nováková", (21.0, 8.0));
        assert_eq!(name.lines, ["Anna Marie", "Nováková"]);
        assert!(name.size >= 7.0);
    }

    #[test]
    fn where_that_is_too_wide_the_rest_is_an_initial() {
        let name = set("Zuzana Vykutálenská", (16.0, 8.0));
        assert_eq!(name.lines, ["Zuzana V."]);
    }

    #[test]
    fn a_long_word_is_hyphenated_as_a_last_resort() {
        let name = set("Bartholomäus", (13.0, 8.0));
        assert_eq!(name.lines.len(), 2);
        assert!(name.lines[0].ends_with('-'), "{name:?}");
        let letters: usize = name.lines.iter().map(|line| line.chars().count()).sum();
        assert_eq!(letters, 13);
    }

    #[test]
    fn a_word_whose_letters_join_is_not_broken() {
        let arabic = include_bytes!("../../../tests/fonts/arabic.ttf").to_vec();
        let added = [arabic];
        let fonts = Fonts::new(&added).unwrap();
        let long = "عبدالرحمنمحمدعليسلام";
        let name = set_in(&fonts, long, (12.0, 8.0));
        assert!(name.elsewhere && name.lines.is_empty(), "{name:?}");
        let name = set_in(&fonts, long, (25.0, 8.0));
        assert_eq!(name.lines, [long]);
        let two = set_in(&fonts, "عبدالرحمن محمدعلي", (16.0, 10.0));
        let words: Vec<&str> = two.lines.iter().map(|line| bare(line)).collect();
        assert_eq!(words, ["عبدالرحمن", "محمدعلي"]);
    }

    #[test]
    fn a_name_with_no_room_at_all_stands_elsewhere() {
        let name = set("Wolfeschlegelsteinhausenbergerdorff", (12.0, 8.0));
        assert!(name.elsewhere && name.lines.is_empty(), "{name:?}");
    }
}
