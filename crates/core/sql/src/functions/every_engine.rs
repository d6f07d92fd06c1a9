//! Pure functions that every engine has built in.

/// Aggregates, windows, and what the standard has.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[&str] = &[
    "abs", "acos", "asin", "atan", "avg", "cast", "ceiling", "coalesce", "concat", "concat_ws",
    "cos", "count", "cume_dist", "current_timestamp", "degrees", "dense_rank", "exp",
    "first_value", "floor", "lag", "last_value", "lead", "log", "lower", "ltrim", "max", "min",
    "ntile", "nullif", "percent_rank", "pi", "power", "radians", "rank", "replace", "round",
    "row_number", "rtrim", "sign", "sin", "sqrt", "substring", "sum", "tan", "trim", "upper",
];
