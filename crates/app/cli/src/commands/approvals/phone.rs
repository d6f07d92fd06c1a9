//! A QR code that opens a pending call on a phone.

use candor_gateway::AnswerLink;
use candor_qr::QrModules;
use serde::Deserialize;

use crate::prelude::*;

/// A link that shows a call and takes one answer.
#[derive(Deserialize)]
pub(super) struct PhoneLink {
    url: String,
    expires_at: String,
}

// === impl PhoneLink ===

impl PhoneLink {
    /// Prints the code. Everything else goes to standard error.
    pub(super) fn print(&self, output: &CommandOutput) -> CommandResult<()> {
        let code = QrModules::of(&self.url);
        let code = code.map_err(|error| CommandFailure::new(error.to_string()))?;
        // A camera needs dark on light, and a terminal may have its own colours the other way.
        let (on, off) = if output.colours_results() {
            ("\x1b[38;5;231;48;5;16m", "\x1b[0m")
        } else {
            ("", "")
        };
        for line in code.half_blocks() {
            output.line(&format!("{on}{line}{off}"))?;
        }
        output.say(
            "scan the code with the camera of your phone; anyone who scans it can approve or deny \
             this call, once",
        );
        Ok(())
    }

    /// The link as JSON.
    pub(super) fn json(&self) -> Value {
        json!({"url": self.url, "expires_at": self.expires_at})
    }
}

impl From<AnswerLink> for PhoneLink {
    fn from(link: AnswerLink) -> Self {
        Self {
            expires_at: timestamp::text(link.expires_micros),
            url: link.url,
        }
    }
}
