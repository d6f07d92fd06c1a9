//! `candor infer`: suggested hints.

mod accept;
mod dump;
mod live;

use candor_config::SettingFlags;
use candor_infer::HintFinding;
use candor_model::Diagnostic;
use serde_json::{Value, json};

use crate::args::InferArgs;
use crate::failure;
use crate::output::TextStyle;
use crate::prelude::{CommandFailure, CommandOutput, CommandResult};
use crate::table::{TableCell, TextTable};
use crate::target::NO_TARGET;
use crate::text;

/// An inferred hint of a tool.
struct InferenceRow {
    source: String,
    /// What its source calls it.
    own: String,
    hint: candor_model::Hint,
    value: bool,
    /// The confidence in percent; none for a hint that applies already.
    confidence: Option<u8>,
    evidence: Vec<String>,
    applies: bool,
    /// What the source itself says.
    declared: Option<bool>,
}

/// Infers hints for a dump or for sources, or accepts suggestions.
pub(super) async fn run(
    args: &InferArgs,
    flags: &SettingFlags,
    output: &CommandOutput,
) -> CommandResult {
    if args.why.is_some() && args.accept.is_none() && !args.accept_all {
        let failure = CommandFailure::new("`--why` gives a reason, but nothing is accepted");
        return Err(failure.hint("use it with `--accept TOOL` or `--accept-all`"));
    }
    if args.accept.is_some() || args.accept_all {
        args.target().refuse_options(NO_TARGET)?;
        return accept::run(args, flags, output).await;
    }
    match args.target().dump()? {
        Some(name) => dump::run(name, args, output),
        None => live::run(args, flags, output).await,
    }
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
        output.json(&json!({
            "findings": findings,
            "diagnostics": failure::json_all(diagnostics),
        }))?;
        return Ok(());
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
    let headings = ["TOOL", "HINT", "VALUE", "CONFIDENCE", "EVIDENCE"];
    let mut table = TextTable::new(&headings);
    for row in rows {
        let percent = row.confidence.map(|percent| format!("{percent} %"));
        let counts = (all && row.applies).then(|| "counts".to_owned());
        let is_counted = counts.is_some();
        let words: Vec<String> = percent.into_iter().chain(counts).collect();
        let confidence = if is_counted {
            TableCell::painted(words.join(", "), TextStyle::Success)
        } else {
            words.join(", ").into()
        };
        let evidence = text::one_line(&row.evidence.join("; "));
        table.row([
            text::one_line(&format!("{}.{}", row.source, row.own)).into(),
            row.hint.word().into(),
            row.value.to_string().into(),
            confidence,
            evidence.into(),
        ]);
    }
    table
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

    fn json(&self) -> Value {
        json!({
            "tool": format!("{}.{}", self.source, self.own),
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
