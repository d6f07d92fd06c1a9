//! `candor infer`: suggested hints.

mod accept;
mod live;

use candor_infer::{HintFinding, ToolInference};
use candor_lint::{DescribedTool, InferOptions};
use candor_model::{Diagnostic, Hint};
use candor_store::ToolDemand;

use crate::args::InferArgs;
use crate::prelude::*;
use crate::target::NO_TARGET;
use crate::tool_dump::ToolDump;

/// An inferred hint of a tool.
struct InferenceRow {
    source: String,
    /// The source's own name for the tool.
    own: String,
    hint: Hint,
    value: bool,
    /// The confidence in percent; none for a hint that applies already.
    confidence: Option<u8>,
    evidence: Vec<String>,
    applies: bool,
    /// The hint declared by the source.
    declared: Option<bool>,
    /// How often the tool is called and needs approval; `None` without any record.
    demand: Option<ToolDemand>,
}

/// Infers hints for a dump or for sources, or accepts suggestions.
pub(super) async fn run(args: &InferArgs, context: &CommandContext) -> CommandResult {
    let accepts = args.accept.is_some() || args.accept_all;
    if args.dry_run && !accepts {
        let failure =
            CommandFailure::new("`--dry-run` shows what would be accepted, but nothing is");
        return Err(failure.hint("use it with `--accept TOOL` or `--accept-all`"));
    }
    if args.why.is_some() && !accepts {
        let failure = CommandFailure::new("`--why` gives a reason, but nothing is accepted");
        return Err(failure.hint("use it with `--accept TOOL` or `--accept-all`"));
    }
    if accepts {
        args.target().refuse_options(NO_TARGET)?;
        return accept::run(args, context).await;
    }
    match args.target().dump()? {
        Some(name) => dump(name, args, &context.output),
        None => live::run(args, context).await,
    }
}

/// Reads a file and infers hints for its tools.
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

/// The rows grouped by tool; name and demand are in the first row of each.
fn table(all: bool, rows: &[InferenceRow]) -> TextTable {
    let is_wanted = |demand: ToolDemand| demand != ToolDemand::default();
    let with_demand = rows.iter().filter_map(|row| row.demand).any(is_wanted);
    let mut last = String::new();
    let cells = rows.iter().map(|row| {
        let percent = row.confidence.map(|percent| format!("{percent} %"));
        let is_counted = all && row.applies;
        let counts = is_counted.then(|| "counts".to_owned());
        let words: Vec<String> = percent.into_iter().chain(counts).collect();
        let confidence = if is_counted {
            TableCell::painted(words.join(", "), TextStyle::Success)
        } else {
            words.join(", ").into()
        };
        let name = row.name();
        let is_first = name != last;
        let shown = if is_first {
            one_line(&name)
        } else {
            String::new()
        };
        last = name;
        let mut cells: Vec<TableCell> = vec![shown.into()];
        if with_demand {
            let demand = row.demand.filter(|_| is_first);
            let number = |of: fn(ToolDemand) -> u64| {
                let number = demand.map(|demand| of(demand).to_string());
                TableCell::from(number.unwrap_or_default())
            };
            cells.extend([number(|it| it.questions), number(|it| it.calls)]);
        }
        cells.extend([
            row.hint.word().into(),
            row.value.to_string().into(),
            confidence,
            one_line(&row.evidence.join("; ")).into(),
        ]);
        cells
    });
    let cells: Vec<Vec<TableCell>> = cells.collect();
    let mut headings = vec!["TOOL"];
    if with_demand {
        headings.extend(["ASKED", "CALLS"]);
    }
    headings.extend(["HINT", "VALUE", "CONFIDENCE", "EVIDENCE"]);
    TextTable::new(&headings, cells)
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
            demand: None,
        }
    }

    /// Whether to print the row: sufficiently certain suggestions and, with `--all`, effective
    /// hints.
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
            "questions": self.demand.map(|demand| demand.questions),
            "calls": self.demand.map(|demand| demand.calls),
        })
    }
}
