//! What Candor does with a call, free of HTTP and of the differences between revisions.
//!
//! A call is a chain of types: [`Arrival`] → `Caller` → `View` → `ResolvedCall` → `AdmittedCall`
//! → `Delivery` → answer. Each step consumes the previous type and only its own module can make
//! the next, so a call that skipped a step does not compile. Lists are answered from the
//! [`Catalogue`], a snapshot whose bytes were written when something changed.

mod admit;
pub mod arrival;
mod audit;
pub mod catalogue;
mod clerk;
mod clock;
mod complete;
pub mod desk;
mod dispatch;
pub mod endpoint;
pub mod exchange;
mod finish;
pub mod gateway;
mod identify;
mod indirect;
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
mod said;
mod select;
mod wallet;
mod watch;

pub use arrival::{Arrival, Client};
pub use candor_sources::Ask;
pub use catalogue::{Catalogue, Listed, Offer, Offered, Reading, Style, Tool, server_info};
pub use desk::{Desk, DeskError};
pub use endpoint::{Endpoint, NoEndpoint};
pub use exchange::{CallEvent, Exchange};
pub use gateway::{Change, Gateway, GatewaySpec, Patience, SourceSetup, SourceStatus};
pub use knowledge::{Declarations, DeclaredEnvironment, DeclaredNotes, DeclaredToolset};
pub use limits::Limits;
pub use members::Membership;
pub use watch::Watch;
