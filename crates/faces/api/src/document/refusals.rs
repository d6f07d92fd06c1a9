//! The problems that operations have in common, as the document describes them.

use std::collections::BTreeMap;

use utoipa::IntoResponses;
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::{ContentBuilder, Ref, RefOr};

// After a colon stand the refusals that it includes.
macro_rules! refusals {
    ($(
        $(#[$doc:meta])*
        $name:ident $(: $($part:ident),+)? { $($status:literal => $text:literal),* $(,)? }
    )+) => {$(
        $(#[$doc])*
        pub(crate) struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                let own = [$(($status.to_owned(), problem($text))),*];
                own.into_iter()$($(.chain($part::responses()))+)?.collect()
            }
        }
    )+};
}

refusals! {
    /// A query that cannot be used.
    BadQuery {
        "400" => "The query, the path or a header is malformed.",
    }
    /// Something that is not there.
    NotThere {
        "404" => "Not found. The nearest name is suggested, if there is one.",
    }
    /// A query or a path that cannot be used, or that names nothing.
    BadName: BadQuery, NotThere {}
    /// A pattern that is none.
    BadPattern {
        "422" => "The pattern is invalid.",
    }
    /// A body that cannot be taken.
    BadBody {
        "400" => "The body is not JSON, or a header or the query is malformed.",
        "413" => "The body is too large.",
        "415" => "The body is not declared as `application/json`.",
        "422" => "The request is invalid. Nothing was changed.",
    }
    /// A change that is not possible now.
    InTheWay {
        "409" => "It already exists, or the configuration file sets it. Nothing was changed.",
    }
    /// A decision about what is decided.
    Decided {
        "409" => "It is decided already, it has expired, or its caller has gone; \
                  `approval` says how it stands. Or there are too many standing approvals. Nothing was changed.",
    }
    /// A look at what is not there to be seen.
    NothingToReveal {
        "409" => "The approval was decided, has expired or was abandoned, and its masked arguments are \
                  deleted.",
        "422" => "Nothing is masked, or the masked arguments were not kept.",
    }
    /// A decision about one's own call.
    NotYours {
        "403" => "You do not have the role, or it is your own call. Nothing was changed.",
    }
    /// A change that comes too late.
    TooLate {
        "412" => "It has changed since you read it; the `ETag` header has its current version. \
                  Nothing was changed.",
    }
    /// A change that does not say which version it is about.
    WhichVersion {
        "428" => "`If-Match` is missing. Nothing was changed.",
    }
    /// A change of something that has a name.
    BadChange: BadBody, NotThere, InTheWay {}
    /// A change of a version that was read.
    BadEdit: BadChange, TooLate, WhichVersion {}
    /// A removal of a version that was read.
    BadRemoval: BadName, InTheWay, TooLate, WhichVersion {}
}

/// A response that is a problem document.
pub(super) fn problem(text: &str) -> RefOr<Response> {
    let schema = Ref::from_schema_name("Problem");
    let content = ContentBuilder::new().schema(Some(schema)).build();
    ResponseBuilder::new()
        .description(text)
        .content("application/problem+json", content)
        .build()
        .into()
}
