//! One text for one value, whatever order its keys came in.

use serde_json::Value;

/// Writes `value` with its keys sorted and no space, so that two values that mean the same give
/// the same bytes. It is what digests are taken of.
pub fn canonical(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

fn write(value: &Value, text: &mut String) {
    match value {
        Value::Array(items) => {
            text.push('[');
            for (at, item) in items.iter().enumerate() {
                separate(at, text);
                write(item, text);
            }
            text.push(']');
        }
        Value::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_by_key(|(key, _)| *key);
            text.push('{');
            for (at, (key, member)) in sorted.into_iter().enumerate() {
                separate(at, text);
                scalar(key, text);
                text.push(':');
                write(member, text);
            }
            text.push('}');
        }
        plain => scalar(plain, text),
    }
}

/// The library's own text of a string, a number, a boolean or null.
fn scalar(value: &impl serde::Serialize, text: &mut String) {
    // None of these can fail to be written.
    text.push_str(&serde_json::to_string(value).unwrap_or_default());
}

fn separate(at: usize, text: &mut String) {
    if at > 0 {
        text.push(',');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_keys_does_not_matter() {
        let read = |text: &str| canonical(&serde_json::from_str(text).expect("JSON"));
        assert_eq!(
            read(r#"{"b":[1,{"z":null,"a":"é"}],"a":{}}"#),
            r#"{"a":{},"b":[1,{"a":"é","z":null}]}"#
        );
        assert_eq!(read(r#"{"a":1,"b":2}"#), read(r#"{ "b":2, "a":1 }"#));
        assert_ne!(read("[1,2]"), read("[2,1]"));
    }
}
