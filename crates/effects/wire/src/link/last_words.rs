//! Finds the line of a program's error output that says why it ended.
//!
//! The very last line often comes from the runtime: its version, a stack frame, the location of a
//! log.

/// Prefixes of lines that say nothing about the cause.
const NOISE: [&str; 12] = [
    "Node.js v",
    "Bun v",
    "at ",
    "- /",
    "code: '",
    "requireStack",
    "npm error A complete log of this run",
    "npm notice",
    "note: run with `RUST_BACKTRACE",
    "note: Some details are omitted",
    "stack backtrace:",
    "For more information, try '--help'",
];
/// Prefixes of error messages, in lowercase.
const ERRORS: [&str; 5] = ["error", "fatal", "npm error", "uncaught", "panic:"];

/// The most informative line, trimmed.
pub(super) fn last_words(stderr: &str) -> Option<&str> {
    let mut lines = stderr.lines().rev().map(str::trim);
    let last = lines.clone().find(|line| !line.is_empty());
    let telling = lines.clone().find(|line| is_error(line));
    telling
        .or_else(|| lines.find(|line| says_something(line)))
        .or(last)
}

/// Whether a line is an error message: `Error: …`, `KeyError: …`, `npm error 404 …`.
fn is_error(line: &str) -> bool {
    if !says_something(line) {
        return false;
    }
    let lower = line.to_lowercase();
    if ERRORS.iter().any(|start| lower.starts_with(start)) {
        return true;
    }
    // The name of a class, optionally with its module, followed by a message.
    let class = line.split(':').next().unwrap_or_default();
    let is_name = class
        .chars()
        .all(|c| c.is_alphanumeric() || "._".contains(c));
    is_name && line.contains(": ") && (class.ends_with("Error") || class.ends_with("Exception"))
}

fn says_something(line: &str) -> bool {
    line.chars().any(char::is_alphanumeric) && !NOISE.iter().any(|noise| line.starts_with(noise))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cause_is_found_among_the_runtimes_own_lines() {
        for (stderr, expect) in [
            ("", None),
            ("a\n b \n\n", Some("b")),
            (
                "node:internal/modules/cjs/loader:1228\n  throw err;\n  ^\n\nError: Cannot find module './x'\n    at Module._resolveFilename (node:internal:1)\n  code: 'MODULE_NOT_FOUND',\n  requireStack: [\n    '/a.js'\n  ]\n}\n\nNode.js v22.23.3\n",
                Some("Error: Cannot find module './x'"),
            ),
            (
                "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    import x\nModuleNotFoundError: No module named 'x'\n",
                Some("ModuleNotFoundError: No module named 'x'"),
            ),
            (
                "npm error code E404\nnpm error 404 Not Found - GET https://r.example/x\nnpm error A complete log of this run can be found in: /tmp/x.log\n",
                Some("npm error 404 Not Found - GET https://r.example/x"),
            ),
            (
                "error: the key `TOKEN` is missing\nshutting down\n",
                Some("error: the key `TOKEN` is missing"),
            ),
            (
                "thread 'main' panicked at src/main.rs:1:\nboom\nnote: run with `RUST_BACKTRACE=1` environment variable\n",
                Some("boom"),
            ),
            ("first\nNode.js v22.1.0\n}", Some("first")),
            ("Node.js v22.1.0", Some("Node.js v22.1.0")),
        ] {
            assert_eq!(last_words(stderr), expect, "{stderr}");
        }
    }
}
