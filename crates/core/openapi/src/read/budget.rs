//! A budget for what references expand to.
//!
//! With references, a small document can describe a huge one: a thousand paths can share one path
//! item, and each gets its own copy of it. All copies are therefore charged to a budget in
//! proportion to the document's size.

use serde_json::Value;

/// The cost of one value without its text.
pub(super) const VALUE: usize = 64;

/// The budget as a multiple of the document's size.
const TIMES: usize = 16;

/// The minimum budget.
const AT_LEAST: usize = 32 << 20;

/// The remaining budget, in approximate bytes of memory.
#[derive(Debug)]
pub(super) struct MemoryBudget(usize);

// === impl MemoryBudget ===

impl MemoryBudget {
    /// The budget for documents of this size.
    pub(super) fn new(size: usize) -> Self {
        Self(size.saturating_mul(TIMES).saturating_add(AT_LEAST))
    }

    /// Charges a cost. Once the budget is exhausted, every later charge fails, too.
    pub(super) fn pay(&mut self, cost: usize) -> bool {
        self.0 = self.0.saturating_sub(cost);
        self.0 > 0
    }

    /// Whether the budget is exhausted.
    pub(super) fn is_spent(&self) -> bool {
        self.0 == 0
    }
}

/// The cost of a value, including everything in it.
pub(super) fn size(value: &Value) -> usize {
    size_up_to(value, usize::MAX)
}

/// The cost of a value, or anything above the limit if it costs more.
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
