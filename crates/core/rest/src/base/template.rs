//! URLs with variables in braces.

use std::collections::BTreeMap;

use candor_openapi::ApiServer;
use candor_text::quote;

use super::BaseUrlError;

/// The part of a URL that contains a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UrlPart {
    /// It begins the address and is not just its scheme.
    Start,
    /// The scheme, before `://`.
    Scheme,
    /// The host or the port.
    Host,
    /// The path, after the host and port.
    Path,
}

/// Expands the variables: the configured values, or the document's defaults.
pub(super) fn expand(
    server: &ApiServer,
    set: &BTreeMap<String, String>,
) -> Result<String, BaseUrlError> {
    let mut written = String::new();
    let mut rest = server.url.trim();
    while let Some((before, (name, after))) = rest
        .split_once('{')
        .and_then(|(before, after)| Some((before, after.split_once('}')?)))
    {
        written.push_str(before);
        let part = part_at(&written, after);
        written.push_str(value(server, set, name, part)?);
        rest = after;
    }
    written.push_str(rest);
    Ok(written)
}

fn value<'a>(
    server: &'a ApiServer,
    set: &'a BTreeMap<String, String>,
    name: &str,
    part: UrlPart,
) -> Result<&'a str, BaseUrlError> {
    let variable = server.variables.get(name);
    let own = set.get(name);
    let value = own
        .or_else(|| variable.map(|variable| &variable.default))
        .ok_or_else(|| BaseUrlError::Unset {
            url: server.url.clone(),
            name: name.to_owned(),
        })?;
    let choices = variable.map_or(&[][..], |variable| &variable.choices);
    if !choices.is_empty() && !choices.contains(value) {
        let shown: Vec<_> = choices
            .iter()
            .take(20)
            .map(|choice| quote(choice))
            .collect();
        return Err(BaseUrlError::NoChoice {
            name: name.to_owned(),
            value: value.clone(),
            choices: shown.join(", "),
            chosen: own.is_some(),
        });
    }
    match smuggled(value, part) {
        None => Ok(value),
        Some(why) => Err(BaseUrlError::Smuggled {
            name: name.to_owned(),
            value: value.clone(),
            why,
            chosen: own.is_some(),
        }),
    }
}

/// The part of the URL that contains a variable after `before`.
fn part_at(before: &str, after: &str) -> UrlPart {
    let host = match before.split_once("//") {
        None if before.is_empty() && after.starts_with("://") => return UrlPart::Scheme,
        None if before.is_empty() => return UrlPart::Start,
        None => return UrlPart::Path,
        Some((_, host)) => host,
    };
    if host.contains(['/', '\\', '?', '#']) {
        UrlPart::Path
    } else {
        UrlPart::Host
    }
}

/// Why a value would change more than its part.
fn smuggled(value: &str, part: UrlPart) -> Option<&'static str> {
    let has = |characters: &[char]| value.contains(characters);
    let is_hidden = |c: char| c.is_control() || c.is_whitespace();
    if value.contains(is_hidden) {
        return Some("it holds a space or a control character");
    }
    match part {
        UrlPart::Scheme => (!matches!(value, "http" | "https"))
            .then_some("it is the scheme, which is `http` or `https`"),
        UrlPart::Host if value.is_empty() => Some("it is a part of the host and cannot be empty"),
        UrlPart::Host => {
            let is_plain = |c: char| c.is_alphanumeric() || "-._~:[]".contains(c);
            (!value.chars().all(is_plain)).then_some(
                "it is a part of the host, which has only letters, digits, `-`, `.` and a port",
            )
        }
        UrlPart::Path | UrlPart::Start if has(&['?', '#', '\\', '@']) => {
            Some("it cannot hold `?`, `#`, `@` or `\\`")
        }
        UrlPart::Path if has_dots(value) => Some("it cannot hold `.` or `..` between slashes"),
        UrlPart::Path | UrlPart::Start => None,
    }
}

fn has_dots(value: &str) -> bool {
    let plain = value.to_ascii_lowercase().replace("%2e", ".");
    plain.split('/').any(|part| part == "." || part == "..")
}
