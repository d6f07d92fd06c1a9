//! The catalogue of a process that keeps serving: read once, and again when it is old.

use std::sync::Arc;
use std::time::Duration;

use candor_boxed::boxed;
use candor_clock::now_micros;
use tokio::sync::Mutex;

use crate::client::{Freshness, RegistryClient};
use crate::view::CatalogueView;

/// How long a view is used before the memory is looked at again; other processes write it, too.
const LOOK_AGAIN: Duration = Duration::from_mins(1);

/// A client with the view that it gave last.
#[derive(Debug)]
pub struct SharedCatalogue {
    client: RegistryClient,
    kept: Mutex<Option<KeptView>>,
}

#[derive(Debug)]
struct KeptView {
    made_at: i64,
    view: Arc<CatalogueView>,
}

// === impl SharedCatalogue ===

impl SharedCatalogue {
    /// Nothing is asked before somebody looks.
    pub fn new(client: RegistryClient) -> Self {
        Self {
            client,
            kept: Mutex::new(None),
        }
    }

    /// Who asks.
    pub fn client(&self) -> &RegistryClient {
        &self.client
    }

    /// What is known. Whoever comes while a registry is asked waits for the same answer.
    #[boxed]
    pub async fn view(&self) -> Arc<CatalogueView> {
        let mut kept = self.kept.lock().await;
        let oldest = candor_clock::micros_ago(LOOK_AGAIN);
        if let Some(kept) = kept.as_ref().filter(|kept| kept.made_at >= oldest) {
            return Arc::clone(&kept.view);
        }
        let view = Arc::new(self.client.view(Freshness::WhenOld).await);
        *kept = Some(KeptView {
            made_at: now_micros(),
            view: Arc::clone(&view),
        });
        view
    }
}
