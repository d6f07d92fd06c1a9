//! The calls that somebody looks at, as a file: read a page at a time and sent as it is read.

#[cfg(test)]
mod tests;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use candor_frame::{Pages, Visitor, Wrong, now_micros};
use candor_model::{CallId, Role};
use candor_store::{CallFilter, CallPage, Finished, Store, StoreError};
use futures_util::stream;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use http::{StatusCode, Uri};
use jiff::Timestamp;

use super::filter::Typed;
use super::{csv as rows, jsonl as lines, list};

/// Where the calls are as a table.
pub(crate) const CSV: &str = "/audit/calls.csv";

/// Where they are as a JSON object a line.
pub(crate) const JSONL: &str = "/audit/calls.jsonl";

/// The most calls of a file.
pub(super) const ROWS_MAX: usize = 100_000;

/// How many are read at once.
const BATCH: usize = 500;

/// How a file is written.
struct Format {
    /// How its name ends.
    ends: &'static str,
    kind: &'static str,
    head: &'static str,
    write: fn(&Finished, &mut String),
}

/// What is still to be written.
struct Rest {
    store: Store,
    filter: CallFilter,
    format: Format,
    /// What was read and not written yet.
    read: Option<CallPage>,
    /// Where to go on.
    before: Option<CallId>,
    left: usize,
}

/// `GET /audit/calls.csv`
pub(crate) async fn csv(
    State(pages): State<Pages>,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    let format = Format {
        ends: "csv",
        kind: "text/csv; charset=utf-8; header=present",
        head: rows::HEAD,
        write: rows::write,
    };
    send(&pages, &visitor, &uri, format).await
}

/// `GET /audit/calls.jsonl`
pub(crate) async fn jsonl(
    State(pages): State<Pages>,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    let format = Format {
        ends: "jsonl",
        kind: "application/jsonl; charset=utf-8",
        head: "",
        write: lines::write,
    };
    send(&pages, &visitor, &uri, format).await
}

async fn send(
    pages: &Pages,
    visitor: &Visitor,
    uri: &Uri,
    format: Format,
) -> Result<Response, Wrong> {
    visitor.needs(Role::Viewer, list::PATH)?;
    let filter = Typed::of(uri).read(&pages.gateway.catalogue());
    let filter = filter.map_err(|wrong| {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        let mut sentences = wrong.into_iter().map(|one| one.sentence);
        let first = sentences.next().unwrap_or_default();
        let wrong = Wrong::new(status, "It is not clear which calls", first);
        let wrong = sentences.fold(wrong, Wrong::and);
        wrong.way(list::PATH, "All calls")
    })?;
    let head = [
        (CONTENT_TYPE, format.kind.to_owned()),
        (CONTENT_DISPOSITION, disposition(format.ends)),
    ];
    let mut rest = Rest {
        store: pages.gateway.store().clone(),
        filter,
        format,
        read: None,
        before: None,
        left: ROWS_MAX,
    };
    // A store that cannot be read is told on a page; later the file breaks off.
    rest.read().await.map_err(|error| Wrong::failed(&error))?;
    let body = Body::from_stream(stream::try_unfold(rest, Rest::next));
    Ok((head, body).into_response())
}

fn disposition(ends: &str) -> String {
    let now = Timestamp::from_microsecond(now_micros()).unwrap_or_default();
    let day = now.strftime("%Y-%m-%d");
    format!("attachment; filename=\"candor-calls-{day}.{ends}\"")
}

// === impl Rest ===

impl Rest {
    async fn read(&mut self) -> Result<(), StoreError> {
        let most = self.left.min(BATCH);
        let read = self
            .store
            .calls_page(&self.filter, self.before, most)
            .await?;
        self.left -= read.calls.len();
        self.read = Some(read);
        Ok(())
    }

    /// The next piece of the file.
    async fn next(mut self) -> Result<Option<(String, Self)>, StoreError> {
        let first = self.before.is_none() && self.read.is_some();
        if self.read.is_none() && self.before.is_some() {
            let read = self.read().await;
            read.inspect_err(|error| tracing::error!(%error, "An export of calls broke off"))?;
        }
        let Some(read) = self.read.take() else {
            return Ok(None);
        };
        let mut text = if first { self.format.head } else { "" }.to_owned();
        for call in &read.calls {
            (self.format.write)(call, &mut text);
        }
        self.before = read.next.filter(|_| self.left > 0);
        Ok(Some((text, self)))
    }
}
