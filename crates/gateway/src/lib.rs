//! What Candor does with a call, independent of HTTP and of protocol revisions.
//!
//! A call is a chain of types: [`IncomingCall`] → `AuthorizedCall` → `CallerCatalogue` →
//! `ResolvedCall` → `AdmittedCall` → `DispatchedCall` → `Delivery` → reply. Each step consumes the
//! previous type and only its own module can make the next, so a call that skipped a step does not
//! compile. Lists are answered from the
//! [`Catalogue`], a snapshot whose bytes were written when something changed.

pub mod access;
pub mod approvals;
mod call;
mod caller_usage;
pub mod catalogue;
mod clock;
pub mod edit;
mod events;
pub mod gateway;
pub mod limits;
mod management;
pub mod metrics;
pub mod records;
mod source_tasks;
mod sources;
mod state;
#[cfg(test)]
mod testing;

pub use access::page_sessions::{NewSignInLink, PageSessions, SignInError};
pub use access::{AccessError, RequestPath};
pub use approvals::{
    AnswerLink, AnswerLinkError, ApprovalLink, ApprovalLinkError, ApprovalService, COMES_BACK_META,
    DecideError, RevealError, is_local_url,
};
pub use call::CallStream;
pub use call::incoming::{ClientContext, IncomingCall};
pub use call::resource_watch::ResourceWatch;
pub use caller_usage::UsageGuard;
pub use candor_sources::{CallEvent, InputRequest};
pub use catalogue::endpoint::{Endpoint, UnknownEndpoint};
pub use catalogue::{
    Catalogue, CatalogueTool, ContentKind, EndpointContent, EndpointOffer, EndpointStyle,
    EvidenceSettings, ListKind, ListSettings, ListedContent, OfferedTool, server_info,
};
pub use edit::{EditError, Editor};
pub use events::event::{ClientEvent, TaskAudience, UiEvent};
pub use events::sessions::SessionGuard;
pub use gateway::{Gateway, StartupWait};
pub use limits::GatewayLimits;
pub use records::RecordReader;
pub use source_tasks::TaskWatch;
pub use sources::factory::{ClosedFactory, SourceFactory, SourceFuture, SourcePlan};
pub use sources::spec::{GatewaySpec, SourceSetup, SourceTreatment};
pub use sources::status::SourceStatus;
pub use state::configuration::{ConfigurationChange, ConfigurationStatus};
pub use state::policy_settings::{GatewayOwner, GatewayPolicySettings};
pub use state::snapshot::{DeclaredEnvironment, DeclaredNotes, DeclaredToolset, FileDeclarations};
