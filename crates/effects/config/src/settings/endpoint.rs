//! The `[endpoint]` and `[inference]` tables.

use std::ops::RangeInclusive;

use candor_model::{DestructivePolicy, HintProfile};
use candor_resolve::notes::BUDGET;

use crate::declare::declare_settings;
use crate::read::setting_type::{Maybe, flag, number, word};

/// How many characters a description may have together with its notes.
pub(crate) const BUDGETS: RangeInclusive<usize> = 200..=100_000;

declare_settings! {
    /// What `/mcp` says to clients about tools.
    #[derive(Copy)]
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
