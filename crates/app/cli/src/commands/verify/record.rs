//! `candor verify --record`: creates a scenario from calls recorded by a gateway.

use std::fmt::Write as _;
use std::path::Path;

use candor_config::{SourceSettings, TemplateText, TransportSettings};
use candor_model::{KeptCall, SourceName};
use candor_verify::{GivenFolder, RecordedScenario, VerifyScenario, recorded_scenario};
use candor_verify_run::scenario_text;

use crate::args::VerifyArgs;
use crate::prelude::*;

/// The setting that turns recording on.
const SETTING: &str = "[audit]\nkeep_arguments = true";

/// Writes the scenario of a source.
pub(super) async fn run(
    source: &SourceName,
    args: &VerifyArgs,
    context: &CommandContext,
) -> CommandResult {
    let mut workspace = CommandWorkspace::open(context)?;
    // The settings are lost once sources are disabled.
    let settings = workspace.source(source).cloned();
    workspace.start_nothing();
    let since = args.since.map_or(0, |since| {
        let micros = i64::try_from(since.as_micros()).unwrap_or(i64::MAX);
        timestamp::now().saturating_sub(micros)
    });
    with_gateway(&workspace, async |gateway| {
        let editor = gateway.editor();
        let calls = editor.kept_calls(source, since).await?;
        if calls.is_empty() {
            let added = editor.saved_sources();
            let is_added = added.iter().any(|one| one.name == *source);
            let is_known = is_added || settings.is_some();
            return Err(nothing(source, is_known, args, &workspace));
        }
        let start = RecordedStart::of(settings.as_ref());
        write(source, &calls, &start, args, &workspace)?;
        Ok(CommandExit::Success)
    })
    .await
}

fn write(
    source: &SourceName,
    calls: &[KeptCall],
    start: &RecordedStart,
    args: &VerifyArgs,
    workspace: &CommandWorkspace,
) -> CommandResult<()> {
    let mut recorded = recorded_scenario(calls, &start.folders);
    recorded.scenario.command.clone_from(&start.command);
    let body = scenario_text(&recorded.scenario)
        .map_err(|why| CommandFailure::new(format!("the scenario cannot be written: {why}")))?;
    let text = format!("{}{body}{}", head(source, calls, start), tail(&recorded));
    let VerifyScenario { setup, cases, .. } = &recorded.scenario;
    let left_out: usize = recorded.left_out.values().sum();
    let held = json!({"setup": setup.len(), "cases": cases.len(), "left_out": left_out});
    let count = format!(
        "{} and {} from {}",
        counted(setup.len(), "step"),
        counted(cases.len(), "case"),
        counted(calls.len(), "call"),
    );
    let name = args.output.as_deref().unwrap_or(file::DASH);
    file::export(name, &text, ("scenario", held), &count, &workspace.output)
}

/// Why there is nothing to write, and what to do about it.
fn nothing(
    source: &SourceName,
    is_known: bool,
    args: &VerifyArgs,
    workspace: &CommandWorkspace,
) -> CommandFailure {
    if !is_known {
        let sentence = format!("there is no source `{source}`, and no call of it is kept");
        return CommandFailure::new(sentence).hint("`candor status` lists the sources");
    }
    if !workspace.settings.audit.keep_arguments {
        let sentence = format!("no call of `{source}` is kept: `audit.keep_arguments` is off");
        let hint = format!(
            "put this into `candor.toml`, start the gateway again and make some calls:\n{SETTING}"
        );
        return CommandFailure::new(sentence).hint(hint);
    }
    let when = match args.since {
        Some(since) => format!(" in the last {}", candor_text::format_duration(since)),
        None => String::new(),
    };
    CommandFailure::new(format!("no call of `{source}` was kept{when}"))
        .hint("calls are kept from the first start of the gateway with `audit.keep_arguments`; make some calls")
}

/// How the server is started, as far as a scenario may contain it.
#[derive(Default)]
struct RecordedStart {
    command: Vec<String>,
    folders: Vec<GivenFolder>,
    /// What the author has to add.
    remarks: Vec<String>,
}

// === impl RecordedStart ===

impl RecordedStart {
    fn of(source: Option<&SourceSettings>) -> Self {
        let mut start = Self::default();
        let Some(source) = source else {
            start.remark("The source is not in the configuration; give its command after `--`.");
            return start;
        };
        let TransportSettings::Stdio {
            command, args, env, ..
        } = &source.transport
        else {
            let kind = source.transport.kind();
            start.remark(&format!(
                "The source is of kind `{kind}`: name its document or its functions when you verify it."
            ));
            return start;
        };
        let words: Vec<&TemplateText> = std::iter::once(command).chain(args).collect();
        if words.iter().all(|word| is_public(word)) {
            start.command = words.iter().map(|word| word.as_str().to_owned()).collect();
        } else {
            start.remark(
                "The command has words from variables, which may be secret; give it after `--`.",
            );
        }
        for word in words {
            start.folders.extend(given(word.as_str()));
        }
        if !env.is_empty() {
            let names: Vec<&str> = env.iter().map(|(name, _)| name.as_str()).collect();
            start.remark(&format!(
                "The source has variables ({}); put values for a test into [environment].",
                names.join(", ")
            ));
        }
        start
    }

    fn remark(&mut self, sentence: &str) {
        self.remarks.push(sentence.to_owned());
    }
}

/// Whether a word may appear in a shared file: it was written literally or names a file, and does
/// not look like a secret.
fn is_public(word: &TemplateText) -> bool {
    let text = word.as_str();
    let is_written = word.template() == text || Path::new(text).exists();
    is_written && candor_card::mask_text(text) == text
}

/// The folder that a word names, as calls may refer to it, with the placeholder for its copy.
fn given(word: &str) -> Vec<GivenFolder> {
    let path = Path::new(word);
    let Some(real) = path.is_dir().then(|| path.canonicalize().ok()).flatten() else {
        return Vec::new();
    };
    let Some(name) = real.file_name() else {
        return Vec::new();
    };
    let stand_in = format!("{{given}}/{}", name.to_string_lossy());
    let mut paths = vec![real.to_string_lossy().into_owned()];
    if path.is_absolute() && word != paths[0] {
        paths.push(word.to_owned());
    }
    let folder = |path| GivenFolder {
        path,
        stand_in: stand_in.clone(),
    };
    paths.into_iter().map(folder).collect()
}

fn head(source: &SourceName, calls: &[KeptCall], start: &RecordedStart) -> String {
    let (first, last) = (&calls[0], &calls[calls.len() - 1]);
    let mut head = format!(
        "# {} of `{source}`, {} to {}. What was written is the set-up, what was read\n\
         # the cases. Read it before you share it: arguments and results are those of the session.\n",
        counted(calls.len(), "call"),
        timestamp::text(first.at_micros),
        timestamp::text(last.at_micros),
    );
    for remark in &start.remarks {
        // Writing to a string cannot fail.
        let _ = writeln!(head, "# {remark}");
    }
    head.push('\n');
    head
}

/// Facts that are not in the scenario, as comments.
fn tail(recorded: &RecordedScenario) -> String {
    let mut tail = String::new();
    for ((tool, reason), count) in &recorded.left_out {
        let calls = counted(*count, "call");
        let tool = one_line(tool);
        let _ = write!(tail, "\n# Left out: {calls} of `{tool}`; {reason}.");
    }
    if !tail.is_empty() {
        tail.push('\n');
    }
    tail
}
