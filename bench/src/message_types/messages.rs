//! The messages whose reading is measured: sizes and shapes as they occur.

use anyhow::Result;
use serde_json::{Value, json};

use crate::fixture;

/// The four messages, each with a name for the table.
pub(crate) fn samples() -> Result<Vec<(&'static str, Vec<u8>)>> {
    let results = [
        ("call result, short text", call_result("42 books")),
        ("call result, structured", structured()),
        ("call result, long text", call_result(&long_text())),
        ("list of 100 tools", json!({"tools": fixture::tools(100)})),
    ];
    let sample = |(name, result): (&'static str, Value)| {
        let message = json!({"jsonrpc": "2.0", "id": 7, "result": result});
        anyhow::Ok((name, serde_json::to_vec(&message)?))
    };
    results.into_iter().map(sample).collect()
}

fn call_result(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}], "isError": false})
}

/// About 15 KB: rows of mixed values, as an API would return them.
fn structured() -> Value {
    let row = |index: u32| {
        json!({
            "id": index, "sku": format!("SKU-{index:05}"), "price": f64::from(index) * 1.25,
            "available": index.is_multiple_of(3), "tags": ["paper", "hardback"],
            "shelf": {"aisle": index % 12, "level": null}
        })
    };
    let rows: Vec<Value> = (0..123).map(row).collect();
    let mut result = call_result("123 rows");
    result["structuredContent"] = json!({"rows": rows});
    result
}

/// One MB of prose with the line ends and quotes that JSON must escape.
fn long_text() -> String {
    "He said \"no\", and turned to the next page of a very long report.\n".repeat(15_500)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_samples_have_the_sizes_the_table_is_about() {
        let sizes: Vec<usize> = samples().unwrap().iter().map(|s| s.1.len()).collect();
        let ranges = [
            80..130,
            14_500..15_500,
            1_000_000..1_150_000,
            60_000..75_000,
        ];
        for (size, range) in sizes.iter().zip(&ranges) {
            assert!(range.contains(size), "{size} is not in {range:?}");
        }
    }
}
