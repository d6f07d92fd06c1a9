//! Text that people read and write: foreign text made safe to show, and durations, sizes and
//! times in the notation that settings, flags and pages share.

mod append;
mod duration;
mod hidden;
mod nearest;
mod percent;
mod quote;
mod shell;
mod size;
mod string_enum;
mod time;
mod unique;
mod visible;
mod xml;

pub use append::append_lines;
pub use duration::{DurationError, duration_in_words, format_duration, parse_duration};
pub use hidden::{hidden_character, is_ambiguous, is_hidden, is_mark};
pub use nearest::nearest;
pub use percent::at_any_decoding;
pub use quote::{
    clip, collapse_whitespace, escape_hidden, printable, quote, quote_all, quote_list,
};
pub use shell::shell_word;
pub use size::{SizeError, format_size, parse_size};
pub use string_enum::StringEnum;
pub use time::utc;
pub use unique::{NameRules, unique_names};
pub use visible::{TextFindings, VisibleWriter, hidden_characters, inspect, visible};
pub use xml::escape_xml;
