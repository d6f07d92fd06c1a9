//! Why arguments cannot be converted to a request.

use candor_text::quote;

/// Why there is no request. Nothing was sent. Each sentence is for the caller of the tool: it names
/// the argument, shows the value and says what to give instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// A request without it is wrong.
    #[error("the argument `{argument}` is missing; give it")]
    Missing {
        /// The name of the argument.
        argument: String,
    },
    /// The argument does not exist.
    #[error(
        "there is no argument {}; leave it out or correct its name",
        quote(argument)
    )]
    Unknown {
        /// The name of the argument.
        argument: String,
    },
    /// The value has the wrong type.
    #[error("the argument `{argument}` is {found}; give {wanted}")]
    Kind {
        /// The name of the argument.
        argument: String,
        /// The type of the value.
        found: &'static str,
        /// The expected type.
        wanted: &'static str,
    },
    /// A path segment would be empty.
    #[error("the argument `{argument}` is empty, and it is a part of the path; give it a value")]
    EmptyInPath {
        /// The name of the argument.
        argument: String,
    },
    /// The path would lead elsewhere.
    #[error(
        "the argument `{argument}` makes {} of a part of the path, which would lead to another \
         path; give a value without `.` and `..` between slashes",
        quote(value)
    )]
    LeavesPath {
        /// The name of the argument.
        argument: String,
        /// The resulting path segment.
        value: String,
    },
    /// The document's own path cannot be sent.
    #[error(
        "the path {} of the operation cannot be sent as it is written; its document must be \
         corrected",
        quote(path)
    )]
    BadPath {
        /// The path of the operation.
        path: String,
    },
    /// The character that parts the elements is in one of them.
    #[error(
        "the argument `{argument}` holds {} in one element, and there {separator} parts the \
         elements; give elements without it",
        quote(value)
    )]
    Separator {
        /// The name of the argument.
        argument: String,
        /// The element that is refused.
        value: String,
        /// The separator of elements, in words.
        separator: &'static str,
    },
    /// The name of a member cannot be written.
    #[error(
        "the argument `{argument}` has a member named {}, which cannot be written there: {why}; \
         leave it out",
        quote(key)
    )]
    Key {
        /// The name of the argument.
        argument: String,
        /// The name of the member.
        key: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A header or cookie cannot hold the value.
    #[error(
        "the argument `{argument}` is {}, and a {place} cannot hold that: {why}",
        quote(value)
    )]
    Character {
        /// The name of the argument.
        argument: String,
        /// The value that was given.
        value: String,
        /// `header` or `cookie`.
        place: &'static str,
        /// What is wrong with it, and what to do.
        why: &'static str,
    },
    /// A header that is not for callers to set.
    #[error(
        "the argument `{argument}` would set the header {}, which callers cannot set; leave it \
         out",
        quote(header)
    )]
    ForbiddenHeader {
        /// The name of the argument.
        argument: String,
        /// The header that it would be sent as.
        header: String,
    },
    /// The document's name for a header or cookie is none.
    #[error(
        "the argument `{argument}` would set the {place} {}, which is no name of HTTP; leave it \
         out",
        quote(name)
    )]
    BadName {
        /// The name of the argument.
        argument: String,
        /// `header` or `cookie`.
        place: &'static str,
        /// The name that is refused.
        name: String,
    },
    /// Neither base64 nor a data URI.
    #[error("the argument `{argument}` holds bytes, and {} is {why}", quote(value))]
    Bytes {
        /// The name of the argument.
        argument: String,
        /// The value that was given.
        value: String,
        /// What is wrong with it, and what to do.
        why: &'static str,
    },
    /// The body is given as a whole and in parts.
    #[error("the body is given twice, by `{argument}` and by `{other}`; leave one of them out")]
    BodyTwice {
        /// The argument that is the whole body.
        argument: String,
        /// The argument that is a part of it.
        other: String,
    },
    /// The document has no such form of the body, or none that can be sent.
    #[error(
        "the media type {} of the body cannot be sent; the document must be corrected",
        quote(media_type)
    )]
    BadMediaType {
        /// The media type.
        media_type: String,
    },
    /// A credential would be sent beside a value of the caller with the same name.
    #[error(
        "the {place} {} is for a credential, and the arguments set it too; leave it out",
        quote(name)
    )]
    Taken {
        /// `query parameter`, `header` or `cookie`.
        place: &'static str,
        /// The name of the parameter.
        name: String,
    },
}
