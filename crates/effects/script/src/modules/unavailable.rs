//! Well-known modules that are unavailable here.

/// Built-in modules of Node.js, and their alternatives.
const BUILTINS: [(&str, &str); 45] = [
    ("assert", TESTS),
    ("async_hooks", NOTHING),
    ("buffer", BYTES),
    ("child_process", PROCESSES),
    ("cluster", PROCESSES),
    ("console", "the global `console` is there without an import"),
    ("constants", NOTHING),
    (
        "crypto",
        "the global `crypto` has `randomUUID`, `getRandomValues` and `subtle.digest`",
    ),
    ("dgram", NETWORK),
    ("diagnostics_channel", NOTHING),
    ("dns", NETWORK),
    ("domain", NOTHING),
    (
        "events",
        "the globals `EventTarget` and `AbortSignal` are there without an import",
    ),
    ("fs", FILES),
    ("fs/promises", FILES),
    ("http", NETWORK),
    ("http2", NETWORK),
    ("https", NETWORK),
    ("inspector", NOTHING),
    ("module", NOTHING),
    ("net", NETWORK),
    ("os", NOTHING),
    ("path", FILES),
    (
        "perf_hooks",
        "the global `performance` is there without an import",
    ),
    ("process", "variables are in `ctx.env`"),
    ("punycode", NOTHING),
    (
        "querystring",
        "the global `URLSearchParams` is there without an import",
    ),
    ("readline", NOTHING),
    ("repl", NOTHING),
    ("sqlite", FILES),
    ("stream", NOTHING),
    ("string_decoder", BYTES),
    ("sys", NOTHING),
    ("test", TESTS),
    (
        "timers",
        "the global `setTimeout` is there without an import",
    ),
    (
        "timers/promises",
        "the global `setTimeout` is there without an import",
    ),
    ("tls", NETWORK),
    ("tty", NOTHING),
    (
        "url",
        "the globals `URL` and `URLSearchParams` are there without an import",
    ),
    ("util", NOTHING),
    ("v8", NOTHING),
    ("vm", NOTHING),
    ("wasi", NOTHING),
    ("worker_threads", PROCESSES),
    ("zlib", NOTHING),
];

const FILES: &str = "functions have no file system; import JSON as a module, or `fetch` it";
const NETWORK: &str = "functions reach others with `fetch` only";
const PROCESSES: &str = "functions start no process and no thread";
const BYTES: &str = "use `Uint8Array`, `TextEncoder`, `TextDecoder`, `atob` and `btoa`";
const TESTS: &str = "tests import `test`, `equal` and `ok` from `candor/test`";
const NOTHING: &str = "functions run in an engine of their own, with what browsers have";

/// Why a specifier with a scheme is refused.
pub(super) fn scheme(specifier: &str) -> Option<String> {
    let (scheme, rest) = specifier.split_once(':')?;
    if scheme == "node" {
        let sentence = builtin(rest);
        return Some(sentence.unwrap_or_else(|| refused(specifier, NOTHING)));
    }
    let way_out = match scheme {
        "npm" | "jsr" => "install the package into `node_modules` and import it by its name",
        _ => "modules come from the program's folder only; put a copy there",
    };
    Some(refused(specifier, way_out))
}

/// Why a module of Node.js is refused, if it is one.
pub(super) fn builtin(specifier: &str) -> Option<String> {
    let whole = BUILTINS.iter().find(|(name, _)| *name == specifier);
    let first = specifier.split('/').next();
    let found = whole.or_else(|| BUILTINS.iter().find(|(name, _)| Some(*name) == first))?;
    Some(format!(
        "`{specifier}` is a module of Node.js, and this is not Node.js; {}",
        found.1
    ))
}

fn refused(specifier: &str, way_out: &str) -> String {
    let shown: String = specifier.chars().take(80).collect();
    format!("`{shown}` cannot be imported; {way_out}")
}
