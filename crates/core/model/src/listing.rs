//! What a list of tools holds.

/// Which tools an endpoint lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ToolListing {
    /// All of them, as long as they are within the budget, or the client searches by itself.
    #[default]
    Auto,
    /// All of them.
    All,
    /// A few, with which all others are found and called.
    Search,
}

/// How much of a tool's schemas a list shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SchemaDetail {
    /// Everything that the source said.
    #[default]
    Full,
    /// What a call needs. `describe-tool` shows the rest.
    Short,
}

candor_text::string_enum! {
    /// The word in files.
    ToolListing {
        Auto => "auto",
        All => "all",
        Search => "search",
    }
}

candor_text::string_enum! {
    /// The word in files.
    SchemaDetail {
        Full => "full",
        Short => "short",
    }
}
