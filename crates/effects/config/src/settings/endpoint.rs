//! The `[endpoint]` and `[inference]` tables.

use std::ops::RangeInclusive;

use candor_model::{DestructivePolicy, HintProfile, SchemaDetail, ToolListing, ToolsetName};
use candor_resolve::notes::BUDGET;

use crate::declare::declare_settings;
use crate::read::setting_type::{Maybe, flag, number, text, word};
use crate::read::values;

/// The allowed lengths of a description with its notes, in characters.
pub(crate) const BUDGETS: RangeInclusive<usize> = 200..=100_000;

/// The default token budget of a tool list.
const LIST_BUDGET: usize = 100_000;

/// The allowed token budgets.
const LIST_BUDGETS: RangeInclusive<usize> = 1_000..=10_000_000;

declare_settings! {
    /// What `/mcp` says to clients about tools.
    pub struct EndpointSettings = "endpoint", |reader| {
        /// Which hints are written. "known": those that are set. "explicit": all four, with the
        /// protocol's defaults for the rest. "anthropic", "openai": what those directories demand.
        profile: HintProfile = HintProfile::default(), word();
        /// Whether the origin of each hint is written, too.
        provenance: bool = false, flag();
        /// How many characters a description may have together with its notes, from 200 to 100000.
        /// Where that is not enough, the description is cut first, and then the last notes are left
        /// out. A description without notes is never cut.
        budget: usize = BUDGET, number(BUDGETS);
        /// Whether /mcp has tools of its own, with which a model can build, equip and search toolsets.
        management: bool = true, flag();
        /// Which tools are listed. "auto": all of them, or where that takes more than
        /// `list_budget`, only tools to search, describe and call the others. A client that
        /// searches tools by itself still gets all. "all" and "search" decide it for every client.
        list: ToolListing = ToolListing::default(), word();
        /// How many tokens a list may take before "auto" makes it short, from 1000 to 10000000.
        list_budget: usize = LIST_BUDGET, number(LIST_BUDGETS);
        /// The toolset whose tools are listed even where the list is short. None by default.
        pinned: Option<ToolsetName> = None, Maybe(text(values::toolset_name, ToString::to_string)),
            example: Some("\"everyday\"");
        /// How much of a tool's schemas is listed. "full": everything. "short": no output schemas, no
        /// examples, and descriptions of parameters cut; `describe-tool` shows them whole.
        schemas: SchemaDetail = SchemaDetail::default(), word();
    }
}

declare_settings! {
    /// What Candor infers about tools, from methods, names, descriptions and schemas.
    #[derive(Copy)]
    pub struct InferenceSettings = "inference", |reader| {
        /// Whether evidence that a tool is risky applies by itself. Evidence that a tool is safer
        /// always waits for a person.
        enabled: bool = true, flag();
        /// What counts as destructive. "deletes": deletions, revocations, cancellations.
        /// "overwrites": those, and overwriting. "writes": any write.
        destructive: DestructivePolicy = DestructivePolicy::default(), word();
        /// Whether tools reach the open world, where nothing else says so. Not set by default.
        open_world: Option<bool> = None, Maybe(flag()), example: Some("true");
        /// Whether tools without a title are given one, made of their name.
        titles: bool = true, flag();
    }
}
