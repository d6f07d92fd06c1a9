//! Statements of SQL Server: those that only read, and those that are refused.

use candor_sql::SqlDialect;

use crate::table::{Expected, check};

pub(crate) const READS: &[&str] = &[
    "SELECT TOP 10 * FROM dbo.Orders ORDER BY OrderDate DESC",
    "SELECT TOP (10) PERCENT WITH TIES [Order ID] FROM [dbo].[Orders] ORDER BY [Order ID]",
    "SELECT DATEADD(day, -7, GETDATE()), DATEDIFF(day, a, b), YEAR(a) FROM t",
    "SELECT ISNULL(a, 0), IIF(a > 1, 'x', 'y'), LEN(b), CHARINDEX('x', b) FROM t",
    "SELECT STRING_AGG(name, ', ') WITHIN GROUP (ORDER BY name) FROM t",
    "SELECT CONVERT(varchar(10), a, 120), TRY_CAST(b AS int), CAST(c AS nvarchar(max)) FROM t",
    "SELECT * FROM Orders WITH (NOLOCK) WHERE CustomerId = @p1",
    "SELECT * FROM Orders o CROSS APPLY (SELECT TOP 1 * FROM Items i WHERE i.OrderId = o.Id) x",
    "SELECT * FROM Orders o OUTER APPLY STRING_SPLIT(o.Tags, ',') s",
    "SELECT * FROM OPENJSON(@json) WITH (id int '$.id', name nvarchar(50) '$.name')",
    "SELECT * FROM Orders ORDER BY Id OFFSET 10 ROWS FETCH NEXT 5 ROWS ONLY",
    "SELECT JSON_VALUE(data, '$.a') FROM events",
    "SELECT N'text', @@VERSION",
    "SELECT * FROM #temporary",
    "SELECT Total = SUM(a) FROM t",
    "SELECT * FROM t FOR JSON AUTO",
    "SELECT * FROM t FOR XML PATH('row')",
    "SELECT ROW_NUMBER() OVER (PARTITION BY a ORDER BY b) FROM t",
    "SELECT * FROM sys.tables",
    "SELECT name FROM INFORMATION_SCHEMA.TABLES",
    "SELECT a FROM db..t",
    "WITH x AS (SELECT 1 AS a) SELECT a FROM x",
    "SELECT * FROM (SELECT a, b FROM t) s PIVOT (SUM(b) FOR a IN ([x], [y])) p",
    "SELECT 'c:\\temp\\'",
    "SELECT EOMONTH(a), DATEPART(year, a), FORMAT(a, 'yyyy') FROM t",
    "SELECT COUNT_BIG(*) FROM t",
    "SELECT a FROM t WHERE b LIKE 'x!%' ESCAPE '!'",
];

const WRITES: &[&str] = &[
    "SELECT * INTO copy FROM t",
    "SELECT * INTO #t FROM t",
    "WITH x AS (SELECT 1 AS a) DELETE FROM x",
    "SELECT @a = 1",
    "SELECT @a = b FROM t",
];

const UNKNOWN: &[&str] = &[
    "SELECT 1 DELETE FROM t",
    "SELECT 1 DROP TABLE t",
    "SELECT a FROM t DELETE",
    "SELECT 1 SHUTDOWN",
    "SELECT 1 a SHUTDOWN",
    "SELECT 1 EXEC sp_who",
    "SELECT 1 WAITFOR DELAY '00:00:10'",
    "SELECT 1 KILL",
    "SELECT 1 CHECKPOINT",
    "SELECT 1 RECONFIGURE",
    "SELECT 1 REVERT",
    "SELECT 1 COMMIT",
    "SELECT 1DELETE FROM t",
    "SELECT 1 AS a EXEC('DELETE FROM t')",
    "SELECT 1 SELECT 2",
    "EXEC sp_who",
    "EXECUTE sp_who",
    "sp_who",
    "xp_cmdshell 'dir'",
    "EXEC xp_cmdshell 'dir'",
    "EXPLAIN SELECT 1",
    "SHOW TABLES",
    "DESCRIBE t",
    "SELECT * FROM OPENROWSET('SQLNCLI', 'x', 'DELETE FROM t')",
    "SELECT * FROM OPENQUERY(srv, 'DELETE FROM t')",
    "SELECT * FROM OPENDATASOURCE('a', 'b').db.dbo.t",
    "SELECT * FROM t WITH (TABLOCKX)",
    "SELECT * FROM t WITH (UPDLOCK, ROWLOCK)",
    "SELECT * FROM t (TABLOCKX)",
    "SELECT dbo.f(1)",
    "SELECT * FROM dbo.f(1)",
    "SELECT x.query('a') FROM t",
    "SELECT x.modify('delete a') FROM t",
    "SELECT NEXT VALUE FOR dbo.s",
    "SELECT 1\nGO\nSELECT 2",
    "SELECT 'a\nGO\nb'",
    "SELECT 1\n  go 5\n",
    ":r file.sql",
    "SELECT '\nEXIT(DELETE FROM t)\n'",
    "SELECT '$(variable)'",
    "SELECT '\n!!dir\n'",
    "SELECT @a += 1",
    "BEGIN TRAN",
    "BEGIN DELETE FROM t END",
    "IF 1 = 1 SELECT 1",
    "WHILE 1 = 1 SELECT 1",
    "DECLARE @a int",
    "PRINT 'x'",
    "USE master",
    "DBCC CHECKDB",
    "BACKUP DATABASE x TO DISK = 'y'",
    "BULK INSERT t FROM 'x'",
    "SELECT a FROM t OPTION (RECOMPILE)",
    "SELECT a FROM t CLAUSE (x)",
    "SELECT $1.5",
    "SELECT [a]]b] FROM t",
    "SELECT geography::Parse('x')",
    "SELECT `a` FROM t",
    "SELECT 1 # comment",
    // These read, but the parser does not know them in this dialect.
    "SELECT a FROM t GROUP BY GROUPING SETS ((a), ())",
    "SELECT a FROM t GROUP BY ROLLUP (a)",
    "SELECT db..t.a FROM db..t",
];

#[test]
fn reads() {
    check(SqlDialect::SqlServer, Expected::Reads, READS);
}

#[test]
fn writes() {
    check(SqlDialect::SqlServer, Expected::Writes, WRITES);
}

#[test]
fn unknown() {
    check(SqlDialect::SqlServer, Expected::Unknown, UNKNOWN);
}
