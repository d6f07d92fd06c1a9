//! The objects of a document that matter here, in one form for every version.

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

/// Schemas that others refer to as `#/$defs/NAME`. They refer to each other in the same way, and
/// perhaps in circles.
pub type SchemaDefinitions = BTreeMap<String, Value>;

/// One API, as its document describes it.
///
/// Every schema in it is JSON Schema 2020-12 and refers to nothing but `#/$defs/NAME`, which is
/// to be found in [`ApiDescription::definitions`].
#[derive(Clone, Debug, Default)]
pub struct ApiDescription {
    /// What it is called.
    pub title: String,
    /// Which version of it this is.
    pub version: String,
    /// What it is for.
    pub description: Option<String>,
    /// Where it is served, as the document says for all operations. Credentials belong to these
    /// and go nowhere else; [`OpenApiOperation::servers`] may name others.
    pub servers: Vec<ApiServer>,
    /// What can be done with it, in the order of the document.
    pub operations: Vec<OpenApiOperation>,
    /// How one shows who one is, by the names that operations use.
    pub schemes: BTreeMap<String, SecurityScheme>,
    /// The schemas that others refer to.
    pub definitions: Arc<SchemaDefinitions>,
    /// What was ignored, guessed or left out, with its place in the document.
    pub diagnostics: Vec<Diagnostic>,
    /// The text of the document, if it was one.
    pub text: Option<DocumentText>,
}
