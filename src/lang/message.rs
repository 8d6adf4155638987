//! One message of a catalog: text with places for its arguments.

use std::fmt::{self, Write};

use super::Language;
use crate::rules::{Arg, Args, Points};

#[derive(Debug, PartialEq)]
enum Part {
    Text(String),
    Arg(String),
    Signed(String),
    Word(String),
    Form(String, Vec<String>),
}

/// A message, read once and written many times.
#[derive(Debug, PartialEq)]
pub struct Message(Vec<Part>);

impl Message {
    /// Reads a message; the fault is for whoever edits a catalog.
    pub fn read(text: &str) -> Result<Message, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            if open > 0 {
                parts.push(Part::Text(rest[..open].to_owned()));
            }
            let close = rest[open..]
                .find('}')
                .ok_or_else(|| format!("no closing brace after {:?}", &rest[open..]))?;
            parts.push(Part::read(&rest[open + 1..open + close])?);
            rest = &rest[open + close + 1..];
        }
        if !rest.is_empty() {
            parts.push(Part::Text(rest.to_owned()));
        }
        Ok(Message(parts))
    }

    /// Writes it with these arguments; one that is not given shows as its name in braces.
    ///
    /// # Errors
    /// What it is written to says.
    pub fn write(&self, language: &Language, args: &Args, out: &mut dyn Write) -> fmt::Result {
        for part in &self.0 {
            match part {
                Part::Text(text) => out.write_str(text)?,
                Part::Arg(name) => with(args, name, out, |arg, out| language.write_arg(arg, out))?,
                Part::Signed(name) => with(args, name, out, |arg, out| {
                    if signed_halves(arg).is_some_and(|halves| halves > 0) {
                        out.write_char('+')?;
                    }
                    language.write_arg(arg, out)
                })?,
                Part::Word(name) => with(args, name, out, |arg, out| match arg {
                    Arg::Text(text) => language.write_word(text, out),
                    arg => language.write_arg(arg, out),
                })?,
                Part::Form(name, forms) => with(args, name, out, |arg, out| {
                    let form = language.form(arg).min(forms.len() - 1);
                    out.write_str(&forms[form])
                })?,
            }
        }
        Ok(())
    }
}

impl Part {
    fn read(inside: &str) -> Result<Part, String> {
        let mut pieces = inside.split('|');
        let name = pieces.next().unwrap_or("");
        let forms: Vec<String> = pieces.map(str::to_owned).collect();
        let plain = name.trim_start_matches(['+', '=']);
        if plain.is_empty() || !plain.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(format!("{{{inside}}} names no argument"));
        }
        Ok(match (name.as_bytes()[0], forms.is_empty()) {
            (b'+', _) => Part::Signed(plain.to_owned()),
            (b'=', _) => Part::Word(plain.to_owned()),
            (_, true) => Part::Arg(plain.to_owned()),
            (_, false) => Part::Form(plain.to_owned(), forms),
        })
    }
}

fn with(
    args: &Args,
    name: &str,
    out: &mut dyn Write,
    write: impl Fn(&Arg, &mut dyn Write) -> fmt::Result,
) -> fmt::Result {
    match args.iter().find(|(known, _)| *known == name) {
        Some((_, arg)) => write(arg, out),
        None => write!(out, "{{{name}}}"),
    }
}

fn signed_halves(arg: &Arg) -> Option<i64> {
    match arg {
        Arg::Int(number) => Some(Points::whole(*number).in_halves()),
        Arg::Points(points) => Some(points.in_halves()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::args;

    fn say(text: &str, args: &Args) -> String {
        let mut out = String::new();
        let message = Message::read(text).unwrap();
        message.write(Language::english(), args, &mut out).unwrap();
        out
    }

    #[test]
    fn places_are_filled() {
        let args = args![bid: 1, took: Points::halves(3), who: "Ann".to_owned(), owed: -2];
        assert_eq!(
            say(
                "{who} bid {bid} {bid|trick|tricks}, {+took} and {+owed}",
                &args
            ),
            "Ann bid 1 trick, +1½ and −2"
        );
        assert_eq!(say("{nobody}", &args), "{nobody}");
    }

    #[test]
    fn a_slip_in_a_catalog_is_named() {
        assert!(Message::read("{bid").is_err());
        assert!(Message::read("{} tricks").is_err());
    }
}
