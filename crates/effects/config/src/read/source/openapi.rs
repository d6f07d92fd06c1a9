//! Completes the settings of an API.

use super::SourceFilling;
use super::address::BaseAddress;
use crate::read::draft::SpannedTemplate;
use crate::read::{headers, openapi, operations};
use crate::settings::{DocumentLocation, OpenApiSettings};
use crate::text::TemplateText;

/// The base URL of the API.
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

impl SourceFilling<'_, '_, '_> {
    /// The settings, unless there is no telling where the document is.
    pub(super) fn openapi(&mut self) -> Option<OpenApiSettings> {
        let document = self.text("document", Self::document);
        let base_url = self.text("base_url", |own, url| own.base(url, &BASE_URL));
        let server = self.text("server", |own, server| own.plain("server", server));
        let server_variables = self.server_variables();
        let headers = headers::read(&mut self.reader);
        let headers = self.headers(headers);
        let variables = self.variables();
        // Nothing below can fail.
        let default = OpenApiSettings::new(document?);
        let refresh = default.refresh_every();
        let settings = openapi::settings(&mut self.reader, OpenApiSettings { refresh, ..default });
        let written = self.reader.get("refresh").is_some();
        Some(OpenApiSettings {
            base_url,
            server,
            server_variables,
            refresh: settings.refresh.filter(|_| written),
            headers,
            variables,
            include: operations::read(&mut self.reader, "include"),
            exclude: operations::read(&mut self.reader, "exclude"),
            ..settings
        })
    }

    /// A file, relative to the configuration's folder, or a URL.
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

    fn server_variables(&mut self) -> Vec<(String, TemplateText)> {
        let pairs = self.reader.pairs("server_variables");
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
}
