//! What an endpoint writes about tools.

use candor_model::Profile;

/// The `[endpoint]` table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndpointSettings {
    /// Which hints are written.
    pub profile: Profile,
    /// Whether it is written where each of them comes from.
    pub provenance: bool,
}
