//! The user of a command: always the holder of a credential, never a name from a variable.

use candor_model::{
    AccessToken, CallerIdentity, ChangeAuthor, ChangeChannel, Role, Roles, Secret, TokenId,
};

use crate::api_client::ApiClient;
use crate::prelude::{CommandFailure, CommandResult};

/// The user of a command, and where it is executed.
#[derive(Clone)]
pub(crate) struct CommandActor {
    /// The name that is recorded: that of the token, or of the operating-system user.
    name: String,
    /// The user's roles.
    roles: Roles,
    /// The token that they presented.
    token: Option<TokenId>,
    /// Its text, to present it to the running gateway.
    bearer: Option<Secret<String>>,
    /// The running gateway that does the work, if this process does not do it itself.
    pub(crate) api: Option<ApiClient>,
}

// === impl CommandActor ===

impl CommandActor {
    /// The operating-system user who can read and write the data directory.
    pub(crate) fn owner() -> Self {
        let user = candor_store::os_user();
        Self {
            // That name is reserved for callers without a credential.
            name: match user.as_str() {
                CallerIdentity::LOCAL => format!("user {user}"),
                _ => user,
            },
            roles: Roles::ALL,
            token: None,
            bearer: None,
            api: None,
        }
    }

    /// The holder of a token with this text.
    pub(crate) fn holder(token: &AccessToken, text: Secret<String>) -> Self {
        Self {
            name: token.name.clone(),
            roles: token.roles,
            token: Some(token.id),
            bearer: Some(text),
            api: None,
        }
    }

    /// A user whom a running gateway identifies by their credential, including their roles.
    pub(crate) fn remote(api: ApiClient) -> Self {
        Self {
            api: Some(api),
            ..Self::owner()
        }
    }

    /// Whether they may act in this role.
    pub(crate) fn may(&self, role: Role) -> bool {
        self.roles.include(role)
    }

    /// The text of the token that they presented.
    pub(crate) fn bearer(&self) -> Option<&Secret<String>> {
        self.bearer.as_ref()
    }

    /// The caller of a tool call. Without a token it is a local caller, like any client on this
    /// machine.
    pub(crate) fn caller(&self) -> CallerIdentity {
        let local = CallerIdentity::LOCAL;
        CallerIdentity {
            name: self.token.map_or(local, |_| &self.name).to_owned(),
            roles: self.roles,
            token: self.token,
        }
    }

    /// The identity of the approver: the recorded author.
    pub(crate) fn identity(&self) -> CallerIdentity {
        CallerIdentity {
            name: self.name.clone(),
            roles: self.roles,
            token: self.token,
        }
    }

    /// The author of a change, without a reason.
    pub(crate) fn author(&self) -> ChangeAuthor {
        ChangeAuthor {
            name: self.name.clone(),
            channel: ChangeChannel::Cli,
            why: None,
        }
    }

    /// The author of a change, with the reason that was given with this flag.
    pub(crate) fn author_because(
        &self,
        why: Option<&str>,
        flag: &str,
    ) -> CommandResult<ChangeAuthor> {
        Ok(ChangeAuthor {
            why: reason(why, flag)?,
            ..self.author()
        })
    }
}

/// The reason that was given with this flag. The editor checks the rest; only an empty reason is
/// refused here.
fn reason(why: Option<&str>, flag: &str) -> CommandResult<Option<String>> {
    if why.is_some_and(|why| why.trim().is_empty()) {
        let failure = CommandFailure::new("the reason is empty");
        return Err(failure.hint(format!("give a reason, or leave out `{flag}`")));
    }
    Ok(why.map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use candor_model::Digest;

    use super::*;

    #[test]
    fn the_recorded_name_is_that_of_the_credential() {
        let owner = CommandActor::owner().author();
        assert_eq!(owner.name, candor_store::os_user());
        assert_eq!(owner.channel, ChangeChannel::Cli);
        let token = AccessToken {
            id: TokenId::fresh(),
            name: "ann".to_owned(),
            roles: Roles::NONE.with(Role::Approver),
            digest: Digest::UNKNOWN,
            created_by: "root".to_owned(),
            created_micros: 0,
            expires_micros: None,
            revoked_micros: None,
            used_micros: None,
        };
        let ann = CommandActor::holder(&token, Secret::new("of-ann".to_owned()));
        assert_eq!(ann.caller().name, "ann");
        assert!(!ann.caller().may(Role::Caller));
        assert_eq!(CommandActor::owner().caller().name, "local");
        let because = ann.author_because(Some("it is lent"), "--why");
        let because = because.unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(because.name, "ann");
        assert_eq!(because.why.as_deref(), Some("it is lent"));
        assert!(ann.may(Role::Viewer) && !ann.may(Role::Admin));
    }

    #[test]
    fn an_empty_reason_is_refused() {
        let said = CommandActor::owner().author_because(Some(" \t"), "--reason");
        assert_eq!(
            said.err().map(|failure| failure.to_string()).as_deref(),
            Some("the reason is empty")
        );
    }
}
