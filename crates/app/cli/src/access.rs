//! What each command requires: the role that the API requires for the same change, and whether a
//! running gateway can execute it.
//!
//! The match is the only place where this is defined. A new command does not compile without an
//! entry.

use candor_model::Role::{self, Admin, Approver, Caller, Editor};

use crate::args::{
    ApprovalsCommand, CliCommand, ConfineCommand, DriftCommand, EnvironmentCommand, Gs1Command,
    ImportCommand, NoteCommand, PolicyCommand, TokenCommand, ToolsetCommand,
};

/// The requirements of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CommandAccess {
    /// The role for what it decides or changes; none if it only reads.
    pub(crate) role: Option<Role>,
    /// The meaning of `--server` for it.
    pub(crate) server: ServerUse,
}

/// The meaning of `--server` for a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ServerUse {
    /// The gateway there does the work.
    Asked,
    /// The gateway there does the work, and without one the gateway of the data directory.
    Running,
    /// It works on the data directory only; this does the same through a gateway.
    Instead(&'static str),
    /// It has nothing to do with a running gateway.
    Never,
}

/// The requirements of a command.
pub(crate) fn of(command: &CliCommand, json: bool) -> CommandAccess {
    match command {
        CliCommand::Serve(_)
        | CliCommand::Stdio(_)
        | CliCommand::Lint(_)
        | CliCommand::Functions(_)
        | CliCommand::Config(_)
        | CliCommand::Nextcloud(_)
        | CliCommand::Confine(ConfineCommand::Suggest(_))
        | CliCommand::Add(_)
        | CliCommand::Logs(_)
        | CliCommand::Connect(_)
        | CliCommand::Disconnect(_)
        | CliCommand::Remove(_)
        | CliCommand::Data(_)
        | CliCommand::Status
        | CliCommand::Doctor
        | CliCommand::Health(_)
        | CliCommand::Completions { .. }
        | CliCommand::Man { .. }
        | CliCommand::Adopt(_)
        | CliCommand::Catalogue(_)
        | CliCommand::Import(ImportCommand::McpJson(_)) => access(None, ServerUse::Never),
        CliCommand::Open(_) => access(Some(Admin), ServerUse::Running),
        CliCommand::Approvals(command) => access(approvals(command, json), ServerUse::Asked),
        CliCommand::Token(command) => access(token(command), ServerUse::Asked),
        CliCommand::Tools(_) => reads("`GET /api/v1/tools`, or the page `/tools`"),
        CliCommand::Changes(_) => reads("`GET /api/v1/audit/changes`, or the page `/audit`"),
        CliCommand::Call(args) => {
            // A target is called in a store of its own, which is gone afterwards.
            let role = (!args.target().is_given()).then_some(Caller);
            access(role, ServerUse::Instead("an MCP client at `URL/mcp`"))
        }
        CliCommand::Annotate(args) => access(
            (!args.dry_run).then_some(Editor),
            ServerUse::Instead("`PATCH /api/v1/annotations/NAME`, or the page of the tool"),
        ),
        CliCommand::Infer(args) => access(
            (args.accept.is_some() || args.accept_all).then_some(Editor),
            ServerUse::Instead("`POST /api/v1/suggestions/accept`, or the page of the tool"),
        ),
        CliCommand::Verify(args) => access(
            args.save_as.is_some().then_some(Editor),
            ServerUse::Instead("`POST /api/v1/verifications`"),
        ),
        CliCommand::Confine(ConfineCommand::Refusals { .. }) => {
            reads("`GET /api/v1/sources/NAME/refusals`, or the page of the source")
        }
        CliCommand::Drift(command) => access(
            matches!(command, DriftCommand::Accept(_)).then_some(Editor),
            ServerUse::Instead("`POST /api/v1/drift/accept`, or the page of the tool"),
        ),
        CliCommand::Policy(command) => access(
            matches!(command, PolicyCommand::Set(_)).then_some(Editor),
            ServerUse::Instead("`PUT /api/v1/policy/preferences`, or the page `/policy`"),
        ),
        CliCommand::Toolset(command) => access(
            toolset(command),
            ServerUse::Instead("`/api/v1/toolsets`, or the page `/toolsets`"),
        ),
        CliCommand::Note(command) => access(
            (!matches!(command, NoteCommand::List { .. })).then_some(Editor),
            ServerUse::Instead("`/api/v1/notes`, or the page of the toolset"),
        ),
        CliCommand::Environment(command) => access(
            environment(command),
            ServerUse::Instead("`/api/v1/environments`, or the page `/environments`"),
        ),
        CliCommand::Gs1(Gs1Command::Import(args)) => access(
            (!args.dry_run).then_some(Admin),
            ServerUse::Instead("nothing; run it as the user who runs the gateway"),
        ),
        CliCommand::Login(_) => access(
            Some(Admin),
            ServerUse::Instead("nothing; run it as the user who runs the gateway"),
        ),
        CliCommand::Import(ImportCommand::Hypertool(args)) => access(
            (!args.dry_run).then_some(Editor),
            ServerUse::Instead("`POST /api/v1/toolsets`, or the page `/toolsets`"),
        ),
    }
}

fn access(role: Option<Role>, server: ServerUse) -> CommandAccess {
    CommandAccess { role, server }
}

fn reads(instead: &'static str) -> CommandAccess {
    access(None, ServerUse::Instead(instead))
}

fn approvals(command: &ApprovalsCommand, json: bool) -> Option<Role> {
    match command {
        ApprovalsCommand::List(_) | ApprovalsCommand::Show { .. } | ApprovalsCommand::Standing => {
            None
        }
        // With `--json` it only prints; the screen can decide.
        ApprovalsCommand::Watch { .. } => (!json).then_some(Approver),
        ApprovalsCommand::Approve(_)
        | ApprovalsCommand::Deny { .. }
        | ApprovalsCommand::Revoke { .. } => Some(Approver),
    }
}

fn token(command: &TokenCommand) -> Option<Role> {
    match command {
        TokenCommand::List { .. } => None,
        TokenCommand::Create(_) | TokenCommand::Revoke { .. } => Some(Admin),
    }
}

fn toolset(command: &ToolsetCommand) -> Option<Role> {
    match command {
        ToolsetCommand::List
        | ToolsetCommand::Show { .. }
        | ToolsetCommand::History { .. }
        | ToolsetCommand::Export(_) => None,
        ToolsetCommand::Build(_)
        | ToolsetCommand::Edit(_)
        | ToolsetCommand::Clone { .. }
        | ToolsetCommand::Rename { .. }
        | ToolsetCommand::Delete { .. }
        | ToolsetCommand::Equip { .. }
        | ToolsetCommand::Unequip { .. }
        | ToolsetCommand::Restore { .. }
        | ToolsetCommand::Import { .. } => Some(Editor),
    }
}

fn environment(command: &EnvironmentCommand) -> Option<Role> {
    match command {
        EnvironmentCommand::List | EnvironmentCommand::Show { .. } => None,
        EnvironmentCommand::Create(_)
        | EnvironmentCommand::Edit(_)
        | EnvironmentCommand::Delete { .. }
        | EnvironmentCommand::Set(_)
        | EnvironmentCommand::Unset { .. }
        | EnvironmentCommand::RotateKey { .. } => Some(Admin),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::args::CliArgs;

    fn role(line: &str) -> Option<Role> {
        let words = std::iter::once("candor").chain(line.split_whitespace());
        let parsed = CliArgs::try_parse_from(words);
        let parsed = parsed.unwrap_or_else(|error| panic!("{line}: {error}"));
        of(&parsed.command, parsed.globals.json).role
    }

    #[test]
    fn a_change_takes_the_role_that_the_api_demands() {
        for (line, expect) in [
            ("annotate a.b --read-only true", Some(Editor)),
            ("annotate --apply a.toml --dry-run", None),
            ("approvals approve 0198c9f2", Some(Approver)),
            ("approvals deny 0198c9f2", Some(Approver)),
            ("approvals revoke 0198c9f2", Some(Approver)),
            ("approvals watch", Some(Approver)),
            ("approvals watch --json", None),
            ("approvals list", None),
            ("call a.b", Some(Caller)),
            ("call b -- server", None),
            ("drift accept a.b", Some(Editor)),
            ("drift list", None),
            ("environment set prod KEY value", Some(Admin)),
            ("environment rotate-key", Some(Admin)),
            ("environment list", None),
            ("infer --accept a.b", Some(Editor)),
            ("infer", None),
            ("login shop --environment prod", Some(Admin)),
            ("note list", None),
            ("policy set unset=ask", Some(Editor)),
            ("policy show", None),
            ("token create ann --role viewer", Some(Admin)),
            ("token list", None),
            ("token revoke ann", Some(Admin)),
            ("toolset delete kit", Some(Editor)),
            ("toolset list", None),
            ("tools", None),
            ("serve", None),
        ] {
            assert_eq!(role(line), expect, "{line}");
        }
    }
}
