//! Fuzzes match documents. Scoring a text and scoring its parsed JSON give the same report.

#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use overtrick_core::Finding;
use overtrick_fuzz::{languages, mutate, seeds};
use overtrick_match::document::{ErrorReport, Report, Scored, read_json, score, score_value, utf8};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate(data, size, max_size, seed, 0)
});

fuzz_target!(
    init: seeds::write(|| {
        let mut documents = seeds::samples();
        documents.extend(seeds::conformance(".scores.ndjson", "document"));
        documents.iter().map(|document| seeds::text(document).into_bytes()).collect()
    }),
    |bytes: &[u8]| {
        let report = report(score(bytes));
        let Ok(json) = utf8(bytes).and_then(read_json) else {
            return;
        };
        let rewritten = seeds::text(&json);
        assert_eq!(report, self::report(score(rewritten.as_bytes())), "serialized again: {rewritten}");
        assert_eq!(report, self::report(score_value(json)), "scored as JSON");
    }
);

/// Returns the report of a document in each language.
fn report(scored: Result<Scored, Vec<Finding>>) -> Vec<String> {
    let scored =
        scored.inspect_err(|faults| assert!(!faults.is_empty(), "refused without a fault"));
    let report = |language| match &scored {
        Ok(scored) => serde_json::to_string(&Report::new(scored.clone(), language)).unwrap(),
        Err(faults) => serde_json::to_string(&ErrorReport::new(faults, None, language)).unwrap(),
    };
    languages().map(report).to_vec()
}
