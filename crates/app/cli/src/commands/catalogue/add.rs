//! `candor catalogue add`.

use candor_config::{NewSource, add_new_source};
use candor_gateway::edit::SourceDraft;
use candor_model::SourceName;
use candor_registry_client::{new_source, source_name, usual_confinement};
use candor_server::SourceStartup;

use super::lookup::{ChosenLaunch, OpenCatalogue};
use crate::args::CatalogueAddArgs;
use crate::commands::adopt::confirm;
use crate::commands::source::EditedFile;
use crate::prelude::*;

pub(super) async fn run(args: &CatalogueAddArgs, context: &CommandContext) -> CommandResult {
    let catalogue = OpenCatalogue::open(&args.server.age, context).await?;
    let chosen = catalogue.choose(&args.server).await?;
    let server = &chosen.known.entry.name;
    let name = args.source.clone().or_else(|| source_name(server));
    let name = name.ok_or_else(|| {
        let failure =
            CommandFailure::new(format!("a source cannot be called `{}`", server.short()));
        failure.hint("give it a name with `--as NAME`")
    })?;
    let launch = chosen.launch(&args.run)?;
    let output = &context.output;
    if !output.is_json() {
        launch.print(output);
    }
    launch.refuse_danger(&format!("`{server}` is not added"))?;
    let confine = args.run.confine.or_else(|| usual_confinement(&launch.plan));
    let source = new_source(&launch.plan, confine);
    let adding = NewEntry {
        name,
        source,
        launch,
    };
    if adding.launch.plan.has_plain_secret() {
        return adding.seal(args, catalogue.workspace, context).await;
    }
    adding.write(args, context).await
}

/// A source that is about to be added.
struct NewEntry {
    name: SourceName,
    source: NewSource,
    launch: ChosenLaunch,
}

// === impl NewEntry ===

impl NewEntry {
    /// Writes it into the file.
    async fn write(&self, args: &CatalogueAddArgs, context: &CommandContext) -> CommandResult {
        let file = EditedFile::find(&context.flags)?;
        let after = add_new_source(file.text.as_deref(), &self.name, &self.source);
        let after = after.map_err(|error| file.refused(&error))?;
        file.check(&after, &self.name, context)?;
        let path = file.path.display().to_string();
        let section = self.source.text(&self.name).toml;
        let output = &context.output;
        if !output.is_json() {
            output.say(&format!("adds to `{path}`:\n\n{}\n", section.trim_end()));
        }
        if args.dry_run {
            return self.report(None, &section, output);
        }
        let question = format!("add `{}`?", self.name);
        confirm::ask(args.run.yes, &question, "nothing was added", output).await?;
        file.write(&after)?;
        self.report(Some(&path), &section, output)
    }

    /// Stores the source in the gateway, encrypted, because it contains a secret.
    async fn seal(
        &self,
        args: &CatalogueAddArgs,
        mut workspace: CommandWorkspace,
        context: &CommandContext,
    ) -> CommandResult {
        let text = self.source.text(&self.name);
        let section = candor_config::source_text::masked(&text);
        let data = workspace.settings.server.data.display().to_string();
        let output = &context.output;
        if !output.is_json() {
            output.say(&format!(
                "keeps encrypted in `{data}`, because it holds a secret:\n\n{}\n",
                section.trim_end()
            ));
        }
        if args.dry_run {
            return self.report(None, &section, output);
        }
        let taken = workspace.source(&self.name).is_some();
        if taken {
            let failure = CommandFailure::new(format!("there is a source `{}` already", self.name));
            return Err(failure.hint("give it another name with `--as NAME`"));
        }
        let question = format!("add `{}`?", self.name);
        confirm::ask(args.run.yes, &question, "nothing was added", output).await?;
        workspace.start_nothing();
        workspace.waking = SourceStartup::NoSources;
        // Users of the command line can run commands anyway.
        workspace.settings.server.allow_commands = true;
        with_gateway(&workspace, async |gateway| {
            let draft = SourceDraft::of(text);
            let (editor, author) = (gateway.editor(), context.actor.author());
            let added = editor.add_source(&draft, &author).await;
            added.map_err(|error| {
                CommandFailure::new(format!("source `{}` cannot be kept: {error}", self.name))
            })?;
            self.report(Some(&data), &section, output)
        })
        .await
    }

    /// Prints what was done, or would be.
    fn report(&self, place: Option<&str>, section: &str, output: &CommandOutput) -> CommandResult {
        let name = &self.name;
        let key = if place.is_some() {
            "added"
        } else {
            "would_add"
        };
        output.json_or(
            || {
                json!({
                    (key): name.as_str(),
                    "place": place,
                    "source": section,
                    "runs": self.launch.plan.line(),
                    "warnings": self.launch.warnings_json(),
                })
            },
            || match place {
                Some(place) => output.line(&format!("added: {name}, in `{place}`")),
                None => output.line("nothing was changed"),
            },
        )?;
        if place.is_some() {
            output.say(&format!(
                "hint: `candor tools --source {name}` starts it and lists its tools"
            ));
        }
        Ok(CommandExit::Success)
    }
}
