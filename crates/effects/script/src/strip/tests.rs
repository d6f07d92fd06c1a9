//! Types go, everything else stays where it was.

use proptest::prelude::*;

use super::*;

/// Takes the types away and sees that nothing has moved.
fn stripped(text: &str) -> String {
    let result = match strip("hello.ts", text) {
        Ok(result) => result,
        Err(error) => panic!("{error}\n{text}"),
    };
    assert_same_places(text, &result);
    result
}

/// Every line has the length it had, as an editor counts it.
fn assert_same_places(before: &str, after: &str) {
    let measure = |text: &str| -> Vec<usize> {
        let length = |line: &str| line.encode_utf16().count();
        text.split('\n').map(length).collect()
    };
    assert_eq!(measure(before), measure(after), "{before:?} → {after:?}");
}

#[test]
fn types_become_blanks() {
    for (text, expect) in [
        ("", ""),
        ("const a = 1;\n", "const a = 1;\n"),
        ("const a: number = 1", "const a         = 1"),
        ("let x = y as string;", "let x = y          ;"),
        ("let x = y!;", "let x = y ;"),
        ("f<string>(a)", "f        (a)"),
        ("const a = b satisfies C", "const a = b            "),
        ("import type { A } from 'a'", ";                         "),
        (
            "import { type A, b } from 'a'",
            "import {         b } from 'a'",
        ),
        ("type A = { b: 'ü' };x()", ";                   x()"),
        ("\u{feff}let a: 1", "\u{feff}let a   "),
        ("await f() // ü: number", "await f() // ü: number"),
    ] {
        assert_eq!(stripped(text), expect, "{text}");
    }
}

#[test]
fn every_kind_of_line_break_stays() {
    for text in [
        "type A = {\r\n  b: string\r\n}\r\nlet c: A",
        "interface A {\n  'ä€😀': string;\n}\nexport {}",
        "const f = (\n  a: string,\n): Promise<\n  string\n> => a",
    ] {
        stripped(text);
    }
}

fn check(text: &str, fault: StripFault, place: (u32, u32), message: &str, hint: &str) {
    let error = strip("lib/hello.ts", text).expect_err(text);
    assert_eq!(error.fault, fault, "{error}");
    assert_eq!((error.line, error.column), place, "{error}");
    assert!(error.message.contains(message), "{error}");
    assert!(error.hint.unwrap_or_default().contains(hint), "{error:?}");
    let start = format!("lib/hello.ts:{}:{}: ", place.0, place.1);
    assert!(error.to_string().starts_with(&start), "{error}");
}

#[test]
fn what_is_more_than_a_type_is_refused() {
    let check = |text, place, message, hint| {
        check(text, StripFault::Unerasable, place, message, hint);
    };
    check(
        "let a = 1;\n  enum A { B }",
        (2, 3),
        "an `enum` is code",
        "as const",
    );
    check("const enum A { B }", (1, 1), "an `enum` is code", "union");
    check(
        "namespace A { f() }",
        (1, 1),
        "a `namespace`",
        "file of its own",
    );
    check("import a = require('a')", (1, 1), "`import … =`", "from");
    check("export = 1", (1, 1), "`export =`", "export default");
    check(
        "class A { constructor(private a: B) {} }",
        (1, 31),
        "parameter property",
        "in the constructor",
    );
    check("let a = <B>c", (1, 9), "angle brackets", "value as Type");
    check("/* ü€😀 */ enum A {}", (1, 12), "an `enum`", "");
    check("\u{feff}enum A {}", (1, 1), "an `enum`", "");
    check("enum A {}\nenum B {}", (1, 1), "an `enum`", "");
}

#[test]
fn mistakes_have_places() {
    let check = |text, place, message| check(text, StripFault::Syntax, place, message, "");
    check("let a: = 1", (1, 8), "type");
    check("\n\nlet a = (1", (3, 11), "");
    check("let ü: string = }", (1, 17), "");
    check("a b", (1, 3), "");
    check("let a = 'ü", (1, 9), "nterminated");
    check("@decorated class A {}", (1, 1), "");
}

#[test]
fn only_typescript_modules_are_read() {
    for (file, expect) in [
        ("a.ts", None),
        ("a.b/c.d.mts", None),
        ("a.tsx", Some("`.tsx` is not read")),
        ("a.cts", Some("`.cts` is not read")),
        ("a.js", Some("no TypeScript file")),
        ("a.ts/b", Some("no TypeScript file")),
        ("ts", Some("no TypeScript file")),
        ("", Some("no TypeScript file")),
    ] {
        let error = strip(file, "let a: string").err();
        let fault = error.as_ref().map(|error| error.fault);
        assert_eq!(fault, expect.map(|_| StripFault::Kind), "{file}");
        let message = error.map(|error| error.message).unwrap_or_default();
        assert!(message.contains(expect.unwrap_or_default()), "{message}");
    }
}

/// A type of a small grammar, with characters of every length.
fn type_text() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("string".to_owned()),
        Just("Größe".to_owned()),
        Just("'ä€😀'".to_owned()),
        Just("typeof a".to_owned()),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} |\n  {b}")),
            inner.clone().prop_map(|a| format!("Array<{a}>")),
            inner
                .clone()
                .prop_map(|a| format!("{{ 'ß'?: {a};\r\n b: {a} }}")),
            inner.prop_map(|a| format!("(x: {a}) => void")),
        ]
    })
}

/// A statement with such a type at one of the places where types can stand.
fn statement() -> impl Strategy<Value = String> {
    (type_text(), 0..9_usize).prop_map(|(t, form)| match form {
        0 => format!("let a: {t} = 'ü';"),
        1 => format!("type A = {t};"),
        2 => format!("interface A {{ b: {t} }}"),
        3 => format!("function f<T extends {t}>(a: T, b?: {t}): asserts a is {t} {{}}"),
        4 => format!("const g = async <T,>(a: {t}): Promise<{t}> => {{ await (a as {t}); }};"),
        5 => format!(
            "class C<T> implements I<{t}> {{ private readonly a!: {t}; b(this: {t}) {{}} }}"
        ),
        6 => format!("h<{t}>(a! satisfies {t});"),
        7 => format!("declare const d: {t};"),
        _ => format!("export type {{ E }} from 'e';\nlet k /* {t} */ = 1;"),
    })
}

proptest! {
    #[test]
    fn nothing_moves(statements in prop::collection::vec(statement(), 0..6)) {
        stripped(&statements.join("\n"));
    }

    #[test]
    fn twice_is_once(statements in prop::collection::vec(statement(), 0..4)) {
        let once = stripped(&statements.join("\n"));
        prop_assert_eq!(&stripped(&once), &once);
    }

    #[test]
    fn any_text_is_answered(text in "[a-z(){}<>:=;,?!.*@#&|'`\"\\\\/ \n\u{e4}\u{20ac}\u{1f600}]{0,40}") {
        match strip("a.ts", &text) {
            Ok(result) => assert_same_places(&text, &result),
            Err(error) => prop_assert!(error.line >= 1 && error.column >= 1),
        }
    }
}
