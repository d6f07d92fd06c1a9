//! How much may come of a document.
//!
//! References let a small document describe a huge one: a thousand paths can share one path item,
//! and each has its own copy of what is in it. So everything that is copied is paid for, and the
//! purse is in proportion to the document.

use serde_json::Value;

/// What one value takes, apart from its text.
pub(super) const VALUE: usize = 64;

/// How many times its own size may come of a document.
const TIMES: usize = 16;

/// What may come of any document.
const AT_LEAST: usize = 32 << 20;

/// What is left, in bytes of memory more or less.
#[derive(Debug)]
pub(super) struct MemoryBudget(usize);

// === impl MemoryBudget ===

impl MemoryBudget {
    /// For documents of this size.
    pub(super) fn new(size: usize) -> Self {
        Self(size.saturating_mul(TIMES).saturating_add(AT_LEAST))
    }

    /// Pays for something. Once there is not enough, everything after it fails, too.
    pub(super) fn pay(&mut self, cost: usize) -> bool {
        self.0 = self.0.saturating_sub(cost);
        self.0 > 0
    }

    /// Whether there is nothing left.
    pub(super) fn is_spent(&self) -> bool {
        self.0 == 0
    }
}

/// What a value takes, with all that is in it.
pub(super) fn size(value: &Value) -> usize {
    size_up_to(value, usize::MAX)
}

/// What a value takes, or something above the limit if it takes more than that.
pub(super) fn size_up_to(value: &Value, limit: usize) -> usize {
    let mut total = 0;
    let mut open = vec![value];
    while let Some(value) = open.pop()
        && total <= limit
    {
        total += VALUE;
        match value {
            Value::String(text) => total += text.len(),
            Value::Array(elements) => open.extend(elements),
            Value::Object(members) => {
                total += members.keys().map(String::len).sum::<usize>();
                open.extend(members.values());
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    total
}
