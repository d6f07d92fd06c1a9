//! Rules that both file formats share for source entries.

use candor_text::quote;

use super::draft::{DraftTransport, SpannedOption, SpannedTemplate};
use super::headers;
use super::kind::KEEP_ONE;
use super::split;
use super::table::TableReader;
use crate::problem::ValueProblem;
use crate::settings::HttpFlavour;
use crate::tree::ByteSpan;

/// The declared transport of an entry; `None` inside is stdio.
pub(super) type StatedTransport = SpannedOption<Option<HttpFlavour>>;

/// Reads the keys that determine the transport. The caller has read `url`, which the formats name
/// differently; `span` is the start of the entry, and `needs` lists its required keys.
pub(super) fn transport(
    reader: &mut TableReader<'_, '_, '_>,
    span: &ByteSpan,
    url: Option<SpannedTemplate>,
    stated: StatedTransport,
    needs: &str,
) -> Option<DraftTransport> {
    let command = reader.program("command");
    // A key of the wrong type was reported; it still shows the intention.
    let has_command = reader.get("command").is_some();
    match (has_command, url) {
        (true, Some(_)) => {
            let says = "has both a `command` and a URL";
            reader.refuse(span, "config::two-transports", says, KEEP_ONE);
            None
        }
        (true, None) => stdio(reader, command, stated.as_ref()),
        (false, Some(url)) => http(reader, url, stated),
        (false, None) => {
            // Unless a URL was given and was no text, which is reported already.
            if !["url", "serverUrl", "httpUrl"]
                .iter()
                .any(|key| reader.get(key).is_some())
            {
                let says = "has neither a `command` nor a `url`";
                reader.refuse(span, "config::no-transport", says, needs);
            }
            None
        }
    }
}

fn stdio(
    reader: &mut TableReader<'_, '_, '_>,
    command: Option<SpannedTemplate>,
    stated: Option<&(Option<HttpFlavour>, ByteSpan)>,
) -> Option<DraftTransport> {
    if let Some((Some(flavour), span)) = stated
        && *flavour != HttpFlavour::Auto
    {
        let flavour = flavour.as_str();
        let says = format!("says `{flavour}`, but has a `command` and no URL");
        let hint = "give a `url`, or say `stdio`";
        reader.refuse(span, "config::two-transports", &says, hint);
    }
    reader.ignored("headers", "a program gets no headers");
    let args = reader.templates("args");
    let env = reader.pairs("env");
    for (name, template) in &env {
        if name.is_empty() || name.contains(|c: char| c == '=' || c.is_control()) {
            let problem =
                ValueProblem::new(format!("has {}, which is not a variable", quote(name)));
            reader.bad("env", &template.span, problem);
        }
    }
    let inherit_env = reader.templates("inherit_env");
    for template in &inherit_env {
        if let Some(why) = not_inherited(&template.text) {
            let problem = ValueProblem::new(format!("has {}, {why}", quote(&template.text)));
            reader.bad("inherit_env", &template.span, problem);
        }
    }
    let cwd = reader.template("cwd");
    Some(DraftTransport::Stdio {
        command: command?,
        args,
        env,
        inherit_env,
        cwd,
    })
}

/// Why a program cannot inherit a variable of this name, if it cannot.
fn not_inherited(name: &str) -> Option<&'static str> {
    if name.is_empty() || name.contains(|c: char| c == '=' || c == '$' || c.is_control()) {
        return Some("which is not the name of a variable");
    }
    let own = name.starts_with("CANDOR_");
    own.then_some("which is a setting of this gateway and never passed on")
}

fn http(
    reader: &mut TableReader<'_, '_, '_>,
    url: SpannedTemplate,
    stated: StatedTransport,
) -> Option<DraftTransport> {
    if let Some((None, span)) = &stated {
        let says = "says `stdio`, but has no `command`";
        let hint = "give a `command`, or say how the URL is called";
        reader.refuse(span, "config::two-transports", says, hint);
        return None;
    }
    let flavour = stated.and_then(|(flavour, span)| Some((flavour?, span)));
    for key in ["args", "env", "inherit_env", "cwd", "confine"] {
        reader.ignored(key, "a server on the network is not started");
    }
    split::refuse(reader, "a server on the network is not started");
    let headers = headers::read(reader);
    Some(DraftTransport::Http {
        url,
        headers,
        flavour,
    })
}
