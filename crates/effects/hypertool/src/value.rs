//! Parses JSON or YAML to a tree of values.

use candor_yaml::YamlLimits;
use serde_json::Value;

use crate::error::HypertoolError;

/// The largest file that is read, in bytes.
pub(crate) const LARGEST: usize = 16 << 20;

/// The largest `persona.yaml`, in bytes. An honest one has a few thousand.
pub(crate) const LARGEST_PERSONA: usize = 1 << 20;

/// More values than an honest persona has, and few enough to be harmless.
const YAML_NODES: usize = 100_000;

/// Parses JSON text.
pub(crate) fn json(text: &str, place: &str) -> Result<Value, HypertoolError> {
    let text = body(text, place, LARGEST)?;
    serde_json::from_str(text).map_err(|cause| HypertoolError::NotJson {
        place: place.to_owned(),
        line: cause.line(),
        column: cause.column(),
        cause,
    })
}

/// Parses YAML. Only `true` and `false` are booleans, as in hypertool's parser.
pub(crate) fn yaml(text: &str, place: &str) -> Result<Value, HypertoolError> {
    let text = body(text, place, LARGEST_PERSONA)?;
    let limits = YamlLimits {
        nodes: YAML_NODES,
        aliased: YAML_NODES,
        depth: 32,
    };
    candor_yaml::parse(text, &limits).map_err(|error| HypertoolError::NotYaml {
        place: match (error.line, error.column) {
            (Some(line), Some(column)) => format!("{place}:{line}:{column}"),
            _ => place.to_owned(),
        },
        reason: error.reason,
    })
}

/// The text without its byte order mark, if it has a size that can be read.
fn body<'a>(text: &'a str, place: &str, limit: usize) -> Result<&'a str, HypertoolError> {
    let place = || place.to_owned();
    if text.len() > limit {
        return Err(HypertoolError::TooLarge {
            place: place(),
            limit,
        });
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(HypertoolError::Empty { place: place() });
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use serde_json::json;

    use super::*;

    #[test]
    fn json_errors_have_a_place() {
        for (text, expect) in [
            (
                "",
                "`c.json` is empty; restore it from a backup, or give another file",
            ),
            (
                "\u{feff} \n",
                "`c.json` is empty; restore it from a backup, or give another file",
            ),
            (
                "{\n  \"toolsets\": nope}",
                "`c.json:2:16` is where the file stops being JSON; correct it there, or restore a backup",
            ),
            (
                "{\"toolsets\": {",
                "`c.json:1:14` is where the file stops being JSON; correct it there, or restore a backup",
            ),
        ] {
            let error = json(text, "c.json").expect_err(text);
            assert_eq!(error.to_string(), expect);
        }
        let deep = "[".repeat(100_000);
        assert!(matches!(
            json(&deep, "c.json"),
            Err(HypertoolError::NotJson { .. })
        ));
        let huge = " ".repeat(LARGEST + 1);
        assert!(matches!(
            json(&huge, "c.json"),
            Err(HypertoolError::TooLarge { limit: LARGEST, .. })
        ));
        assert_eq!(json("\u{feff}{}", "c.json").expect("JSON"), json!({}));
    }

    #[test]
    fn yaml_is_read_as_plain_values() {
        let text = "name: on\nlist: [a.b, 1, true, .nan]\n# a comment\n";
        let expect = json!({ "name": "on", "list": ["a.b", 1, true, ".nan"] });
        assert_eq!(yaml(text, "p.yaml").expect("YAML"), expect);
    }

    #[test]
    fn hostile_yaml_is_refused_and_says_where() {
        let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..12 {
            let before = format!("*a{}", level - 1);
            let list = vec![before; 9].join(", ");
            writeln!(bomb, "a{level}: &a{level} [{list}]").expect("written");
        }
        for text in [
            "name: [a",
            "a: 1\na: 2",
            "a: b: c",
            &bomb,
            &"[".repeat(100_000),
            &"- ".repeat(10_000),
            &"x\n".repeat(LARGEST_PERSONA),
        ] {
            let error = yaml(text, "p.yaml").expect_err("refused").to_string();
            assert!(error.starts_with("`p.yaml"), "{error}");
            assert!(error.len() < 500 && !error.contains('\n'), "{error}");
        }
        let error = yaml("name: x\ntoolsets: [", "p.yaml").expect_err("cut short");
        assert!(error.to_string().starts_with("`p.yaml:2:"), "{error}");
    }
}
