//! Reading the document as a whole.

use std::sync::Arc;

use candor_model::Severity;
use candor_text::quote;

use super::OpenApiError;
use super::bundle::DocumentBundle;
use super::cycle;
use super::findings::code;
use super::path::DocumentDefaults;
use super::position::{DocumentNode, FileId};
use super::reader::DocumentReader;
use super::version::{DocumentVersion, FoundVersion};
use crate::api::{ApiDescription, DocumentText, SchemaDefinitions};

/// Reads a bundle.
///
/// At most 20,000 operations are read, and expanded references are limited in proportion to the
/// document; anything beyond is left out with a diagnostic.
pub fn read(bundle: &DocumentBundle) -> Result<ApiDescription, OpenApiError> {
    let not_one = |reason: String| OpenApiError::NotOpenApi {
        file: bundle.file(FileId(0)).shown.clone(),
        reason,
    };
    let root = bundle
        .root(FileId(0))
        .map_err(|why| not_one(why.to_owned()))?;
    let FoundVersion {
        version,
        guessed_from,
    } = DocumentVersion::of(root.value).map_err(not_one)?;
    let mut reader = DocumentReader::new(bundle, version);
    if let Some(newer) = guessed_from {
        let message = format!(
            "OpenAPI {} is not known yet; it is read as 3.2",
            quote(&newer)
        );
        reader.warn(code::VERSION, &root.spot.child("openapi"), message);
    }
    Ok(reader.api(root))
}

// === impl DocumentReader ===

impl<'a> DocumentReader<'a> {
    fn api(mut self, root: DocumentNode<'a>) -> ApiDescription {
        let info = root.get("info");
        let mut said = |key| info.as_ref().and_then(|info| self.text(info, key));
        let (title, version, description) = (said("title"), said("version"), said("description"));
        let schemes = self.schemes(&root);
        let security = self.security(&root, &schemes);
        let servers = match self.version {
            DocumentVersion::V2 => self.servers_2(&root, &root),
            _ => self.servers(&root).unwrap_or_default(),
        };
        let document = DocumentDefaults {
            security: security.map(Option::unwrap_or_default),
            schemes,
            servers,
            root,
        };
        let mut operations = self.paths(&document);
        let paths = document.root.spot.child("paths");
        let mut schemes = document.schemes;
        self.declare_credentials(&mut operations, &mut schemes, &paths);
        let definitions = self.definitions(&document.root);
        ApiDescription {
            title: title.unwrap_or_default(),
            version: version.unwrap_or_default(),
            description,
            servers: document.servers,
            operations,
            schemes,
            definitions: Arc::new(definitions),
            diagnostics: self.findings.finish(self.bundle),
            text: self.bundle.text(FileId(0)).map(|text| DocumentText {
                file: self.bundle.file(FileId(0)).shown.clone(),
                text: Arc::clone(text),
            }),
        }
    }

    /// Every schema that is referenced, directly or indirectly.
    fn definitions(&mut self, root: &DocumentNode<'a>) -> SchemaDefinitions {
        let was_spent = self.allowance.is_spent();
        let mut definitions = SchemaDefinitions::new();
        while let Some((name, node)) = self.names.next() {
            let schema = self.convert(node.value, &mut node.spot.clone());
            definitions.insert(name, schema);
        }
        if self.allowance.is_spent() && !was_spent {
            let message = "the references between schemas expand to too much data; \
                           some accept anything";
            self.tell(Severity::Error, code::TOO_MUCH, &root.spot, message);
        }
        for (from, to) in cycle::cut(&mut definitions) {
            let message = format!(
                "the schema {} refers to {}, which leads back to it without end; the reference \
                 is ignored",
                quote(&from),
                quote(&to)
            );
            self.warn(code::REF_CYCLE, &root.spot, message);
        }
        definitions
    }
}
