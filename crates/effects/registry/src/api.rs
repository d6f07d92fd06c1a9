//! A client for the registry API v0.1.

use bytes::Bytes;
use candor_egress::{EgressClient, EgressRequest, EgressResponse, ExchangeLimits};
use candor_registry::{ReadEntry, ReadPage, ServerName, read_entry, read_page};
use http::header::ACCEPT;
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use serde_json::Value;
use url::Url;

use crate::error::RegistryError;
use crate::limits::RegistryLimits;

/// The maximum number of redirects, on the same host.
const REDIRECTS: usize = 3;

/// One remote registry.
pub(crate) struct RegistryApi<'c> {
    pub(crate) base: &'c Url,
    /// The headers of every request.
    pub(crate) headers: &'c HeaderMap,
    pub(crate) client: &'c EgressClient,
    pub(crate) limits: &'c RegistryLimits,
}

// === impl RegistryApi ===

impl RegistryApi<'_> {
    /// The host, for sentences.
    pub(crate) fn host(&self) -> String {
        self.base.host_str().unwrap_or_default().to_owned()
    }

    /// One page of latest versions, from a cursor, changed since a time.
    pub(crate) async fn page(
        &self,
        cursor: Option<&str>,
        since: Option<&str>,
    ) -> Result<ReadPage, RegistryError> {
        let mut url = self.url(&["servers"]);
        {
            let mut query = url.query_pairs_mut();
            query.append_pair("limit", &self.limits.page_entries.to_string());
            query.append_pair("version", "latest");
            if let Some(since) = since {
                query.append_pair("updated_since", since);
            }
            if let Some(cursor) = cursor {
                query.append_pair("cursor", cursor);
            }
        }
        let page = self.get(url).await?;
        read_page(page).ok_or_else(|| self.garbage())
    }

    /// Every version of a server.
    pub(crate) async fn versions(&self, name: &ServerName) -> Result<ReadPage, RegistryError> {
        let page = self.get(self.url(&["servers", name.as_str(), "versions"]));
        read_page(page.await?).ok_or_else(|| self.garbage())
    }

    /// One version of a server.
    pub(crate) async fn version(
        &self,
        name: &ServerName,
        version: &str,
    ) -> Result<ReadEntry, RegistryError> {
        let url = self.url(&["servers", name.as_str(), "versions", version]);
        Ok(read_entry(self.get(url).await?))
    }

    /// The URL of an API path. Each part is a single segment, whatever its contents.
    fn url(&self, parts: &[&str]) -> Url {
        let mut url = self.base.clone();
        // It fails only for an address without a host, which settings refuse.
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().push("v0.1").extend(parts);
        }
        url
    }

    async fn get(&self, url: Url) -> Result<Value, RegistryError> {
        let mut headers = self.headers.clone();
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        let request = EgressRequest {
            method: Method::GET,
            url,
            headers,
            body: Bytes::new(),
        };
        let bounds = ExchangeLimits {
            timeout: self.limits.answer,
            silence: self.limits.answer,
            max_body: self.limits.page_bytes,
            redirects: REDIRECTS,
        };
        let reply = self.client.send(&request, &bounds).await;
        self.json(&reply.map_err(RegistryError::Exchange)?)
    }

    fn json(&self, reply: &EgressResponse) -> Result<Value, RegistryError> {
        let (host, status) = (self.host(), reply.status);
        if status == StatusCode::NOT_FOUND {
            return Err(RegistryError::NotFound { host });
        }
        if matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
            let advice = if self.headers.is_empty() {
                "give it `headers` with a token, in `registries` of `[catalogue]`"
            } else {
                "it does not accept the `headers` that `[catalogue]` gives it"
            };
            return Err(RegistryError::Refused {
                host,
                status,
                advice,
            });
        }
        if !status.is_success() {
            return Err(RegistryError::Status { host, status });
        }
        if reply.cut.is_some() {
            let limit = candor_text::format_size(self.limits.page_bytes);
            return Err(RegistryError::Large { host, limit });
        }
        serde_json::from_slice(&reply.body).map_err(|_| self.garbage())
    }

    fn garbage(&self) -> RegistryError {
        RegistryError::Garbage { host: self.host() }
    }
}
