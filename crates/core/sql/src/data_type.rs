//! Built-in types. A cast to any other type runs a user-defined input function.

use candor_text::quote;
use sqlparser::ast::DataType;

use crate::effect::NotReadOnly;

/// The words that names of built-in types consist of.
#[rustfmt::skip]
const TYPE_WORDS: &[&str] = &[
    "array", "bigint", "binary", "bit", "blob", "bool", "boolean", "bytea", "char", "character",
    "cidr", "clob", "date", "datemultirange", "daterange", "datetime", "datetime2",
    "datetimeoffset", "day", "dec", "decimal", "double", "float", "float4", "float8", "hour",
    "image", "inet", "int", "int2", "int4", "int4range", "int8", "int8range", "integer",
    "interval", "json", "jsonb", "jsonpath", "large", "long", "macaddr", "max", "mediumblob",
    "mediumint", "mediumtext", "minute", "money", "month", "national", "nchar", "ntext",
    "numeric", "numrange", "nvarchar", "object", "precision", "real", "regclass", "regtype",
    "second", "signed", "smalldatetime", "smallint", "smallmoney", "text", "time", "timestamp",
    "timestamptz", "timetz", "tinyint", "tinytext", "to", "tsquery", "tsrange", "tstzrange",
    "tsvector", "uniqueidentifier", "unsigned", "uuid", "varbinary", "varchar", "varying", "with",
    "without", "xml", "year", "zone",
];

/// Refuses a type that is not built in. It is looked at as it is written, so that lengths, array
/// brackets and time zones need no rule of their own; quotes and dots are refused with the rest.
pub(crate) fn check_data_type(data_type: &DataType) -> Result<(), NotReadOnly> {
    let name = data_type.to_string();
    let plain = |letter: char| letter.is_ascii_alphanumeric() || " ,()[]".contains(letter);
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    let mut words = words.filter(|word| word.starts_with(|first: char| !first.is_ascii_digit()));
    if name.chars().all(plain) && words.all(is_type_word) {
        return Ok(());
    }
    Err(NotReadOnly::unknown(format!(
        "the type {} is not known to be built in",
        quote(&name)
    )))
}

fn is_type_word(word: &str) -> bool {
    TYPE_WORDS
        .iter()
        .any(|known| known.eq_ignore_ascii_case(word))
}
