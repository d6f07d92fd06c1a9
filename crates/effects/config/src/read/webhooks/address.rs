//! Reads webhook URLs.

use candor_model::{Diagnostic, Secret, Severity};
use candor_text::quote;
use url::{Host, Url};

use crate::endpoint::has_user;
use crate::problem::ValueProblem;
use crate::read::context::ReadContext;
use crate::read::draft::SpannedTemplate;
use crate::read::fill::fill;

/// The address, unless nothing may be sent there.
pub(super) fn read(
    context: &mut ReadContext<'_>,
    path: &str,
    template: &SpannedTemplate,
    private: bool,
) -> Option<Secret<String>> {
    let path = format!("{path}.url");
    let value = fill(context, Severity::Error, &path, template)?;
    let mut refuse = |problem: ValueProblem| {
        context.report.bad_value(&template.span, &path, problem);
        None
    };
    let web = |url: &Url| matches!(url.scheme(), "http" | "https");
    let Some(url) = Url::parse(value.trim()).ok().filter(web) else {
        return refuse(ValueProblem::new("is not an `http:` or `https:` URL"));
    };
    if has_user(&url) {
        let problem = ValueProblem::new("has a user name or a password in it, which is not sent");
        return refuse(problem.with_hint("leave them out: messages are signed with `secret`"));
    }
    if url.scheme() == "http" && !is_here(&url) && !private {
        let problem = ValueProblem::new(
            "begins with `http:`, so that others on the network path can read along",
        );
        let hint = "write `https:`, or `allow_private = true` if it is in your own network";
        return refuse(problem.with_hint(hint));
    }
    if is_private(&url) && !private {
        let message = format!(
            "{} leads to a private address, where nothing is sent",
            quote(&path)
        );
        let warning = Diagnostic::warning("config::private-webhook", message)
            .with_hint("write `allow_private = true`");
        context.report.push_at(&template.span, warning);
    }
    Some(Secret::new(url.into()))
}

/// Whether a URL leads to this machine by its name alone.
fn is_here(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.to_canonical().is_loopback(),
        None => false,
    }
}

/// Whether a URL leads to a private network, judging by its host. What a host name resolves to is
/// checked when a message is sent.
fn is_private(url: &Url) -> bool {
    let closed = match url.host() {
        Some(Host::Ipv4(address)) => address.is_private() || address.is_link_local(),
        Some(Host::Ipv6(address)) => address.is_unique_local() || address.is_unicast_link_local(),
        Some(Host::Domain(_)) | None => false,
    };
    closed || is_here(url)
}
