//! Loads the document and checks it for changes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use candor_boxed::boxed;
use candor_egress::{EgressClient, EgressError, EgressRequest, EgressSettings, ExchangeLimits};
use candor_openapi::{DocumentBundle, OpenApiError, ParsedDocument};
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use url::Url;

use super::spec::DocumentOrigin;

/// The maximum size of a document in bytes.
const LARGEST: usize = 64 << 20;

/// The time limit for fetching a document.
const PATIENCE: Duration = Duration::from_mins(1);

/// The maximum pause while it is fetched.
const SILENCE: Duration = Duration::from_secs(20);

/// The maximum number of redirects.
const REDIRECTS: usize = 5;

/// Why a document cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// The file cannot be read.
    #[error("the document `{file}` cannot be read")]
    File {
        /// The file that cannot be read.
        file: String,
        /// The error of the operating system.
        #[source]
        cause: std::io::Error,
    },
    /// The document is too large.
    #[error("the document `{file}` has {bytes} bytes; the most that is read is {LARGEST}")]
    Large {
        /// The file or server of the document.
        file: String,
        /// Its size, as far as it was determined.
        bytes: u64,
    },
    /// The document cannot be fetched.
    #[error("the document cannot be fetched")]
    Fetch(#[source] EgressError),
    /// The server answered with an error status.
    #[error("the document cannot be fetched: `{host}` answered {status}")]
    Status {
        /// The host of the document.
        host: String,
        /// The status of its answer.
        status: StatusCode,
    },
    /// The document cannot be parsed.
    #[error(transparent)]
    Read(#[from] OpenApiError),
}

/// A document that was loaded.
pub(super) struct FoundDocument {
    pub(super) bundle: DocumentBundle,
    /// The URL of the document, if it came from the network.
    pub(super) url: Option<Url>,
    pub(super) stamp: DocumentStamp,
}

/// Identifies a version of a document, to detect changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DocumentStamp {
    /// The modification times and sizes of its files; `None` for a missing one.
    Files(BTreeMap<PathBuf, Option<(SystemTime, u64)>>),
    /// The server's `ETag`.
    Tag(Option<HeaderValue>),
    /// The document cannot change.
    Fixed,
}

/// How long an idle connection is kept.
const IDLE: Duration = Duration::from_mins(1);

/// The maximum number of idle connections per host.
const PER_HOST: usize = 32;

/// The client that fetches documents and calls APIs.
pub(super) fn client(
    private: bool,
    connect_timeout: Duration,
) -> Result<EgressClient, EgressError> {
    EgressClient::new(EgressSettings {
        private,
        connect_timeout,
        user_agent: concat!("candor/", env!("CARGO_PKG_VERSION")).to_owned(),
        idle: IDLE,
        per_host: PER_HOST,
    })
}

/// Loads a document once, in the same way as a source. Returns its URL as well, if it has one.
#[boxed]
pub async fn load_document(
    at: &DocumentOrigin,
    private: bool,
) -> Result<(DocumentBundle, Option<Url>), DocumentError> {
    let client = client(private, SILENCE).map_err(DocumentError::Fetch)?;
    let found = load(at, &client, None).await?;
    // Without a stamp the document is always loaded.
    let found = found.ok_or_else(|| DocumentError::File {
        file: "?".to_owned(),
        cause: std::io::Error::other("it is not there"),
    })?;
    Ok((found.bundle, found.url))
}

/// Loads the document, unless it still has this stamp.
pub(super) async fn load(
    at: &DocumentOrigin,
    client: &EgressClient,
    known: Option<&DocumentStamp>,
) -> Result<Option<FoundDocument>, DocumentError> {
    match at {
        DocumentOrigin::Text { name, text } => {
            if known == Some(&DocumentStamp::Fixed) {
                return Ok(None);
            }
            let root = candor_openapi::parse(text.as_bytes(), name)?;
            Ok(Some(FoundDocument {
                bundle: DocumentBundle::new(name, root),
                url: None,
                stamp: DocumentStamp::Fixed,
            }))
        }
        DocumentOrigin::File(path) => {
            let (path, known) = (path.clone(), known.cloned());
            let loaded = tokio::task::spawn_blocking(move || from_files(&path, known.as_ref()));
            loaded.await.unwrap_or_else(|error| {
                Err(DocumentError::File {
                    file: "?".to_owned(),
                    cause: std::io::Error::other(error),
                })
            })
        }
        DocumentOrigin::Url(url) => from_network(url, client, known).await,
    }
}

/// Reads the document and the files that it refers to. Files are small and local, so all of them
/// are always read.
fn from_files(
    path: &Path,
    known: Option<&DocumentStamp>,
) -> Result<Option<FoundDocument>, DocumentError> {
    if let Some(DocumentStamp::Files(files)) = known
        && files.iter().all(|(file, stamp)| stamp_of(file) == *stamp)
    {
        return Ok(None);
    }
    let shown = path.display().to_string();
    let mut files = BTreeMap::from([(path.to_owned(), stamp_of(path))]);
    let text = bounded(path).map_err(|error| match error {
        UnreadableFile::Large(bytes) => DocumentError::Large {
            file: shown.clone(),
            bytes,
        },
        UnreadableFile::Io(cause) => DocumentError::File {
            file: shown.clone(),
            cause,
        },
    })?;
    let mut bundle = DocumentBundle::new(&shown, candor_openapi::parse(&text, &shown)?);
    let folder = path.parent().unwrap_or(Path::new("."));
    loop {
        let wanted = bundle.wanted();
        if wanted.is_empty() {
            break;
        }
        for name in wanted {
            let file = folder.join(&name);
            files.insert(file.clone(), stamp_of(&file));
            bundle.add(&name, sibling(folder, &file, &name));
        }
    }
    Ok(Some(FoundDocument {
        bundle,
        url: None,
        stamp: DocumentStamp::Files(files),
    }))
}

/// A file beside the document. Links that lead outside its folder are not followed.
fn sibling(folder: &Path, file: &Path, name: &str) -> Result<ParsedDocument, String> {
    let unreadable = |error: std::io::Error| format!("`{name}` cannot be read: {error}");
    let real = file.canonicalize().map_err(unreadable)?;
    let home = folder.join(".").canonicalize().map_err(unreadable)?;
    if !real.starts_with(&home) {
        return Err(format!("`{name}` is outside the folder of the document"));
    }
    let text = bounded(&real).map_err(|error| match error {
        UnreadableFile::Large(bytes) => format!("`{name}` has {bytes} bytes, which is too large"),
        UnreadableFile::Io(error) => unreadable(error),
    })?;
    candor_openapi::parse(&text, name).map_err(|error| error.to_string())
}

enum UnreadableFile {
    Large(u64),
    Io(std::io::Error),
}

fn bounded(path: &Path) -> Result<Vec<u8>, UnreadableFile> {
    let facts = std::fs::metadata(path).map_err(UnreadableFile::Io)?;
    if facts.len() > LARGEST as u64 {
        return Err(UnreadableFile::Large(facts.len()));
    }
    if !facts.is_file() {
        return Err(UnreadableFile::Io(std::io::Error::other(
            "it is not a file",
        )));
    }
    std::fs::read(path).map_err(UnreadableFile::Io)
}

fn stamp_of(path: &Path) -> Option<(SystemTime, u64)> {
    let facts = std::fs::metadata(path).ok()?;
    Some((facts.modified().ok()?, facts.len()))
}

async fn from_network(
    url: &Url,
    client: &EgressClient,
    known: Option<&DocumentStamp>,
) -> Result<Option<FoundDocument>, DocumentError> {
    let host = url.host_str().unwrap_or_default().to_owned();
    let mut headers = HeaderMap::new();
    let accept = "application/json, application/yaml;q=0.9, text/yaml;q=0.9, */*;q=0.5";
    headers.insert(header::ACCEPT, HeaderValue::from_static(accept));
    if let Some(DocumentStamp::Tag(Some(tag))) = known {
        headers.insert(header::IF_NONE_MATCH, tag.clone());
    }
    let request = EgressRequest {
        method: Method::GET,
        url: url.clone(),
        headers,
        body: bytes::Bytes::new(),
    };
    let bounds = ExchangeLimits {
        timeout: PATIENCE,
        silence: SILENCE,
        max_body: LARGEST,
        redirects: REDIRECTS,
    };
    let reply = client
        .send(&request, &bounds)
        .await
        .map_err(DocumentError::Fetch)?;
    if reply.status == StatusCode::NOT_MODIFIED {
        return Ok(None);
    }
    if !reply.status.is_success() {
        let status = reply.status;
        return Err(DocumentError::Status { host, status });
    }
    if let Some(cut) = reply.cut {
        let bytes = cut.total.unwrap_or(cut.kept);
        return Err(DocumentError::Large { file: host, bytes });
    }
    let tag = reply.headers.get(header::ETAG).cloned();
    let name = shown(url);
    let parsed = tokio::task::spawn_blocking(move || {
        let root = candor_openapi::parse(&reply.body, &name)?;
        let mut bundle = DocumentBundle::new(&name, root);
        // References in a document from the network are never fetched.
        for wanted in bundle.wanted() {
            let why = format!("`{wanted}` would have to be fetched, and documents never are");
            bundle.add(&wanted, Err::<ParsedDocument, _>(why));
        }
        Ok::<_, OpenApiError>(bundle)
    });
    let bundle = parsed.await.map_err(|error| DocumentError::File {
        file: shown(url),
        cause: std::io::Error::other(error),
    })??;
    Ok(Some(FoundDocument {
        bundle,
        url: Some(url.clone()),
        stamp: DocumentStamp::Tag(tag),
    }))
}

/// The URL without the parts that may be secret.
fn shown(url: &Url) -> String {
    let mut url = url.clone();
    url.set_query(None);
    url.set_fragment(None);
    // These fail only for URLs without a host.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.into()
}
