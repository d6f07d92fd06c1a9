//! Read-only functions of `MySQL`.
//!
//! Not included are those that wait or lock (`sleep`, `benchmark`, `get_lock`), read files
//! (`load_file`) or set session values (`last_insert_id`).

/// Functions in an expression.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[&str] = &[
    "adddate", "addtime", "any_value", "ascii", "atan2", "bin", "bin_to_uuid", "bit_and",
    "bit_count", "bit_length", "bit_or", "bit_xor", "ceil", "char", "char_length",
    "character_length", "connection_id", "conv", "convert", "convert_tz", "cot", "crc32",
    "curdate", "current_date", "current_time", "current_user", "curtime", "database", "date",
    "date_add", "date_format", "date_sub", "datediff", "day", "dayname", "dayofmonth",
    "dayofweek", "dayofyear", "elt", "extract", "field", "find_in_set", "format", "from_base64",
    "from_days", "from_unixtime", "get_format", "greatest", "group_concat", "grouping", "hex",
    "hour", "if", "ifnull", "inet6_aton", "inet6_ntoa", "inet_aton", "inet_ntoa", "instr",
    "is_uuid", "isnull", "json_array", "json_arrayagg", "json_contains", "json_contains_path",
    "json_depth", "json_extract", "json_insert", "json_keys", "json_length", "json_merge_patch",
    "json_merge_preserve", "json_object", "json_objectagg", "json_overlaps", "json_pretty",
    "json_quote", "json_remove", "json_replace", "json_search", "json_set", "json_type",
    "json_unquote", "json_valid", "json_value", "last_day", "lcase", "least", "left", "length",
    "ln", "localtime", "localtimestamp", "locate", "log10", "log2", "lpad", "makedate",
    "maketime", "md5", "microsecond", "mid", "minute", "mod", "month", "monthname", "now",
    "nth_value", "oct", "octet_length", "ord", "period_add", "period_diff", "position", "pow",
    "quarter", "quote", "rand", "regexp_instr", "regexp_like", "regexp_replace",
    "regexp_substr", "repeat", "reverse", "right", "rpad", "schema", "sec_to_time", "second",
    "session_user", "sha", "sha1", "sha2", "soundex", "space", "std", "stddev", "stddev_pop",
    "stddev_samp", "str_to_date", "strcmp", "subdate", "substr", "substring_index", "subtime",
    "sysdate", "time", "time_format", "time_to_sec", "timediff", "timestamp", "timestampadd",
    "timestampdiff", "to_base64", "to_days", "to_seconds", "truncate", "ucase", "unhex",
    "unix_timestamp", "user", "utc_date", "utc_time", "utc_timestamp", "uuid", "uuid_to_bin",
    "var_pop", "var_samp", "variance", "version", "week", "weekday", "weekofyear", "year",
    "yearweek",
];
