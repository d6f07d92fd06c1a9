//! What the operator says about an API.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use candor_jq::Workers;
use candor_model::Secret;
use candor_openapi::ToolOptions;
use candor_rest::Wish;
use url::Url;

use crate::question::Variables;

/// One API, as configured.
#[derive(Clone, Debug)]
pub struct OpenApiSpec {
    /// Where its document is.
    pub document: DocumentAt,
    /// Where it is to be found, where the document is not to decide.
    pub wish: Wish,
    /// Whether private addresses may be reached.
    pub private: bool,
    /// Which operations become tools, and how.
    pub options: ToolOptions,
    /// How often the document is looked at again; `None` for never.
    pub refresh: Option<Duration>,
    /// Headers of every request.
    pub headers: Vec<(String, Secret<String>)>,
    /// Credentials and the like that count where the environment has none.
    pub variables: Variables,
    /// What is kept of one reply, in bytes.
    pub max_reply: usize,
    /// How often a call that may be repeated is tried again.
    pub retries: u32,
    /// How long one call may take.
    pub timeout: Duration,
    /// Who works on `_select`. Without them it is not offered.
    pub selecting: Option<Arc<Workers>>,
}

/// Where a document is.
#[derive(Clone, Debug)]
pub enum DocumentAt {
    /// In a file, perhaps with others beside it.
    File(PathBuf),
    /// On the network, alone.
    Url(Url),
    /// Here.
    Text {
        /// What it is called in messages.
        name: Arc<str>,
        /// The document.
        text: Arc<str>,
    },
}
