//! Mapping of arguments to parts of the request.

/// The mapping of arguments. Arguments without a slot do not exist, except `_select`, which is not
/// sent.
///
/// The rule by which arguments are laid out:
///
/// 1. Every parameter is an argument under its own name, whatever its characters. Left out are
///    those that a security scheme fills in, also as a token under another name (such as
///    `access_token`), those that belong to HTTP itself (such as `Host`), and keys for idempotency,
///    which Candor makes.
/// 2. A body of JSON or of a form is *spread*, each property being an argument, if its schema is
///    a plain object: described by properties alone, through references and `allOf`, without a
///    choice, a condition, a count, or a rule for further properties other than that there are
///    none. A body that may be left out is spread only if none of its properties is required.
///    Further properties of a spread body cannot be sent. A form without fields has no argument.
/// 3. Any other body is one argument, `body`.
/// 4. Arguments are *flat* if all their names differ and none is `_select`. If not, they are in
///    *groups*: `path`, `query`, `header` and `cookie` are objects with the parameters that go
///    there, and the body is `body`, not spread.
///
/// Only the operation itself determines the layout, so the arguments of a tool do not depend on the
/// selection or on settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArgumentLayout {
    /// One slot per argument.
    pub slots: Vec<ArgumentSlot>,
}

/// An argument and its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentSlot {
    /// The group, if arguments are grouped: `path`, `query`, `header` or `cookie`.
    pub group: Option<&'static str>,
    /// The name of the argument in its group.
    pub argument: String,
    /// The target of the argument.
    pub target: ArgumentTarget,
}

/// The target of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentTarget {
    /// A parameter, by its index in the operation.
    Parameter(usize),
    /// A property of the body.
    Property(String),
    /// The whole body.
    Body,
}
