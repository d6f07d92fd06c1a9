//! Detects `CommonJS` modules by their text.
//!
//! Executed as an ES module, `CommonJS` would fail with an error about `require` or `module` that
//! does not explain the solution.

use std::path::Path;

/// Expressions used only in `CommonJS`.
const SIGNS: [&str; 5] = [
    "module.exports",
    "exports.",
    "require(",
    "defineProperty(exports,",
    "exports[",
];

/// Whether a JavaScript file is `CommonJS`: it uses `require` or `exports`, and has no import or
/// export statements.
pub(super) fn is_commonjs(name: &str, text: &str) -> bool {
    let is_script = Path::new(name).extension().is_some_and(|it| it == "js");
    is_script && SIGNS.iter().any(|sign| text.contains(sign)) && !has_statement(text)
}

/// Why it is refused, and the way out.
pub(super) fn sentence(name: &str) -> String {
    let way_out = if name.starts_with("node_modules/") || name.contains("/node_modules/") {
        "use a version of the package that has ES modules, or bundle the program, for example with \
         `npx esbuild --bundle --format=esm`"
    } else {
        "write `export` and `import` instead of `module.exports` and `require`"
    };
    format!("`{name}` is CommonJS, and only ES modules are understood; {way_out}")
}

/// Whether there is an `import` or `export` statement.
fn has_statement(text: &str) -> bool {
    ["import", "export"].into_iter().any(|word| {
        text.match_indices(word)
            .any(|(at, _)| is_statement(&text[..at], &text[at + word.len()..]))
    })
}

/// Whether a word in this context is the first of a statement, and not part of another word or an
/// expression such as `import(…)`.
fn is_statement(before: &str, after: &str) -> bool {
    let before = before.trim_end_matches([' ', '\t']);
    let begins = before.is_empty() || before.ends_with(['\n', '\r', ';', '}']);
    let next = after.trim_start();
    let is_spaced = next.len() < after.len();
    (begins || before.ends_with("*/"))
        && match next.chars().next() {
            Some('{' | '*' | '"' | '\'') => true,
            Some(letter) => is_spaced && (letter.is_alphabetic() || matches!(letter, '_' | '$')),
            None => false,
        }
}
