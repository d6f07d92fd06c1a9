//! Statements that mean the same in all four dialects.

use candor_sql::SqlDialect;

use crate::table::{Expected, check};

const DIALECTS: [SqlDialect; 4] = [
    SqlDialect::PostgreSql,
    SqlDialect::MySql,
    SqlDialect::Sqlite,
    SqlDialect::SqlServer,
];

pub(crate) const READS: &[&str] = &[
    "SELECT 1",
    "select 1;",
    "SELECT * FROM orders",
    "SELECT o.id, o.total FROM orders o WHERE o.total > 100.5 ORDER BY o.total DESC",
    "SELECT o.id, c.name FROM orders AS o JOIN customers AS c ON c.id = o.customer_id",
    "SELECT o.id FROM orders o LEFT OUTER JOIN refunds r ON r.order_id = o.id WHERE r.id IS NULL",
    "SELECT * FROM a CROSS JOIN b",
    "SELECT * FROM a, b WHERE a.id = b.id",
    "SELECT status, COUNT(*) AS n FROM orders GROUP BY status HAVING COUNT(*) > 10",
    "SELECT COUNT(DISTINCT customer_id) FROM orders",
    "SELECT SUM(total), AVG(total), MIN(total), MAX(total) FROM orders",
    "SELECT CASE WHEN total > 100 THEN 'large' ELSE 'small' END AS size FROM orders",
    "SELECT CASE status WHEN 1 THEN 'a' WHEN 2 THEN 'b' END FROM orders",
    "SELECT COALESCE(name, 'none'), NULLIF(a, b) FROM t",
    "SELECT UPPER(name), LOWER(name), TRIM(name), REPLACE(name, 'a', 'b') FROM t",
    "SELECT ROUND(total, 2), ABS(total), CEILING(total), FLOOR(total) FROM t",
    "SELECT CAST(total AS INTEGER) FROM t",
    "WITH recent AS (SELECT * FROM orders WHERE id > 10) SELECT * FROM recent",
    "WITH a AS (SELECT 1 AS x), b AS (SELECT x FROM a) SELECT * FROM b",
    "SELECT id FROM a UNION SELECT id FROM b",
    "SELECT id FROM a UNION ALL SELECT id FROM b ORDER BY id",
    "SELECT id FROM a EXCEPT SELECT id FROM b",
    "SELECT * FROM (SELECT id, total FROM orders) AS o WHERE o.total IN (1, 2, 3)",
    "SELECT * FROM orders WHERE customer_id IN (SELECT id FROM customers WHERE name LIKE 'A%')",
    "SELECT * FROM orders o WHERE EXISTS (SELECT 1 FROM refunds r WHERE r.order_id = o.id)",
    "SELECT (SELECT MAX(total) FROM orders) AS most",
    "SELECT id, ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY total DESC) FROM orders",
    "SELECT id, SUM(total) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM orders",
    "SELECT id, LAG(total, 1) OVER (ORDER BY id) FROM orders",
    "SELECT * FROM t WHERE a BETWEEN 1 AND 2 AND NOT (b = 3 OR c <> 4)",
    "SELECT * FROM t WHERE name = 'it''s'",
    "SELECT * FROM t WHERE city = 'Zürich' -- the largest\n",
    "/* report */ SELECT 1 /* done */",
    "SELECT \"a column\" FROM t",
    "SELECT * FROM t WHERE a = -1 AND b >=-2",
    "SELECT größe FROM t",
    "SELECT 1; SELECT 2",
    "SELECT 'delete from t'",
    "SELECT * FROM t WHERE note = 'please update and drop'",
    "SELECT * FROM t WHERE id = ?",
    "SELECT * FROM t WHERE id = :id",
    "SELECT * FROM t WHERE path LIKE '%\\d+%'",
    "SELECT CURRENT_TIMESTAMP",
    "(SELECT 1)",
    "SELECT deleted, updated_at, created_at FROM t",
];

pub(crate) const WRITES: &[&str] = &[
    "INSERT INTO t VALUES (1)",
    "insert into t select * from u",
    "UPDATE t SET a = 1",
    "DELETE FROM t",
    "  \n\tDELETE FROM t WHERE id = 1",
    "/* SELECT */ DELETE FROM t",
    "-- SELECT 1\nDELETE FROM t",
    "CREATE TABLE t (a INT)",
    "DROP TABLE t",
    "ALTER TABLE t ADD COLUMN b INT",
    "TRUNCATE TABLE t",
    "SELECT 1; DROP TABLE t",
    "SELECT 1; SELECT foo(); DELETE FROM t",
    ";;DELETE FROM t",
    "GRANT ALL ON t TO u",
    "REVOKE ALL ON t FROM u",
    "MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN DELETE",
    "CREATE VIEW v AS SELECT 1",
    "CREATE INDEX i ON t (a)",
    "DeLeTe FROM t",
    "SELECT * FROM (DELETE FROM t) x",
];

const UNKNOWN: &[&str] = &[
    "",
    " ",
    ";",
    "-- nothing",
    "SELECT",
    "SELECT * FROM",
    "hello",
    "SELECT foo(1)",
    "SELECT myschema.count(x) FROM t",
    "SELECT \"count\"(x) FROM t",
    "SELECT 'unterminated",
    "SELECT \"unterminated",
    "SELECT 1 /* unterminated",
    "SELECT 1 /* a /* nested */ */",
    "SELECT /*! 1 */ 1",
    "SELECT /*!50000 DELETE */ 1",
    "SELECT /*+ SET_VAR(sort_buffer_size = 1) */ 1",
    "SELECT /*M!100100 1 */",
    "SELECT 1 --x",
    "SELECT 1\u{0}",
    "SELECT\u{a0}1",
    "SELECT\u{3000}1",
    "ＳＥＬＥＣＴ 1",
    "SELECT 1\u{37e}",
    "SELECT 1\u{2028}",
    "\u{feff}SELECT 1",
    "SELECT 1 -- a\rDELETE FROM t",
    "\\! rm -rf /",
    "SELECT 1 \\gexec",
    ".shell rm -rf /",
    "BEGIN; SELECT 1; COMMIT",
    "COMMIT",
    "ROLLBACK",
    "CALL p()",
    "SET a = 1",
    "SELECT a FROM t WHERE {fn now()} > 1",
    "SELECT 1 END; SELECT 2",
    "SELECT 1a",
    "SELECT a$b FROM t",
    "SELECT $tag$ x $tag$",
    "SELECT U&'d\\0061t'",
    "SELECT q'[it's]'",
    "SELECT NEXT VALUE FOR s",
    "SELECT s.nextval",
    "SELECT sleep(1)",
    "SELECT pg_sleep(1)",
    "SELECT 'a; DELETE FROM t; --'",
    "SELECT 1 -- ; drop table t",
    "SELECT update FROM t",
    "GO",
    "DELIMITER //",
    "SELECT * FROM f(1)",
    "SELECT * FROM t INTO OUTFILE '/tmp/x'",
    "SELECT CAST(a AS my_type) FROM t",
    "EXPLAIN EXPLAIN SELECT 1",
    "KILL 5",
    "SHUTDOWN",
];

#[test]
fn what_reads_everywhere() {
    for dialect in DIALECTS {
        check(dialect, Expected::Reads, READS);
    }
}

#[test]
fn what_writes_everywhere() {
    for dialect in DIALECTS {
        check(dialect, Expected::Writes, WRITES);
    }
}

#[test]
fn what_is_understood_nowhere() {
    for dialect in DIALECTS {
        check(dialect, Expected::Unknown, UNKNOWN);
    }
}
