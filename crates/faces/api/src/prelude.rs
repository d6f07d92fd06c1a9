//! Common imports of handlers and their types.

pub(crate) use axum::Json;
pub(crate) use axum::extract::State;
pub(crate) use axum::response::{IntoResponse, Response};
pub(crate) use candor_gateway::StartupWait;
pub(crate) use http::StatusCode;
pub(crate) use serde::{Deserialize, Serialize};
pub(crate) use utoipa::{IntoParams, ToSchema};

pub(crate) use crate::body::{JsonBody, NoBody, RequestBody};
pub(crate) use crate::document::refusals::{
    BadBody, BadChange, BadEdit, BadName, BadPattern, BadQuery, BadRemoval, Decided, InTheWay,
    NotThere, NotYours, NothingToReveal, TooLate, WhichVersion,
};
pub(crate) use crate::etag::{IfMatch, IfNoneMatch};
pub(crate) use crate::list_page::{ListPage, PageRequest};
pub(crate) use crate::path::PathParams;
pub(crate) use crate::problem::{ApiProblem, ProblemKind, quoted};
pub(crate) use crate::query::{PageQuery, PlaceQuery, QueryParams, ReasonQuery, RemovalQuery};
pub(crate) use crate::requester::Requester;
pub(crate) use crate::router::{ApiState, PREFIX};
pub(crate) use crate::{etag, list_page, path, time};
