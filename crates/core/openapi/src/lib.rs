//! Parses OpenAPI documents and derives tools from them.
//!
//! There are three steps, each a pure function. [`parse`] turns text into a tree of values, and
//! [`DocumentBundle`] collects the files that a document consists of. [`read`] turns the bundle
//! into an [`ApiDescription`]: the objects that matter here, in one form for every version of
//! OpenAPI, with schemas as JSON Schema 2020-12. [`tools`] makes an [`ApiTool`] of each selected
//! operation.
//!
//! Documents come from third parties and are read leniently: what cannot be used becomes a
//! diagnostic with its place, and everything else is used. Nothing here opens a file or a
//! connection.

mod api;
mod read;
mod tool;

pub use self::api::{
    ApiDescription, ApiParameter, ApiResponse, ApiServer, BodyMedia, DocumentText, FlowKind,
    KeyPlace, MediaKind, OAuthFlow, OpenApiOperation, OperationBody, OperationExtension,
    OperationMethod, ParameterForm, ParameterPlace, ParameterStyle, PropertyEncoding,
    ResponseStatus, SchemaDefinitions, SchemeKind, SchemeScopes, SecurityRequirement,
    SecurityScheme, ServerVariable, is_reserved,
};
pub use self::read::{DocumentBundle, OpenApiError, ParsedDocument, parse, read};
pub use self::tool::{
    ApiTool, ArgumentLayout, ArgumentSlot, ArgumentTarget, OperationFilter, OperationSelection,
    ToolOptions, each_tool, is_bytes, tools,
};
