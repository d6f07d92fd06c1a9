//! An API that a document describes, called by Candor itself.
//!
//! The document is loaded, looked at again from time to time and turned into tools (`run`). A
//! call becomes a request (`candor_rest`), gets its credentials at the last moment
//! (`credential`), goes out through the guard (`candor_egress`) and comes back as a result.

mod attempt;
mod build;
mod call;
mod consent;
mod credential;
mod definition;
mod document;
mod place;
mod run;
mod scrub;
mod spec;

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use candor_egress::Client;
use candor_wire::{ErrorObject, code, method};

use crate::conversation::{Conversation, Said};
use crate::error::SourceError;
use crate::question::Question;
use crate::shared::Shared;
use build::Served;
use credential::Tokens;

pub(crate) use run::run;

pub use consent::{Agreed, Consent, ConsentWish};
pub use credential::needs;
pub use definition::{HTTP_META, HttpFacts};
pub use document::{DocumentError, load_document};
pub use spec::{DocumentAt, OpenApiSpec};

/// One API.
pub(crate) struct OpenApi {
    spec: Arc<OpenApiSpec>,
    /// Made when the source starts.
    client: OnceLock<Client>,
    tokens: Tokens,
    served: RwLock<Arc<Served>>,
}

// === impl OpenApi ===

impl OpenApi {
    pub(crate) fn new(spec: Arc<OpenApiSpec>) -> Self {
        Self {
            spec,
            client: OnceLock::new(),
            tokens: Tokens::default(),
            served: RwLock::default(),
        }
    }

    /// Begins a call. Nothing is sent before the conversation is listened to.
    pub(crate) fn ask(
        self: &Arc<Self>,
        shared: &Arc<Shared>,
        question: Question,
    ) -> Result<Conversation, SourceError> {
        if !shared.state.borrow().is_ready() {
            return Err(shared.not_ready());
        }
        if question.method != method::TOOLS_CALL {
            let sentence = format!("an API has tools and does not know `{}`", question.method);
            return Ok(refused(code::METHOD_NOT_FOUND, sentence));
        }
        let named = question.params.get_string("name").unwrap_or_default();
        let served = self.served();
        let Some(tool) = served.tools.get(&named).cloned() else {
            return Ok(refused(
                code::INVALID_PARAMS,
                format!("there is no tool `{named}`"),
            ));
        };
        let permit = shared.place()?;
        let (api, shared) = (Arc::clone(self), Arc::clone(shared));
        Ok(Conversation::working(Box::pin(async move {
            let _permit = permit;
            let call = call::Call {
                api: &api,
                shared: &shared,
                served: &served,
                tool: &tool,
                question: &question,
            };
            match call.run().await {
                Ok(result) => Said::Answer(Ok(result)),
                Err(error) => Said::Lost(error),
            }
        })))
    }

    fn served(&self) -> Arc<Served> {
        let served = self.served.read();
        Arc::clone(&served.unwrap_or_else(PoisonError::into_inner))
    }

    fn serve(&self, served: Served) {
        let mut place = self.served.write().unwrap_or_else(PoisonError::into_inner);
        *place = Arc::new(served);
    }
}

fn refused(code: i64, sentence: String) -> Conversation {
    Conversation::answered(Err(ErrorObject::new(code, sentence).to_json()))
}
