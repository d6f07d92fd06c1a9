//! What Candor does with a call, free of HTTP and of the differences between revisions.
//!
//! A call is a chain of types: [`Arrival`] → `Caller` → `View` → `ResolvedCall` → `AdmittedCall`
//! → `Delivery` → answer. Each step consumes the previous type and only its own module can make
//! the next, so a call that skipped a step does not compile. Lists are answered from the
//! [`Catalogue`], a snapshot whose bytes were written when something changed.

mod abilities;
pub mod access;
mod admit;
pub mod approvals;
pub mod arrival;
mod audit;
pub mod catalogue;
mod change;
mod clerk;
mod clock;
mod complete;
mod delivery;
pub mod desk;
mod dispatch;
pub mod endpoint;
pub mod exchange;
mod finish;
mod flights;
pub mod gateway;
pub mod house;
mod identify;
mod indirect;
mod kept;
pub mod knowledge;
mod librarian;
pub mod limits;
mod management;
mod members;
pub mod metrics;
mod parked;
mod pinboard;
mod pipeline;
mod refresh;
pub mod refusal;
mod renew;
mod resolve;
mod retention;
mod retry;
mod said;
mod saved;
mod select;
mod spec;
mod status;
mod stirs;
mod tasks;
#[cfg(test)]
mod testing;
mod wallet;
mod watch;
mod workshop;

pub use access::AccessError;
pub use approvals::{ApprovalDesk, DecideError, Link, LinkError};
pub use arrival::{Arrival, Client};
pub use candor_sources::Ask;
pub use catalogue::{Catalogue, Listed, Offer, Offered, Reading, Style, Tool, server_info};
pub use change::{Change, Stir};
pub use desk::{Desk, DeskError};
pub use endpoint::{Endpoint, NoEndpoint};
pub use exchange::{CallEvent, Exchange};
pub use gateway::{Gateway, Patience};
pub use house::House;
pub use knowledge::{Declarations, DeclaredEnvironment, DeclaredNotes, DeclaredToolset};
pub use limits::Limits;
pub use members::Membership;
pub use spec::{GatewaySpec, SourceSetup};
pub use status::SourceStatus;
pub use watch::Watch;
pub use workshop::{Closed, Making, SourcePlan, Workshop};
