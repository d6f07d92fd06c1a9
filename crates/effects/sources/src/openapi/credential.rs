//! How a request shows who it comes from.
//!
//! `names` says which variables hold what, `choose` picks one of the ways that the document
//! allows and for which there is everything, `token` keeps the tokens that a user
//! else hands out (`exchange`), and `apply` puts the result into the request: the last step before
//! it is sent.

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
