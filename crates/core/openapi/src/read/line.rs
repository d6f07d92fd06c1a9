//! Lines and columns of places in a file, computed only for diagnostics.

mod json;

use std::collections::HashMap;

use super::position::keys;
use super::text::LIMITS;

/// A line and a column, counted from 1.
pub(crate) type LineColumn = (usize, usize);

/// The positions of JSON pointers. Those not found are left out.
pub(crate) fn find<'p>(
    text: &str,
    pointers: impl IntoIterator<Item = &'p str>,
) -> HashMap<&'p str, LineColumn> {
    let wanted: Vec<&str> = pointers.into_iter().collect();
    if wanted.is_empty() {
        return HashMap::new();
    }
    if text.trim_start().starts_with(['{', '['])
        && let Some(found) = json::find(text, &wanted)
    {
        return found;
    }
    let Ok(places) = candor_yaml::places(text, &LIMITS) else {
        return HashMap::new();
    };
    let found = wanted.into_iter();
    let found = found.filter_map(|pointer| Some((pointer, places.find(keys(pointer))?)));
    found.collect()
}

/// The line and column of a byte offset.
pub(super) fn at(text: &str, byte: usize) -> LineColumn {
    let before = &text[..byte.min(text.len())];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    (line, before[start..].chars().count() + 1)
}
