#![expect(dead_code, reason = "the types are here to be read")]

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::*;
use crate::{NoInput, schema};

#[derive(Debug, Deserialize, JsonSchema)]
struct ArgumentOrder {
    customer: String,
    #[schemars(length(max = 3))]
    #[serde(default)]
    lines: Vec<SampleLine>,
    address: Option<ArgumentAddress>,
    #[schemars(length(min = 2, max = 4))]
    #[serde(default)]
    code: Option<String>,
    #[serde(default)]
    shape: Option<ArgumentShape>,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct SampleLine {
    #[schemars(range(min = 1, max = 9))]
    count: u32,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct ArgumentAddress {
    zip: String,
    #[serde(rename = "say \"hi\", {you}")]
    odd: Option<u8>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum ArgumentShape {
    Circle { radius: f64 },
    Square { side: f64 },
}

#[derive(Debug, Deserialize, JsonSchema)]
struct ArgumentNode {
    #[serde(default)]
    children: Vec<ArgumentNode>,
}

fn told<T: DeserializeOwned + JsonSchema>(given: Value) -> Option<String> {
    let Value::Object(given) = given else {
        panic!("arguments are an object");
    };
    let read = read::<T>(&schema::input::<T>(), given);
    let failure = read.err()?;
    let told = failure.sentence();
    let told = told.strip_prefix("the arguments do not fit: ");
    Some(told.expect("the usual beginning").to_owned())
}

fn check(given: Value, expect: Option<&str>) {
    assert_eq!(told::<ArgumentOrder>(given).as_deref(), expect);
}

#[test]
fn what_fits_is_read() {
    check(json!({"customer": "a"}), None);
    check(
        json!({
            "customer": "a", "lines": [{"count": 1}, {"count": 9}], "address": null,
            "code": "äöü", "shape": {"kind": "circle", "radius": 1},
        }),
        None,
    );
    assert_eq!(told::<NoInput>(json!({})), None);
    assert_eq!(
        told::<ArgumentNode>(json!({"children": [{"children": []}]})),
        None
    );
}

#[test]
fn what_the_type_refuses_has_a_place() {
    for (given, expect) in [
        (json!({}), "missing field `customer`"),
        (
            json!({"customer": 5}),
            "`customer`: invalid type: integer `5`, expected a string",
        ),
        (
            json!({"lines": [{"count": 1}, {"count": "x"}], "customer": "a"}),
            "`lines[1].count`: invalid type: string \"x\", expected u32",
        ),
        (
            json!({"customer": "a", "lines": [{"count": 1}, {}]}),
            "`lines[1]`: missing field `count`",
        ),
        (
            json!({"customer": "a", "address": {"zip": "\"},{", "say \"hi\", {you}": true}}),
            "`address.say \\\"hi\\\", {you}`: invalid type: boolean `true`, expected u8",
        ),
        (
            json!({"code": "äöü", "customer": ["ü"]}),
            "`customer`: invalid type: sequence, expected a string",
        ),
        (
            json!({"customer": "a", "address": {}}),
            "`address`: missing field `zip`",
        ),
        (
            json!({"shape": {"kind": "circle"}, "customer": "a"}),
            "`shape`: missing field `radius`",
        ),
        // What is read as a whole is found wrong after its end, which here is the end of all.
        (
            json!({"customer": "a", "shape": {"kind": "circle"}}),
            "missing field `radius`",
        ),
    ] {
        check(given, Some(expect));
    }
}

#[test]
fn what_the_schema_refuses_is_told_all_at_once() {
    for (given, expect) in [
        (
            json!({"customer": "a", "costumer": "b"}),
            "there is no argument `costumer`, did you mean `customer`?",
        ),
        (
            json!({"customer": "a", "zzz": 1}),
            "there is no argument `zzz`, known are `customer`, `lines`, `address`, `code`, `shape`",
        ),
        (
            json!({"customer": "a", "address": {"zip": "1", "zap": 1}}),
            "there is no argument `address.zap`, did you mean `zip`?",
        ),
        (
            json!({"customer": "a", "shape": {"kind": "circle", "radius": 1, "side": 2}}),
            "there is no argument `shape.side`, known are `kind`, `radius`",
        ),
        (
            json!({"lines": [{"count": 0}, {"count": 10}, {"count": 1, "x": 1}, {"count": 1}], "code": "x"}),
            "`lines` has 4 items and may have 3 at most; \
             `lines[0].count` is `0` and must be at least 1; \
             `lines[1].count` is `10` and must be at most 9; \
             there is no argument `lines[2].x`, known are `count`; \
             `code` has 1 characters and needs 2 or more",
        ),
        (
            json!({"customer": "a", "code": "12345"}),
            "`code` has 5 characters and may have 4 at most",
        ),
    ] {
        check(given, Some(expect));
    }
    assert_eq!(
        told::<NoInput>(json!({"a": 1})).as_deref(),
        Some("there is no argument `a`, there are none")
    );
    assert_eq!(
        told::<ArgumentNode>(json!({"children": [{"childen": []}]})).as_deref(),
        Some("there is no argument `children[0].childen`, did you mean `children`?")
    );
}

#[test]
fn a_schema_that_means_nothing_has_an_end() {
    let schema = json!({"anyOf": [{"$ref": "#"}], "type": "object"});
    let read = read::<NoInput>(&schema, Map::new());
    assert!(read.is_ok());
}

#[test]
fn hostile_arguments_are_told_briefly() {
    let many: Map<String, Value> = (0..1_000).map(|at| (format!("x{at}"), json!(1))).collect();
    let told = told::<NoInput>(many.into()).expect("refused");
    assert!(told.ends_with("; and 990 more"), "{told}");
    let long = "x".repeat(1_000_000);
    let given = json!({ long: 1, "\u{1b}[31m": 2 });
    let told = self::told::<NoInput>(given).expect("refused");
    assert!(
        told.len() < 1_000 && !told.contains('\u{1b}'),
        "{}",
        told.len()
    );
}
