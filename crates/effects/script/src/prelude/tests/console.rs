//! How values look in the log.

use serde_json::{Value, json};

use super::run;

/// What one expression in `console.log(…)` becomes.
fn check(values: &str, expect: &str) {
    let (worker, _) = run(&format!("console.log({values});"), |_, _| None);
    assert_eq!(worker.said, [log("info", expect)], "{values}");
}

fn log(level: &str, text: &str) -> (String, Value) {
    ("log".to_owned(), json!({ "level": level, "text": text }))
}

#[test]
fn values_look_as_they_are_written() {
    for (values, expect) in [
        ("", ""),
        (
            "'a', 1, -0, 2n, true, null, undefined",
            "a 1 -0 2n true null undefined",
        ),
        ("Symbol('x'), NaN", "Symbol(x) NaN"),
        (
            "{ a: 1, 'b-c': 'd\"e', [Symbol('s')]: [] }",
            r#"{ a: 1, "b-c": "d\"e", [Symbol(s)]: [] }"#,
        ),
        (
            "[1, , 'x', [2, [3]]]",
            r#"[ 1, <empty>, "x", [ 2, [ 3 ] ] ]"#,
        ),
        (
            "new Map([['a', { b: 1 }]]), new Set([1])",
            r#"Map(1) { "a" => { b: 1 } } Set { 1 }"#,
        ),
        (
            "new Uint8Array([1, 2]), new Date(0), /x/g",
            "Uint8Array(2) [ 1, 2 ] 1970-01-01T00:00:00.000Z /x/g",
        ),
        (
            "new Date(NaN), Promise.resolve(1), new Number(3)",
            "Invalid Date Promise {} [Number: 3]",
        ),
        (
            "() => 1, function named() {}, class Big {}",
            "[Function (anonymous)] [Function: named] [class: Big]",
        ),
        (
            "new (class Point { x = 1 })(), Object.create(null)",
            "Point { x: 1 } [Object: null prototype] {}",
        ),
        (
            "{ get a() { throw 1; }, set b(x) {} }",
            "{ a: [Getter], b: [Setter] }",
        ),
        (
            "{ a: { b: { c: { d: { e: 1 } } } } }",
            "{ a: { b: { c: { d: [Object] } } } }",
        ),
        (
            "(() => { const a = { n: 1 }; a.self = a; return a; })()",
            "{ n: 1, self: [Circular] }",
        ),
        (
            "new Proxy({}, { ownKeys() { throw new Error('no'); } })",
            "[unreadable: no]",
        ),
        (
            "'%s is %d%% %i %j %o %c!', 'x', 4.5, 4.5, { a: 1 }, [1], 'css', 'more'",
            r#"x is 4.5% 4 {"a":1} [ 1 ] ! more"#,
        ),
        ("'%s', undefined, '%d'", "undefined %d"),
        ("'100%', 1", "100% 1"),
    ] {
        check(values, expect);
    }
}

#[test]
fn long_values_are_broken_up_and_cut() {
    check(
        "{ first: 'x'.repeat(50), second: ['y'.repeat(40)] }",
        &format!(
            "{{\n  first: \"{}\",\n  second: [ \"{}\" ]\n}}",
            "x".repeat(50),
            "y".repeat(40)
        ),
    );
    let (worker, _) = run(
        "console.log('z'.repeat(100_000)); console.log(Array(1e5).fill({ a: 'b'.repeat(1000) }));",
        |_, _| None,
    );
    for (_, body) in &worker.said {
        let text = body["text"].as_str().unwrap();
        assert!(text.len() < 20_000, "{}", text.len());
        assert!(text.contains("more"), "{}", &text[text.len() - 40..]);
    }
}

#[test]
fn errors_have_their_place_and_their_cause() {
    let (worker, _) = run(
        "const cause = new Error('why');
         const error = new RangeError('far', { cause });
         console.error(error);
         console.trace('here');",
        |_, _| None,
    );
    assert_eq!(
        worker.said,
        [
            log(
                "error",
                "RangeError: far\n    at execute (hello.ts:4:28)\n  because of why"
            ),
            log("debug", "Trace: here\n    at hello.ts:6:18"),
        ]
    );
}

#[test]
fn levels_groups_counts_and_tables() {
    let (worker, _) = run(
        "console.debug('d'); console.warn('w'); console.assert(1, 'no'); console.assert(0, 'yes');
         console.group('g'); console.info('a\\nb'); console.groupEnd(); console.info('c');
         console.count(); console.count(); console.timeEnd('t');
         console.table([{ a: 1, b: 'x' }, { a: 22 }]); console.dir({ a: 1 });",
        |_, _| None,
    );
    assert_eq!(
        worker.said,
        [
            log("debug", "d"),
            log("warning", "w"),
            log("error", "Assertion failed: yes"),
            log("info", "g"),
            log("info", "  a\n  b"),
            log("info", "c"),
            log("info", "default: 1"),
            log("info", "default: 2"),
            log("warning", "no timer has the name `t`"),
            log("info", "   a   b\n0  1   \"x\"\n1  22"),
            log("info", "{ a: 1 }"),
        ]
    );
}
