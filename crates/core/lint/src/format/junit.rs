//! `JUnit` XML: a test suite with one case per tool.

use std::fmt::Write as _;

use candor_model::{FilePosition, Severity};
use candor_text::escape_xml;

use crate::{LintFinding, LintReport};

/// The document of `--format junit`. A tool fails if it has an error or a warning; its notes are
/// part of its output.
pub fn junit(report: &LintReport) -> String {
    let mut cases = Vec::new();
    let by_tool = report.by_tool();
    for tool in &report.tools {
        let findings = by_tool.get(tool.as_str()).map_or(&[][..], Vec::as_slice);
        let (source, own) = tool.split_once('.').unwrap_or(("", tool));
        cases.push(case(source, own, findings));
    }
    let wide: Vec<&LintFinding> = report
        .of_sources()
        .chain(report.of_missing_tools())
        .collect();
    cases.push(case("candor", "sources and toolsets", &wide));
    if !report.general.is_empty() {
        cases.push(reading(report));
    }
    let failures = cases.iter().filter(|(_, fails)| *fails).count();
    let (tests, cases) = (cases.len(), cases.iter().map(|(xml, _)| xml.as_str()));
    let cases: String = cases.collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"candor lint\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">\n  \
         <testsuite name=\"candor lint\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\">\n\
         {cases}  </testsuite>\n</testsuites>\n"
    )
}

/// A test case, and whether it fails.
fn case(class: &str, name: &str, findings: &[&LintFinding]) -> (String, bool) {
    let lines: Vec<String> = findings.iter().map(|one| line(one)).collect();
    let failing: Vec<&&LintFinding> = findings
        .iter()
        .filter(|one| one.severity > Severity::Note)
        .collect();
    let summary = failing
        .first()
        .map(|one| (one.rule.id, one.message.as_str()));
    test_case(class, name, summary, &lines)
}

/// Diagnostics from reading the tools.
fn reading(report: &LintReport) -> (String, bool) {
    let lines: Vec<String> = report.general.iter().map(ToString::to_string).collect();
    let mut failing = report
        .general
        .iter()
        .filter(|one| one.severity > Severity::Note);
    let summary = failing.next().map(|one| (one.code, one.message.as_str()));
    test_case("candor", "reading", summary, &lines)
}

fn test_case(
    class: &str,
    name: &str,
    failure: Option<(&str, &str)>,
    lines: &[String],
) -> (String, bool) {
    let mut xml = format!(
        "    <testcase classname=\"{}\" name=\"{}\"",
        escape_xml(class),
        escape_xml(name)
    );
    let output = escape_xml(&lines.join("\n"));
    match failure {
        Some((kind, message)) => {
            let _ = writeln!(
                xml,
                ">\n      <failure type=\"{}\" message=\"{}\">{output}</failure>\n    </testcase>",
                escape_xml(kind),
                escape_xml(message)
            );
        }
        None if lines.is_empty() => xml.push_str("/>\n"),
        None => {
            let _ = writeln!(
                xml,
                ">\n      <system-out>{output}</system-out>\n    </testcase>"
            );
        }
    }
    (xml, failure.is_some())
}

fn line(one: &LintFinding) -> String {
    let place = one
        .place
        .as_ref()
        .map(|place: &FilePosition| format!("{place}: "));
    format!(
        "{}{}: {} [{} {}]\n  fix: {}",
        place.unwrap_or_default(),
        one.severity,
        one.message,
        one.rule.id,
        one.rule.name,
        one.rule.advice
    )
}
