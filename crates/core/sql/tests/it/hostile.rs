//! Texts that are made to exhaust the reader.

use candor_sql::{LONGEST_TEXT, SqlDialect, SqlEffect, classify};

/// An eighth of what a thread of the gateway has.
const SMALL_STACK: usize = 256 * 1024;

/// An unknown dialect is read as each of these.
const DIALECTS: [SqlDialect; 4] = [
    SqlDialect::PostgreSql,
    SqlDialect::MySql,
    SqlDialect::Sqlite,
    SqlDialect::SqlServer,
];

/// The effects of a text in every dialect, on a small stack.
fn on_a_small_stack(text: &str) -> Vec<SqlEffect> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(SMALL_STACK);
        let read = || DIALECTS.map(|dialect| classify(text, dialect)).to_vec();
        let thread = thread.spawn_scoped(scope, read).expect("a thread");
        thread.join().expect("no panic")
    })
}

fn check_refused(text: &str) {
    for effect in on_a_small_stack(text) {
        let start: String = text.chars().take(60).collect();
        assert!(!effect.is_read_only(), "{start}…");
    }
}

/// The beginning, then the pieces as often as they fit into the longest text, then the end.
fn filled(start: &str, piece: &str, end: &str) -> String {
    let room = LONGEST_TEXT - start.len() - end.len();
    format!("{start}{}{end}", piece.repeat(room / piece.len()))
}

#[test]
fn a_long_text_is_not_looked_at() {
    check_refused(&"SELECT 1 ".repeat(120_000));
    check_refused(&format!("SELECT '{}'", "x".repeat(1_000_000)));
    check_refused(&"(".repeat(100_000));
    check_refused(&"\u{10ffff}".repeat(100_000));
}

#[test]
fn a_text_within_the_bound_may_repeat_anything() {
    for (start, piece, end) in [
        ("", "(", ""),
        ("SELECT ", "(", ""),
        ("SELECT * FROM ", "(", ""),
        ("SELECT ", "[", ""),
        ("SELECT ARRAY", "[", ""),
        ("SELECT ", "- ", "1"),
        ("SELECT ", "NOT ", "1"),
        ("SELECT ", "INTERVAL ", "1"),
        ("SELECT ", "INTERVAL - ", "1"),
        ("SELECT ", "DATE ", "1"),
        ("SELECT ", "BINARY ", "1"),
        ("SELECT ", "CASE WHEN ", "1"),
        ("SELECT ", "CASE ", "1"),
        ("SELECT ", "EXISTS ", "1"),
        ("SELECT ", "PRIOR ", "1"),
        ("SELECT 1", " IS NULL", ""),
        ("SELECT 1", " NOTNULL", ""),
        ("SELECT 1", " COLLATE c", ""),
        ("SELECT 1", "::int", ""),
        ("SELECT 1", " AT TIME ZONE 'x'", ""),
        ("SELECT 1", " + 1", ""),
        ("SELECT 1", " AND 1", ""),
        ("SELECT 1", " BETWEEN 1 AND 1", ""),
        ("SELECT a", ".a", ""),
        ("SELECT a", "->'a'", ""),
        ("SELECT a", " LIKE a", ""),
        ("SELECT 1", " UNION SELECT 1", ""),
        ("SELECT 1", " INTERSECT SELECT 1", ""),
        ("SELECT * FROM a", " JOIN a", ""),
        ("SELECT * FROM a", " JOIN a ON 1", ""),
        ("SELECT CAST(1 AS ", "ARRAY<", ""),
        ("SELECT CAST(1 AS ", "STRUCT<a ", ""),
        ("", "EXPLAIN ", "SELECT 1"),
        ("", "WITH a AS ", "SELECT 1"),
        ("", "WITH ", ""),
        ("SELECT ", "SELECT ", ""),
        ("SELECT ", "'", ""),
        ("SELECT '", "''", "'"),
        ("SELECT ", "/*", ""),
        ("SELECT ", "/**/", "1"),
        ("", "-- \n", "SELECT 1"),
        ("", ";", ""),
        ("SELECT ", "<", ""),
        ("SELECT ", "\\", ""),
        ("SELECT '", "\\", "'"),
        ("SELECT ", "current_time(", ""),
        ("SELECT ", "case-", "c"),
        ("SELECT ", "IF(", ""),
        ("SELECT ", "CAST(", ""),
        ("SELECT ", "f(", ""),
        ("SELECT ", "a -> ", "a"),
        ("SELECT ", "@a, ", "1"),
        ("BEGIN ", "BEGIN ", ""),
        ("IF 1 ", "IF 1 ", ""),
        ("CREATE ", "CREATE ", ""),
    ] {
        let text = filled(start, piece, end);
        on_a_small_stack(&text);
        // As long as the number of words allows, so that the parser gets to see it.
        for times in [31, 64, 90, 1_990] {
            on_a_small_stack(&format!("{start}{}{end}", piece.repeat(times)));
        }
    }
}

#[test]
fn ordinary_long_texts_are_read() {
    let numbers: Vec<String> = (0..8_000).map(|number| number.to_string()).collect();
    let list = format!("SELECT * FROM t WHERE id IN ({})", numbers.join(", "));
    let chain = format!("SELECT * FROM t WHERE a = 1{}", " OR a = 2".repeat(900));
    let unions = format!("SELECT 1{}", " UNION ALL SELECT 1".repeat(900));
    let nested = format!("SELECT {}a{} FROM t", "ABS(".repeat(15), ")".repeat(15));
    let queries = format!("{}1{}", "SELECT (".repeat(10), ")".repeat(10));
    for text in [list, chain, unions, nested, queries] {
        for effect in on_a_small_stack(&text) {
            assert!(effect.is_read_only(), "{text:.40}… {effect:?}");
        }
    }
}
