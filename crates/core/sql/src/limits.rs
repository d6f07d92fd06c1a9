//! How much is read. A text beyond these bounds is not understood, whatever it says.

/// The longest text that is looked at, in bytes.
pub const LONGEST_TEXT: usize = 64 * 1024;

/// How deep parentheses and brackets may be nested.
pub(crate) const DEEPEST_NESTING: usize = 32;

/// How often the parser may call itself. It counts expressions, queries, tables and types, and
/// takes several of them for one pair of parentheses.
pub(crate) const PARSER_DEPTH: usize = 100;

/// The stack for that. Unoptimised, a level takes up to 80 KiB; optimised it is a fraction of that,
/// and there is room for a call for each word, should the parser somewhere forget to count. The
/// system gives only what is used.
pub(crate) const PARSER_STACK: usize = 64 * 1024 * 1024;

/// How many joins there may be. The parser calls itself for each one that has no condition yet,
/// without counting; `MySQL` and SQLite stop at about as many tables.
pub(crate) const MOST_JOINS: usize = 64;

/// How many words, operators and parentheses there may be. Each can make the tree one level
/// deeper (`a IS NULL IS NULL …`), and a tree is dropped level by level on the stack.
pub(crate) const MOST_BRANCHES: usize = 4_000;
