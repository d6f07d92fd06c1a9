//! What the operator says about an API.

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
    /// Where its document is.
    pub document: DocumentOrigin,
    /// Where it is to be found, where the document is not to decide.
    pub base_url: BaseUrlSettings,
    /// Whether private addresses may be reached.
    pub private: bool,
    /// Which operations become tools, and how.
    pub options: ToolOptions,
    /// How often the document is looked at again; `None` for never.
    pub refresh: Option<Duration>,
    /// Headers of every request.
    pub headers: Vec<(String, Secret<String>)>,
    /// Credentials and the like that count where the environment has none.
    pub variables: VariableValues,
    /// What is kept of one reply, in bytes.
    pub max_reply: usize,
    /// How often a call that may be repeated is tried again.
    pub retries: u32,
    /// How long one call may take.
    pub timeout: Duration,
    /// Who works on `_select`. Without them it is not offered.
    pub selecting: Option<Arc<FilterWorkers>>,
}

/// Where a document is.
#[derive(Clone, Debug)]
pub enum DocumentOrigin {
    /// In a file, perhaps with others beside it.
    File(PathBuf),
    /// On the network, alone.
    Url(Url),
    /// Given as text.
    Text {
        /// What it is called in messages.
        name: Arc<str>,
        /// The document itself.
        text: Arc<str>,
    },
}
