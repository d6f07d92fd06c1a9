//! The functions that a condition may use.

use candor_text::{nearest, quote, quote_list};

use super::ConditionFlaw;

/// Macros: written like functions, compiled to a loop or a presence test.
const MACROS: [(&str, &str); 6] = [
    ("has", "has(args.x)"),
    ("all", "args.list.all(x, x > 0)"),
    ("exists", "args.list.exists(x, x > 0)"),
    ("exists_one", "args.list.exists_one(x, x > 0)"),
    ("map", "args.list.map(x, x + 1)"),
    ("filter", "args.list.filter(x, x > 0)"),
];

/// Functions and their number of arguments.
const FUNCTIONS: [(&str, usize); 10] = [
    ("size", 1),
    ("int", 1),
    ("uint", 1),
    ("double", 1),
    ("string", 1),
    ("bool", 1),
    ("bytes", 1),
    ("type", 1),
    ("dyn", 1),
    ("matches", 2),
];

/// Methods, `value.function(…)`, and their number of arguments.
const METHODS: [(&str, usize); 9] = [
    ("size", 0),
    ("contains", 1),
    ("startsWith", 1),
    ("endsWith", 1),
    ("matches", 1),
    ("hasValue", 0),
    ("value", 0),
    ("or", 1),
    ("orValue", 1),
];

/// Type names, for comparison with `type(…)`.
pub(super) const TYPES: [&str; 10] = [
    "int",
    "uint",
    "double",
    "string",
    "bool",
    "bytes",
    "list",
    "map",
    "null_type",
    "type",
];

/// Functions and operators whose result is never a boolean.
pub(super) const NO_ANSWER: [&str; 14] = [
    "_+_", "_-_", "_*_", "_/_", "_%_", "-_", "size", "int", "uint", "double", "string", "bytes",
    "type", "_?._",
];

/// What is wrong with a call of a function or method, if anything.
pub(super) fn check(name: &str, method: bool, given: usize) -> Option<ConditionFlaw> {
    let known: &[(&str, usize)] = if method { &METHODS } else { &FUNCTIONS };
    match known.iter().find(|(one, _)| *one == name) {
        Some((_, takes)) if *takes == given => None,
        Some((_, takes)) => Some(ConditionFlaw::new(format!(
            "the function {} takes {takes} arguments and is given {given}",
            quote(name)
        ))),
        None => Some(unknown_function(name, known)),
    }
}

fn unknown_function(name: &str, known: &[(&str, usize)]) -> ConditionFlaw {
    if let Some((_, example)) = MACROS.iter().find(|(one, _)| *one == name) {
        let flaw = ConditionFlaw::new(format!("{} is not written like this", quote(name)));
        return flaw.with_hint(format!("write it as in {}", quote(example)));
    }
    let flaw = ConditionFlaw::new(format!("the function {} is unknown", quote(name)));
    let names = || {
        let macros = MACROS.iter().map(|(one, _)| *one);
        known.iter().map(|(one, _)| *one).chain(macros)
    };
    flaw.with_hint(match nearest(name, names()) {
        Some(near) => format!("did you mean {}?", quote(near)),
        None => format!("known are {}", quote_list(names(), "and")),
    })
}
