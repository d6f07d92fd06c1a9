//! Statements in the dialect of SQLite.

use candor_sql::SqlDialect;

use crate::table::{Expected, check};

pub(crate) const READS: &[&str] = &[
    "SELECT strftime('%Y-%m', created_at) AS month, count(*) FROM orders GROUP BY month",
    "SELECT date('now', '-7 days'), datetime('now'), julianday('now')",
    "SELECT json_extract(data, '$.a'), data->>'$.b' FROM events",
    "SELECT * FROM json_each('[1, 2]')",
    "SELECT e.value FROM events, json_each(events.data) AS e",
    "SELECT group_concat(name, ', ') FROM t",
    "SELECT [a column], `b`, \"c\" FROM t",
    "SELECT iif(a > 1, 'x', 'y'), ifnull(a, b), typeof(a) FROM t",
    "SELECT * FROM t WHERE name GLOB 'a*'",
    "SELECT * FROM docs WHERE docs MATCH 'word'",
    "SELECT * FROM t WHERE a == 1 AND b NOTNULL AND c IS NOT NULL",
    "SELECT sum(a) FILTER (WHERE b > 1) OVER (PARTITION BY c) FROM t",
    "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 9) SELECT x FROM n",
    "SELECT * FROM sqlite_master WHERE type = 'table'",
    "SELECT * FROM pragma_table_info('orders')",
    "PRAGMA table_info(orders)",
    "PRAGMA table_info('orders')",
    "PRAGMA user_version",
    "PRAGMA database_list",
    "PRAGMA foreign_key_list(orders)",
    "EXPLAIN QUERY PLAN SELECT * FROM t",
    "EXPLAIN SELECT * FROM t",
    "VALUES (1, 2), (3, 4)",
    "SELECT rowid, * FROM t LIMIT 5 OFFSET 2",
    "SELECT printf('%d', a), substr(a, 1, 2), instr(a, 'b'), length(a) FROM t",
    "SELECT * FROM t WHERE id = $1 OR id = ?2 OR id = @name",
    "SELECT 'a\\b', 'c\\'",
    "SELECT x'0f', 1 | 2, ~1",
    "SELECT CAST(a AS TEXT), CAST(b AS REAL) FROM t",
    "SELECT min(a, b), max(a, b), abs(random()) FROM t",
    "SELECT total(a), round(avg(a), 2) FROM t",
    "SELECT last_insert_rowid(), changes()",
];

const WRITES: &[&str] = &[
    "INSERT OR REPLACE INTO t VALUES (1)",
    "REPLACE INTO t VALUES (1)",
    "ATTACH DATABASE '/tmp/x' AS x",
    "ATTACH '/tmp/x' AS x",
    "DETACH x",
    "VACUUM",
    "VACUUM INTO '/tmp/x'",
    "REINDEX",
    "ANALYZE",
    "CREATE VIRTUAL TABLE t USING fts5(a)",
    "WITH x AS (SELECT 1) DELETE FROM t",
    "EXPLAIN DELETE FROM t",
    "EXPLAIN QUERY PLAN UPDATE t SET a = 1",
];

const UNKNOWN: &[&str] = &[
    "SELECT load_extension('x')",
    "SELECT writefile('/tmp/x', 'y')",
    "SELECT readfile('/etc/passwd')",
    "SELECT edit('x')",
    "SELECT fts3_tokenizer('x')",
    "PRAGMA user_version = 5",
    "PRAGMA user_version(5)",
    "PRAGMA journal_mode = WAL",
    "PRAGMA writable_schema = 1",
    "PRAGMA writable_schema",
    "PRAGMA table_info = t",
    "PRAGMA wal_checkpoint",
    "PRAGMA optimize",
    "PRAGMA \"user_version\"(5)",
    "PRAGMA incremental_vacuum(5)",
    "SELECT [a]]b] FROM t",
    "SELECT * FROM t WHERE a REGEXP 'x'",
    "SELECT my_function(a) FROM t",
    "SELECT * FROM fsdir('/')",
    "SELECT * FROM zipfile('x')",
    ".open /tmp/x",
    "SELECT 1;\n.shell ls",
    "SAVEPOINT s",
    "RELEASE s",
    "SHOW TABLES",
    "DESCRIBE t",
    "SELECT 1 # comment",
    "SELECT $name",
    "END",
    // It reads, but the parser does not know the operator in this dialect.
    "SELECT 1 << 2",
];

#[test]
fn reads() {
    check(SqlDialect::Sqlite, Expected::Reads, READS);
}

#[test]
fn writes() {
    check(SqlDialect::Sqlite, Expected::Writes, WRITES);
}

#[test]
fn unknown() {
    check(SqlDialect::Sqlite, Expected::Unknown, UNKNOWN);
}
