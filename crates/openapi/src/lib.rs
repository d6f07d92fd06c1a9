//! What an OpenAPI document says, and the tools that come of it.
//!
//! Three steps, each a pure function of its input. [`parse`] makes a tree of values from text and
//! [`Bundle`] gathers the files that one document consists of. [`read`] turns the bundle into an
//! [`Api`]: the ten kinds of objects that matter here, whatever version the document was written
//! in, with schemas in the terms of JSON Schema 2020-12. [`tools`] makes one [`Tool`] of each
//! operation that is wanted.
//!
//! Documents come from strangers. They are read leniently: what cannot be served is a diagnostic
//! with its place, and everything else is served. Nothing here opens a file or a connection.

mod api;
mod read;
mod tool;

pub use self::api::{
    Api, Body, Definitions, Encoding, Extension, Flow, FlowKind, KeyPlace, Media, MediaKind,
    Method, Need, Operation, Parameter, ParameterForm, ParameterPlace, Requirement, Response,
    Scheme, SchemeKind, Server, ServerVariable, Status, Style, is_reserved,
};
pub use self::read::{Bundle, ReadError, parse, read};
pub use self::tool::{Layout, Selection, Slot, Target, Tool, ToolOptions, Wanted, is_bytes, tools};
