//! The sentences that people read.

use candor_sql::{SqlDialect, SqlEffect, StatementKind, classify};

fn check(dialect: SqlDialect, text: &str, why: &str) {
    let effect = classify(text, dialect);
    assert_eq!(effect.why(), Some(why), "{text}");
}

#[test]
fn they_quote_the_words_that_decided() {
    use SqlDialect::{MySql, PostgreSql, SqlServer, Sqlite, Unknown};
    for (dialect, text, why) in [
        (
            PostgreSql,
            "WITH gone AS (DELETE FROM t RETURNING *) SELECT * FROM gone",
            "`DELETE` inside the common table expression `gone`",
        ),
        (
            PostgreSql,
            "SELECT pg_terminate_backend(1)",
            "the function `pg_terminate_backend` is not known to only read",
        ),
        (
            PostgreSql,
            "SELECT * FROM (SELECT 1 FROM t FOR UPDATE) x",
            "`FOR UPDATE` locks rows inside a subquery",
        ),
        (Sqlite, "drop table t", "a statement begins with `drop`"),
        (
            Sqlite,
            "PRAGMA journal_mode = WAL",
            "the pragma `journal_mode` is not on the list of those that only read, or has a value",
        ),
        (
            SqlServer,
            "SELECT 1 SHUTDOWN",
            "the word `SHUTDOWN` stands outside quotes, and as a keyword it does more than read",
        ),
        (
            SqlServer,
            "SELECT 1\nGO",
            "the line `GO` is a command of `sqlcmd`, not SQL",
        ),
        (
            MySql,
            "SELECT /*! 1 */",
            "`/*!` and `/*+` begin comments that some engines execute",
        ),
        (
            MySql,
            "SELECT 'it\\'s'",
            "a backslash before `'` ends the text or not, depending on a setting of MySQL",
        ),
        (
            Unknown,
            "SELECT now()",
            "read as SQLite: the function `now` is not known to only read",
        ),
        (PostgreSql, "", "the text has no statement"),
        (
            PostgreSql,
            "SELECT a\u{200b}",
            "the character `\\u{200b}` outside quotes has no certain reading in PostgreSQL",
        ),
    ] {
        check(dialect, text, why);
    }
}

#[test]
fn statements_are_named_in_their_order() {
    let effect = classify(
        "SHOW TABLES; SELECT 1; EXPLAIN SELECT 1; DESC t",
        SqlDialect::MySql,
    );
    let statements = vec![
        StatementKind::Show,
        StatementKind::Query,
        StatementKind::Explain,
        StatementKind::Describe,
    ];
    assert_eq!(effect, SqlEffect::ReadOnly { statements });
}
