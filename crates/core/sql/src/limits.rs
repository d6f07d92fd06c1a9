//! Size limits. A text beyond these is not classified as read-only.

/// The longest text that is looked at, in bytes.
pub const LONGEST_TEXT: usize = 64 * 1024;

/// The maximum nesting of parentheses and brackets.
pub(crate) const DEEPEST_NESTING: usize = 32;

/// The parser's recursion limit. It counts expressions, queries, tables and types, several of them
/// per pair of parentheses.
pub(crate) const PARSER_DEPTH: usize = 100;

/// The stack size for that. Unoptimised, a level takes up to 80 KiB; optimised only a fraction,
/// which leaves room for one call per word in case the parser does not count somewhere. Only the
/// stack actually used is allocated.
pub(crate) const PARSER_STACK: usize = 64 * 1024 * 1024;

/// The maximum number of joins. The parser recurses without counting for each one that has no
/// condition yet; `MySQL` and SQLite have a similar limit on tables.
pub(crate) const MOST_JOINS: usize = 64;

/// The maximum number of words, operators and parentheses. Each can make the tree one level deeper
/// (`a IS NULL IS NULL …`), and dropping a tree recurses.
pub(crate) const MOST_BRANCHES: usize = 4_000;
