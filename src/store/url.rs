//! Database URLs and how they are displayed.

use std::fmt;
use std::ops::Deref;

/// The text displayed in place of a secret.
pub const HIDDEN: &str = "(hidden)";

/// A database URL. Its `Debug` output hides the password.
///
/// ```
/// use overtrick_store::DatabaseUrl;
///
/// let url = DatabaseUrl::from("postgres://club:open-sesame@localhost/overtrick");
/// assert_eq!(format!("{url:?}"), "\"postgres://club:(hidden)@localhost/overtrick\"");
/// assert!(url.starts_with("postgres:"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(String);

impl<T: Into<String>> From<T> for DatabaseUrl {
    fn from(url: T) -> DatabaseUrl {
        DatabaseUrl(url.into())
    }
}

impl Deref for DatabaseUrl {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&without_password(&self.0), f)
    }
}

/// Returns a URL with its password hidden, both before the host and in the parameters. More may be hidden if
/// the URL is malformed.
pub fn without_password(url: &str) -> String {
    let url = without_parameter(url);
    let Some((scheme, rest)) = url.split_once("://") else {
        return url;
    };
    let Some((user, host)) = rest.rsplit_once('@') else {
        return url;
    };
    match user.split_once(':') {
        Some((user, _)) if scheme != "sqlite" => format!("{scheme}://{user}:{HIDDEN}@{host}"),
        _ => url,
    }
}

/// Returns a URL with the value of its `password` parameter hidden.
fn without_parameter(url: &str) -> String {
    let Some((before, parameters)) = url.split_once('?') else {
        return url.to_owned();
    };
    let parameters = parameters.split('&').map(|parameter| {
        let is_password = parameter.to_ascii_lowercase().starts_with("password=");
        if is_password {
            format!("password={HIDDEN}")
        } else {
            parameter.to_owned()
        }
    });
    let parameters: Vec<String> = parameters.collect();
    format!("{before}?{}", parameters.join("&"))
}
