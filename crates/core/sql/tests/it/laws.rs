//! What holds for every text.

use candor_sql::{SqlDialect, classify};
use proptest::prelude::*;

use crate::{every_engine, mysql, postgresql, sql_server, sqlite};

const DIALECTS: [SqlDialect; 5] = [
    SqlDialect::PostgreSql,
    SqlDialect::MySql,
    SqlDialect::Sqlite,
    SqlDialect::SqlServer,
    SqlDialect::Unknown,
];

/// Statements that write in some dialect.
const WRITING: &[&str] = &[
    "INSERT INTO t VALUES (1)",
    "INSERT INTO t SELECT * FROM u RETURNING id",
    "REPLACE INTO t VALUES (1)",
    "UPDATE t SET a = 1 WHERE b = 2",
    "DELETE FROM t",
    "DELETE FROM t WHERE a IN (SELECT a FROM u) RETURNING *",
    "MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN DELETE",
    "DROP TABLE t",
    "TRUNCATE TABLE t",
    "CREATE TABLE t AS SELECT 1",
    "CREATE TABLE t (a INT)",
    "ALTER TABLE t ADD COLUMN b INT",
    "GRANT ALL ON t TO u",
    "SELECT * INTO u FROM t",
    "SELECT * FROM t FOR UPDATE",
    "SELECT nextval('s')",
    "SELECT load_extension('x')",
    "SELECT * FROM t INTO OUTFILE '/tmp/x'",
    "SELECT my_function(1)",
    "EXEC xp_cmdshell 'dir'",
    "EXECUTE p",
    "CALL p()",
    "COPY t TO PROGRAM 'sh'",
    "ATTACH DATABASE 'x' AS y",
    "SET x = 1",
    "LOCK TABLE t",
];

/// Forms into which a statement is put.
const WRAPPINGS: &[&str] = &[
    "{}",
    "{};",
    "; {}",
    "({})",
    "/* SELECT 1 */ {}",
    "-- SELECT 1\n{}",
    "{} -- SELECT 1",
    "SELECT 1; {}",
    "{}; SELECT 1",
    "SELECT 1 {}",
    "SELECT 1 AS a {}",
    "SELECT a FROM b {}",
    "SELECT a FROM b c {}",
    "SELECT 1 END {}",
    "SELECT 1 END; {}",
    "SELECT 'x' {}",
    "WITH x AS ({}) SELECT * FROM x",
    "WITH x AS (SELECT 1) {}",
    "WITH x AS (SELECT 1), y AS ({}) SELECT * FROM x",
    "WITH RECURSIVE x AS (SELECT 1 UNION ALL {}) SELECT * FROM x",
    "WITH x AS (WITH y AS ({}) SELECT * FROM y) SELECT * FROM x",
    "SELECT * FROM ({}) x",
    "SELECT * FROM a JOIN ({}) b ON 1 = 1",
    "SELECT * FROM a, LATERAL ({}) b",
    "SELECT ({})",
    "SELECT * FROM a WHERE EXISTS ({})",
    "SELECT * FROM a WHERE b IN ({})",
    "SELECT CASE WHEN ({}) THEN 1 END",
    "SELECT 1 UNION {}",
    "SELECT coalesce(({}), 1)",
    "EXPLAIN {}",
    "EXPLAIN ANALYZE {}",
    "EXPLAIN (ANALYZE) {}",
    "EXPLAIN QUERY PLAN {}",
    "EXPLAIN ANALYZE WITH x AS ({}) SELECT 1",
    "DESCRIBE {}",
    "BEGIN; {}; COMMIT",
    "/*! {} */",
    "/*!50000 {} */ SELECT 1",
    "SELECT 1 /* /* */ {} */",
    "SELECT 'a\\' {} -- '",
    "SELECT \"a\\\" {} -- \"",
    "SELECT $$a$$ {}",
    "DO $$ BEGIN {}; END $$",
    "PREPARE p AS {}",
    "DECLARE c CURSOR FOR {}",
    "SELECT 1\nGO\n{}",
    "IF 1 = 1 {}",
    "BEGIN {} END",
];

/// White space and comments that may stand between words.
const SPACES: &[&str] = &[
    " ",
    "\n",
    "\t",
    "  ",
    "\r\n",
    " /* x */ ",
    "/**/",
    " -- x\n",
    "\u{a0}",
    "\u{b}",
];

/// Words and signs of which the soups are made.
#[rustfmt::skip]
const VOCABULARY: &[&str] = &[
    "SELECT", "FROM", "WHERE", "WITH", "RECURSIVE", "AS", "t", "a", "b", "x", "(", ")", "(", ")",
    ",", ",", ";", ".", "*", "+", "-", "=", "<", ">", "||", "::", "->>", "1", "2.5", "'s'",
    "\"q\"", "`q`", "[q]", "JOIN", "LEFT", "ON", "USING", "UNION", "ALL", "EXCEPT", "GROUP", "BY",
    "ORDER", "HAVING", "LIMIT", "OFFSET", "FETCH", "FIRST", "ROWS", "ONLY", "CASE", "WHEN",
    "THEN", "ELSE", "END", "CAST", "EXISTS", "IN", "NOT", "NULL", "IS", "AND", "OR", "BETWEEN",
    "LIKE", "VALUES", "TABLE", "EXPLAIN", "ANALYZE", "SHOW", "DESCRIBE", "PRAGMA", "INSERT",
    "INTO", "UPDATE", "SET", "DELETE", "MERGE", "DROP", "CREATE", "ALTER", "TRUNCATE", "EXEC",
    "CALL", "COPY", "FOR", "SHARE", "LOCK", "RETURNING", "count", "lower", "nextval", "sleep",
    "?", ":p", "$1", "@v", "@@v", "OVER", "PARTITION", "WINDOW", "FILTER", "INTERVAL", "DATE",
    "ARRAY", "[", "]", "LATERAL", "UNNEST", "TOP", "DISTINCT", "/*", "*/", "-- ", "\n", "#", "'",
    "\"", "\\", "\r", "ROLLUP", "GROUPING", "SETS", "PIVOT", "OPTION", "APPLY", "CROSS", "MATCH",
    "AGAINST", "COLLATE", "AT", "TIME", "ZONE", "CONVERT", "TRIM", "SUBSTRING", "POSITION",
    "EXTRACT",
];

/// Words that no text with them outside quotes may have if it is called read-only.
const NEVER: &[&str] = &[
    "insert",
    "update",
    "delete",
    "merge",
    "drop",
    "create",
    "alter",
    "into",
    "exec",
    "call",
    "copy",
    "lock",
    "returning",
    "set",
];

fn reading() -> impl Strategy<Value = &'static str> {
    let all = [
        every_engine::READS,
        postgresql::READS,
        mysql::READS,
        sqlite::READS,
        sql_server::READS,
    ];
    prop::sample::select(all.concat())
}

/// The text with other letters in upper case, and other white space.
fn disguised(text: &str, spaces: &[&str], raised: &[bool]) -> String {
    let mut spaces = spaces.iter().cycle();
    let mut raised = raised.iter().cycle();
    let mut disguised = String::new();
    for letter in text.chars() {
        match letter {
            ' ' => disguised.push_str(spaces.next().copied().unwrap_or(" ")),
            _ if raised.next() == Some(&true) => disguised.extend(letter.to_uppercase()),
            _ => disguised.extend(letter.to_lowercase()),
        }
    }
    disguised
}

/// Fails if any dialect calls the text read-only.
fn check_never_read(text: &str) -> Result<(), TestCaseError> {
    for dialect in DIALECTS {
        let effect = classify(text, dialect);
        prop_assert!(!effect.is_read_only(), "{dialect:?}: {text}");
    }
    Ok(())
}

#[test]
fn no_wrapping_makes_a_writing_statement_read() {
    for statement in WRITING {
        for wrapping in WRAPPINGS {
            let text = wrapping.replace("{}", statement);
            check_never_read(&text).expect("not read-only");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_disguise_makes_a_writing_statement_read(
        statement in prop::sample::select(WRITING),
        outer in prop::sample::select(WRAPPINGS),
        inner in prop::sample::select(WRAPPINGS),
        spaces in prop::collection::vec(prop::sample::select(SPACES), 1..8),
        raised in prop::collection::vec(any::<bool>(), 1..20),
    ) {
        let statement = disguised(statement, &spaces, &raised);
        let text = outer.replace("{}", &inner.replace("{}", &statement));
        check_never_read(&text)?;
    }

    #[test]
    fn a_reading_statement_does_not_cover_a_writing_one(
        reading in reading(),
        writing in prop::sample::select(WRITING),
        between in prop::sample::select(vec![";", " ; ", "\n;\n", " ", "\n", "; -- x\n", ";/**/"]),
    ) {
        // A comment at the end of the line would hide what follows it.
        prop_assume!(!reading.contains("-- ") && !reading.contains('#'));
        check_never_read(&format!("{reading}{between}{writing}"))?;
        check_never_read(&format!("{writing}{between}{reading}"))?;
    }

    #[test]
    fn no_soup_panics_or_hides_a_writing_word(
        words in prop::collection::vec(prop::sample::select(VOCABULARY), 0..40),
        separator in prop::sample::select(vec![" ", "", "\n"]),
    ) {
        let text = words.join(separator);
        let quoted = text.contains(['\'', '"', '`', '[', '#']) || text.contains("/*") || text.contains("--");
        let writes = words.iter().any(|word| NEVER.contains(&word.to_lowercase().as_str()));
        for dialect in DIALECTS {
            let effect = classify(&text, dialect);
            let hidden = quoted || separator.is_empty();
            prop_assert!(hidden || !writes || !effect.is_read_only(), "{dialect:?}: {text}");
        }
    }

    #[test]
    fn queries_with_soup_in_them_do_not_panic(
        reading in reading(),
        at in any::<prop::sample::Index>(),
        words in prop::collection::vec(prop::sample::select(VOCABULARY), 1..6),
    ) {
        let places: Vec<usize> = reading.char_indices().map(|(index, _)| index).collect();
        let (before, after) = reading.split_at(*at.get(&places));
        let text = format!("{before} {} {after}", words.join(" "));
        for dialect in DIALECTS {
            classify(&text, dialect);
        }
    }

    #[test]
    fn no_text_panics(text in any::<String>()) {
        for dialect in DIALECTS {
            classify(&text, dialect);
        }
    }

    #[test]
    fn the_answer_is_the_same_twice(text in "[a-zA-Z'\"();*/ -]{0,60}") {
        for dialect in DIALECTS {
            prop_assert_eq!(classify(&text, dialect), classify(&text, dialect));
        }
    }
}
