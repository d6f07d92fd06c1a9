//! What HTTP faces share: who may be addressed, from where, and who it is that asks, looked at before
//! a request; and responses that are event streams.

pub mod authenticate;
pub mod bearer;
pub mod event_stream;
pub mod host;

pub use authenticate::{AuthenticationError, authenticate, request_path};
pub use bearer::{BearerError, bearer};
pub use event_stream::{event_stream, open_event_stream};
pub use host::{HostCheck, HostError};
