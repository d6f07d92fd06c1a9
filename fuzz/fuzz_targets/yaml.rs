//! Whatever text comes as YAML: what is read is within the limits, and can be read again.

#![no_main]

use candor_yaml::{YamlLimits, parse};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

const LIMITS: YamlLimits = YamlLimits { nodes: 5_000, aliased: 1_000, depth: 24 };

fuzz_target!(|text: &str| match parse(text, &LIMITS) {
    Ok(value) => {
        assert!(depth(&value) <= LIMITS.depth);
        assert!(count(&value) <= LIMITS.nodes);
        // JSON is YAML too. The limits are met: nothing has grown.
        let again = parse(&value.to_string(), &LIMITS).expect("what is written is read");
        assert_eq!(again, value);
    }
    Err(error) => {
        assert!(!error.reason.is_empty() && !error.reason.contains('\n'), "{error:?}");
    }
});

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(list) => 1 + list.iter().map(depth).max().unwrap_or(0),
        Value::Object(map) => 1 + map.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// Values and keys.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(list) => list.iter().map(count).sum(),
        Value::Object(map) => map.values().map(|one| 1 + count(one)).sum(),
        _ => 0,
    }
}
