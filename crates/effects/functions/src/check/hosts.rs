//! Validation of hosts and URLs, including misleading ones.

use candor_model::Hint;
use url::Url;

use super::DefinitionFindings;
use crate::FunctionDefinition;

pub(super) fn check(definition: &FunctionDefinition, found: &mut DefinitionFindings<'_>) {
    for host in &definition.hosts {
        if let Err((what, hint)) = judge(host) {
            let sentence = format!("the host `{}` {what}", host.escape_debug());
            found.error("functions::host", sentence).hint = Some(hint);
        }
    }
    let code = "functions::safe-post";
    for address in &definition.safe_posts {
        let url = Url::parse(address).ok();
        let fits = url.is_some_and(|url| matches!(url.scheme(), "http" | "https"));
        if !fits {
            let sentence = format!("`{}` is no address to `POST` to", address.escape_debug());
            let hint = "write it whole, such as `https://api.example.com/search`";
            found.error(code, sentence).hint = Some(hint.to_owned());
        }
    }
    let reads = definition.hints.get(Hint::ReadOnly) == Some(true);
    if !definition.safe_posts.is_empty() && !reads {
        let sentence = "safe addresses to `POST` to are named, and `readOnlyHint` is not true";
        let hint = "without the hint nothing keeps it from sending a `POST` anywhere";
        found.warning(code, sentence).hint = Some(hint.to_owned());
    }
}

/// The problem with a host, and a hint.
fn judge(host: &str) -> Result<(), (&'static str, String)> {
    let example = || "write `api.example.com`, `*.example.com` or `localhost:8080`".to_owned();
    if host.contains("://") {
        return Err(("has a scheme", example()));
    }
    if host.contains(['/', '?', '#', '\\']) {
        return Err(("has a path", example()));
    }
    if host.contains('@') {
        return Err(("has a user", example()));
    }
    let name = host.strip_prefix("*.").unwrap_or(host);
    if name.contains('*') {
        let hint = "`*.` may stand at the beginning only; to reach every host, name none";
        return Err(("has a star in the middle", hint.to_owned()));
    }
    let Ok(url) = Url::parse(&format!("http://{name}/")) else {
        return Err(("is no host", example()));
    };
    // Hosts are compared in their normalised form, so they must be written that way.
    let read = url.host_str().unwrap_or_default();
    let written = name.to_ascii_lowercase();
    let mut spelled = written.as_str();
    if let Some((before, port)) = written.rsplit_once(':')
        && port.bytes().all(|c| c.is_ascii_digit())
        && !port.is_empty()
    {
        spelled = before;
    }
    if spelled != read || read.ends_with('.') {
        let read = read.trim_end_matches('.');
        return Err(("is read differently", format!("write it as `{read}`")));
    }
    Ok(())
}
