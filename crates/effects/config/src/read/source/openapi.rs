//! Filling in what is said of an API and its document.

use std::time::Duration;

use candor_text::format_duration;
use candor_text::format_size;

use super::SourceFilling;
use super::address::BaseAddress;
use crate::read::draft::{DraftOperations, OpenApiDraft, SpannedTemplate};
use crate::read::openapi::OFF;
use crate::settings::{DeclaredOperations, DocumentLocation, OpenApiSettings};
use crate::text::TemplateText;

/// Where the API is.
const BASE_URL: BaseAddress = BaseAddress {
    key: "base_url",
    hint: None,
    user: (
        "which is not sent",
        "put credentials into `variables`, or into an environment",
    ),
    rest: (
        "the paths of the API are added to it",
        "end it with the path; a key of the API belongs into `variables`",
    ),
};

// === impl SourceFilling ===

impl SourceFilling<'_, '_> {
    /// The settings, unless there is no telling where the document is.
    pub(super) fn openapi(&mut self, draft: OpenApiDraft) -> Option<OpenApiSettings> {
        let document = self.document(&draft.document);
        let base_url = draft.base_url.and_then(|url| self.base(&url, &BASE_URL));
        let server = draft
            .server
            .and_then(|server| self.plain("server", &server));
        let server_variables = self.server_variables(draft.server_variables);
        let headers = self.headers(draft.headers);
        let variables = self.secrets("variables", draft.variables, |c| c != '\0');
        // Nothing of what follows can fail.
        let default = OpenApiSettings::new(document?);
        let flag = |yes: &bool| yes.to_string();
        let bytes = |bytes: &usize| format_size(*bytes);
        let every = default.refresh_every().unwrap_or_default();
        let written = draft.refresh.is_some();
        Some(OpenApiSettings {
            base_url,
            server,
            server_variables,
            allow_private: self.given(
                "allow_private",
                draft.allow_private,
                default.allow_private,
                flag,
            ),
            deprecated: self.given("deprecated", draft.deprecated, default.deprecated, flag),
            select: self.given("select", draft.select, default.select, flag),
            refresh: Some(self.given("refresh", draft.refresh, every, show_every))
                .filter(|_| written),
            max_reply: self.given("max_reply", draft.max_reply, default.max_reply, bytes),
            max_output_schema: self.given(
                "max_output_schema",
                draft.max_output_schema,
                default.max_output_schema,
                bytes,
            ),
            retries: self.given("retries", draft.retries, default.retries, u32::to_string),
            headers,
            variables,
            include: self.operations("include", draft.include),
            exclude: self.operations("exclude", draft.exclude),
            ..default
        })
    }

    /// A file, seen from the folder of the configuration, or an address.
    fn document(&mut self, template: &SpannedTemplate) -> Option<DocumentLocation> {
        let value = self.fill("document", template)?;
        if !value.contains("://") {
            let file = self.file("document", template, &value);
            return file.map(DocumentLocation::File);
        }
        let hint = "write the path of a file as it is, without `file:`";
        let endpoint = self.endpoint("document", template, &value, Some(hint))?;
        let hint = "save the document to a file, and name that";
        if !self.nobody("document", template, &endpoint, hint) {
            return None;
        }
        self.show("document", &endpoint.to_string(), Some(&template.span));
        Some(DocumentLocation::Url(endpoint))
    }

    fn server_variables(
        &mut self,
        pairs: Vec<(String, SpannedTemplate)>,
    ) -> Vec<(String, TemplateText)> {
        pairs
            .into_iter()
            .filter_map(|(name, template)| {
                let text = self.plain(&format!("server_variables.{name}"), &template)?;
                Some((name, text))
            })
            .collect()
    }

    /// A text with something to see in it.
    fn plain(&mut self, key: &str, template: &SpannedTemplate) -> Option<TemplateText> {
        let value = self.fill(key, template)?;
        if value.trim().is_empty() || value.contains(char::is_control) {
            self.fail(&template.span, key, "is empty or holds a control character");
            return None;
        }
        self.show(key, &template.text, Some(&template.span));
        Some(TemplateText::interpolated(&template.text, value))
    }

    /// The lists that were written.
    fn operations(&mut self, key: &str, draft: DraftOperations) -> DeclaredOperations {
        for (list, texts) in draft.operations.lists() {
            let span = draft.spans.iter().find(|(listed, _)| *listed == list);
            if let Some((_, span)) = span {
                self.show(&format!("{key}.{list}"), &format!("{texts:?}"), Some(span));
            }
        }
        draft.operations
    }
}

fn show_every(every: &Duration) -> String {
    if every.is_zero() {
        OFF.to_owned()
    } else {
        format_duration(*every)
    }
}
