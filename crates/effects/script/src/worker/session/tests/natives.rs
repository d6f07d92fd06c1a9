//! What the worker does for our JavaScript.

use super::*;

/// The value of an expression over `native`.
fn eval(code: &str) -> Value {
    let mut worker = program(&format!(
        "const hex = (bytes) => bytes === null ? null : [bytes.constructor.name, bytes.toHex()];
        export default {{ run: (_, native) => ({code}) }}"
    ));
    run(&mut worker)
}

#[test]
fn texts_and_bytes() {
    for (code, expect) in [
        (
            "hex(native.utf8Encode('aä€😀'))",
            json!(["Uint8Array", "61c3a4e282acf09f9880"]),
        ),
        (
            "hex(native.utf8Encode('a\\0b'))",
            json!(["Uint8Array", "610062"]),
        ),
        (
            "hex(native.utf8Encode('\\ud800x\\udc00'))",
            json!(["Uint8Array", "efbfbd78efbfbd"]),
        ),
        ("hex(native.utf8Encode(''))", json!(["Uint8Array", ""])),
        (
            "native.utf8Decode(new Uint8Array([97, 0xc3, 0xa4, 0]), true)",
            json!("aä\0"),
        ),
        (
            "native.utf8Decode(new Uint8Array([0xff, 97, 0xe2, 0x82]), false)",
            json!("\u{fffd}a\u{fffd}"),
        ),
        (
            "native.utf8Decode(new Uint8Array([1, 97, 98, 2]).subarray(1, 3), false)",
            json!("ab"),
        ),
        (
            "(() => { try { native.utf8Decode(new Uint8Array([0xff]), true) } catch (e) { return String(e) } })()",
            json!("TypeError: the bytes are no UTF-8"),
        ),
        (
            "native.base64Encode(new Uint8Array([0, 255, 62]))",
            json!("AP8+"),
        ),
        (
            "hex(native.base64Decode('AP8+'))",
            json!(["Uint8Array", "00ff3e"]),
        ),
        (
            "hex(native.base64Decode(' Y\\nQ '))",
            json!(["Uint8Array", "61"]),
        ),
        (
            "hex(native.base64Decode('YQ=='))",
            json!(["Uint8Array", "61"]),
        ),
        (
            "hex(native.base64Decode('YR=='))",
            json!(["Uint8Array", "61"]),
        ),
        ("hex(native.base64Decode('YQ='))", json!(null)),
        ("hex(native.base64Decode('Y'))", json!(null)),
        ("hex(native.base64Decode('\\ud800'))", json!(null)),
        ("hex(native.base64Decode('A-_A'))", json!(null)),
    ] {
        assert_eq!(eval(code), expect, "{code}");
    }
}

#[test]
fn digests_and_chance() {
    for (code, expect) in [
        (
            "hex(native.digest('SHA-256', native.utf8Encode('abc')))",
            json!([
                "Uint8Array",
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
            ]),
        ),
        (
            "native.digest('SHA-384', native.utf8Encode('')).length",
            json!(48),
        ),
        (
            "native.digest('SHA-512', native.utf8Encode('')).length",
            json!(64),
        ),
        ("native.digest('MD5', native.utf8Encode(''))", json!(null)),
        ("native.randomBytes(0).length", json!(0)),
        ("native.randomBytes(65536).length", json!(65536)),
        (
            "native.randomBytes(32).toHex() !== native.randomBytes(32).toHex()",
            json!(true),
        ),
        (
            "(() => { try { native.randomBytes(65537) } catch (e) { return String(e) } })()",
            json!("RangeError: `65537` random bytes are too many; the most is 65536"),
        ),
        (
            "native.now() <= native.now() && native.now() >= 0",
            json!(true),
        ),
    ] {
        assert_eq!(eval(code), expect, "{code}");
    }
}

#[test]
fn addresses() {
    for (code, expect) in [
        (
            "JSON.parse(native.urlParse('http://a/b')).href",
            json!("http://a/b"),
        ),
        (
            "JSON.parse(native.urlParse('/c?\\ud800', 'http://a/b')).href",
            json!("http://a/c?%EF%BF%BD"),
        ),
        ("native.urlParse('/c')", json!(null)),
        ("native.urlParse('/c', undefined)", json!(null)),
        (
            "JSON.parse(native.urlSet('http://a/', 'port', '81')).host",
            json!("a:81"),
        ),
        ("native.urlSet('http://a/', 'href', 'x')", json!(null)),
    ] {
        assert_eq!(eval(code), expect, "{code}");
    }
}

#[test]
fn wrong_arguments_are_errors() {
    for code in [
        "native.utf8Encode(1)",
        "native.utf8Encode()",
        "native.utf8Decode('a', false)",
        "native.utf8Decode({ toBase64: () => 'YQ==' }, false)",
        "native.base64Encode([1])",
        "native.digest('SHA-256', null)",
        "native.randomBytes(-1)",
        "native.randomBytes('x')",
        "native.urlParse(null)",
        "native.urlSet('http://a/', 'nothing', 'x')",
        "native.op(1, 2)",
        "native.say({}, '')",
    ] {
        let caught = format!(
            "(() => {{ try {{ {code}; return false }} catch (e) {{ return e instanceof Error }} }})()"
        );
        assert_eq!(eval(&caught), json!(true), "{code}");
    }
}

#[test]
fn columns_are_those_of_an_editor() {
    assert_eq!(eval("/* ä */ native.column('hello.ts', 2, 60)"), 59);
    assert_eq!(eval("native.column('other.ts', 2, 60)"), 60);
}
