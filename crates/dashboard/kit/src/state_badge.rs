//! The badge for the state of a source.

/// A badge. The label says it all; sign and colour only help.
#[derive(Clone, Copy, Debug)]
pub struct StateBadge {
    /// The label that people read.
    pub word: &'static str,
    /// The sign before the label.
    pub sign: &'static str,
    /// The CSS class.
    pub look: &'static str,
}

// === impl StateBadge ===

impl StateBadge {
    /// The badge of a state by its name; an unknown one counts as not served.
    pub fn of(state: &str) -> Self {
        let (word, sign, look) = match state {
            "ready" => ("Online", "✓", "good"),
            "failing" => ("Offline", "✗", "bad"),
            "unusable" => ("Failed", "✗", "bad"),
            "starting" => ("Starting", "…", "idle"),
            "stopped" => ("Stopped", "■", "idle"),
            _ => ("Not served", "■", "idle"),
        };
        Self { word, sign, look }
    }
}
