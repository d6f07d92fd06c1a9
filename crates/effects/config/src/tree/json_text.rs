//! Converts the tree to JSON.

use candor_text::quote;

use super::{ConfigNode, ConfigValue};
use crate::problem::ValueProblem;

/// The value as compact JSON. Dates become strings; numbers keep their digits, and those that JSON
/// cannot represent are rejected.
pub(crate) fn json_text(node: &ConfigNode) -> Result<String, ValueProblem> {
    let mut text = String::new();
    write(node, &mut text)?;
    Ok(text)
}

fn write(node: &ConfigNode, out: &mut String) -> Result<(), ValueProblem> {
    match &node.value {
        ConfigValue::Null => out.push_str("null"),
        ConfigValue::Bool(yes) => out.push_str(if *yes { "true" } else { "false" }),
        ConfigValue::Number(digits) => out.push_str(number(digits)?),
        ConfigValue::Text(text) | ConfigValue::Date(text) => string(text, out),
        ConfigValue::List(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                comma(index, out);
                write(item, out)?;
            }
            out.push(']');
        }
        ConfigValue::Table(entries) => {
            out.push('{');
            for (index, entry) in entries.iter().enumerate() {
                comma(index, out);
                string(&entry.key, out);
                out.push(':');
                write(&entry.node, out)?;
            }
            out.push('}');
        }
    }
    Ok(())
}

fn comma(index: usize, out: &mut String) {
    if index > 0 {
        out.push(',');
    }
}

fn string(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_ascii_control() => out.extend(["\\u", &format!("{:04x}", u32::from(c))]),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// The digits, if JSON has such a number. TOML writes a plus where JSON writes nothing, and has
/// infinity.
fn number(digits: &str) -> Result<&str, ValueProblem> {
    let plain = digits.strip_prefix('+').unwrap_or(digits);
    if is_json_number(plain) {
        return Ok(plain);
    }
    let says = format!(
        "holds the number {}, which JSON does not have",
        quote(digits)
    );
    Err(ValueProblem::new(says).with_hint("write it as a text"))
}

fn is_json_number(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = |text: &str| digits(text.strip_prefix(['+', '-']).unwrap_or(text));
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(unsigned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{find, toml};

    /// The conversion of a TOML value, or what is wrong with it.
    fn converted(value: &str) -> Result<String, String> {
        let root = toml::parse(&format!("a = {value}")).expect("TOML");
        let node = &find(&root, "a").expect("a value").node;
        json_text(node).map_err(|problem| problem.says)
    }

    #[test]
    fn every_kind_of_value() {
        let long = "123456789012345678901234567890";
        for (toml, json) in [
            ("true", "true"),
            ("1_000", "1000"),
            ("0xff", "255"),
            ("+7", "7"),
            ("-0.0", "-0.0"),
            ("+1.50", "1.50"),
            ("6.02e23", "6.02e23"),
            (long, long),
            (r#""a\"b\\\n\u0001é""#, r#""a\"b\\\n\u0001é""#),
            ("1979-05-27T07:32:00Z", r#""1979-05-27T07:32:00Z""#),
            ("[1, [], {}]", "[1,[],{}]"),
            (
                r#"{ z = 1, "a b" = { "" = [] } }"#,
                r#"{"z":1,"a b":{"":[]}}"#,
            ),
        ] {
            assert_eq!(converted(toml), Ok(json.to_owned()), "{toml}");
        }
    }

    #[test]
    fn what_json_does_not_have_is_refused() {
        for bad in ["inf", "-inf", "nan", "[[nan]]"] {
            let says = converted(bad).expect_err(bad);
            assert!(says.ends_with("which JSON does not have"), "{says}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_json(text in proptest::prelude::any::<String>()) {
            let json = json_text(&ConfigNode::text(text.clone())).expect("a text");
            let back: String = serde_json::from_str(&json).expect("JSON");
            proptest::prop_assert_eq!(back, text);
        }
    }
}
