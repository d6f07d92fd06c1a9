//! The options of a select field or a group of radio buttons.

/// One option of a select or of radio buttons.
#[derive(Clone, Copy, Debug)]
pub struct FormOption {
    /// The value that is sent.
    pub value: &'static str,
    /// The label that people read.
    pub words: &'static str,
    /// Whether it is selected.
    pub chosen: bool,
}

/// The options of these values and labels, of which one may be selected.
pub fn form_options(
    all: impl IntoIterator<Item = (&'static str, &'static str)>,
    chosen: &str,
) -> Vec<FormOption> {
    let option = |(value, words)| FormOption {
        value,
        words,
        chosen: value == chosen,
    };
    all.into_iter().map(option).collect()
}

/// The annotation profiles of an endpoint.
pub const PROFILE_OPTIONS: [(&str, &str); 5] = [
    ("", "Same as the default endpoint"),
    ("known", "Known: only hints that are set"),
    (
        "explicit",
        "Explicit: all four hints, with the protocol's defaults for those not set",
    ),
    ("anthropic", "Anthropic: what its directory requires"),
    ("openai", "OpenAI: what its directory requires"),
];
