//! The parameters of a request's query, and all faults in them.

use actix_web::HttpRequest;
use actix_web::web::Query;

use crate::http::problem::{Problem, ProblemKind, shortened};
use overtrick_core::{Args, Faults, Finding, args, segment};
use overtrick_match::lang::Language;

/// The most characters of a value, unless its reader sets another limit.
const LONGEST: usize = 400;

/// Why a value is refused: the code of the finding, and its arguments.
pub type Refusal = (&'static str, Args);

/// The parameters of a query.
#[derive(Debug)]
pub struct Parameters {
    /// The names of all parameters received, in order.
    names: Vec<String>,
    /// The known parameters without faults so far.
    pairs: Vec<(String, String)>,
    /// Each fault with the position of its parameter.
    faults: Vec<(usize, Finding)>,
}

impl Parameters {
    /// Reads the parameters with these names, each at most once; any other name is a fault.
    ///
    /// # Errors
    /// 400 if the query is not a list of parameters.
    pub fn of(request: &HttpRequest, known: &[&str]) -> Result<Parameters, Problem> {
        let mut parameters = Parameters::some(request, known)?;
        for (name, _) in pairs(request)? {
            if !known.contains(&&*name) {
                let words = known.iter().map(ToString::to_string);
                let args = args![words: words.collect::<Vec<String>>()];
                parameters.refuse(&name, ("unknown-parameter", args));
            }
        }
        Ok(parameters)
    }

    /// Reads the parameters with these names, each at most once. Others are ignored: sites that pass an
    /// address on may add some.
    ///
    /// # Errors
    /// 400 if the query is not a list of parameters.
    pub fn some(request: &HttpRequest, known: &[&str]) -> Result<Parameters, Problem> {
        Parameters::among_others(request, known, LONGEST)
    }

    /// Like [`Parameters::some`], with values of at most this many characters.
    ///
    /// # Errors
    /// 400 if the query is not a list of parameters.
    pub fn among_others(
        request: &HttpRequest,
        known: &[&str],
        longest: usize,
    ) -> Result<Parameters, Problem> {
        let all = pairs(request)?;
        let mut parameters = Parameters {
            names: all.iter().map(|(name, _)| name.clone()).collect(),
            pairs: Vec::new(),
            faults: Vec::new(),
        };
        for (name, value) in all {
            if !known.contains(&&*name) {
                continue;
            }
            let length = value.chars().count();
            if parameters.pairs.iter().any(|(earlier, _)| *earlier == name) {
                parameters.refuse(&name, ("parameter-twice", args![]));
            } else if length > longest {
                let args = args![length: length, most: longest];
                parameters.refuse(&name, ("text-too-long", args));
            } else {
                parameters.pairs.push((name, value));
            }
        }
        Ok(parameters)
    }

    /// The value of a parameter as parsed by `read`; `None` if it is absent or refused, which is recorded as
    /// a fault.
    pub fn read<T>(
        &mut self,
        name: &str,
        reader: impl FnOnce(&str) -> Result<T, Refusal>,
    ) -> Option<T> {
        let (_, value) = self.pairs.iter().find(|(own, _)| own == name)?;
        match reader(value) {
            Ok(value) => Some(value),
            Err(refusal) => {
                self.refuse(name, refusal);
                None
            }
        }
    }

    /// Like [`Parameters::read`], but an empty parameter counts as absent, because forms send empty fields.
    pub fn read_filled<T>(
        &mut self,
        name: &str,
        reader: impl FnOnce(&str) -> Result<T, Refusal>,
    ) -> Option<T> {
        self.read(name, |text| {
            Ok(if text.is_empty() {
                None
            } else {
                Some(reader(text)?)
            })
        })?
    }

    /// The text of a parameter.
    pub fn text(&mut self, name: &str) -> Option<String> {
        self.read(name, |text| Ok(text.to_owned()))
    }

    /// The text of a required, non-empty parameter. If it is missing, returns an empty text and records a
    /// fault, so that [`Parameters::finish`] fails.
    pub fn required(&mut self, name: &str) -> String {
        let text = self.text(name).unwrap_or_default();
        if text.is_empty() {
            self.refuse(name, ("missing-field", args![]));
        }
        text
    }

    /// Records a fault of a parameter.
    pub fn refuse(&mut self, name: &str, (code, args): Refusal) {
        let pointer = format!("/{}", segment(&shortened(name)));
        let place = self.names.iter().position(|own| own == name);
        let place = place.unwrap_or(self.names.len());
        self.faults
            .push((place, Finding::shape(code, pointer, args)));
    }

    /// Finishes reading.
    ///
    /// # Errors
    /// 400, with every faulty parameter, in order.
    pub fn finish(mut self) -> Result<(), Problem> {
        if self.faults.is_empty() {
            return Ok(());
        }
        self.faults.sort_by_key(|(place, _)| *place);
        let faults = self.faults.into_iter().map(|(_, fault)| fault);
        Err(Problem::bad_request(faults.collect::<Faults>()))
    }
}

fn pairs(request: &HttpRequest) -> Result<Vec<(String, String)>, Problem> {
    let pairs = Query::<Vec<(String, String)>>::from_query(request.query_string());
    let unreadable = |_| Problem::new(ProblemKind::BadRequest);
    Ok(pairs.map_err(unreadable)?.into_inner())
}

/// A whole number within a range.
///
/// # Errors
/// It is not such a number.
pub fn number(text: &str, least: usize, most: usize) -> Result<usize, Refusal> {
    let number = text.parse().ok();
    let number = number.filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| {
        let args = args![found: shortened(text), least: least, most: most];
        ("number-parameter", args)
    })
}

/// A flag; without a value it is set.
///
/// # Errors
/// It is not a flag.
pub fn flag(text: &str) -> Result<bool, Refusal> {
    match text {
        "" => Ok(true),
        text => word(text, &[("true", true), ("false", false)]),
    }
}

/// The value for one of these words.
///
/// # Errors
/// It is none of these words.
pub fn word<T: Clone>(text: &str, words: &[(&str, T)]) -> Result<T, Refusal> {
    let value = words.iter().find(|(word, _)| *word == text);
    let refuse = || unknown(text, words.iter().map(|(word, _)| *word));
    value.map(|(_, value)| value.clone()).ok_or_else(refuse)
}

/// A language.
///
/// # Errors
/// There is no language with this tag.
pub fn language(text: &str) -> Result<&'static Language, Refusal> {
    Language::find(text).ok_or_else(|| unknown(text, Language::tags()))
}

/// The language in the query parameter `lang`, if present.
///
/// # Errors
/// 400 if there is no language with that tag.
pub fn named_language(request: &HttpRequest) -> Result<Option<&'static Language>, Problem> {
    let mut parameters = Parameters::some(request, &["lang"])?;
    let named = parameters.read("lang", language);
    parameters.finish()?;
    Ok(named)
}

/// The refusal of a text that is none of these words.
pub fn unknown<'a>(text: &str, words: impl Iterator<Item = &'a str>) -> Refusal {
    let words: Vec<String> = words.map(str::to_owned).collect();
    ("unknown-value", args![found: shortened(text), words: words])
}
