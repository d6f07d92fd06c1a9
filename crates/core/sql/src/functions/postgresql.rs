//! Read-only functions of PostgreSQL.
//!
//! Not included are functions with the prefix `pg_` or `lo_`, because too many have side effects,
//! nor those that execute text (`query_to_xml`, `ts_stat`), assign a transaction id
//! (`txid_current`), or change the session (`set_config`, `setseed`).

/// Functions in an expression.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[&str] = &[
    "age", "array", "array_agg", "array_append", "array_cat", "array_dims",
    "array_length", "array_lower", "array_ndims", "array_position", "array_positions",
    "array_prepend", "array_remove", "array_replace", "array_to_json", "array_to_string",
    "array_upper", "ascii", "atan2", "bit_and", "bit_length", "bit_or", "bool_and", "bool_or",
    "btrim", "cardinality", "cbrt", "ceil", "char_length", "character_length", "chr",
    "clock_timestamp", "col_description", "corr", "cosh", "cot", "covar_pop", "covar_samp",
    "current_catalog", "current_database", "current_date", "current_schema", "current_setting",
    "current_time", "current_user", "date_part", "date_trunc", "daterange", "decode", "div",
    "encode", "every", "extract", "factorial", "format", "format_type", "gen_random_uuid",
    "greatest", "grouping", "initcap", "int4range", "int8range", "isempty", "isfinite",
    "json_agg", "json_array_length", "json_build_array", "json_build_object",
    "json_extract_path", "json_extract_path_text", "json_object", "json_object_agg",
    "json_strip_nulls", "json_typeof", "jsonb_agg", "jsonb_array_length", "jsonb_build_array",
    "jsonb_build_object", "jsonb_extract_path", "jsonb_extract_path_text", "jsonb_insert",
    "jsonb_object", "jsonb_object_agg", "jsonb_path_exists", "jsonb_path_match",
    "jsonb_path_query_array", "jsonb_path_query_first", "jsonb_pretty", "jsonb_set",
    "jsonb_strip_nulls", "jsonb_typeof", "justify_days", "justify_hours", "justify_interval",
    "least", "left", "length", "ln", "localtime", "localtimestamp", "log10", "lower_inc",
    "lpad", "make_date", "make_interval", "make_time", "make_timestamp", "make_timestamptz",
    "md5", "mod", "mode", "now", "nth_value", "numrange", "obj_description", "octet_length",
    "overlay", "percentile_cont", "percentile_disc", "phraseto_tsquery", "plainto_tsquery",
    "position", "quote_ident", "quote_literal", "quote_nullable", "random", "regexp_match",
    "regexp_matches", "regexp_replace", "regexp_split_to_array", "regr_avgx", "regr_avgy",
    "regr_count", "regr_intercept", "regr_r2", "regr_slope", "regr_sxx", "regr_sxy", "regr_syy",
    "repeat", "reverse", "right", "row", "row_to_json", "rpad", "scale", "session_user",
    "sha224", "sha256", "sha384", "sha512", "sinh", "split_part", "starts_with",
    "statement_timestamp", "stddev", "stddev_pop", "stddev_samp", "string_agg",
    "string_to_array", "strpos", "substr", "tanh", "timeofday", "timezone", "to_char",
    "to_date", "to_hex", "to_json", "to_jsonb", "to_number", "to_regclass", "to_timestamp",
    "to_tsquery", "to_tsvector", "transaction_timestamp", "translate", "trunc", "ts_headline",
    "ts_rank", "ts_rank_cd", "tsrange", "tstzrange", "upper_inc", "user", "var_pop", "var_samp",
    "variance", "version", "websearch_to_tsquery", "width_bucket",
];

/// Functions that give rows.
#[rustfmt::skip]
pub(super) const TABLE_FUNCTIONS: &[&str] = &[
    "generate_series", "generate_subscripts", "json_array_elements", "json_array_elements_text",
    "json_each", "json_each_text", "json_object_keys", "json_to_record", "json_to_recordset",
    "jsonb_array_elements", "jsonb_array_elements_text", "jsonb_each", "jsonb_each_text",
    "jsonb_object_keys", "jsonb_path_query", "jsonb_to_record", "jsonb_to_recordset",
    "regexp_matches", "regexp_split_to_table", "unnest",
];
