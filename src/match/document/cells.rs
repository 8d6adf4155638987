//! Conversion of record values to spreadsheet cells and back, according to the field's kind.

use csv::{ReaderBuilder, Terminator, WriterBuilder};

use overtrick_core::form::{FieldOf, KindOf};
use overtrick_core::json::Json;
use overtrick_core::judging::read_json;

/// Returns the text in a form that no spreadsheet interprets as a formula.
pub fn guard(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

/// Like `guard`, but reversible by `unguard`: an apostrophe at the beginning is doubled.
pub fn guard_twice(text: &str) -> String {
    if text.starts_with('\'') {
        format!("'{text}")
    } else {
        guard(text)
    }
}

/// Returns the original text of a guarded cell.
pub fn unguard(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if rest.starts_with(['=', '+', '-', '@', '\t', '\r', '\'']) => rest,
        _ => cell,
    }
}

/// Writes a value as the text of a cell. The items of a list are separated by semicolons, and the values of a small
/// object in a list by commas. A value that could not be read back from this form is written as JSON.
pub fn write(kind: &KindOf<'_>, value: &Json) -> String {
    // An empty cell means no value, which differs from an empty list.
    let is_none = |text: &str| text.is_empty() && matches!(value, Json::List(_));
    let written = plainly(kind, value);
    let written = written.filter(|text| !is_none(text) && read(kind, text) == *value);
    written.unwrap_or_else(|| serde_json::to_string(value).unwrap_or_default())
}

/// Writes a text or a list. Returns `None` for any other value, which is then written as JSON.
fn plainly(kind: &KindOf<'_>, value: &Json) -> Option<String> {
    match (kind, value) {
        (_, Json::Text(text)) => Some(guard_twice(text)),
        (KindOf::List(kind), Json::List(items)) => {
            let items: Option<Vec<String>> =
                items.iter().map(|item| item_text(kind, item)).collect();
            items.map(|items| guard_twice(&items.join("; ")))
        }
        (KindOf::Nullable(kind), value) => plainly(kind, value),
        (KindOf::OneOf(kinds), value) => {
            let kind = kinds.iter().find(|kind| kind.admits(value))?;
            plainly(kind, value)
        }
        _ => None,
    }
}

/// Returns an item of a list: a plain value, or the plain values of a small object in field order.
fn item_text(kind: &KindOf<'_>, item: &Json) -> Option<String> {
    let scalar = |value: &Json| match value {
        Json::Text(text) if !text.contains([';', ',']) && text.trim() == text => Some(text.clone()),
        Json::Bool(_) | Json::Int(_) | Json::Float(_) => serde_json::to_string(value).ok(),
        _ => None,
    };
    let KindOf::Object(fields) = kind else {
        return scalar(item);
    };
    let value = |name| item.get(name).map_or(Some(String::new()), scalar);
    let values = fields.iter().map(|field| value(field.name));
    let mut values = values.collect::<Option<Vec<String>>>()?;
    while values.last().is_some_and(String::is_empty) {
        values.pop();
    }
    Some(values.join(", "))
}

/// Reads the value of a non-empty cell. A cell of another kind is read as text, and judging then refuses it.
pub fn read(kind: &KindOf<'_>, cell: &str) -> Json {
    if matches!(
        kind,
        KindOf::Text | KindOf::Player | KindOf::Card | KindOf::Word(_)
    ) {
        return Json::Text(unguard(cell).to_owned());
    }
    let text = unguard(cell).trim();
    if text.starts_with(['[', '{'])
        && let Ok(json) = read_json(text)
    {
        return json;
    }
    let as_text = || Json::Text(unguard(cell).to_owned());
    match kind {
        KindOf::Nullable(_) if text == "null" => Json::Null,
        KindOf::Nullable(kind) => read(kind, cell),
        KindOf::Flag if text.eq_ignore_ascii_case("true") => true.into(),
        KindOf::Flag if text.eq_ignore_ascii_case("false") => false.into(),
        KindOf::Int(..) => whole(text).map_or_else(as_text, Json::Int),
        KindOf::Number(..) => number(text).unwrap_or_else(as_text),
        KindOf::List(kind) => {
            let items = text.split(';').map(str::trim);
            let items = items.filter(|item| !item.is_empty());
            items.map(|item| read_item(kind, item)).collect()
        }
        KindOf::OneOf(kinds) => {
            let fits = |kind: &&KindOf<'_>| match (kind, read(kind, cell)) {
                (KindOf::Word(words), Json::Text(word)) => words.contains(&word.as_str()),
                (kind, value) => kind.admits(&value),
            };
            let kind = kinds.iter().find(fits);
            kind.map_or_else(as_text, |kind| read(kind, cell))
        }
        _ => as_text(),
    }
}

/// Reads the day in a cell: `2026-10-01`, `2026/10/1`, or `1.10.2026` with the day first. A midnight time
/// after the day is ignored. Any other cell is read as text, and judging then refuses it.
pub fn read_day(cell: &str) -> Json {
    let text = unguard(cell).trim();
    let is_midnight = |time: &str| {
        let only = |c: char| "0:.".contains(c);
        time.contains(':') && time.trim_end_matches('Z').chars().all(only)
    };
    let with_time = text.rsplit_once([' ', 'T']);
    let day = with_time.filter(|(_, time)| is_midnight(time));
    let day = day.map_or(text, |(day, _)| day.trim());
    let parts = |separator| day.split(separator).map(str::trim).collect::<Vec<&str>>();
    let is_day = |year: &str, month: &str, day: &str| {
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let is_short = |part: &str| (1..=2).contains(&part.len()) && is_number(part);
        year.len() == 4 && is_number(year) && is_short(month) && is_short(day)
    };
    let found = match (&parts('.')[..], &parts('/')[..]) {
        ([day, month, year], _) | (_, [year, month, day]) if is_day(year, month, day) => {
            Some(format!("{year}-{month:0>2}-{day:0>2}"))
        }
        _ => None,
    };
    Json::Text(found.unwrap_or_else(|| day.to_owned()))
}

/// Converts a CSV file so that it opens with a double click where Excel uses a decimal comma: semicolons
/// separate the cells, and numbers have a decimal comma. Write [`BYTE_ORDER_MARK`] before the result.
pub fn for_excel(csv: &[u8]) -> Vec<u8> {
    let mut reader = ReaderBuilder::new();
    let mut reader = reader.has_headers(false).flexible(true).from_reader(csv);
    let mut writer = WriterBuilder::new();
    let writer = writer.delimiter(b';').terminator(Terminator::CRLF);
    let mut writer = writer.flexible(true).from_writer(Vec::new());
    for record in reader.records().filter_map(Result::ok) {
        // Writing into memory does not fail.
        drop(writer.write_record(record.iter().map(with_decimal_comma)));
    }
    writer.into_inner().unwrap_or_default()
}

/// The mark by which spreadsheets recognize UTF-8.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

fn with_decimal_comma(cell: &str) -> String {
    let digits = cell.strip_prefix('-').unwrap_or(cell);
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match digits.split_once('.') {
        Some((whole, rest)) if is_number(whole) && is_number(rest) => cell.replace('.', ","),
        _ => cell.to_owned(),
    }
}

/// Reads a whole number, which a spreadsheet may write as `1.0` or `1,00`.
fn whole(text: &str) -> Option<i64> {
    let text = with_hyphen(text);
    let (whole, rest) = text.split_once(['.', ',']).unwrap_or((&text, "0"));
    let is_whole = !rest.is_empty() && rest.bytes().all(|digit| digit == b'0');
    is_whole.then(|| whole.parse().ok())?
}

/// Reads a number, possibly with a decimal comma.
fn number(text: &str) -> Option<Json> {
    let text = with_hyphen(text);
    let whole = text.parse().ok().map(Json::Int);
    let is_plain = |byte: u8| byte.is_ascii_digit() || b"-.".contains(&byte);
    whole.or_else(|| {
        let point = text.replacen(',', ".", 1);
        let float: f64 = point.bytes().all(is_plain).then(|| point.parse().ok())??;
        Some(Json::from(float))
    })
}

/// Replaces minus signs, which some programs write, with hyphens.
fn with_hyphen(text: &str) -> String {
    text.replace('−', "-")
}

fn read_item(kind: &KindOf<'_>, item: &str) -> Json {
    let KindOf::Object(fields) = kind else {
        return read(kind, item);
    };
    let values = item.split(',').map(str::trim);
    let entry = |(field, value): (&FieldOf<'_>, &str)| {
        (!value.is_empty()).then(|| (field.name.to_owned(), read(&field.kind, value)))
    };
    Json::Object(fields.iter().zip(values).filter_map(entry).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use overtrick_core::form::{Field, Kind};

    const CALL: Kind = Kind::Object(&[
        Field::required("player", Kind::Player),
        Field::required("call", Kind::Word(&["pass"])),
        Field::optional("doubles", Kind::Int(0, 9)),
    ]);

    #[test]
    fn a_value_is_written_to_a_cell_and_read_back() {
        for (kind, json, cell) in [
            (Kind::Text, r#""=1+1""#, "'=1+1"),
            (Kind::Text, r#""'tis""#, "''tis"),
            (Kind::Text, r#""007""#, "007"),
            (Kind::Int(-9, 9), "-3", "-3"),
            (Kind::Number(0, 91), "46.5", "46.5"),
            (Kind::Flag, "true", "true"),
            (Kind::List(&Kind::Player), r#"["Ann","Bo"]"#, "Ann; Bo"),
            (Kind::List(&Kind::Player), r#"["Ann; x"]"#, r#"["Ann; x"]"#),
            (Kind::List(&Kind::Player), "[]", "[]"),
            (
                Kind::List(&CALL),
                r#"[{"player":"Ann","call":"pass"},{"player":"-Bo","call":"pass","doubles":2}]"#,
                "Ann, pass; -Bo, pass, 2",
            ),
            (Kind::Nullable(&Kind::Int(0, 9)), "null", "null"),
            (
                Kind::PerPlayer(&Kind::Text),
                r#"{"Ann":"x"}"#,
                r#"{"Ann":"x"}"#,
            ),
        ] {
            let value: Json = serde_json::from_str(json).unwrap();
            assert_eq!(write(&kind, &value), cell);
            assert_eq!(read(&kind, cell), value);
        }
    }

    #[test]
    fn values_rewritten_by_a_spreadsheet_are_read() {
        assert_eq!(read(&Kind::Number(0, 91), "46,5"), Json::Float(46.5));
        assert_eq!(read(&Kind::Number(-9, 91), "−1,5"), Json::Float(-1.5));
        assert_eq!(read(&Kind::Flag, "TRUE"), Json::Bool(true));
        for (cell, number) in [("1.0", 1), ("-3,00", -3), (" 7 ", 7), ("−3", -3)] {
            assert_eq!(read(&Kind::Int(-9, 9), cell), Json::Int(number));
        }
        for cell in ["three", "1.5", "1.", ".0", "1.0.0", ""] {
            assert_eq!(read(&Kind::Int(0, 9), cell), Json::from(cell));
        }
    }

    #[test]
    fn a_day_is_read_as_spreadsheets_write_it() {
        for cell in [
            "2026-10-01",
            "2026/10/01",
            "2026/10/1",
            "1.10.2026",
            "01.10.2026",
            "1. 10. 2026",
            " 1.10.2026 ",
            "2026-10-01 00:00",
            "2026-10-01T00:00:00",
            "2026-10-01 00:00:00.000",
            "1.10.2026 0:00",
            "2026/10/01 0:00:00",
        ] {
            assert_eq!(read_day(cell), Json::from("2026-10-01"), "{cell}");
        }
        // `10/01/2026` may be the first of October or the tenth of January.
        for cell in [
            "10/01/2026",
            "1/10/2026",
            "1.10.26",
            "10.2026",
            "a.b.2026",
            "2026-10-01 19:30",
            "Saturday",
            "",
        ] {
            assert_eq!(read_day(cell), Json::from(cell), "{cell}");
        }
    }

    #[test]
    fn a_file_for_excel_has_semicolons_and_decimal_commas() {
        let csv = "player,points,note\r\nAnn,-2.5,\"1.5; x, y\"\r\nBo,3,v1.2.3\r\n";
        let expected = "player;points;note\r\nAnn;-2,5;\"1.5; x, y\"\r\nBo;3;v1.2.3\r\n";
        let made = String::from_utf8(for_excel(csv.as_bytes())).unwrap();
        assert_eq!(made, expected);
    }
}
