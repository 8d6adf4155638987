//! Fuzzes questions about the rules with arbitrary bytes.

#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use overtrick_fuzz::{languages, mutate, seeds};
use overtrick_match::adjudicate::{RulingsReport, adjudicate};
use overtrick_match::document::{ErrorReport, read_json, utf8};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate(data, size, max_size, seed, 0)
});

fuzz_target!(
    init: seeds::write(|| {
        let mut questions = seeds::conformance(".auctions.ndjson", "question");
        questions.extend(seeds::conformance(".plays.ndjson", "question"));
        questions.iter().map(|question| seeds::text(question).into_bytes()).collect()
    }),
    |bytes: &[u8]| {
        let report = report(bytes);
        if let Ok(json) = utf8(bytes).and_then(read_json) {
            let rewritten = seeds::text(&json);
            assert_eq!(report, self::report(rewritten.as_bytes()), "serialized again: {rewritten}");
        }
    }
);

/// Returns the report of a question in each language.
fn report(question: &[u8]) -> Vec<String> {
    let report = |language| match adjudicate(question) {
        Ok(answered) => serde_json::to_string(&RulingsReport::new(answered, language)).unwrap(),
        Err(faults) => {
            assert!(!faults.is_empty(), "refused without a fault");
            serde_json::to_string(&ErrorReport::new(&faults, None, language)).unwrap()
        }
    };
    languages().map(report).to_vec()
}
