//! A string of a source entry, together with its template.

use std::fmt;

use candor_model::Secret;

/// A text after interpolation. It prints as it was written, with `${VAR}` unexpanded, since a
/// variable may well hold a credential.
#[derive(Clone, PartialEq, Eq)]
pub struct TemplateText {
    template: String,
    value: Secret<String>,
}

// === impl TemplateText ===

impl TemplateText {
    /// A text that was not interpolated, such as a command from the command line.
    pub fn verbatim(text: impl Into<String>) -> Self {
        let template = text.into();
        Self {
            value: Secret::new(template.clone()),
            template,
        }
    }

    /// A template and its expanded value.
    pub(crate) fn interpolated(template: impl Into<String>, value: String) -> Self {
        Self {
            template: template.into(),
            value: Secret::new(value),
        }
    }

    /// The text to use.
    pub fn as_str(&self) -> &str {
        self.value.expose()
    }

    /// The text to show.
    pub fn template(&self) -> &str {
        &self.template
    }
}

impl fmt::Display for TemplateText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.template)
    }
}

impl fmt::Debug for TemplateText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.template, f)
    }
}
