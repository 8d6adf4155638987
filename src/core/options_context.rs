//! The context in which the house rules of a match are resolved.

use std::fmt::Display;
use std::ops::RangeInclusive;

use super::wire::Given;
use super::{Args, Finding, LeftOut, Name, args, out_of_range};

/// The context in which the house rules of a match are resolved and their faults reported.
///
/// ```
/// use overtrick_core::{LeftOut, OptionsContext};
/// use overtrick_core::wire::Given;
///
/// let mut context = OptionsContext::new(LeftOut::none());
/// assert_eq!(context.number("ante", &Given(Some(3)), 0..=10, 1), 3);
/// assert_eq!(context.number("ante", &Given(None), 0..=10, 1), 1);
/// assert_eq!(context.number("ante", &Given(Some(99)), 0..=10, 1), 1);
/// assert_eq!(context.findings[0].pointer, "/options/ante");
/// ```
#[derive(Debug)]
pub struct OptionsContext<'a> {
    /// The faults so far, with pointers relative to the root of the document.
    pub findings: Vec<Finding>,
    left_out: &'a LeftOut,
}

impl<'a> OptionsContext<'a> {
    /// A context without faults. Fields below the pointers of `left_out` are never reported as missing.
    pub fn new(left_out: &'a LeftOut) -> OptionsContext<'a> {
        OptionsContext {
            findings: Vec::new(),
            left_out,
        }
    }

    /// Reports a fault at a pointer within the options.
    pub fn fault(&mut self, code: impl Into<Name>, pointer: &str, args: Args) {
        self.findings
            .push(Finding::rule(code, format!("/options{pointer}"), args));
    }

    /// Reports a house rule that is missing although another one requires it.
    pub fn missing(&mut self, pointer: &str) {
        let root = format!("/options{pointer}");
        if !self.left_out.covers(&root) {
            self.fault("missing-option", pointer, args![]);
        }
    }

    /// A number in its range. An absent number gives the default; one outside the range is a fault and also
    /// gives the default.
    pub fn number(
        &mut self,
        name: impl Display,
        number: &Given<i64>,
        range: RangeInclusive<i64>,
        default: i64,
    ) -> i64 {
        let number = self.nullable(name, &Given(Some(**number)), range);
        number.unwrap_or(default)
    }

    /// An optional number in its range. An absent number gives `None`; one outside the range is a fault and
    /// also gives `None`.
    pub fn nullable(
        &mut self,
        name: impl Display,
        number: &Given<Option<i64>>,
        range: RangeInclusive<i64>,
    ) -> Option<i64> {
        let number = number.flatten()?;
        let fits = range.contains(&number);
        if !fits {
            let fault = out_of_range(&format!("/options/{name}"), number, &range);
            self.findings.push(fault);
        }
        fits.then_some(number)
    }
}
