//! Settings for tool lists.

/// Which tools an endpoint lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ToolListing {
    /// All of them while they fit the budget or if the client has its own tool search; otherwise as
    /// [`ToolListing::Search`].
    #[default]
    Auto,
    /// All of them.
    All,
    /// A few tools with which the others are found and called.
    Search,
}

/// How much of each tool's schemas a list contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SchemaDetail {
    /// The source's schemas, unchanged.
    #[default]
    Full,
    /// Only what a call needs. `describe-tool` returns the rest.
    Short,
}

candor_text::string_enum! {
    /// The value used in configuration files.
    ToolListing {
        Auto => "auto",
        All => "all",
        Search => "search",
    }
}

candor_text::string_enum! {
    /// The value used in configuration files.
    SchemaDetail {
        Full => "full",
        Short => "short",
    }
}
