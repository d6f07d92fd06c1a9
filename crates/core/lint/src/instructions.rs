//! The `instructions` that a server sends, as the rules see them.

/// The `instructions` of a server, which clients put into the model's context.
#[derive(Debug)]
pub struct ServerInstructions {
    /// The source; none where the texts of several are joined.
    pub source: Option<String>,
    /// The instructions as the server sends them.
    pub text: String,
}

// === impl ServerInstructions ===

impl ServerInstructions {
    /// The name of their server, for messages.
    pub(crate) fn owner(&self) -> String {
        match &self.source {
            Some(source) => format!("source `{source}`"),
            None => "the sources".to_owned(),
        }
    }
}
