//! An API described by a document, which Candor calls itself.
//!
//! The document is loaded, periodically checked for changes and turned into tools (`run`). A call
//! becomes a request (`candor_rest`), gets its credentials at the last moment (`credential`), is
//! sent through the guard (`candor_egress`) and comes back as a result.

mod attempt;
mod build;
mod call;
mod consent;
mod credential;
mod definition;
mod document;
mod run;
mod scrub;
mod server_address;
mod spec;

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use candor_egress::EgressClient;

use crate::error::SourceError;
use crate::local::{self, LocalCall};
use crate::request::SourceRequest;
use crate::shared::SourceShared;
use crate::source::SourceCall;
use build::ServedApi;
use credential::AccessTokenCache;

pub(crate) use run::run;

pub use consent::{ConsentRequest, GrantedConsent, PendingConsent};
pub use credential::needs;
pub use definition::{HTTP_META, HttpFacts, WHEN_META};
pub use document::{DocumentError, load_document};
pub use spec::{DocumentOrigin, OpenApiSpec};

/// An API whose operations are tools.
pub(crate) struct OpenApiSource {
    spec: Arc<OpenApiSpec>,
    /// Created when the source starts.
    client: OnceLock<EgressClient>,
    tokens: AccessTokenCache,
    served: RwLock<Arc<ServedApi>>,
}

// === impl OpenApiSource ===

impl OpenApiSource {
    pub(crate) fn new(spec: Arc<OpenApiSpec>) -> Self {
        Self {
            spec,
            client: OnceLock::new(),
            tokens: AccessTokenCache::default(),
            served: RwLock::default(),
        }
    }

    /// Begins a call. Nothing is sent before it is polled.
    pub(crate) fn ask(
        self: &Arc<Self>,
        shared: &Arc<SourceShared>,
        request: &Arc<SourceRequest>,
    ) -> Result<SourceCall, SourceError> {
        local::call_tool(shared, request, |name| {
            let served = self.served();
            let Some(tool) = served.tools.get(&name).cloned() else {
                return Ok(None);
            };
            let permit = shared.place(request.principal.as_deref())?;
            let (api, shared, request) =
                (Arc::clone(self), Arc::clone(shared), Arc::clone(request));
            Ok(Some(LocalCall::silent(async move {
                let _permit = permit;
                let call = call::ApiCall {
                    api: &api,
                    shared: &shared,
                    served: &served,
                    tool: &tool,
                    question: &request,
                };
                call.run().await
            })))
        })
    }

    fn served(&self) -> Arc<ServedApi> {
        let served = self.served.read();
        Arc::clone(&served.unwrap_or_else(PoisonError::into_inner))
    }

    fn serve(&self, served: ServedApi) {
        let mut place = self.served.write().unwrap_or_else(PoisonError::into_inner);
        *place = Arc::new(served);
    }
}
