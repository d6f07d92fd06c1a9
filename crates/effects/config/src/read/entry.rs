//! What both file formats ask of a source entry.

use candor_model::Diagnostic;
use candor_text::quote;

use super::draft::{DraftTransport, SpannedOption, SpannedTemplate};
use super::fields::TableFields;
use super::headers;
use crate::problem::ValueProblem;
use crate::settings::HttpFlavour;
use crate::tree::ByteSpan;

/// What an entry says of its transport: `None` inside is stdio.
pub(super) type StatedTransport = SpannedOption<Option<HttpFlavour>>;

/// Reads the keys that tell how a source is reached. `url` was read by the caller, because the
/// formats know it under different names; `span` is where the entry begins, and `needs` says
/// what it cannot do without.
pub(super) fn transport(
    fields: &mut TableFields<'_, '_>,
    span: &ByteSpan,
    url: Option<SpannedTemplate>,
    stated: StatedTransport,
    needs: &str,
) -> Option<DraftTransport> {
    let command = fields.template("command");
    // A key of the wrong type was reported; it still shows what was meant.
    let has_command = fields.get("command").is_some();
    match (has_command, url) {
        (true, Some(_)) => {
            let message = format!("{} has both a `command` and a URL", quote(&fields.path));
            let hint = "keep the one that is meant, or make two entries";
            refuse(fields, span, "config::two-transports", message, hint);
            None
        }
        (true, None) => stdio(fields, command, stated.as_ref()),
        (false, Some(url)) => http(fields, url, stated),
        (false, None) => {
            // Unless a URL was given and was no text, which is reported already.
            if !["url", "serverUrl", "httpUrl"]
                .iter()
                .any(|key| fields.get(key).is_some())
            {
                let message = format!(
                    "{} has neither a `command` nor a `url`",
                    quote(&fields.path)
                );
                refuse(fields, span, "config::no-transport", message, needs);
            }
            None
        }
    }
}

fn stdio(
    fields: &mut TableFields<'_, '_>,
    command: Option<SpannedTemplate>,
    stated: Option<&(Option<HttpFlavour>, ByteSpan)>,
) -> Option<DraftTransport> {
    if let Some((Some(flavour), span)) = stated
        && *flavour != HttpFlavour::Auto
    {
        let message = format!(
            "{} says `{}`, but has a `command` and no URL",
            quote(&fields.path),
            flavour.as_str()
        );
        refuse(
            fields,
            span,
            "config::two-transports",
            message,
            "give a `url`, or say `stdio`",
        );
    }
    fields.ignored("headers", "a program gets no headers");
    let args = fields.templates("args");
    let env = fields.pairs("env");
    for (name, template) in &env {
        if name.is_empty() || name.contains(|c: char| c == '=' || c.is_control()) {
            let problem =
                ValueProblem::new(format!("has {}, which is not a variable", quote(name)));
            fields.bad("env", &template.span, problem);
        }
    }
    let cwd = fields.template("cwd");
    Some(DraftTransport::Stdio {
        command: command?,
        args,
        env,
        cwd,
    })
}

fn http(
    fields: &mut TableFields<'_, '_>,
    url: SpannedTemplate,
    stated: StatedTransport,
) -> Option<DraftTransport> {
    let flavour = match stated {
        Some((None, span)) => {
            let message = format!("{} says `stdio`, but has no `command`", quote(&fields.path));
            let hint = "give a `command`, or say how the URL is called";
            refuse(fields, &span, "config::two-transports", message, hint);
            return None;
        }
        Some((Some(flavour), span)) => Some((flavour, span)),
        None => None,
    };
    for key in ["args", "env", "cwd"] {
        fields.ignored(key, "a server on the network is not started");
    }
    let headers = headers::read(fields);
    Some(DraftTransport::Http {
        url,
        headers,
        flavour,
    })
}

/// Adds an error about the entry as a whole.
pub(super) fn refuse(
    fields: &mut TableFields<'_, '_>,
    span: &ByteSpan,
    code: &'static str,
    message: String,
    hint: &str,
) {
    fields
        .report
        .push_at(span, Diagnostic::error(code, message).with_hint(hint));
}
