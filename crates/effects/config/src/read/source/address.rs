//! Interpolates URLs, which must not contain secrets.

use candor_text::quote;

use super::SourceFilling;
use crate::endpoint::{self, EndpointUrl, has_user};
use crate::problem::ValueProblem;
use crate::read::draft::SpannedTemplate;

/// A base URL, and the messages for one with extra parts.
pub(super) struct BaseAddress {
    pub(super) key: &'static str,
    /// The hint for an invalid URL.
    pub(super) hint: Option<&'static str>,
    /// The message and hint for a user name or password in it.
    pub(super) user: (&'static str, &'static str),
    /// Why it cannot have a query or a fragment, and what to do about it.
    pub(super) rest: (&'static str, &'static str),
}

// === impl SourceFilling ===

impl SourceFilling<'_, '_, '_> {
    /// The address that a template became, or what is wrong with it and the way out.
    pub(super) fn endpoint(
        &mut self,
        key: &str,
        template: &SpannedTemplate,
        value: &str,
        hint: Option<&str>,
    ) -> Option<EndpointUrl> {
        EndpointUrl::interpolated(&template.text, value)
            .map_err(|error| {
                let shown = quote(&endpoint::shown(&template.text));
                let mut problem = ValueProblem::new(format!("({shown}) {error}"));
                problem.hint = hint.map(str::to_owned);
                self.refuse(&template.span, key, problem);
            })
            .ok()
    }

    /// An address that something can be added to.
    pub(super) fn base(
        &mut self,
        template: &SpannedTemplate,
        base: &BaseAddress,
    ) -> Option<EndpointUrl> {
        let value = self.fill(base.key, template)?;
        let endpoint = self.endpoint(base.key, template, &value, base.hint)?;
        let url = endpoint.url();
        let shown = quote(&endpoint::shown(&template.text));
        let problem = if has_user(url) {
            user(&shown, base.user)
        } else if url.query().is_some() || url.fragment().is_some() {
            let (why, hint) = base.rest;
            ValueProblem::new(format!("({shown}) has a `?` or a `#`, but {why}")).with_hint(hint)
        } else {
            self.show(base.key, &endpoint.to_string(), Some(&template.span));
            return Some(endpoint);
        };
        self.refuse(&template.span, base.key, problem);
        None
    }

    /// Whether an address has no user name; one that has is reported.
    pub(super) fn nobody(
        &mut self,
        key: &str,
        template: &SpannedTemplate,
        endpoint: &EndpointUrl,
        hint: &str,
    ) -> bool {
        let found = has_user(endpoint.url());
        if found {
            let shown = quote(&endpoint::shown(&template.text));
            let problem = user(&shown, ("which is not sent", hint));
            self.refuse(&template.span, key, problem);
        }
        !found
    }
}

fn user(shown: &str, (why, hint): (&str, &str)) -> ValueProblem {
    let says = format!("({shown}) has a user name or a password in it, {why}");
    ValueProblem::new(says).with_hint(hint)
}
