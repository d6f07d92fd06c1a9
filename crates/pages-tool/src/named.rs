//! The tool that an address names.

use candor_frame::{Form, Visitor, Wrong};
use candor_gateway::DeskError;
use candor_model::{QualifiedName, ToolPattern};
use http::StatusCode;

use candor_frame::query;

/// A tool by its name, and where its pages are.
pub(crate) struct Named {
    /// `source.tool`.
    pub(crate) name: QualifiedName,
    /// Its page.
    pub(crate) path: String,
}

// === impl Named ===

impl Named {
    /// Reads the part of an address that names a tool. Whether there is one of that name is for
    /// others to say.
    pub(crate) fn read(text: &str) -> Result<Self, Wrong> {
        let Some(name) = QualifiedName::parse(text) else {
            let short: String = text.chars().take(100).collect();
            let sentence =
                format!("`{short}` names no tool: it takes a source, a dot and the tool's name.");
            let wrong = Wrong::new(StatusCode::NOT_FOUND, "There is no such tool", sentence);
            return Err(wrong.way("/tools", "All tools"));
        };
        let path = query::path(&["tools", &name.to_string()]);
        Ok(Self { name, path })
    }

    /// Where its forms of one kind go.
    pub(crate) fn to(&self, kind: &str) -> String {
        format!("{}/{kind}", self.path)
    }

    /// Refuses a form of one kind that this visitor was not shown.
    pub(crate) fn check(&self, visitor: &Visitor, kind: &str, form: &Form) -> Result<(), Wrong> {
        // The way out is the page; where its forms go, there is nothing to see.
        let checked = visitor.check(&self.to(kind), form);
        checked.map_err(|_| Wrong::not_ours(&self.path))
    }

    /// Exactly this tool, as somebody speaks about it.
    pub(crate) fn about(&self) -> ToolPattern {
        ToolPattern::exactly(&self.name)
    }

    /// Whether somebody can speak about this tool alone. A name that holds `*` is a pattern.
    pub(crate) fn is_single(&self) -> bool {
        !self.about().is_wild()
    }

    /// What the desk refused, with the way back.
    pub(crate) fn refused(&self, error: &DeskError) -> Wrong {
        Wrong::refused(error).way(&*self.path, "The tool")
    }
}
