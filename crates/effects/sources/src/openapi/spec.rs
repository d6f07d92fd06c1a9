//! The configuration of an API.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use candor_jq::FilterWorkers;
use candor_model::Secret;
use candor_openapi::ToolOptions;
use candor_rest::BaseUrlSettings;
use url::Url;

use crate::request::VariableValues;

/// One API, as configured.
#[derive(Clone, Debug)]
pub struct OpenApiSpec {
    /// The location of its document.
    pub document: DocumentOrigin,
    /// Its base URL, if the document should not decide it.
    pub base_url: BaseUrlSettings,
    /// Whether private addresses may be reached.
    pub private: bool,
    /// Which operations become tools, and how.
    pub options: ToolOptions,
    /// How often the document is checked for changes; `None` for never.
    pub refresh: Option<Duration>,
    /// Headers of every request.
    pub headers: Vec<(String, Secret<String>)>,
    /// Credentials and other variables that the environment does not set.
    pub variables: VariableValues,
    /// The maximum number of bytes kept of one reply.
    pub max_reply: usize,
    /// The maximum number of retries of a call that may be repeated.
    pub retries: u32,
    /// The time limit of one call.
    pub timeout: Duration,
    /// The workers for `_select`. Without them it is not offered.
    pub selecting: Option<Arc<FilterWorkers>>,
}

/// The location of a document.
#[derive(Clone, Debug)]
pub enum DocumentOrigin {
    /// In a file, possibly with others beside it.
    File(PathBuf),
    /// On the network, in a single file.
    Url(Url),
    /// Given as text.
    Text {
        /// The name in messages.
        name: Arc<str>,
        /// The document itself.
        text: Arc<str>,
    },
}
