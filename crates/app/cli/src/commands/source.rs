//! `candor add` and `candor remove`: sources in the configuration file.

use std::path::PathBuf;

use candor_adopt::{ServerEntry, ServerTransport};
use candor_config::{
    ConfigFile, NewTransport, SettingFlags, SourceEditError, add_source, remove_source,
};
use candor_model::{Severity, SourceName};

use crate::args::{AddArgs, RemoveArgs};
use crate::prelude::*;
use crate::workspace;

/// The file that is written where there is none.
const NEW_FILE: &str = "candor.toml";
/// The largest configuration that is read.
const LARGEST: u64 = 8 << 20;

/// The file that is edited, and its text.
pub(super) struct EditedFile {
    /// The path of the file.
    pub(super) path: PathBuf,
    /// The contents; `None` for a new file.
    pub(super) text: Option<String>,
}

/// Adds a source.
pub(super) fn add(args: &AddArgs, context: &CommandContext) -> CommandResult {
    let file = EditedFile::find(&context.flags)?;
    let transport = transport(args)?;
    let after = add_source(file.text.as_deref(), &args.name, &transport);
    let after = after.map_err(|error| file.refused(&error))?;
    file.check(&after, &args.name, context)?;
    file.write(&after)?;
    warn_of_secrets(&transport, context);
    let (name, path) = (&args.name, file.path.display().to_string());
    context.output.json_or_line(
        || json!({"added": name.as_str(), "file": path}),
        format!("added: {name}, in `{path}`"),
    )?;
    context.output.say(&format!(
        "hint: `candor tools --source {name}` starts it and lists its tools"
    ));
    Ok(CommandExit::Success)
}

/// Removes a source.
pub(super) fn remove(args: &RemoveArgs, context: &CommandContext) -> CommandResult {
    let file = EditedFile::find(&context.flags)?;
    let Some(text) = &file.text else {
        let failure = CommandFailure::new(format!("there is no source `{}`", args.name));
        return Err(failure.hint("there is no configuration file"));
    };
    let after = remove_source(text, &args.name).map_err(|error| file.refused(&error))?;
    file.write(&after)?;
    let (name, path) = (&args.name, file.path.display().to_string());
    context.output.json_or_line(
        || json!({"removed": name.as_str(), "file": path}),
        format!("removed: {name}, from `{path}`"),
    )?;
    Ok(CommandExit::Success)
}

fn transport(args: &AddArgs) -> CommandResult<NewTransport> {
    if let Some(url) = &args.url {
        let is_web = url.starts_with("http://") || url.starts_with("https://");
        if !is_web {
            let failure = CommandFailure::new(format!("`{url}` is not the URL of an MCP server"));
            return Err(failure.hint(
                "give a URL with http or https, or a program after `--`; for an API add \
                 `document = \"openapi.yaml\"` to the file",
            ));
        }
        return Ok(NewTransport::Remote {
            url: url.clone(),
            headers: args.header.clone(),
        });
    }
    let Some((command, rest)) = args.command.split_first() else {
        let name = &args.name;
        let failure = CommandFailure::new(format!("`{name}` needs a URL or a program"));
        return Err(failure.hint(format!(
            "`candor add {name} URL`, or `candor add {name} -- COMMAND`"
        )));
    };
    Ok(NewTransport::Program {
        command: command.clone(),
        args: rest.to_vec(),
        env: args.env.clone(),
    })
}

/// The file is readable by others, and often in git.
fn warn_of_secrets(transport: &NewTransport, context: &CommandContext) {
    let transport = match transport.clone() {
        NewTransport::Program { command, args, env } => ServerTransport::Program {
            command,
            args,
            env,
            cwd: None,
        },
        NewTransport::Remote { url, headers } => ServerTransport::Remote {
            url,
            headers,
            sse: false,
        },
    };
    let entry = ServerEntry {
        transport,
        enabled: true,
        dropped: Vec::new(),
    };
    if !entry.secrets().is_empty() {
        context.output.say(
            "warning: the file now holds what looks like a secret; write `${NAME}` instead, and \
             set the variable where the gateway is started",
        );
    }
}

// === impl EditedFile ===

impl EditedFile {
    /// The file that is in use, or a new one in this folder.
    pub(super) fn find(flags: &SettingFlags) -> CommandResult<Self> {
        let path = workspace::load(flags)?.file;
        let path = path.unwrap_or_else(|| PathBuf::from(NEW_FILE));
        let shown = path.display();
        if path.extension().is_none_or(|ending| ending != "toml") {
            let failure = CommandFailure::new(format!("`{shown}` is not a candor.toml"));
            return Err(failure.hint(format!(
                "`candor import mcp-json {shown} > candor.toml` turns it into one"
            )));
        }
        let text = path
            .exists()
            .then(|| file::read_text(&path.display().to_string(), LARGEST));
        let text = text.transpose()?;
        Ok(Self { path, text })
    }

    /// Whether the source can be used as it is written now.
    pub(super) fn check(
        &self,
        after: &str,
        name: &SourceName,
        context: &CommandContext,
    ) -> CommandResult<()> {
        let file = ConfigFile {
            path: &self.path,
            text: after,
        };
        // Variables need not be set here: the gateway may be started elsewhere.
        let env = |name: &str| std::env::var(name).ok();
        let read = candor_config::read(Some(file), &context.flags, &env)?;
        let about = format!("sources.{name}");
        let errors = read.diagnostics.iter().filter(|found| {
            let concerns =
                found.message.contains(&about) || found.message.contains(&format!("`{name}`"));
            found.severity == Severity::Error && concerns
        });
        let errors: Vec<_> = errors.cloned().collect();
        if errors
            .iter()
            .any(|error| error.code != "config::unset-variable")
        {
            let failure = CommandFailure::new(format!("source `{name}` cannot be used"));
            return Err(failure.because(errors).hint("nothing was written"));
        }
        Ok(())
    }

    /// Replaces the content of the file.
    pub(super) fn write(&self, text: &str) -> CommandResult<()> {
        file::replace(&self.path.display().to_string(), text)
    }

    /// Why it was not edited, and what to do instead.
    pub(super) fn refused(&self, error: &SourceEditError) -> CommandFailure {
        let shown = self.path.display();
        let failure = CommandFailure::new(error.to_string());
        match error {
            SourceEditError::Taken(name) => {
                failure.hint(format!("`candor remove {name}` removes it from `{shown}`"))
            }
            SourceEditError::Unknown(_) => failure.hint(format!(
                "`candor config show` lists what `{shown}` sets; sources that were added on the \
                 dashboard are removed there"
            )),
            SourceEditError::Form | SourceEditError::Syntax(_) => {
                failure.hint(format!("edit `{shown}` by hand"))
            }
        }
    }
}
