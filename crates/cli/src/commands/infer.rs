//! `candor infer`: what evidence suggests about tools.

mod accept;
mod dump;
mod live;

use candor_config::Flags;
use candor_infer::Finding;
use candor_model::Diagnostic;
use serde_json::{Value, json};

use crate::args::Infer;
use crate::exit::Exit;
use crate::output::{Output, Paint};
use crate::problems::{self, Failure};
use crate::table::{Entry, Table};
use crate::target::NO_TARGET;
use crate::text;

/// Something that evidence says about a tool.
struct Row {
    source: String,
    /// What its source calls it.
    own: String,
    hint: candor_model::Hint,
    value: bool,
    /// How sure it is, in percent; what counts already is not weighed again.
    confidence: Option<u8>,
    evidence: Vec<String>,
    applies: bool,
    /// What the source itself says.
    declared: Option<bool>,
}

/// Looks at a dump or at sources, or accepts what was suggested.
pub(super) async fn run(args: &Infer, flags: &Flags, output: &Output) -> Result<Exit, Failure> {
    if args.why.is_some() && args.accept.is_none() && !args.accept_all {
        let failure = Failure::new("`--why` gives a reason, but nothing is accepted");
        return Err(failure.hint("`--accept TOOL` or `--accept-all` accepts"));
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
fn tell(
    args: &Infer,
    rows: &[Row],
    diagnostics: &[Diagnostic],
    output: &Output,
) -> Result<(), Failure> {
    if output.is_json() {
        let findings: Vec<Value> = rows.iter().map(Row::json).collect();
        output.json(&json!({
            "findings": findings,
            "diagnostics": problems::json_all(diagnostics),
        }))?;
        return Ok(());
    }
    if rows.is_empty() {
        output.say(if args.all {
            "nothing was found out about these tools"
        } else {
            "nothing is suggested; `--all` shows what counts by itself, too"
        });
    } else {
        output.table(table(args.all, rows))?;
    }
    problems::tell_some(output, diagnostics);
    Ok(())
}

fn table(all: bool, rows: &[Row]) -> Table {
    let headings = ["TOOL", "HINT", "VALUE", "CONFIDENCE", "EVIDENCE"];
    let mut table = Table::new(&headings);
    for row in rows {
        let percent = row.confidence.map(|percent| format!("{percent} %"));
        let counts = (all && row.applies).then(|| "counts".to_owned());
        let is_counted = counts.is_some();
        let words: Vec<String> = percent.into_iter().chain(counts).collect();
        let confidence = if is_counted {
            Entry::painted(words.join(", "), Paint::Good)
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

// === impl Row ===

impl Row {
    fn of(source: &str, own: &str, finding: &Finding, declared: Option<bool>) -> Self {
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
    fn is_wanted(&self, args: &Infer) -> bool {
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
