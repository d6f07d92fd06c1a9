//! `JUnit`'s XML: a test case for each declared hint.

use std::fmt::Write as _;

use candor_text::escape_xml;

use crate::verdict::{HintFinding, HintVerdict, VerifyReport};

/// The document of `--format junit`. Unknown verdicts are skipped tests.
pub fn junit(report: &VerifyReport) -> String {
    let mut cases = String::new();
    let mut tests = 0;
    for tool in &report.tools {
        for (hint, found) in tool.by_hint().filter(|(_, found)| found.declared.is_some()) {
            tests += 1;
            // Writing to a text cannot fail.
            let _ = write!(
                cases,
                "    <testcase classname=\"{}\" name=\"{}\"",
                escape_xml(&tool.name),
                hint.word()
            );
            cases.push_str(&body(found));
        }
    }
    let failures = report.count(HintVerdict::Contradicted);
    let skipped = report.count(HintVerdict::Unknown);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"candor verify\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">\n  \
         <testsuite name=\"candor verify\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\">\n\
         {cases}  </testsuite>\n</testsuites>\n"
    )
}

fn body(found: &HintFinding) -> String {
    let lines: Vec<String> = found
        .evidence
        .iter()
        .flat_map(|one| {
            let arguments = one
                .arguments
                .as_ref()
                .map(|value| format!("called with {value}"));
            std::iter::once(one.text.clone())
                .chain(arguments)
                .chain(one.difference.clone())
        })
        .collect();
    let text = escape_xml(&lines.join("\n"));
    match found.verdict {
        HintVerdict::Verified => "/>\n".to_owned(),
        HintVerdict::Unknown => {
            format!(">\n      <skipped message=\"{text}\"/>\n    </testcase>\n")
        }
        HintVerdict::Contradicted => format!(
            ">\n      <failure type=\"contradicted\" message=\"declared {}\">{text}</failure>\n    </testcase>\n",
            found.declared.unwrap_or_default()
        ),
    }
}
