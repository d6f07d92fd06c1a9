//! One visitor on one connection, without a browser.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use bytes::Bytes;
use http::header::{ACCEPT, HOST};
use http::uri::Authority;
use http::{Request, Uri};
use http_body_util::Full;

use crate::load::connection::Connection;

/// See the module.
#[derive(Debug)]
pub(super) struct Visit {
    connection: Connection,
    authority: Authority,
}

/// A page that came.
#[derive(Debug)]
pub(super) struct Got {
    pub(super) took: Duration,
    pub(super) bytes: usize,
    /// Why it is not the page that was asked for, if it is not.
    pub(super) wrong: Option<String>,
}

// === impl Visit ===

impl Visit {
    pub(super) async fn open(gateway: &Uri) -> Result<Self> {
        let authority = gateway.authority().cloned();
        let authority = authority.with_context(|| format!("`{gateway}` names no host"))?;
        Ok(Self {
            connection: Connection::open(&authority).await?,
            authority,
        })
    }

    /// Asks for a page. The time is that of the exchange alone.
    pub(super) async fn page(&mut self, path: &str) -> Result<Got> {
        let request = Request::builder()
            .uri(path)
            .header(HOST, self.authority.as_str())
            .header(ACCEPT, "text/html")
            .body(Full::new(Bytes::new()))?;
        let started = Instant::now();
        let parts = self.connection.exchange(request).await?;
        let took = started.elapsed();
        let body = String::from_utf8_lossy(&self.connection.body);
        let wrong = if !parts.status.is_success() {
            Some(format!("`{path}` was answered with {}", parts.status))
        } else if !is_whole(&body) {
            Some(format!("`{path}` is no whole page"))
        } else {
            None
        };
        Ok(Got {
            took,
            bytes: self.connection.body.len(),
            wrong,
        })
    }
}

fn is_whole(body: &str) -> bool {
    body.contains("<h1") && body.trim_end().ends_with("</html>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_page_is_no_page() {
        for (body, whole) in [
            ("<html><h1>Tools</h1></html>\n", true),
            ("<html><h1>Tools</h1>", false),
            ("<html><p>Tools</p></html>", false),
            ("", false),
        ] {
            assert_eq!(is_whole(body), whole, "{body}");
        }
    }
}
