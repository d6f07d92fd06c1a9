//! Filters over documents, and what comes out.

use proptest::prelude::*;
use serde_json::Value;
use serde_json::value::RawValue;

use super::*;
use crate::filter::STACK;

const ROOM: usize = 10_000;

/// Runs a filter on a stack like that of a worker.
fn run(filter: &str, json: &str, room: usize) -> Result<Vec<String>, EvaluateError> {
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, || evaluate(filter, json.as_bytes(), room))
            .unwrap()
            .join()
            .unwrap()
    })
}

fn check(filter: &str, json: &str, expect: &[&str]) {
    let outputs = run(filter, json, ROOM).unwrap_or_else(|error| panic!("{filter}: {error}"));
    assert_eq!(outputs, expect, "{filter}");
}

fn check_failed(filter: &str, json: &str, expect: &str, before: usize) {
    let expect = EvaluateError::Failed {
        message: expect.to_owned(),
        before,
    };
    assert_eq!(run(filter, json, ROOM), Err(expect), "{filter}");
}

#[test]
fn filters_select() {
    let shop = r#"{"total":2,"items":[{"id":1,"name":"b","price":1.10,"tags":["x","y"]},
        {"id":2,"name":"a","price":12345678901234567890,"tags":[]}],"next":null}"#;
    for (filter, expect) in [
        (".total", &["2"][..]),
        (".missing", &["null"]),
        (".items[].name", &[r#""b""#, r#""a""#]),
        ("[.items[].name] | sort", &[r#"["a","b"]"#]),
        (
            ".items[] | {name, id}",
            &[r#"{"name":"b","id":1}"#, r#"{"name":"a","id":2}"#],
        ),
        (
            ".items[] | select(.id == 2) | .price",
            &["12345678901234567890"],
        ),
        (".items[0].price", &["1.10"]),
        (".items | length", &["2"]),
        (".items[1:] | map(.id)", &["[2]"]),
        (".items[].tags[]", &[r#""x""#, r#""y""#]),
        (".items[5].name?", &["null"]),
        ("empty", &[]),
        (".items[] | select(false)", &[]),
        (".items | map(.id) | add", &["3"]),
        (".items[0].tags | join(\"+\")", &[r#""x+y""#]),
        (".next // \"last\"", &[r#""last""#]),
        ("keys", &[r#"["items","next","total"]"#]),
        ("keys_unsorted", &[r#"["total","items","next"]"#]),
        (
            ".total / 4, .total / 2, 1e3, 1e400, -0.5",
            &["0.5", "1", "1e3", "1e400", "-0.5"],
        ),
        (
            "nan, infinite, -infinite",
            &["null", "1.7976931348623157e308", "-1.7976931348623157e308"],
        ),
        ("007.5, (\"+1.5\" | tonumber)", &["7.5", "1.5"]),
        (
            ".items | INDEX(.name) | map_values(.id)",
            &[r#"{"b":1,"a":2}"#],
        ),
        (".items[] | select(.id | IN(2, 3)) | .id", &["2"]),
        (
            ".items | map([.id, .name, null, true])[] | @csv",
            &[r#""1,\"b\",,true""#, r#""2,\"a\",,true""#],
        ),
        (
            "[\"a\\tb\", \"c\\\\\", 1] | @tsv",
            &[r#""a\\tb\tc\\\\\t1""#],
        ),
        ("[\"say \\\"no\\\"\"] | @csv", &[r#""\"say \"\"no\"\"\"""#]),
        ("IN(.items[].id; 2, 7), (65 | ascii)", &["true", r#""A""#]),
        (
            "[\"a\", null, 1, true] | join(\"-\"), ([] | join(\",\"))",
            &[r#""a--1-true""#, r#""""#],
        ),
        (
            "[{name: \"a\", value: 1}, {k: \"b\", v: false}, {key: 3, value: null}] | from_entries",
            &[r#"{"a":1,"b":false,"3":null}"#],
        ),
        (
            "{a: 1, b: null} | with_entries(select(.value != null) | .key |= ascii_upcase)",
            &[r#"{"A":1}"#],
        ),
        (
            "[\"a\", \"\"] | @csv, (try ([[]] | @csv) catch .)",
            &[
                r#""\"a\",\"\"""#,
                r#""a row of a table holds no arrays and no objects""#,
            ],
        ),
        ("1 | toarray, ([2] | toarray)", &["[1]", "[2]"]),
        ("\"xax\" | trimstr(\"x\")", &[r#""a""#]),
        ("[leaf_paths] | length", &["9"]),
        (".total as $n | {$n, \"a b\": 1}", &[r#"{"n":2,"a b":1}"#]),
        ("\"2024-01-02T03:04:05Z\" | fromdate", &["1704164645"]),
        ("\"/wA=\" | @base64d", &["\"\u{fffd}\\u0000\""]),
        ("[.items[] | .name] | @json", &[r#""[\"b\",\"a\"]""#]),
        (
            "[1 | recurse(if . < 3 then . + 1 else empty end)]",
            &["[1,2,3]"],
        ),
        ("first(range(10; 1e9))", &["10"]),
    ] {
        check(filter, shop, expect);
    }
}

#[test]
fn numbers_and_order_are_kept() {
    for json in [
        "12345678901234567890",
        "123456789012345678901234567890123456789",
        "-9223372036854775809",
        "1.10",
        "0.1000000000000000055511151231257827",
        "1e400",
        "1.5E+10",
        "-0.0",
        r#"{"z":1,"a":{"y":2.50,"b":3},"m":[1.0,2e0]}"#,
        r#"{"a":"é\u0000\"\\/\n","":""}"#,
        "[[],{},null,true,false]",
    ] {
        let outputs = run(".", json, ROOM).unwrap();
        let (was, is): (Value, Value) = (
            serde_json::from_str(json).unwrap_or(Value::Null),
            serde_json::from_str(&outputs[0]).unwrap_or(Value::Null),
        );
        assert_eq!(was, is, "{json}");
        assert!(
            outputs[0] == json || json.contains("é"),
            "{json} became {}",
            outputs[0]
        );
    }
    check(".z, .m", r#"{"z":1.10,"m":[2.50]}"#, &["1.10", "[2.50]"]);
    check(
        ".a = 1 | .n = 2",
        r#"{"z":0,"a":0,"b":0}"#,
        &[r#"{"z":0,"a":1,"b":0,"n":2}"#],
    );
}

#[test]
fn errors_say_what_jq_says() {
    let long = serde_json::to_string(&vec!["some text"; 1000]).unwrap();
    check_failed(".name", "[1,2]", "cannot index [1,2] with \"name\"", 0);
    check_failed(".name", &long, "cannot index array with \"name\"", 0);
    check_failed(".[]", "3", "cannot use 3 as iterable (array or object)", 0);
    check_failed(". + 1", &long, "cannot calculate array + 1", 0);
    check_failed(
        ".[] | 10 / . | if . > 5 then error(\"too many\") else . end",
        "[5,1]",
        "too many",
        1,
    );
    check_failed("1, 2, error({code: 7})", "null", "{\"code\":7}", 2);
    check_failed("error(null)", "null", "null", 0);
    check_failed("\"x\" * 1e10", "null", "cannot calculate \"x\" * 1e10", 0);
    check_failed(
        "\"a\" | tobytes",
        "null",
        "an output holds bytes, which JSON cannot say; use `@base64`",
        0,
    );
    check_failed(
        "{(1 | tojson | fromjson): 2}",
        "null",
        "an object has a key that is not a string; use `tostring` for the key",
        0,
    );
    check_failed(
        "\"[\" | fromjson",
        "null",
        "cannot parse \"[\" as JSON: byte offset 1: value or end of sequence expected",
        0,
    );
}

#[test]
fn what_is_not_json_is_not_read() {
    for json in [
        "",
        " ",
        "nope",
        "{",
        "[1,]",
        "{\"a\":1,}",
        "NaN",
        "Infinity",
        "+1",
        "01",
        "1 2",
        "# remark\n1",
        "{1:2}",
        "b\"x\"",
        "\"\\x\"",
        "'a'",
        "\u{feff}1",
    ] {
        let result = run(".", json, ROOM);
        assert!(
            matches!(result, Err(EvaluateError::NotJson { .. })),
            "{json}: {result:?}"
        );
    }
    let bytes = evaluate(".", b"\"\xff\"", ROOM);
    assert!(
        matches!(bytes, Err(EvaluateError::NotJson { .. })),
        "{bytes:?}"
    );
}

#[test]
fn a_bad_filter_is_said_before_the_document_is_read() {
    let error = run(".[", "nope", ROOM).unwrap_err();
    assert!(matches!(error, EvaluateError::Filter(_)), "{error:?}");
}

#[test]
fn outputs_are_bounded() {
    let limit = 10;
    let too_large = Err(EvaluateError::TooLarge { limit });
    for (filter, fits) in [
        ("\"12345678\"", true),
        ("\"123456789\"", false),
        ("\"\\n\\n\\n\\n\"", true),
        ("\"\\n\\n\\n\\n\\n\"", false),
        ("1, 2, 3, 4, 5", true),
        ("1, 2, 3, 4, 5, 6", false),
        ("repeat(1)", false),
        ("[1,2,3,4]", true),
        ("[1,2,3,4,5]", false),
        ("{a:10,b:2}", false),
    ] {
        let outputs = run(filter, "null", limit);
        assert_eq!(outputs.is_ok(), fits, "{filter}: {outputs:?}");
        assert!(fits || outputs == too_large, "{filter}: {outputs:?}");
    }
}

#[test]
fn nesting_is_bounded() {
    let too_deep = Err(EvaluateError::TooDeep { limit: MAX_NESTING });
    let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    check(".", &nested(MAX_NESTING), &[&nested(MAX_NESTING)]);
    assert_eq!(run(".", &nested(MAX_NESTING + 1), ROOM), too_deep);
    assert_eq!(run(".", &nested(10_000), 100_000), too_deep);
    check("length", &nested(MAX_NESTING), &["1"]);
    let objects = "{\"a\":".repeat(MAX_NESTING + 1) + "1" + &"}".repeat(MAX_NESTING + 1);
    assert_eq!(run(".", &objects, ROOM), too_deep);
    let grown = run("reduce range(600) as $i (0; [.])", "null", ROOM);
    assert_eq!(grown, too_deep);
}

/// JSON of every kind, with numbers that no `f64` holds.
fn any_json() -> impl Strategy<Value = String> {
    let number = "-?(0|[1-9][0-9]{0,25})(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?";
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        number.prop_filter("jq has no negative zero among the integers", |text| {
            text != "-0"
        }),
        any::<String>().prop_map(|text| serde_json::to_string(&text).unwrap()),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6)
                .prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec(inner, 0..6).prop_map(|items| {
                let members = items.iter().enumerate();
                // Keys that are not sorted, and no two alike.
                let members = members.map(|(at, item)| format!("\"{}\":{item}", 9 - at));
                format!("{{{}}}", members.collect::<Vec<_>>().join(","))
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_selected_is_as_it_was(json in any_json()) {
        let outputs = run(".a", &format!("{{\"a\":{json}}}"), 1_000_000);
        prop_assert_eq!(outputs, Ok(vec![json]));
    }

    #[test]
    fn no_filter_and_no_document_panics(filter in "[-.a\\[\\]{}()|,:;\"$@0-9 ?/*+=<>#\\\\]{0,40}", json in any_json()) {
        // Whatever comes out: it does, and it is JSON.
        for output in run(&filter, &json, 1_000).unwrap_or_default() {
            // A number may be larger than any type of ours.
            prop_assert!(serde_json::from_str::<&RawValue>(&output).is_ok(), "{}", output);
        }
    }
}
