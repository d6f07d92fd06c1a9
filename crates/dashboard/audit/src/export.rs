//! The filtered calls as a file: read in batches and streamed.

#[cfg(test)]
mod tests;

use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use candor_dashboard_kit::{CurrentUser, DashboardState, PageError, now_micros};
use candor_gateway::records::{CallFilter, CallPage, RecordReader, RecordedCall, StoreError};
use candor_model::{CallId, Role};
use futures_util::stream;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use http::{StatusCode, Uri};
use jiff::Timestamp;

use crate::filter::CallFilterForm;
use crate::{csv as rows, jsonl as lines, list};

pub(crate) const CSV: &str = "/audit/calls.csv";

pub(crate) const JSONL: &str = "/audit/calls.jsonl";

/// The most calls of a file.
pub(crate) const ROWS_MAX: usize = 100_000;

/// The calls of one batch.
const BATCH: usize = 500;

/// A file format.
struct ExportFormat {
    /// The file extension.
    ends: &'static str,
    kind: &'static str,
    head: &'static str,
    write: fn(&RecordedCall, &mut String),
}

/// The rest of a file that is being written.
struct ExportStream {
    records: RecordReader,
    filter: CallFilter,
    format: ExportFormat,
    /// The batch that is not written yet.
    read: Option<CallPage>,
    /// The cursor of the next batch.
    before: Option<CallId>,
    left: usize,
}

/// `GET /audit/calls.csv`: exports the filtered calls as CSV.
pub(crate) async fn csv(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    let format = ExportFormat {
        ends: "csv",
        kind: "text/csv; charset=utf-8; header=present",
        head: rows::HEAD,
        write: rows::write,
    };
    send(&pages, &visitor, &uri, format).await
}

/// `GET /audit/calls.jsonl`: exports the filtered calls as lines of JSON.
pub(crate) async fn jsonl(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    let format = ExportFormat {
        ends: "jsonl",
        kind: "application/jsonl; charset=utf-8",
        head: "",
        write: lines::write,
    };
    send(&pages, &visitor, &uri, format).await
}

async fn send(
    pages: &DashboardState,
    visitor: &CurrentUser,
    uri: &Uri,
    format: ExportFormat,
) -> Result<Response, PageError> {
    visitor.needs(Role::Viewer, list::PATH)?;
    let filter = CallFilterForm::of(uri).read(&pages.gateway.catalogue());
    let filter = filter.map_err(|wrong| {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        let mut sentences = wrong.into_iter().map(|one| one.sentence);
        let first = sentences.next().unwrap_or_default();
        let wrong = PageError::new(status, "Invalid filter", first);
        let wrong = sentences.fold(wrong, PageError::and);
        wrong.link(list::PATH, "All calls")
    })?;
    let head = [
        (CONTENT_TYPE, format.kind.to_owned()),
        (CONTENT_DISPOSITION, disposition(format.ends)),
    ];
    let mut rest = ExportStream {
        records: pages.gateway.records().clone(),
        filter,
        format,
        read: None,
        before: None,
        left: ROWS_MAX,
    };
    // A store that fails now leads to an error page; later, the file ends early.
    rest.read()
        .await
        .map_err(|error| PageError::failed(&error))?;
    let body = Body::from_stream(stream::try_unfold(rest, ExportStream::next));
    Ok((head, body).into_response())
}

fn disposition(ends: &str) -> String {
    let now = Timestamp::from_microsecond(now_micros()).unwrap_or_default();
    let day = now.strftime("%Y-%m-%d");
    format!("attachment; filename=\"candor-calls-{day}.{ends}\"")
}

// === impl ExportStream ===

impl ExportStream {
    async fn read(&mut self) -> Result<(), StoreError> {
        let most = self.left.min(BATCH);
        let read = self
            .records
            .calls_page(&self.filter, self.before, most)
            .await?;
        self.left -= read.calls.len();
        self.read = Some(read);
        Ok(())
    }

    /// The next chunk of the file.
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
