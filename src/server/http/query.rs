//! Extractors for the query of a request. They collect all faults of the parameters.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use serde::de::DeserializeOwned;
use validator::Validate;

use crate::http::valid::{self, pointer};
use crate::http::{Problem, ProblemKind};
use overtrick_core::json::Json;
use overtrick_core::{Arg, Args, Faults, Finding, Lines, Name, args, character_fault};

/// The maximum length of a value, in characters. Labels may be longer here; their limits are checked later.
const MAX_VALUE: usize = 400;
const MAX_LABEL: usize = 4096;
const LABELS: [&str; 2] = ["external_id", "metadata"];
/// The prefix of parameters that are all read into the field `metadata`.
pub const METADATA: &str = "metadata.";

/// Parameters that websites, mail programs and search engines add to addresses.
const TRACKING: [&str; 6] = ["fbclid", "gclid", "mc_cid", "mc_eid", "msclkid", "ref"];

fn is_tracking(name: &str) -> bool {
    name.starts_with("utm_") || TRACKING.contains(&name)
}

/// The parameters of a query.
#[derive(Debug)]
pub struct Query<T>(pub T);

/// The parameters and faults of a query. The caller adds faults that depend on stored data, and then refuses all.
#[derive(Debug)]
pub struct NotedQuery<T> {
    /// The parameters.
    pub query: T,
    /// The faults of the parameters.
    pub faults: QueryFaults,
}

impl<T: DeserializeOwned + Default + Validate> Query<T> {
    /// Reads the parameters of a request.
    ///
    /// # Errors
    /// 400, with every faulty parameter.
    pub fn from_request(request: &HttpRequest) -> Result<Query<T>, Problem> {
        read(request, false)?.finish()
    }

    /// Reads the parameters of a form. Ignores empty parameters, because browsers also send empty fields.
    ///
    /// # Errors
    /// 400, with every faulty parameter.
    pub fn from_form(request: &HttpRequest) -> Result<Query<T>, Problem> {
        read(request, true)?.finish()
    }
}

impl<T> NotedQuery<T> {
    fn finish(self) -> Result<Query<T>, Problem> {
        self.faults.finish()?;
        Ok(Query(self.query))
    }
}

impl<T: DeserializeOwned + Default + Validate> FromRequest for Query<T> {
    type Error = Problem;
    type Future = Ready<Result<Query<T>, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Query::from_request(request))
    }
}

impl<T: DeserializeOwned + Default + Validate> FromRequest for NotedQuery<T> {
    type Error = Problem;
    type Future = Ready<Result<NotedQuery<T>, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(read(request, false))
    }
}

fn read<T: DeserializeOwned + Default + Validate>(
    request: &HttpRequest,
    is_form: bool,
) -> Result<NotedQuery<T>, Problem> {
    let pairs = web::Query::<Vec<(String, String)>>::from_query(request.query_string());
    let pairs = pairs.map_err(|_| Problem::new(ProblemKind::BadRequest))?;
    let mut faults = QueryFaults {
        names: pairs.iter().map(|(name, _)| name.clone()).collect(),
        found: Faults::new(),
    };
    let mut metadata = Vec::new();
    let mut entries = Vec::new();
    for (name, text) in pairs.into_inner() {
        if is_tracking(&name) || is_form && text.is_empty() {
            continue;
        }
        let length = text.chars().count();
        let most = if LABELS.contains(&name.as_str()) {
            MAX_LABEL
        } else {
            MAX_VALUE
        };
        if length > most {
            faults.refuse(&name, "text-too-long", args![length: length, most: most]);
        } else if let Some(args) = character_fault(&text, Lines::One) {
            faults.refuse(&name, "text-character", args);
        } else if let Some(key) = name.strip_prefix(METADATA) {
            if metadata.iter().any(|(earlier, _)| earlier == key) {
                faults.refuse(&name, "parameter-twice", args![]);
            }
            metadata.push((key.to_owned(), Json::Text(text)));
        } else {
            entries.push((name, Json::Text(text)));
        }
    }
    if !metadata.is_empty() {
        entries.push((METADATA.to_owned(), Json::Object(metadata)));
    }
    let (query, refused) = valid::read(&entries);
    for mut fault in refused {
        if fault.code == "unknown-field" {
            fault.code = "unknown-parameter".into();
            let is_empty = |arg: &Arg| matches!(arg, Arg::List(words) if words.is_empty());
            let takes_none = fault.args.iter().any(|(_, arg)| is_empty(arg));
            fault.message = takes_none.then(|| "no-parameters".into());
        }
        faults.found.push(fault);
    }
    Ok(NotedQuery { query, faults })
}

/// The faults of a query.
#[derive(Debug)]
pub struct QueryFaults {
    /// The names of all parameters, in the order of the query.
    names: Vec<String>,
    found: Faults,
}

impl QueryFaults {
    /// Adds the fault of a parameter.
    pub fn refuse(&mut self, name: &str, code: impl Into<Name>, args: Args) {
        self.found.push(Finding::shape(code, pointer(name), args));
    }

    /// Returns an error if the query has faults.
    ///
    /// # Errors
    /// 400, with every faulty parameter, in the order of the query.
    pub fn finish(mut self) -> Result<(), Problem> {
        if self.found.is_empty() {
            return Ok(());
        }
        self.sort();
        Err(Problem::bad_request(self.found))
    }

    fn sort(&mut self) {
        valid::sort(&mut self.found, self.names.iter().map(|name| &**name));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use actix_web::test::TestRequest;
    use serde::Deserialize;

    use super::*;
    use crate::http::{Day, PlayedGame};

    #[derive(Debug, Default, PartialEq, Deserialize, Validate)]
    #[serde(default, deny_unknown_fields)]
    struct Parameters {
        #[validate(range(min = 1, max = 9))]
        limit: Option<usize>,
        #[validate(required, length(min = 1, max = 4))]
        r#match: Option<String>,
        dry: bool,
        day: Option<Day>,
        game: Option<PlayedGame>,
        #[serde(rename = "metadata.")]
        metadata: BTreeMap<String, String>,
    }

    fn request(query: &str) -> HttpRequest {
        TestRequest::with_uri(&format!("/x?{query}")).to_http_request()
    }

    fn faults(query: &str) -> Vec<(String, String)> {
        let noted = read::<Parameters>(&request(query), false).unwrap();
        let mut faults = noted.faults;
        faults.sort();
        let found = faults.found.into_iter();
        found
            .map(|fault| (fault.pointer, fault.code.to_string()))
            .collect()
    }

    fn owned(faults: &[(&str, &str)]) -> Vec<(String, String)> {
        let faults = faults.iter();
        faults
            .map(|(place, code)| ((*place).to_owned(), (*code).to_owned()))
            .collect()
    }

    #[test]
    fn a_query_is_read_into_a_struct() {
        let query = "dry&match=a%20b&limit=9&metadata.round=2&metadata.table=A&day=2026-11-28";
        let Query(parameters) = Query::<Parameters>::from_request(&request(query)).unwrap();
        let metadata = [("round", "2"), ("table", "A")];
        let metadata = metadata.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let expected = Parameters {
            limit: Some(9),
            r#match: Some("a b".to_owned()),
            dry: true,
            day: Some(Day("2026-11-28".to_owned())),
            game: None,
            metadata: metadata.into(),
        };
        assert_eq!(parameters, expected);
    }

    #[test]
    fn every_fault_is_found_in_the_order_of_the_query() {
        let query = "match=abcde&dry=1&limit=0&x=1&limit=2&day=today&game=chess";
        assert_eq!(
            faults(query),
            owned(&[
                ("/match", "text-too-long"),
                ("/dry", "unknown-value"),
                ("/limit", "parameter-twice"),
                ("/limit", "number-parameter"),
                ("/x", "unknown-parameter"),
                ("/day", "bad-date"),
                ("/game", "unknown-value"),
            ])
        );
        assert_eq!(
            faults("limit=-1&metadata.a=1&metadata.a=2"),
            owned(&[
                ("/limit", "number-parameter"),
                ("/metadata.a", "parameter-twice"),
                ("/match", "missing-field"),
            ])
        );
    }

    #[test]
    fn tracking_parameters_and_empty_form_fields_are_ignored() {
        let trackers = request("utm_source=mail&fbclid=x&limit=9&match=a");
        let Query(parameters) = Query::<Parameters>::from_request(&trackers).unwrap();
        assert_eq!(parameters.limit, Some(9));
        let form = read::<Parameters>(&request("limit=&match=a"), true).unwrap();
        form.faults.finish().unwrap();
        let parameters = form.query;
        assert_eq!(parameters.limit, None);
    }
}
