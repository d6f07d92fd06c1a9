//! Calls as CSV, after RFC 4180.
//!
//! Spreadsheets read a cell that begins with `=`, `+`, `-` or `@` as a formula. Such cells begin
//! with an apostrophe, because names and sentences may come from untrusted sources.

use candor_gateway::records::RecordedCall;
use candor_model::Hint;

use crate::jsonl::moment;

/// The header row.
pub(crate) const HEAD: &str = "id,at,principal,client,revision,kind,source,target,arguments,\
     request_bytes,read_only,destructive,idempotent,open_world,decision,approval,outcome,\
     duration_micros,reply_bytes,detail,attempts,reused\r\n";

/// Writes one row.
pub(crate) fn write(call: &RecordedCall, out: &mut String) {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let hint = |hint| {
        call.hints
            .get(hint)
            .map_or(String::new(), |value| value.to_string())
    };
    let cells = [
        call.id.to_string(),
        moment(call.at_micros),
        call.principal.clone(),
        text(&call.client),
        call.revision.as_str().to_owned(),
        call.kind.as_str().to_owned(),
        call.source
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default(),
        call.target.clone(),
        call.arguments.clone(),
        call.request_bytes.to_string(),
        hint(Hint::ReadOnly),
        hint(Hint::Destructive),
        hint(Hint::Idempotent),
        hint(Hint::OpenWorld),
        text(&call.decision),
        call.approval.map(|id| id.to_string()).unwrap_or_default(),
        call.outcome.as_str().to_owned(),
        call.duration_micros.to_string(),
        call.reply_bytes.to_string(),
        text(&call.detail),
        call.attempts.to_string(),
        call.reused
            .map(|reused| reused.to_string())
            .unwrap_or_default(),
    ];
    for (at, value) in cells.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        cell(value, out);
    }
    out.push_str("\r\n");
}

fn cell(value: &str, out: &mut String) {
    let formula = value.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    let defused = if formula { "'" } else { "" };
    if formula || value.contains([',', '"', '\r', '\n']) {
        out.push('"');
        out.push_str(defused);
        out.push_str(&value.replace('"', "\"\""));
        out.push('"');
    } else {
        out.push_str(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_harmless() {
        for (value, expect) in [
            ("", ""),
            ("plain é", "plain é"),
            ("a,b", "\"a,b\""),
            ("say \"no\"", "\"say \"\"no\"\"\""),
            ("a\r\nb", "\"a\r\nb\""),
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            ("+1", "\"'+1\""),
            ("-1", "\"'-1\""),
            ("@x", "\"'@x\""),
            ("\t=1", "\"'\t=1\""),
            ("\n=1", "\"'\n=1\""),
            ("a=1", "a=1"),
        ] {
            let mut out = String::new();
            cell(value, &mut out);
            assert_eq!(out, expect);
        }
    }
}
