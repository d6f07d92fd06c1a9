//! The road of a call.
//!
//! The steps, in order: [`arrival`], [`identify`], [`select`], [`resolve`], [`admit`],
//! [`dispatch`], [`delivery`], [`finish`]. [`pipeline`] is the whole road on one page, and
//! [`exchange`] is what a face holds of it. The rest is what single steps need.

pub(crate) mod admit;
pub(crate) mod audit;
pub(crate) mod coalesce;
pub(crate) mod completion;
pub(crate) mod delivery;
pub(crate) mod dispatch;
pub(crate) mod finish;
pub(crate) mod identify;
pub(crate) mod incoming;
pub(crate) mod indirect;
pub(crate) mod parked;
pub(crate) mod pipeline;
pub(crate) mod refusal;
pub(crate) mod resolve;
pub(crate) mod resource_watch;
pub(crate) mod result_cache;
pub(crate) mod retry;
pub(crate) mod select;
pub(crate) mod stream;
