//! The authentication of requests.
//!
//! `names` maps credentials to variables, `choose` selects an alternative of the document for which
//! all values are set, `token` caches tokens of token servers (`exchange`), and `apply` adds the
//! credential to the request, as the last step before it is sent.

mod apply;
mod choose;
mod exchange;
mod grant;
mod names;
mod token;

pub(super) use apply::apply;
pub(super) use choose::{AvailableCredentials, RequestCredential, choose};
pub(super) use exchange::{TokenProof, exchange};
pub(super) use grant::TokenGrant;
pub(super) use token::AccessTokenCache;

pub(super) use names::{VariablePart, shout};

pub use names::needs;
