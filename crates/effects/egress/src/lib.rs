//! Outgoing HTTP that goes only where it may, and takes only what it can hold.
//!
//! An [`EgressClient`] sends an [`EgressRequest`] within [`ExchangeLimits`] and returns an
//! [`EgressResponse`] or an [`EgressError`]. It speaks HTTP/1.1 and, where TLS agrees on it,
//! HTTP/2, and keeps connections for later.
//!
//! - **Where to.** Only `http` and `https`. The address that is connected to is the one that was
//!   checked ([`is_public`]): the guard stands between the name and the socket, so it sees every
//!   redirect, every reconnect and every answer of a name server that has changed its mind.
//!   Proxies of the environment are not used, since behind one the guard would be blind. The
//!   listeners of this process ([`OwnListener`]) are reached by no client, whatever it may do.
//! - **To whom.** Redirects are followed within the origin only, and nothing but `GET` and `HEAD`
//!   is ever sent twice.
//! - **How much.** A body is unpacked as it comes and cut at a limit, in bytes and in time.
//! - **What is known.** Every error says whether the request may have reached the server
//!   ([`EgressError::was_sent`]). Nothing is retried here; that is for those who know what the
//!   request does.
//! - **Watched.** While a [`RequestWatch`] lives, every request of the process is written down, and
//!   those that lead elsewhere than it permits are refused.
//!
//! Dropping the future of [`EgressClient::send`] ends the exchange.

mod address;
mod body;
mod client;
mod connect;
mod decode;
mod error;
mod limits;
mod own_listener;
mod redirect;
mod request;
mod request_watch;
mod resolve;
mod response;

pub use address::{AddressRefusal, is_public};
pub use client::{EgressClient, EgressSettings};
pub use error::{EgressCause, EgressError};
pub use limits::ExchangeLimits;
pub use own_listener::OwnListener;
pub use request::{EgressRequest, shown_without_query};
pub use request_watch::{RequestReach, RequestWatch, WatchedRequest};
pub use resolve::{AddressLookup, AddressResolver};
pub use response::{BodyCut, CutReason, EgressResponse};
