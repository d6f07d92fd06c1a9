//! `candor infer`: suggested hints.

mod accept;
mod live;

use candor_infer::{HintFinding, ToolInference};
use candor_lint::{DescribedTool, InferOptions};
use candor_model::{Diagnostic, Hint};

use crate::args::InferArgs;
use crate::prelude::*;
use crate::target::NO_TARGET;
use crate::tool_dump::ToolDump;

/// An inferred hint of a tool.
struct InferenceRow {
    source: String,
    /// What its source calls it.
    own: String,
    hint: Hint,
    value: bool,
    /// The confidence in percent; none for a hint that applies already.
    confidence: Option<u8>,
    evidence: Vec<String>,
    applies: bool,
    /// What the source itself says.
    declared: Option<bool>,
}

/// Infers hints for a dump or for sources, or accepts suggestions.
pub(super) async fn run(args: &InferArgs, context: &CommandContext) -> CommandResult {
    if args.why.is_some() && args.accept.is_none() && !args.accept_all {
        let failure = CommandFailure::new("`--why` gives a reason, but nothing is accepted");
        return Err(failure.hint("use it with `--accept TOOL` or `--accept-all`"));
    }
    if args.accept.is_some() || args.accept_all {
        args.target().refuse_options(NO_TARGET)?;
        return accept::run(args, context).await;
    }
    match args.target().dump()? {
        Some(name) => dump(name, args, &context.output),
        None => live::run(args, context).await,
    }
}

/// Reads the file and infers hints for the tools in it.
fn dump(name: &str, args: &InferArgs, output: &CommandOutput) -> CommandResult {
    let dump = ToolDump::open(name, args.source.as_ref())?;
    let options = InferOptions {
        destructive: args.destructive.unwrap_or_default(),
        open_world: None,
    };
    let rows: Vec<InferenceRow> = dump
        .groups
        .iter()
        .flat_map(|(source, tools)| {
            let found = candor_lint::infer(source, tools, options);
            let found = tools.iter().zip(found);
            found.flat_map(|(tool, found)| rows(source, tool, &found))
        })
        .filter(|row| row.is_wanted(args))
        .collect();
    print(args, &rows, &dump.diagnostics, output)?;
    Ok(failure::exit(&dump.diagnostics))
}

fn rows(source: &str, tool: &DescribedTool, inference: &ToolInference) -> Vec<InferenceRow> {
    let declared = |hint: Hint| tool.declared.get(hint);
    let findings = inference.findings.iter();
    findings
        .map(|finding| InferenceRow::of(source, &tool.name, finding, declared(finding.hint)))
        .collect()
}

/// Prints what was found and what went wrong.
fn print(
    args: &InferArgs,
    rows: &[InferenceRow],
    diagnostics: &[Diagnostic],
    output: &CommandOutput,
) -> CommandResult<()> {
    if output.is_json() {
        let findings: Vec<Value> = rows.iter().map(InferenceRow::json).collect();
        return output.json(&json!({
            "findings": findings,
            "diagnostics": failure::json_all(diagnostics),
        }));
    }
    if rows.is_empty() {
        output.say(if args.all {
            "nothing found about these tools"
        } else {
            "no suggestions; `--all` also shows what applies automatically"
        });
    } else {
        output.table(table(args.all, rows))?;
    }
    failure::print_worst_diagnostics(output, diagnostics);
    Ok(())
}

fn table(all: bool, rows: &[InferenceRow]) -> TextTable {
    let rows = rows.iter().map(|row| {
        let percent = row.confidence.map(|percent| format!("{percent} %"));
        let is_counted = all && row.applies;
        let counts = is_counted.then(|| "counts".to_owned());
        let words: Vec<String> = percent.into_iter().chain(counts).collect();
        let confidence = if is_counted {
            TableCell::painted(words.join(", "), TextStyle::Success)
        } else {
            words.join(", ").into()
        };
        [
            one_line(&row.name()).into(),
            row.hint.word().into(),
            row.value.to_string().into(),
            confidence,
            one_line(&row.evidence.join("; ")).into(),
        ]
    });
    let headings = ["TOOL", "HINT", "VALUE", "CONFIDENCE", "EVIDENCE"];
    TextTable::new(&headings, rows)
}

// === impl InferenceRow ===

impl InferenceRow {
    fn of(source: &str, own: &str, finding: &HintFinding, declared: Option<bool>) -> Self {
        Self {
            source: source.to_owned(),
            own: own.to_owned(),
            hint: finding.hint,
            value: finding.value,
            confidence: Some(finding.confidence.percent()),
            evidence: finding.evidence.iter().map(ToString::to_string).collect(),
            applies: finding.applies,
            declared,
        }
    }

    /// Whether it is wanted: suggestions that are sure enough, and with `--all` what counts.
    fn is_wanted(&self, args: &InferArgs) -> bool {
        let sure = match (args.min_confidence, self.confidence) {
            (Some(least), Some(percent)) => percent >= least,
            _ => true,
        };
        sure && (args.all || !self.applies)
    }

    fn name(&self) -> String {
        format!("{}.{}", self.source, self.own)
    }

    fn json(&self) -> Value {
        json!({
            "tool": self.name(),
            "source": self.source,
            "hint": self.hint.key(),
            "value": self.value,
            "confidence": self.confidence,
            "evidence": self.evidence,
            "applies": self.applies,
            "declared": self.declared,
        })
    }
}
