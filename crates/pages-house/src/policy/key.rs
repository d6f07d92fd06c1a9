//! The preferences, one by one: what each is called, and what it holds as text.

use std::time::Duration;

use candor_model::{PreferenceEdits, Preferences, Unset};

use crate::span;

/// The longest that results may be kept: a day.
const CACHE_MAX: Duration = Duration::from_hours(24);

/// Which preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    AutoApproveReadOnly,
    AlwaysConfirmDestructive,
    ShowWarnings,
    TrustIdempotentRetries,
    Unset,
    OutOfBand,
    Cache,
    Collapse,
}

// === impl Key ===

impl Key {
    /// All of them, those that people turn most first.
    pub(crate) const ALL: [Self; 8] = [
        Self::AutoApproveReadOnly,
        Self::AlwaysConfirmDestructive,
        Self::ShowWarnings,
        Self::Unset,
        Self::OutOfBand,
        Self::TrustIdempotentRetries,
        Self::Collapse,
        Self::Cache,
    ];

    /// The word in the file, which is also the name of the field.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::AutoApproveReadOnly => "auto_approve_read_only",
            Self::AlwaysConfirmDestructive => "always_confirm_destructive",
            Self::ShowWarnings => "show_warnings",
            Self::TrustIdempotentRetries => "trust_idempotent_retries",
            Self::Unset => "unset",
            Self::OutOfBand => "out_of_band",
            Self::Cache => "cache",
            Self::Collapse => "collapse",
        }
    }

    /// What it is called on the page.
    pub(crate) const fn heading(self) -> &'static str {
        match self {
            Self::AutoApproveReadOnly => "Approve read-only tools by themselves",
            Self::AlwaysConfirmDestructive => "Always confirm destructive tools",
            Self::ShowWarnings => "Show warnings",
            Self::TrustIdempotentRetries => "Repeat lost calls of idempotent tools",
            Self::Unset => "Where nobody says whether a tool destroys",
            Self::OutOfBand => "Answer outside the client that calls",
            Self::Cache => "Keep results of read-only tools",
            Self::Collapse => "Make identical calls at once one",
        }
    }

    /// What it does, in a sentence.
    pub(crate) const fn meaning(self) -> &'static str {
        match self {
            Self::AutoApproveReadOnly => {
                "Tools that are relied upon to be read-only skip the questions that their confirm \
                 would ask."
            }
            Self::AlwaysConfirmDestructive => {
                "A tool that may destroy is asked about, even where its confirm says never."
            }
            Self::ShowWarnings => {
                "Whoever is asked is warned of what is destructive, unset or untrusted."
            }
            Self::TrustIdempotentRetries => {
                "A call that was lost on the way is made again where doing it twice is doing it \
                 once."
            }
            Self::Unset => {
                "Making the call leaves the question to the client. Asking is the careful reading \
                 of the protocol, right where many share a gateway."
            }
            Self::OutOfBand => {
                "An agent may answer its own question. Then a form in the client is neither \
                 offered nor taken: somebody answers on a page, in a terminal, or through a link."
            }
            Self::Cache => {
                "Results of tools that read only, in a closed world, are kept for their caller \
                 for this long."
            }
            Self::Collapse => {
                "Identical calls that read only, made at the same time by the same caller, reach \
                 the source once."
            }
        }
    }

    /// The words of its values, where there are only two.
    pub(crate) const fn values(self) -> Option<[(&'static str, &'static str); 2]> {
        match self {
            Self::Cache => None,
            Self::Unset => Some([("ask", "Ask"), ("allow", "Make the call")]),
            _ => Some([("true", "Yes"), ("false", "No")]),
        }
    }

    /// What is stated, as text.
    pub(crate) fn read(self, edits: &PreferenceEdits) -> Option<String> {
        match self {
            Self::Unset => edits.unset.map(|unset| unset.as_str().to_owned()),
            Self::Cache => edits.cache.map(span::write),
            _ => {
                // Reading changes nothing: the copy is thrown away.
                let mut copy = *edits;
                self.flag(&mut copy)?.map(|flag| flag.to_string())
            }
        }
    }

    /// What holds, as text.
    pub(crate) fn held(self, held: &Preferences) -> String {
        let stated = PreferenceEdits {
            auto_approve_read_only: Some(held.auto_approve_read_only),
            always_confirm_destructive: Some(held.always_confirm_destructive),
            show_warnings: Some(held.show_warnings),
            trust_idempotent_retries: Some(held.trust_idempotent_retries),
            unset: Some(held.unset),
            out_of_band: Some(held.out_of_band),
            cache: Some(held.cache.unwrap_or_default()),
            collapse: Some(held.collapse),
        };
        self.read(&stated).unwrap_or_default()
    }

    /// States it; nothing leaves it to whoever speaks more generally. What cannot be meant is
    /// told in a fragment of a sentence.
    pub(crate) fn write(
        self,
        edits: &mut PreferenceEdits,
        text: Option<&str>,
    ) -> Result<(), String> {
        let text = text.map(str::trim).filter(|text| !text.is_empty());
        match self {
            Self::Unset => {
                let read = |text| Unset::parse(text).ok_or_else(|| self.stranger(text));
                edits.unset = text.map(read).transpose()?;
            }
            Self::Cache => {
                let fits = |time: &Duration| *time <= CACHE_MAX;
                let read = |text| {
                    let time = span::read(text).filter(fits);
                    time.ok_or_else(|| self.stranger(text))
                };
                edits.cache = text.map(read).transpose()?;
            }
            _ => {
                let read = |text: &str| text.parse().map_err(|_| self.stranger(text));
                let read = text.map(read).transpose()?;
                if let Some(flag) = self.flag(edits) {
                    *flag = read;
                }
            }
        }
        Ok(())
    }

    fn flag(self, edits: &mut PreferenceEdits) -> Option<&mut Option<bool>> {
        Some(match self {
            Self::AutoApproveReadOnly => &mut edits.auto_approve_read_only,
            Self::AlwaysConfirmDestructive => &mut edits.always_confirm_destructive,
            Self::ShowWarnings => &mut edits.show_warnings,
            Self::TrustIdempotentRetries => &mut edits.trust_idempotent_retries,
            Self::OutOfBand => &mut edits.out_of_band,
            Self::Collapse => &mut edits.collapse,
            Self::Unset | Self::Cache => return None,
        })
    }

    fn stranger(self, text: &str) -> String {
        let text: String = text.chars().take(40).collect();
        let takes = match self {
            Self::Unset => "`ask`, `allow` or nothing",
            Self::Cache => {
                "a whole number and `ms`, `s`, `m` or `h`, such as `30s`, at most `24h`; `0` for \
                 not at all"
            }
            _ => "`true`, `false` or nothing",
        };
        format!("`{}` is `{text}`; it takes {takes}", self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for key in Key::ALL {
            let values = key.values();
            let values = values.map_or(vec!["0s", "30s", "24h"], |values| {
                values.map(|(value, _)| value).to_vec()
            });
            for value in values {
                let mut edits = PreferenceEdits::default();
                key.write(&mut edits, Some(value)).expect(value);
                assert_eq!(key.read(&edits).as_deref(), Some(value));
                assert_eq!(key.held(&Preferences::default().with(&edits)), value);
                let others = Key::ALL.into_iter().filter(|other| *other != key);
                assert!(
                    others
                        .map(|other| other.read(&edits))
                        .all(|said| said.is_none())
                );
                key.write(&mut edits, Some(" ")).expect("nothing");
                assert!(edits.is_empty());
            }
        }
    }

    #[test]
    fn what_cannot_be_meant_is_told() {
        let long = "x".repeat(1_000);
        for (key, text, expect) in [
            (
                Key::Collapse,
                "maybe",
                "`collapse` is `maybe`; it takes `true`",
            ),
            (Key::Unset, "true", "`unset` is `true`; it takes `ask`"),
            (
                Key::Cache,
                "25h",
                "`cache` is `25h`; it takes a whole number",
            ),
            (Key::Cache, "soon", "`cache` is `soon`"),
            (
                Key::Cache,
                &long,
                "`cache` is `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx`;",
            ),
        ] {
            let mut edits = PreferenceEdits::default();
            let sentence = key.write(&mut edits, Some(text)).expect_err(text);
            assert!(sentence.starts_with(expect), "{sentence}");
            assert!(edits.is_empty());
        }
    }
}
