//! Lint profiles for different audiences, each with different severities.

use candor_model::Severity;

/// A set of severities, chosen with `--profile`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LintProfile {
    /// Requirements of the protocol, and minimum usability.
    Spec,
    /// Problems of real clients and models.
    #[default]
    Clients,
    /// Requirements of Anthropic's connector directory.
    Anthropic,
    /// Requirements of `OpenAI`'s app directory.
    Openai,
    /// Every rule, and notes count as warnings.
    Strict,
}

/// The severity of a rule in each profile; `None` disables it. `strict` has every rule, at the
/// highest severity of the other profiles and at least as a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeverityByProfile {
    spec: Option<Severity>,
    clients: Option<Severity>,
    anthropic: Option<Severity>,
    openai: Option<Severity>,
}

// === impl LintProfile ===

candor_text::string_enum! {
    /// `spec`, `clients`, `anthropic`, `openai` or `strict`.
    LintProfile {
        Spec => "spec",
        Clients => "clients",
        Anthropic => "anthropic",
        Openai => "openai",
        Strict => "strict",
    }
}

// === impl SeverityByProfile ===

impl SeverityByProfile {
    /// The same severity in every profile.
    pub(crate) const fn everywhere(severity: Severity) -> Self {
        Self {
            spec: Some(severity),
            clients: Some(severity),
            anthropic: Some(severity),
            openai: Some(severity),
        }
    }

    /// The same severity in every profile except `spec`, which disables it.
    pub(crate) const fn beyond_spec(severity: Severity) -> Self {
        let mut all = Self::everywhere(severity);
        all.spec = None;
        all
    }

    /// Only `strict` has it.
    pub(crate) const fn strict_only() -> Self {
        Self {
            spec: None,
            clients: None,
            anthropic: None,
            openai: None,
        }
    }

    /// Another severity for `spec`.
    pub(crate) const fn spec(mut self, severity: Severity) -> Self {
        self.spec = Some(severity);
        self
    }

    /// Another severity for `clients`.
    pub(crate) const fn clients(mut self, severity: Severity) -> Self {
        self.clients = Some(severity);
        self
    }

    /// Another severity for `anthropic`.
    pub(crate) const fn anthropic(mut self, severity: Severity) -> Self {
        self.anthropic = Some(severity);
        self
    }

    /// Another severity for `openai`.
    pub(crate) const fn openai(mut self, severity: Severity) -> Self {
        self.openai = Some(severity);
        self
    }

    /// The severity in a profile.
    pub fn get(&self, profile: LintProfile) -> Option<Severity> {
        match profile {
            LintProfile::Spec => self.spec,
            LintProfile::Clients => self.clients,
            LintProfile::Anthropic => self.anthropic,
            LintProfile::Openai => self.openai,
            LintProfile::Strict => {
                let all = [self.spec, self.clients, self.anthropic, self.openai];
                all.into_iter().flatten().max().max(Some(Severity::Warning))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strict_has_everything_at_its_highest() {
        let strict = |levels: SeverityByProfile| levels.get(LintProfile::Strict);
        let only = SeverityByProfile::strict_only();
        assert_eq!(strict(only), Some(Severity::Warning));
        assert_eq!(only.get(LintProfile::Clients), None);
        let note = SeverityByProfile::beyond_spec(Severity::Note);
        assert_eq!(strict(note), Some(Severity::Warning));
        assert_eq!(note.get(LintProfile::Spec), None);
        assert_eq!(strict(note.openai(Severity::Error)), Some(Severity::Error));
    }
}
