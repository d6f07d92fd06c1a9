//! Code shared by HTTP faces: checks of host, origin and caller before a request, and event stream
//! responses.

pub mod authenticate;
pub mod bearer;
pub mod event_stream;
pub mod host;

pub use authenticate::{AuthenticationError, authenticate, request_path};
pub use bearer::{BearerError, bearer};
pub use event_stream::{event_stream, open_event_stream};
pub use host::{HostCheck, HostError};
