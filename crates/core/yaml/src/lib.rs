//! YAML parsing within limits.
//!
//! Files come from third parties, and a short YAML text can expand enormously: an alias repeats a
//! tree, and nested aliases repeat it exponentially. Parsing therefore always requires
//! [`YamlLimits`].
//!
//! The dialect is YAML 1.2: only `true` and `false` are booleans; `on`, `yes` and `no` are strings.
//! Dates stay strings, keys become strings, and numbers that JSON cannot represent stay strings
//! too. Merge keys (`<<`) from YAML 1.1 are supported because they are in common use.

mod error;
mod limits;
mod places;

use serde::de::DeserializeOwned;
use serde_json::Value;

pub use self::error::YamlError;
pub use self::limits::YamlLimits;
pub use self::places::YamlPlaces;

/// A depth for which any stack suffices.
const SHALLOW: usize = 32;

/// An upper bound of the stack used per level.
const STACK_PER_LEVEL: usize = 128 * 1024;

/// Parses one document. A leading byte order mark is skipped.
pub fn parse(text: &str, limits: &YamlLimits) -> Result<Value, YamlError> {
    read(text, limits)
}

/// Parses the positions of everything in a document.
pub fn places(text: &str, limits: &YamlLimits) -> Result<YamlPlaces, YamlError> {
    read(text, limits)
}

fn read<T: DeserializeOwned + Send>(text: &str, limits: &YamlLimits) -> Result<T, YamlError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let read = || {
        serde_saphyr::from_str_with_options(text, limits.options())
            .map_err(|error| YamlError::new(&error, limits))
    };
    if limits.depth <= SHALLOW {
        return read();
    }
    // The parser recurses once per level and can use more stack than the calling thread has.
    std::thread::scope(|scope| {
        let stack = limits.depth.saturating_mul(STACK_PER_LEVEL);
        let thread = std::thread::Builder::new().stack_size(stack);
        let thread = thread.spawn_scoped(scope, read);
        let result = thread.map(std::thread::ScopedJoinHandle::join);
        result
            .map_err(|error| YamlError::without_place(&error))?
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

#[cfg(test)]
mod tests;
