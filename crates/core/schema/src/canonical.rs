//! Canonical JSON: the same text for equal values.

use std::fmt::Write;

use serde_json::Value;

/// The initial capacity: enough for the arguments of most calls, which then need one allocation.
const USUAL: usize = 256;

/// Writes `value` with sorted keys and without spaces, so that equal values give the same bytes.
/// Digests are computed from this text.
pub fn canonical(value: &Value) -> String {
    let mut text = String::with_capacity(USUAL);
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
        Value::Object(members) if members.keys().is_sorted() => object(members.iter(), text),
        Value::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_by_key(|(key, _)| *key);
            object(sorted.into_iter(), text);
        }
        Value::String(plain) => string(plain, text),
        Value::Number(number) => {
            // Writing to a text cannot fail.
            let _ = write!(text, "{number}");
        }
        Value::Bool(true) => text.push_str("true"),
        Value::Bool(false) => text.push_str("false"),
        Value::Null => text.push_str("null"),
    }
}

fn object<'a>(members: impl Iterator<Item = (&'a String, &'a Value)>, text: &mut String) {
    text.push('{');
    for (at, (key, member)) in members.enumerate() {
        separate(at, text);
        string(key, text);
        text.push(':');
        write(member, text);
    }
    text.push('}');
}

/// Writes a quoted string. Those that need escapes, which are few, are left to `serde_json`.
fn string(plain: &str, text: &mut String) {
    let needs_escape = |byte: u8| byte < 0x20 || byte == b'"' || byte == b'\\';
    // A loop without early exit is vectorised by the compiler.
    let is_escaped = plain
        .bytes()
        .fold(false, |any, byte| any | needs_escape(byte));
    if is_escaped {
        text.push_str(&Value::from(plain).to_string());
        return;
    }
    text.push('"');
    text.push_str(plain);
    text.push('"');
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
        for text in [
            r#"["a\"b","\\","\n\u0000","é\u007f",true,false,null,-0.0,1.5e300,18446744073709551615]"#,
            r#"{"\t":1}"#,
        ] {
            let value: Value = serde_json::from_str(text).expect("JSON");
            assert_eq!(canonical(&value), value.to_string());
        }
    }
}
