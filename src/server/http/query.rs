//! The parameters of a request's query, and all faults in them.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::Method;
use actix_web::web;
use actix_web::{FromRequest, HttpRequest};
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::{RefOr, Required, Schema};

use crate::http::problem::{Problem, ProblemKind, shortened};
use overtrick_core::{Args, Faults, Finding, Lines, Name, args, character_fault, segment};

/// The most characters of a value, unless its reader sets another limit.
pub const LONGEST: usize = 400;

/// Why a value is refused: the code of the finding, and its arguments.
pub type Refusal = (Name, Args);

/// How the value of a parameter is read and documented.
pub trait Value {
    /// What it is read into.
    type Of;
    /// The most characters of its text.
    const LONGEST: usize = LONGEST;
    /// Whether a query must have it.
    const REQUIRED: bool = false;

    /// Reads the text of a parameter.
    ///
    /// # Errors
    /// The text is not a valid value.
    fn read(text: &str) -> Result<Self::Of, Refusal>;

    /// The schema of the text.
    fn schema() -> RefOr<Schema>;
}

/// A type that the parameters of a query are read into.
pub trait FromQuery: Sized {
    /// The parameters that it reads.
    fn declared() -> Vec<Declared>;

    /// Reads each of them. A refused parameter adds its fault to the parameters and counts as absent.
    fn read(parameters: &mut Parameters) -> Self;
}

impl<A: FromQuery, B: FromQuery> FromQuery for (A, B) {
    fn declared() -> Vec<Declared> {
        [A::declared(), B::declared()].concat()
    }

    fn read(parameters: &mut Parameters) -> (A, B) {
        (A::read(parameters), B::read(parameters))
    }
}

/// A parameter that a query may have.
#[derive(Debug, Clone, Copy)]
pub struct Declared {
    /// Its name.
    pub name: &'static str,
    /// The most characters of its text.
    pub longest: usize,
}

/// Defines a type that a query is read into, with a field for each parameter.
///
/// The comment of a field documents its parameter; its type is a [`Value`]. The default follows `=`; without one,
/// the field is an `Option`.
macro_rules! query {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[doc = $about:literal])+ $field:ident: $value:ty $(= $usual:expr)?,)+
    })+) => {$(
        $(#[$meta])*
        $vis struct $name {
            $($(#[doc = $about])+ pub $field: $crate::http::query::field!($value $(, $usual)?),)+
        }

        impl $crate::http::query::FromQuery for $name {
            fn declared() -> Vec<$crate::http::query::Declared> {
                vec![$($crate::http::query::Declared {
                    name: $crate::http::query::name(stringify!($field)),
                    longest: <$value as $crate::http::query::Value>::LONGEST,
                }),+]
            }

            fn read(parameters: &mut $crate::http::query::Parameters) -> $name {
                $name {
                    $($field: {
                        let name = $crate::http::query::name(stringify!($field));
                        let read = parameters.read::<$value>(name);
                        $(let read = read.unwrap_or($usual);)?
                        read
                    },)+
                }
            }
        }

        impl utoipa::IntoParams for $name {
            fn into_params(
                _: impl Fn() -> Option<utoipa::openapi::path::ParameterIn>,
            ) -> Vec<utoipa::openapi::path::Parameter> {
                vec![$($crate::http::query::documented::<$value>(
                    stringify!($field),
                    concat!($($about),+),
                )),+]
            }
        }
    )+};
}
pub(crate) use query;

/// The type of a field of a query: what its value is read into, optional without a usual value.
macro_rules! field {
    ($value:ty) => { Option<<$value as $crate::http::query::Value>::Of> };
    ($value:ty, $usual:expr) => { <$value as $crate::http::query::Value>::Of };
}
pub(crate) use field;

/// The name of the parameter of a field.
pub fn name(field: &'static str) -> &'static str {
    field.strip_prefix("r#").unwrap_or(field)
}

/// The documentation of the parameter of a field.
pub fn documented<T: Value>(field: &'static str, about: &str) -> Parameter {
    let required = if T::REQUIRED {
        Required::True
    } else {
        Required::False
    };
    ParameterBuilder::new()
        .name(name(field))
        .parameter_in(ParameterIn::Query)
        .required(required)
        .description(Some(about.trim()))
        .schema(Some(T::schema()))
        .build()
}

/// What the names of the parameters of [`Parameters::metadata`] begin with.
const METADATA: &str = "metadata.";

/// Whether a parameter is a known one, or one of all those of metadata.
fn is_known(name: &str, known: &str) -> bool {
    name == known || known.starts_with(METADATA) && name.starts_with(METADATA)
}

/// The names of the parameters of a query, by method. Any other is refused, unless an endpoint has no list.
#[derive(Debug)]
pub struct KnownParameters(pub Vec<(Method, Vec<String>)>);

impl KnownParameters {
    /// The parameters of a request; `None` if others are ignored.
    fn of(request: &HttpRequest) -> Option<&[String]> {
        let KnownParameters(known) = request.app_data()?;
        let mut known = known.iter();
        let (_, names) = known.find(|(method, _)| method == request.method())?;
        Some(names)
    }
}

/// Parameters that websites, mail programs and search engines add to addresses.
const TRACKING: [&str; 6] = ["fbclid", "gclid", "mc_cid", "mc_eid", "msclkid", "ref"];

fn is_tracking(name: &str) -> bool {
    name.starts_with("utm_") || TRACKING.contains(&name)
}

/// Some parameters of a query.
#[derive(Debug)]
pub struct Query<T>(pub T);

/// The parameters of a form. Browsers send empty fields, so an empty parameter counts as absent.
#[derive(Debug)]
pub struct FormQuery<T>(pub T);

/// A query whose faults are collected but not refused yet, because some depend on data that is read later.
#[derive(Debug)]
pub struct NotedQuery<T> {
    /// What was read.
    pub asked: T,
    /// The parameters, with their faults.
    pub parameters: Parameters,
}

impl<T: FromQuery> Query<T> {
    /// Reads the parameters of a request.
    ///
    /// # Errors
    /// 400, with every parameter that is at fault.
    pub fn from_request(request: &HttpRequest) -> Result<Query<T>, Problem> {
        let NotedQuery { asked, parameters } = NotedQuery::from_request(request)?;
        parameters.finish()?;
        Ok(Query(asked))
    }
}

impl<T: FromQuery> FormQuery<T> {
    /// Reads these parameters of a request.
    ///
    /// # Errors
    /// 400, with each of them that is at fault.
    pub fn from_request(request: &HttpRequest) -> Result<FormQuery<T>, Problem> {
        let mut parameters = Parameters::read_query(request, &T::declared())?;
        parameters.pairs.retain(|(_, text)| !text.is_empty());
        let asked = T::read(&mut parameters);
        parameters.finish()?;
        Ok(FormQuery(asked))
    }
}

impl<T: FromQuery> NotedQuery<T> {
    /// Reads the parameters of a request.
    ///
    /// # Errors
    /// 400: the query is no list of parameters.
    pub fn from_request(request: &HttpRequest) -> Result<NotedQuery<T>, Problem> {
        let mut parameters = Parameters::read_query(request, &T::declared())?;
        let asked = T::read(&mut parameters);
        Ok(NotedQuery { asked, parameters })
    }
}

/// Lets handlers ask for queries.
macro_rules! extractors {
    ($($name:ident)+) => {$(
        impl<T: FromQuery> FromRequest for $name<T> {
            type Error = Problem;
            type Future = Ready<Result<$name<T>, Problem>>;

            fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
                ready($name::from_request(request))
            }
        }
    )+};
}
extractors! { Query FormQuery NotedQuery }

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
    /// Reads the parameters with these names, each at most once. One that the endpoint does not know is a fault.
    ///
    /// # Errors
    /// 400 if the query is not a list of parameters.
    fn read_query(request: &HttpRequest, declared: &[Declared]) -> Result<Parameters, Problem> {
        let all = web::Query::<Vec<(String, String)>>::from_query(request.query_string());
        let all = all.map_err(|_| Problem::new(ProblemKind::BadRequest))?;
        let all = all.into_inner();
        let mut parameters = Parameters {
            names: all.iter().map(|(name, _)| name.clone()).collect(),
            pairs: Vec::new(),
            faults: Vec::new(),
        };
        for (name, text) in all {
            let Some(known) = declared.iter().find(|known| is_known(&name, known.name)) else {
                continue;
            };
            let length = text.chars().count();
            if parameters.pairs.iter().any(|(earlier, _)| *earlier == name) {
                parameters.refuse(&name, ("parameter-twice".into(), args![]));
            } else if length > known.longest {
                parameters.refuse(&name, too_long(length, known.longest));
            } else if let Some(args) = character_fault(&text, Lines::One) {
                parameters.refuse(&name, ("text-character".into(), args));
            } else {
                parameters.pairs.push((name, text));
            }
        }
        if let Some(known) = KnownParameters::of(request) {
            parameters.refuse_unknown(known);
        }
        Ok(parameters)
    }

    fn refuse_unknown(&mut self, known: &[String]) {
        for name in self.names.clone() {
            if !known.iter().any(|known| is_known(&name, known)) && !is_tracking(&name) {
                let args = args![words: known.to_vec()];
                self.refuse(&name, ("unknown-parameter".into(), args));
            }
        }
    }

    /// The value of a parameter as parsed by `read`; `None` if it is absent or refused, which is recorded as
    /// a fault.
    pub fn read<T: Value>(&mut self, name: &str) -> Option<T::Of> {
        let pair = self.pairs.iter().find(|(own, _)| own == name);
        let read = match pair {
            Some((_, text)) => T::read(text),
            None if T::REQUIRED => Err(("missing-field".into(), args![])),
            None => return None,
        };
        match read {
            Ok(value) => Some(value),
            Err(refusal) => {
                self.refuse(name, refusal);
                None
            }
        }
    }

    /// The keys and values of the parameters whose names begin with `metadata.`.
    pub fn metadata(&self) -> Vec<(String, String)> {
        let pairs = self.pairs.iter();
        let pairs = pairs.filter_map(|(name, value)| {
            let key = name.strip_prefix(METADATA)?;
            Some((key.to_owned(), value.clone()))
        });
        pairs.collect()
    }

    /// Notes that a parameter is at fault.
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

/// A text with more characters than it may have.
pub fn too_long(length: usize, most: usize) -> Refusal {
    ("text-too-long".into(), args![length: length, most: most])
}

/// The refusal of a text that is none of these words.
pub fn unknown<'a>(text: &str, words: impl Iterator<Item = &'a str>) -> Refusal {
    let words: Vec<String> = words.map(str::to_owned).collect();
    (
        "unknown-value".into(),
        args![found: shortened(text), words: words],
    )
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;
    use crate::http::values::{Flag, Text, Whole};

    query! {
        /// What is read in the tests.
        struct Asked {
            /// How many
            /// at most
            limit: Whole<1, 9> = 5,
            /// Whose
            r#match: Text<4>,
            /// Whether
            dry: Flag = false,
        }
    }

    fn request(query: &str) -> HttpRequest {
        let names = ["limit", "match", "dry"].map(str::to_owned);
        let known = KnownParameters(vec![(Method::GET, names.to_vec())]);
        let request = TestRequest::with_uri(&format!("/x?{query}"));
        request.app_data(known).to_http_request()
    }

    #[test]
    fn a_field_without_a_parameter_has_its_usual_value() {
        let Query(asked) = Query::<Asked>::from_request(&request("dry&match=a%20b")).unwrap();
        assert_eq!((asked.limit, asked.dry), (5, true));
        assert_eq!(asked.r#match.as_deref(), Some("a b"));
    }

    #[test]
    fn every_fault_is_found_in_the_order_of_the_query() {
        let NotedQuery { parameters, .. } =
            NotedQuery::<Asked>::from_request(&request("match=abcde&dry=1&limit=0&x=1&limit=2"))
                .unwrap();
        let mut faults = parameters.faults.clone();
        faults.sort_by_key(|(place, _)| *place);
        let faults: Vec<_> = faults
            .iter()
            .map(|(_, fault)| (&*fault.pointer, &*fault.code))
            .collect();
        assert_eq!(
            faults,
            [
                ("/match", "text-too-long"),
                ("/dry", "unknown-value"),
                ("/limit", "parameter-twice"),
                ("/limit", "number-parameter"),
                ("/x", "unknown-parameter"),
            ]
        );
    }

    #[test]
    fn parameters_of_trackers_are_ignored_and_empty_ones_of_forms() {
        let trackers = request("utm_source=mail&fbclid=x&limit=9");
        let Query(asked) = Query::<Asked>::from_request(&trackers).unwrap();
        assert_eq!(asked.limit, 9);
        assert!(Query::<Asked>::from_request(&request("x=1")).is_err());
        let FormQuery(asked) = FormQuery::<Asked>::from_request(&request("limit=")).unwrap();
        assert_eq!(asked.limit, 5);
    }

    #[test]
    fn a_query_is_documented_as_it_is_read() {
        let documented = <Asked as utoipa::IntoParams>::into_params(|| None);
        let documented = serde_json::to_value(documented).unwrap();
        assert_eq!(
            documented[0],
            serde_json::json!({
                "name": "limit", "in": "query", "required": false, "description": "How many at most",
                "schema": { "type": "integer", "minimum": 1, "maximum": 9 },
            })
        );
        assert_eq!(documented[1]["name"], "match");
        assert_eq!(documented[1]["schema"]["maxLength"], 4);
    }
}
