//! The formats of a report.

mod json;
mod junit;
mod markdown;
mod sarif;
mod text;

pub use json::json;
pub use junit::junit;
pub use markdown::{badge, markdown};
pub use sarif::sarif;
pub use text::text;

/// The format of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VerifyFormat {
    /// Text for a terminal.
    #[default]
    Text,
    /// One JSON document.
    Json,
    /// `JUnit`'s XML, which continuous integration shows as tests.
    Junit,
    /// SARIF 2.1.0, which code scanning reads.
    Sarif,
    /// Markdown with a line for a README.
    Markdown,
}

candor_text::string_enum! {
    /// `text`, `json`, `junit`, `sarif` or `md`.
    VerifyFormat {
        Text => "text",
        Json => "json",
        Junit => "junit",
        Sarif => "sarif",
        Markdown => "md",
    }
}
