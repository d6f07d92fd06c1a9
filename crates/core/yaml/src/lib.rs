//! YAML into a tree of values, within bounds.
//!
//! Files come from third parties, and YAML can say a lot in a few bytes: an alias repeats a tree,
//! and an alias of aliases repeats it without end. So nothing is read without [`YamlLimits`].
//!
//! It is YAML 1.2: only `true` and `false` are truth values, so that `on`, `yes` and `no` stay
//! words. Dates stay text, keys become text, and numbers that JSON has no word for stay text too.
//! Merge keys (`<<`) of YAML 1.1 are followed, because people use them.

mod error;
mod limits;
mod places;

use serde::de::DeserializeOwned;
use serde_json::Value;

pub use self::error::YamlError;
pub use self::limits::YamlLimits;
pub use self::places::YamlPlaces;

/// A depth that fits every stack.
const SHALLOW: usize = 32;

/// What one level takes of the stack, and more.
const STACK_PER_LEVEL: usize = 128 * 1024;

/// Reads one document. A byte order mark at the beginning is passed over.
pub fn parse(text: &str, limits: &YamlLimits) -> Result<Value, YamlError> {
    read(text, limits)
}

/// Reads where everything in a document stands.
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
    // The parser calls itself once for each level and takes more of the stack than a caller can
    // be expected to have.
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
