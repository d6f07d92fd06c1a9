//! An unspecified dialect: every engine has to agree.

use candor_sql::SqlDialect;

use crate::table::{Expected, check};
use crate::{every_engine, mysql, postgresql, sql_server, sqlite};

#[test]
fn what_every_engine_reads_is_read() {
    check(SqlDialect::Unknown, Expected::Reads, every_engine::READS);
}

#[test]
fn what_every_engine_writes_is_written() {
    check(SqlDialect::Unknown, Expected::Writes, every_engine::WRITES);
}

/// What has a form of its own in one engine, or a meaning of its own in another.
#[test]
fn what_only_some_engines_read_is_unknown() {
    let statements = [
        "SELECT now()",
        "SELECT a::int FROM t",
        "SELECT `a` FROM t",
        "SELECT [a] FROM t",
        "SELECT open FROM prices",
        "SELECT 'it\\'s'",
        "SELECT IFNULL(a, b) FROM t",
        "EXPLAIN SELECT 1",
        "SHOW TABLES",
        "DESCRIBE t",
        "PRAGMA user_version",
        "SELECT 1 SHUTDOWN",
        "SELECT 1 # comment",
        "SELECT 'a\nGO\nb'",
        "SELECT data->>'a' FROM t",
        "SELECT COUNT (*) FROM t",
    ];
    check(SqlDialect::Unknown, Expected::Unknown, &statements);
}

/// Nothing is read without a dialect that is not read in each of the four.
#[test]
fn it_is_the_strictest() {
    let all = [
        postgresql::READS,
        mysql::READS,
        sqlite::READS,
        sql_server::READS,
    ];
    let engines = [
        SqlDialect::PostgreSql,
        SqlDialect::MySql,
        SqlDialect::Sqlite,
        SqlDialect::SqlServer,
    ];
    for statement in all.into_iter().flatten() {
        let read = |dialect| candor_sql::classify(statement, dialect).is_read_only();
        let everywhere = engines.into_iter().all(read);
        assert_eq!(read(SqlDialect::Unknown), everywhere, "{statement}");
    }
}
