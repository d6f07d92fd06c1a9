//! What Candor does with a call, free of HTTP and of the differences between revisions.
//!
//! A call is a chain of types: [`Arrival`] → `Caller` → `View` → `ResolvedCall` → `AdmittedCall`
//! → `Delivery` → answer. Each step consumes the previous type and only its own module can make
//! the next, so a call that skipped a step does not compile. Lists are answered from the
//! [`Catalogue`], a snapshot whose bytes were written when something changed.

pub mod access;
pub mod approvals;
mod call;
pub mod catalogue;
mod clock;
pub mod edit;
mod events;
pub mod gateway;
pub mod limits;
mod management;
pub mod metrics;
mod sources;
mod state;
#[cfg(test)]
mod testing;

pub use access::AccessError;
pub use approvals::{ApprovalDesk, DecideError, Link, LinkError};
pub use call::arrival::{Arrival, Client};
pub use call::exchange::{CallEvent, Exchange};
pub use call::resource_watch::Watch;
pub use candor_sources::Ask;
pub use catalogue::endpoint::{Endpoint, NoEndpoint};
pub use catalogue::{Catalogue, Listed, Offer, Offered, Reading, Style, Tool, server_info};
pub use edit::{Desk, DeskError};
pub use events::change::{Change, Stir};
pub use events::sessions::Membership;
pub use gateway::{Gateway, Patience};
pub use limits::Limits;
pub use sources::factory::{Closed, Making, SourcePlan, Workshop};
pub use sources::spec::{GatewaySpec, SourceSetup};
pub use sources::status::SourceStatus;
pub use state::policy_settings::House;
pub use state::snapshot::{Declarations, DeclaredEnvironment, DeclaredNotes, DeclaredToolset};
