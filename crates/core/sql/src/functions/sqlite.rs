//! Read-only functions of SQLite.
//!
//! Not included are `load_extension`, `fts3_tokenizer` and those of its shell (`readfile`,
//! `writefile`, `edit`).

/// Functions in an expression.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[&str] = &[
    "acosh", "asinh", "atan2", "atanh", "bm25", "ceil", "changes", "char", "cosh",
    "current_date", "current_time", "date", "datetime", "format", "glob", "group_concat", "hex",
    "highlight", "ifnull", "iif", "instr", "json", "json_array", "json_array_length",
    "json_extract", "json_group_array", "json_group_object", "json_insert", "json_object",
    "json_patch", "json_pretty", "json_quote", "json_remove", "json_replace", "json_set",
    "json_type", "json_valid", "jsonb", "jsonb_array", "jsonb_extract", "jsonb_object",
    "julianday", "last_insert_rowid", "length", "like", "likelihood", "likely", "ln", "log10",
    "log2", "mod", "nth_value", "octet_length", "pow", "printf", "quote", "random",
    "randomblob", "sinh", "snippet", "soundex", "sqlite_version", "strftime", "string_agg",
    "substr", "tanh", "time", "timediff", "total", "total_changes", "trunc", "typeof", "unhex",
    "unicode", "unixepoch", "unlikely", "zeroblob",
];

/// Functions that give rows.
#[rustfmt::skip]
pub(super) const TABLE_FUNCTIONS: &[&str] = &[
    "generate_series", "json_each", "json_tree", "pragma_collation_list",
    "pragma_compile_options", "pragma_database_list", "pragma_foreign_key_list",
    "pragma_function_list", "pragma_index_info", "pragma_index_list", "pragma_index_xinfo",
    "pragma_module_list", "pragma_pragma_list", "pragma_table_info", "pragma_table_list",
    "pragma_table_xinfo",
];
