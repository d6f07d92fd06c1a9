//! What an OpenAPI document says, and the tools that come of it.
//!
//! Three steps, each a pure function of its input. [`parse`] makes a tree of values from text and
//! [`DocumentBundle`] gathers the files that one document consists of. [`read`] turns the bundle
//! into an [`ApiDescription`]: the ten kinds of objects that matter here, whatever version the
//! document was written in, with schemas in the terms of JSON Schema 2020-12. [`tools`] makes one
//! [`ApiTool`] of each operation that is wanted.
//!
//! Documents come from third parties. They are read leniently: what cannot be served is a
//! diagnostic with its place, and everything else is served. Nothing here opens a file or a
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
