//! Names of clauses, messages and arguments: static in a shipped game, reference-counted in a custom game.

use std::borrow::Cow;
use std::fmt::{self, Debug, Display};
use std::ops::Deref;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::args::conversions;
use super::bounds::allocated;
use super::message::{Message, Part, Texts};

/// The id of a clause, the code of a fault, or the key of a message or argument.
///
/// A name in the code is static and as cheap as a `&'static str`. A name read at run time is
/// reference-counted. Both dereference to `str`.
///
/// ```
/// use overtrick_core::Name;
///
/// let read = Name::from(String::from("tricks-sum"));
/// assert_eq!(read, Name::new("tricks-sum"));
/// assert_eq!(read, "tricks-sum");
/// assert!(read.starts_with("tricks"));
/// ```
#[derive(Clone)]
pub struct Name(Text);

#[derive(Clone)]
enum Text {
    Static(&'static str),
    // A thin pointer, so that a name is no larger than a `&str`.
    Shared(Arc<Shared>),
}

struct Shared {
    text: Box<str>,
    texts: Texts,
}

impl Name {
    /// Returns a static name.
    pub const fn new(name: &'static str) -> Name {
        Name(Text::Static(name))
    }

    /// Returns the text of the name.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Text::Static(name) => name,
            Text::Shared(name) => &name.text,
        }
    }

    /// Returns a name with its texts in several languages. These texts are ignored when names are compared.
    pub fn with_texts(name: impl Into<Box<str>>, texts: Texts) -> Name {
        let text = name.into();
        Name(Text::Shared(Arc::new(Shared { text, texts })))
    }

    /// Returns the approximate memory of the name, in bytes. Clones share it.
    pub fn memory(&self) -> usize {
        let Text::Shared(name) = &self.0 else {
            return 0;
        };
        let texts = name.texts.own.iter();
        let texts = texts.chain(name.texts.others.iter().map(|(_, message)| message));
        let texts: usize = texts.map(Message::memory).sum();
        let others = name.texts.others.len() * (size_of::<(Box<str>, Message)>() + 32);
        allocated(size_of::<Shared>()) + allocated(name.text.len()) + others + texts
    }

    /// Returns the name with values in place of the arguments in its texts. `value` receives an argument and
    /// a language; `None` is the language of the name itself.
    #[must_use]
    pub fn filled(&self, value: impl Fn(&str, Option<&str>) -> Option<Vec<Part>>) -> Name {
        let Text::Shared(name) = &self.0 else {
            return self.clone();
        };
        let own = name.texts.own.as_ref();
        let others = name.texts.others.iter().map(|(tag, message)| {
            let message = message.filled(|arg| value(arg, Some(tag)));
            (tag.clone(), message)
        });
        let texts = Texts {
            own: own.map(|message| message.filled(|arg| value(arg, None))),
            others: others.collect(),
        };
        Name::with_texts(name.text.clone(), texts)
    }

    /// Returns its text in a language, if it has one.
    pub fn in_language(&self, tag: &str) -> Option<&Message> {
        match &self.0 {
            Text::Static(_) => None,
            Text::Shared(name) => name.texts.in_language(tag),
        }
    }
}

impl Default for Name {
    /// Returns an empty name.
    fn default() -> Name {
        Name::new("")
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

conversions! { Name:
    &'static str: name => Name::new(name);
    String: name => Name::with_texts(name, Texts::default());
}

conversions! { Cow<'static, str>:
    Name: name => match name.0 {
        Text::Static(name) => Cow::Borrowed(name),
        Text::Shared(name) => Cow::Owned(name.text.to_string()),
    };
}

/// A name is equal to a text with the same characters.
impl<T: AsRef<str> + ?Sized> PartialEq<T> for Name {
    fn eq(&self, other: &T) -> bool {
        self.as_str() == other.as_ref()
    }
}

impl Eq for Name {}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Name) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Name {
    fn cmp(&self, other: &Name) -> std::cmp::Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(self.as_str(), f)
    }
}

impl Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_the_size_of_a_str() {
        assert_eq!(size_of::<Name>(), size_of::<&str>());
    }

    #[test]
    fn names_are_equal_by_their_text() {
        let (code, read) = (Name::new("bid"), Name::from("bid".to_owned()));
        assert_eq!(code, read);
        assert_eq!(code.cmp(&read), std::cmp::Ordering::Equal);
        assert_ne!(read, Name::new("bids"));
        assert_eq!(format!("{read:>5}|{read:?}"), "  bid|\"bid\"");
    }
}
