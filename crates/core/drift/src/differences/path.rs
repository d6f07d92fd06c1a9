//! Paths in a definition, such as `inputSchema.anyOf[0]."odd key"`.

use std::fmt;

use super::text;

/// One segment of a path.
#[derive(Clone, Copy)]
pub(super) enum DifferenceStep<'a> {
    /// To a member of an object.
    Key(&'a str),
    /// To an item of an array.
    Index(usize),
}

/// The steps from the top. Those in the middle of a long way are not shown.
pub(super) struct ValuePath<'p, 'a>(pub(super) &'p [DifferenceStep<'a>]);

/// The number of segments shown before and after an omission. Real schemas are less deep.
const SHOWN: usize = 8;

// === impl ValuePath ===

impl fmt::Display for ValuePath<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("definition");
        }
        let gap = SHOWN..self.0.len().saturating_sub(SHOWN);
        for (at, step) in self.0.iter().enumerate() {
            if at == gap.start && !gap.is_empty() {
                f.write_str(".…")?;
            }
            if gap.contains(&at) {
                continue;
            }
            match step {
                DifferenceStep::Key(key) => {
                    let dot = if at == 0 { "" } else { "." };
                    write!(f, "{dot}{}", text::key(key))?;
                }
                DifferenceStep::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}
