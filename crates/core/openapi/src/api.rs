//! API descriptions, in one form for every version of OpenAPI.

mod body;
mod extension;
mod header;
mod media_kind;
mod method;
mod operation;
mod parameter;
mod response;
mod security;
mod server;
mod text;

use std::collections::BTreeMap;
use std::sync::Arc;

use candor_model::Diagnostic;
use serde_json::Value;

pub use self::body::{BodyMedia, OperationBody, PropertyEncoding};
pub use self::extension::OperationExtension;
pub use self::header::is_reserved;
pub use self::media_kind::MediaKind;
pub use self::method::OperationMethod;
pub use self::operation::OpenApiOperation;
pub use self::parameter::{ApiParameter, ParameterForm, ParameterPlace, ParameterStyle};
pub use self::response::{ApiResponse, ResponseStatus};
pub use self::security::{
    FlowKind, KeyPlace, OAuthFlow, SchemeKind, SchemeScopes, SecurityRequirement, SecurityScheme,
};
pub use self::server::{ApiServer, ServerVariable};
pub use self::text::DocumentText;

/// Schemas that others refer to as `#/$defs/NAME`. They refer to each other in the same way,
/// possibly in cycles.
pub type SchemaDefinitions = BTreeMap<String, Value>;

/// An API as its document describes it.
///
/// Every schema in it is JSON Schema 2020-12 and refers only to `#/$defs/NAME`, which is resolved
/// in [`ApiDescription::definitions`].
#[derive(Clone, Debug, Default)]
pub struct ApiDescription {
    /// The title of the API.
    pub title: String,
    /// The version of the API.
    pub version: String,
    /// The description of the API.
    pub description: Option<String>,
    /// The document's top-level servers. Credentials are sent only to these;
    /// [`OpenApiOperation::servers`] may list others.
    pub servers: Vec<ApiServer>,
    /// The operations in document order.
    pub operations: Vec<OpenApiOperation>,
    /// The security schemes, by the names that operations use.
    pub schemes: BTreeMap<String, SecurityScheme>,
    /// The schemas that others refer to.
    pub definitions: Arc<SchemaDefinitions>,
    /// What was ignored, guessed or left out, with its place in the document.
    pub diagnostics: Vec<Diagnostic>,
    /// The source text, if the document was parsed from text.
    pub text: Option<DocumentText>,
}
