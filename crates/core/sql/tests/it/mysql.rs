//! Statements in the dialect of `MySQL`.

use candor_sql::SqlDialect;

use crate::table::{Expected, check};

pub(crate) const READS: &[&str] = &[
    "SELECT `id`, `name` FROM `orders` LIMIT 10, 20",
    "SELECT DATE_FORMAT(created_at, '%Y-%m') AS month, COUNT(*) FROM orders GROUP BY month",
    "SELECT * FROM orders WHERE created_at > DATE_SUB(NOW(), INTERVAL 7 DAY)",
    "SELECT IFNULL(name, 'x'), IF(a > 1, 'y', 'n') FROM t",
    "SELECT GROUP_CONCAT(name ORDER BY name SEPARATOR ', ') FROM t",
    "SELECT data->>'$.name', JSON_EXTRACT(data, '$.a') FROM events",
    "SELECT CONCAT(first, ' ', last) FROM people WHERE first REGEXP '^A'",
    "SELECT * FROM t WHERE a <=> NULL AND b && c",
    "SELECT CAST(a AS SIGNED), CAST(b AS DECIMAL(10, 2)), CONVERT(c, CHAR) FROM t",
    "SELECT TIMESTAMPDIFF(DAY, a, b), DATEDIFF(a, b), YEAR(a) FROM t",
    "SELECT \"a string\" FROM t # comment",
    "SELECT a FROM t GROUP BY a WITH ROLLUP",
    "SELECT * FROM t USE INDEX (i) WHERE a = 1",
    "SELECT * FROM a STRAIGHT_JOIN b ON a.id = b.id",
    "SELECT @@version, @user_variable",
    "SELECT TRUNCATE(1.234, 2), REPLACE('a', 'b', 'c'), MOD(5, 2), 5 DIV 2",
    "SELECT MATCH (title) AGAINST ('words' IN BOOLEAN MODE) FROM articles",
    "SELECT * FROM JSON_TABLE('[1]', '$[*]' COLUMNS (a INT PATH '$')) AS j",
    "WITH RECURSIVE n AS (SELECT 1 AS x UNION ALL SELECT x + 1 FROM n WHERE x < 9) SELECT * FROM n",
    "SHOW TABLES",
    "SHOW FULL COLUMNS FROM t",
    "SHOW CREATE TABLE t",
    "SHOW DATABASES",
    "SHOW VARIABLES LIKE 'max%'",
    "SHOW STATUS WHERE Variable_name = 'x'",
    "SHOW INDEX FROM t",
    "SHOW WARNINGS",
    "SHOW PROCESSLIST",
    "SHOW TABLE STATUS",
    "DESCRIBE t",
    "DESC t",
    "EXPLAIN t",
    "EXPLAIN SELECT * FROM t",
    "EXPLAIN FORMAT=JSON SELECT * FROM t",
    "EXPLAIN ANALYZE SELECT * FROM t",
    "SELECT RANK() OVER (ORDER BY a DESC) FROM t",
    "SELECT 0x1F, X'1F', 1e3, .5",
    "SELECT * FROM db.orders WHERE id IN (1, 2) ORDER BY RAND() LIMIT 5",
    "SELECT UNIX_TIMESTAMP(), FROM_UNIXTIME(1), CURDATE()",
];

const WRITES: &[&str] = &[
    "SELECT a INTO @x FROM t",
    "REPLACE INTO t VALUES (1)",
    "SELECT * FROM t FOR UPDATE",
    "SELECT * FROM t FOR SHARE",
    "LOAD DATA INFILE '/tmp/x' INTO TABLE t",
    "RENAME TABLE a TO b",
    "FLUSH TABLES",
    "OPTIMIZE TABLE t",
    "LOCK TABLES t WRITE",
    "EXPLAIN ANALYZE DELETE FROM t",
    "EXPLAIN UPDATE t SET a = 1",
    "WITH x AS (SELECT 1) DELETE FROM t",
    "ANALYZE TABLE t",
];

const UNKNOWN: &[&str] = &[
    "SELECT * FROM t LOCK IN SHARE MODE",
    "SELECT a FROM t INTO DUMPFILE '/tmp/x'",
    "SELECT @a := 1",
    "SELECT LOAD_FILE('/etc/passwd')",
    "SELECT SLEEP(10)",
    "SELECT BENCHMARK(1000000, MD5('x'))",
    "SELECT GET_LOCK('x', 1)",
    "SELECT LAST_INSERT_ID(5)",
    "SELECT COUNT (*) FROM t",
    "SELECT NOW ()",
    "SELECT MAX/**/(a) FROM t",
    "SELECT SUBSTRING ('a', 1)",
    "SELECT 'it\\'s'",
    "SELECT \"it\\\"s\"",
    "SELECT `größe` FROM t",
    "SELECT SQL_CALC_FOUND_ROWS * FROM t",
    "SELECT _utf8'x'",
    "HANDLER t OPEN",
    "DO SLEEP(1)",
    "USE other",
    "SHOW BINARY LOGS",
    "SHOW WARNINGS LIMIT 1, 2",
    "SHOW STATUS WHERE my_function()",
    "SELECT [a] FROM t",
    "SELECT a::int FROM t",
    "SELECT 1a.b FROM t",
    "SELECT t.1a FROM t",
    "SELECT 5--3",
    "XA COMMIT 'x'",
    "INSTALL PLUGIN x SONAME 'y'",
    "EXPLAIN FOR CONNECTION 5",
    "PREPARE p FROM 'DELETE FROM t'",
    "SELECT * FROM t PROCEDURE ANALYSE()",
    "SELECT my_function(1)",
    "SELECT JSON_EXTRACT(my_function(), '$')",
    "DESCRIBE SELECT my_function()",
];

#[test]
fn reads() {
    check(SqlDialect::MySql, Expected::Reads, READS);
}

#[test]
fn writes() {
    check(SqlDialect::MySql, Expected::Writes, WRITES);
}

#[test]
fn unknown() {
    check(SqlDialect::MySql, Expected::Unknown, UNKNOWN);
}
