//! Files that list servers. Only names are read: the rest is read elsewhere and may contain
//! secrets.

use candor_model::{Diagnostic, SourceName};
use candor_text::{quote, quote_all};
use serde_json::Value;

use crate::reference::near_source_name;
use crate::report::{ImportReport, note};

/// Reports the servers of a persona. `command` is how to import them.
pub(crate) fn tell(text: &str, place: &str, command: &str, report: &mut ImportReport) {
    let Some(names) = names(text) else {
        let message = format!("{} lists no servers that can be read", quote(place));
        let hint = "add the servers of the persona as sources yourself";
        let notice = Diagnostic::warning("hypertool::servers", message).with_hint(hint);
        return report.notice(notice);
    };
    if names.is_empty() {
        return;
    }
    let shown: Vec<&str> = names.iter().map(String::as_str).collect();
    let message = format!(
        "the tools are those of {}, which are not added as sources by this",
        quote_all(shown.iter().copied())
    );
    report.notice(note("hypertool::servers", message).with_hint(command));
    for name in shown.iter().filter(|name| SourceName::parse(name).is_err()) {
        let message = format!(
            "the server name {} cannot be the name of a source, so its tools are not found under it",
            quote(name)
        );
        let hint = format!(
            "name the source `{}`, and look over the toolsets that use it",
            near_source_name(name)
        );
        let notice = Diagnostic::warning("hypertool::server-name", message).with_hint(hint);
        report.notice(notice);
    }
}

fn names(text: &str) -> Option<Vec<String>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let value: Value = serde_json::from_str(text).ok()?;
    let servers = value.get("mcpServers")?.as_object()?;
    Some(servers.keys().cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[&str]) {
        let mut report = ImportReport::new("p.htp");
        tell(text, "mcp.json", "unpack it", &mut report);
        let (left_out, notices) = report.finish();
        assert!(left_out.is_empty());
        let said: Vec<_> = notices.iter().map(|one| one.message.as_str()).collect();
        assert_eq!(said, expect);
    }

    #[test]
    fn servers_are_named_and_nothing_more() {
        check(
            r#"{"mcpServers": {"files": {"env": {"TOKEN": "s3cret"}}, "my.web": {}}}"#,
            &[
                "the tools are those of `files`, `my.web`, which are not added as sources by this",
                "the server name `my.web` cannot be the name of a source, so its tools are not found under it",
            ],
        );
        check(r#"{"mcpServers": {}}"#, &[]);
        for bad in ["", "[]", "{}", "{", r#"{"mcpServers": []}"#] {
            check(bad, &["`mcp.json` lists no servers that can be read"]);
        }
    }
}
