//! What can be said in path, query, headers and cookies.

use serde_json::Value;

/// One parameter of an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiParameter {
    /// Its name in the request.
    pub name: String,
    /// Where it goes.
    pub place: ParameterPlace,
    /// What it means.
    pub description: Option<String>,
    /// Whether a request without it is wrong.
    pub required: bool,
    /// Whether it should no longer be used.
    pub deprecated: bool,
    /// What it may be.
    pub schema: Value,
    /// How it is written.
    pub form: ParameterForm,
    /// Whether `:/?#[]@!$&'()*+,;=` may stand as they are, where they do no harm.
    pub allow_reserved: bool,
}

/// Where a parameter goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ParameterPlace {
    /// Into the path, in place of `{name}`.
    Path,
    /// Into the query.
    Query,
    /// It is the whole query.
    QueryString,
    /// Into a header.
    Header,
    /// Into a cookie.
    Cookie,
}

/// How a parameter is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterForm {
    /// By one of the rules that OpenAPI has for lists and objects.
    Style {
        /// The style of lists and objects.
        style: ParameterStyle,
        /// Whether each element is written on its own.
        explode: bool,
    },
    /// As a document of this media type.
    Content(String),
}

/// The rules for writing lists and objects.
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
    /// The name of the group of arguments that go there, where arguments are grouped.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query | Self::QueryString => "query",
            Self::Header => "header",
            Self::Cookie => "cookie",
        }
    }
}
