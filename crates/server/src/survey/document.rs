//! The document of an API, read once.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bytes::Bytes;
use candor_config::{DocumentAt, OpenApiSettings};
use candor_egress::{Bounds, Client, ClientSpec, EgressError, Request};
use candor_openapi::{Api, Bundle, ReadError};
use http::{HeaderMap, Method, StatusCode};
use serde_json::Value;
use url::Url;

/// The largest document, in bytes.
const LARGEST: u64 = 64 << 20;
/// The longest that fetching it may take.
const PATIENCE: Duration = Duration::from_mins(1);
/// How many redirects lead to it.
const REDIRECTS: usize = 5;

/// Why there is no document.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// The file cannot be read.
    #[error("the document `{file}` cannot be read")]
    File {
        /// Which file.
        file: String,
        /// What the system said.
        #[source]
        cause: io::Error,
    },
    /// It cannot be fetched.
    #[error("the document cannot be fetched")]
    Fetch(#[source] EgressError),
    /// Its server does not give it.
    #[error("the document cannot be fetched: `{host}` answered {status}")]
    Status {
        /// Which server.
        host: String,
        /// What it answered.
        status: StatusCode,
    },
    /// It is no document.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// Reads the document. With it comes its address, if it has one.
pub(super) async fn read(settings: &OpenApiSettings) -> Result<(Api, Option<Url>), DocumentError> {
    match &settings.document {
        DocumentAt::File(path) => {
            let path: PathBuf = path.clone();
            let shown = path.display().to_string();
            let read = tokio::task::spawn_blocking(move || from_files(&path));
            let api = read.await.unwrap_or_else(|error| {
                Err(DocumentError::File {
                    file: shown,
                    cause: io::Error::other(error),
                })
            })?;
            Ok((api, None))
        }
        DocumentAt::Url(url) => {
            let api = from_network(url.url(), settings).await?;
            Ok((api, Some(url.url().clone())))
        }
    }
}

fn from_files(path: &Path) -> Result<Api, DocumentError> {
    let shown = path.display().to_string();
    let text = bounded(path).map_err(|cause| DocumentError::File {
        file: shown.clone(),
        cause,
    })?;
    let mut bundle = Bundle::new(&shown, candor_openapi::parse(&text, &shown)?);
    let folder = path.parent().unwrap_or(Path::new("."));
    loop {
        let wanted = bundle.wanted();
        if wanted.is_empty() {
            return Ok(candor_openapi::read(&bundle)?);
        }
        for name in wanted {
            bundle.add(&name, beside(folder, &name));
        }
    }
}

/// A file beside the document. One that turns out to be elsewhere, behind a link, is not read.
fn beside(folder: &Path, name: &str) -> Result<Value, String> {
    let unreadable = |error: io::Error| format!("`{name}` cannot be read: {error}");
    let real = folder.join(name).canonicalize().map_err(unreadable)?;
    let home = folder.join(".").canonicalize().map_err(unreadable)?;
    if !real.starts_with(&home) {
        return Err(format!("`{name}` is outside the folder of the document"));
    }
    let text = bounded(&real).map_err(unreadable)?;
    candor_openapi::parse(&text, name).map_err(|error| error.to_string())
}

fn bounded(path: &Path) -> io::Result<Vec<u8>> {
    let facts = std::fs::metadata(path)?;
    if !facts.is_file() || facts.len() > LARGEST {
        let reason = format!("it is no file of at most {LARGEST} bytes");
        return Err(io::Error::other(reason));
    }
    std::fs::read(path)
}

async fn from_network(url: &Url, settings: &OpenApiSettings) -> Result<Api, DocumentError> {
    let client = Client::new(ClientSpec {
        private: settings.allow_private,
        connect_timeout: PATIENCE,
        user_agent: concat!("candor/", env!("CARGO_PKG_VERSION")).to_owned(),
        idle: PATIENCE,
        per_host: 1,
    });
    let client = client.map_err(DocumentError::Fetch)?;
    let request = Request {
        method: Method::GET,
        url: url.clone(),
        headers: HeaderMap::new(),
        body: Bytes::new(),
    };
    let bounds = Bounds {
        timeout: PATIENCE,
        silence: PATIENCE,
        max_body: usize::try_from(LARGEST).unwrap_or(usize::MAX),
        redirects: REDIRECTS,
    };
    let reply = client
        .send(&request, &bounds)
        .await
        .map_err(DocumentError::Fetch)?;
    if !reply.status.is_success() {
        return Err(DocumentError::Status {
            host: url.host_str().unwrap_or_default().to_owned(),
            status: reply.status,
        });
    }
    // What may be secret in the address stands behind the path.
    let name = url.path().to_owned();
    let mut bundle = Bundle::new(&name, candor_openapi::parse(&reply.body, &name)?);
    for wanted in bundle.wanted() {
        bundle.add(
            &wanted,
            Err("nothing is fetched because a document says so".to_owned()),
        );
    }
    Ok(candor_openapi::read(&bundle)?)
}
