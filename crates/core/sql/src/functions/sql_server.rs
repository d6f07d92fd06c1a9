//! Read-only functions of SQL Server.
//!
//! Not included are `openrowset`, `openquery` and `opendatasource`, which execute text elsewhere.
//! User-defined functions always require a schema name there.

/// Functions in an expression.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[&str] = &[
    "approx_count_distinct", "ascii", "atn2", "binary_checksum", "char", "charindex",
    "checksum", "checksum_agg", "choose", "col_length", "convert", "cot", "count_big",
    "current_user", "databasepropertyex", "datalength", "date_bucket", "dateadd", "datediff",
    "datediff_big", "datefromparts", "datename", "datepart", "datetime2fromparts",
    "datetimefromparts", "datetimeoffsetfromparts", "datetrunc", "day", "db_id", "db_name",
    "difference", "eomonth", "format", "getdate", "getutcdate", "greatest", "grouping",
    "grouping_id", "hashbytes", "host_name", "ident_current", "iif", "isdate", "isjson",
    "isnull", "isnumeric", "json_array", "json_modify", "json_object", "json_path_exists",
    "json_query", "json_value", "least", "left", "len", "log10", "month", "nchar", "newid",
    "object_definition", "object_id", "object_name", "objectproperty", "patindex",
    "percentile_cont", "percentile_disc", "quotename", "rand", "replicate", "reverse", "right",
    "schema_id", "schema_name", "scope_identity", "serverproperty", "session_user",
    "smalldatetimefromparts", "soundex", "space", "square", "stdev", "stdevp", "str",
    "string_agg", "string_escape", "stuff", "suser_sname", "switchoffset", "sysdatetime",
    "sysdatetimeoffset", "system_user", "sysutcdatetime", "timefromparts", "todatetimeoffset",
    "translate", "try_cast", "try_convert", "unicode", "user_name", "var", "varp", "year",
];

/// Functions that give rows.
#[rustfmt::skip]
pub(super) const TABLE_FUNCTIONS: &[&str] = &[
    "generate_series", "openjson", "string_split",
];
