//! The tool in the address of a page.

use candor_dashboard_kit::{CurrentUser, PageError, SubmittedForm};
use candor_gateway::EditError;
use candor_model::{QualifiedName, ToolPattern};
use http::StatusCode;

use candor_dashboard_kit::query;

/// The name of a tool and the path of its page.
pub(crate) struct ToolAddress {
    pub(crate) name: QualifiedName,
    /// The path of its page.
    pub(crate) path: String,
}

// === impl ToolAddress ===

impl ToolAddress {
    /// Parses the name. Whether the tool exists is not checked.
    pub(crate) fn read(text: &str) -> Result<Self, PageError> {
        let Some(name) = QualifiedName::parse(text) else {
            let short: String = text.chars().take(100).collect();
            let sentence =
                format!("`{short}` is not the name of a tool. Names have the form `source.tool`.");
            let wrong = PageError::new(StatusCode::NOT_FOUND, "Tool not found", sentence);
            return Err(wrong.link("/tools", "All tools"));
        };
        let path = query::path(&["tools", &name.to_string()]);
        Ok(Self { name, path })
    }

    /// The target of a form.
    pub(crate) fn to(&self, kind: &str) -> String {
        format!("{}/{kind}", self.path)
    }

    /// Checks the CSRF token of a form.
    pub(crate) fn check(
        &self,
        user: &CurrentUser,
        kind: &str,
        form: &SubmittedForm,
    ) -> Result<(), PageError> {
        // The link leads to the page, since the target of the form has none.
        let checked = user.check(&self.to(kind), form);
        checked.map_err(|_| PageError::stale_form(&self.path))
    }

    /// The pattern that matches exactly this tool.
    pub(crate) fn about(&self) -> ToolPattern {
        ToolPattern::exactly(&self.name)
    }

    /// Whether the tool can be edited alone. A name with `*` is a pattern.
    pub(crate) fn is_single(&self) -> bool {
        !self.about().is_wild()
    }

    /// A refused edit, with a link back.
    pub(crate) fn refused(&self, error: &EditError) -> PageError {
        PageError::refused(error).link(&*self.path, "Back to tool")
    }
}
