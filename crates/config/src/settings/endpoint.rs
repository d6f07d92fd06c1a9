//! What an endpoint writes about tools.

use candor_model::Profile;

/// The `[endpoint]` table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndpointSettings {
    /// Which hints are written.
    pub profile: Profile,
    /// Whether it is written where each of them comes from.
    pub provenance: bool,
    /// How many characters a description may have with its notes.
    pub budget: usize,
    /// Whether the tools are there with which a model builds, equips and searches toolsets.
    pub management: bool,
}
