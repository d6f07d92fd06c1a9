//! The credential of a command: an access token, or the owner's secret of the data directory.

use std::path::Path;

use candor_model::{PresentedToken, Secret};
use candor_store::OwnerSecret;

use crate::prelude::{CommandFailure, CommandResult, file};

/// The variable that may hold a token.
const TOKEN_VARIABLE: &str = "CANDOR_TOKEN";
/// How to provide a token, for hints.
pub(crate) const HOW: &str = "give a token with `--token-file FILE` or the variable `CANDOR_TOKEN`";
/// The most bytes of a file with a token.
const LARGEST: u64 = 4096;

/// A token as it was given, not checked yet.
pub(crate) struct GivenToken {
    /// The text after `Bearer`.
    pub(crate) text: Secret<String>,
    /// The origin, for messages.
    origin: String,
}

// === impl GivenToken ===

impl GivenToken {
    /// The token from the flag or the variable; `None` if there is neither.
    pub(crate) fn find(file: Option<&Path>) -> CommandResult<Option<Self>> {
        let variable = std::env::var(TOKEN_VARIABLE).ok();
        Self::choose(file, variable)
    }

    fn choose(path: Option<&Path>, variable: Option<String>) -> CommandResult<Option<Self>> {
        if let Some(path) = path {
            let name = path.display().to_string();
            let text = file::read_text(&name, LARGEST)?;
            return Self::read(&text, file::shown(&name)).map(Some);
        }
        match variable.filter(|text| !text.trim().is_empty()) {
            Some(text) => Self::read(&text, format!("`{TOKEN_VARIABLE}`")).map(Some),
            None => Ok(None),
        }
    }

    /// Reads one token. An invalid one is rejected before it is sent anywhere, and never printed.
    fn read(text: &str, origin: String) -> CommandResult<Self> {
        let text = text.trim();
        if text.is_empty() || !text.chars().all(|c| c.is_ascii_graphic()) {
            let sentence = format!("{origin} does not hold one token");
            return Err(CommandFailure::new(sentence)
                .hint("it takes one line, as `candor token create` prints it"));
        }
        Ok(Self {
            text: Secret::new(text.to_owned()),
            origin,
        })
    }

    /// The token in the form in which it can be looked up.
    pub(crate) fn presented(&self) -> CommandResult<PresentedToken> {
        PresentedToken::read(self.text.expose()).ok_or_else(|| {
            let failure = CommandFailure::new(format!("{} holds no token of Candor", self.origin));
            failure.hint("`candor token create NAME --role ROLE` creates one")
        })
    }

    /// Why a token that is none of this gateway's is refused.
    pub(crate) fn unknown(&self) -> CommandFailure {
        let origin = &self.origin;
        let sentence = format!("the token in {origin} is unknown, expired or revoked");
        CommandFailure::new(sentence)
            .hint("an administrator creates one with `candor token create NAME --role ROLE`")
    }
}

/// The owner's secret of a data directory; nothing if none was made yet.
pub(crate) fn owner_secret(data: &Path) -> CommandResult<Option<Secret<String>>> {
    let found = OwnerSecret::read(data).map_err(|error| {
        CommandFailure::from(error).hint(format!(
            "only the user who runs the gateway may read it; others use `--server URL` and {HOW}"
        ))
    })?;
    Ok(found.map(|secret| secret.text().clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(file: Option<&Path>, variable: Option<&str>) -> String {
        let chosen = GivenToken::choose(file, variable.map(str::to_owned));
        chosen.err().map_or_else(String::new, |f| f.to_string())
    }

    #[test]
    fn the_file_comes_before_the_variable() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        std::fs::write(&path, "of-the-file\n").unwrap();
        let chosen = |file: Option<&Path>, variable: Option<&str>| {
            let chosen = GivenToken::choose(file, variable.map(str::to_owned));
            let chosen = chosen.unwrap_or_else(|failure| panic!("{failure}"));
            chosen.map(|token| token.text.expose().clone())
        };
        let both = chosen(Some(&path), Some("of-the-variable"));
        assert_eq!(both.as_deref(), Some("of-the-file"));
        let variable = chosen(None, Some(" of-the-variable\n"));
        assert_eq!(variable.as_deref(), Some("of-the-variable"));
        assert_eq!(chosen(None, Some(" ")), None);
        assert_eq!(chosen(None, None), None);
    }

    #[test]
    fn what_is_no_token_is_refused_and_not_repeated() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        for text in ["", "one\ntwo\n", "a b", "é"] {
            std::fs::write(&path, text).unwrap();
            let said = refused(Some(&path), None);
            assert!(
                said.ends_with("does not hold one token"),
                "{text:?}: {said}"
            );
        }
        assert_eq!(
            refused(None, Some("a\u{1b}")),
            "`CANDOR_TOKEN` does not hold one token"
        );
        assert!(refused(Some(&folder.path().join("none")), None).starts_with("cannot read"));
        let odd = GivenToken::choose(None, Some("hunter2".to_owned()));
        let odd = odd.ok().flatten().map(|token| token.presented());
        let said = odd.and_then(Result::err).map(|failure| failure.to_string());
        assert_eq!(
            said.as_deref(),
            Some("`CANDOR_TOKEN` holds no token of Candor")
        );
    }
}
