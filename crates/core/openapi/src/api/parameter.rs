//! Parameters in path, query, headers and cookies.

use serde_json::Value;

/// One parameter of an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiParameter {
    /// The name in the request.
    pub name: String,
    /// The part of the request that has it.
    pub place: ParameterPlace,
    /// The description in the document.
    pub description: Option<String>,
    /// Whether a request must have it.
    pub required: bool,
    /// Whether it is deprecated.
    pub deprecated: bool,
    /// The schema of its value.
    pub schema: Value,
    /// How the value is serialized.
    pub form: ParameterForm,
    /// Whether `:/?#[]@!$&'()*+,;=` are sent unencoded where that is harmless.
    pub allow_reserved: bool,
}

/// The location of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ParameterPlace {
    /// In the path, in place of `{name}`.
    Path,
    /// In the query.
    Query,
    /// The whole query string.
    QueryString,
    /// In a header.
    Header,
    /// In a cookie.
    Cookie,
}

/// How a parameter is serialized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterForm {
    /// By one of OpenAPI's styles for lists and objects.
    Style {
        /// The style of lists and objects.
        style: ParameterStyle,
        /// Whether each element is written separately.
        explode: bool,
    },
    /// Encoded in this media type.
    Content(String),
}

/// OpenAPI's styles for lists and objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ParameterStyle {
    /// `;name=a,b` in a path.
    Matrix,
    /// `.a.b` in a path.
    Label,
    /// `a,b` in a path or header.
    Simple,
    /// `name=a&name=b`, or `name=a,b`, in a query or cookie.
    Form,
    /// `name=a%20b` in a query.
    SpaceDelimited,
    /// `name=a%7Cb` in a query.
    PipeDelimited,
    /// `name=a%09b` in a query: `tsv` of Swagger 2.0.
    TabDelimited,
    /// `name[key]=a` in a query.
    DeepObject,
    /// `name=a; name=b` in a cookie, of OpenAPI 3.2.
    Cookie,
}

// === impl ParameterPlace ===

impl ParameterPlace {
    /// The name of the argument group for this location, if arguments are grouped.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query | Self::QueryString => "query",
            Self::Header => "header",
            Self::Cookie => "cookie",
        }
    }
}
