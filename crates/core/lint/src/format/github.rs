//! GitHub workflow commands, which GitHub displays next to the lines.

use candor_model::{FilePosition, Severity};

use super::full_message;
use crate::LintReport;

/// The lines of `--format github`.
pub fn github(report: &LintReport) -> String {
    let general = report
        .general
        .iter()
        .map(|one| command(one.severity, one.place.as_ref(), one.code, &one.message));
    let findings = report.findings.iter().map(|one| {
        let title = format!("{} {}", one.rule.id, one.rule.name);
        let message = format!("{}\nfix: {}", full_message(one), one.rule.advice);
        command(one.severity, one.place.as_ref(), &title, &message)
    });
    general.chain(findings).collect()
}

fn command(severity: Severity, place: Option<&FilePosition>, title: &str, message: &str) -> String {
    let name = match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut properties = Vec::new();
    if let Some(place) = place {
        properties.push(format!("file={}", property(&place.file)));
        if let Some((line, column)) = place.position {
            properties.push(format!("line={line},col={column}"));
        }
    }
    properties.push(format!("title={}", property(title)));
    format!("::{name} {}::{}\n", properties.join(","), data(message))
}

/// A line break would end the command, and a tool's text could begin another.
fn data(text: &str) -> String {
    let text = text
        .replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A");
    candor_text::escape_hidden(&text)
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_cannot_begin_a_command() {
        let found = command(Severity::Error, None, "a,b:c", "x\n::error::y%");
        assert_eq!(found, "::error title=a%2Cb%3Ac::x%0A::error::y%25\n");
    }
}
