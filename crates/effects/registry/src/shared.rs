//! The catalogue of a serving process: loaded once, and refreshed when it is old.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use candor_boxed::boxed;
use candor_clock::now_micros;
use tokio::task::JoinSet;

use crate::client::{Freshness, RegistryClient};
use crate::view::CatalogueView;

/// How long a view is used before the cache is read again; other processes write it, too.
const LOOK_AGAIN: Duration = Duration::from_mins(1);

/// How long a user waits for a registry before cached data is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// A client with the view that it gave last.
#[derive(Debug)]
pub struct SharedCatalogue {
    client: Arc<RegistryClient>,
    kept: Mutex<Option<KeptView>>,
    /// The running refresh. It continues if its caller is gone, and ends with the catalogue.
    asking: tokio::sync::Mutex<JoinSet<CatalogueView>>,
}

#[derive(Debug)]
struct KeptView {
    /// None for what was only remembered.
    made_at: Option<i64>,
    view: Arc<CatalogueView>,
}

/// A view for a caller who does not wait for long.
#[derive(Clone, Debug)]
pub struct PromptView {
    /// The known entries.
    pub view: Arc<CatalogueView>,
    /// Whether a refresh is running, so the data may be old.
    pub is_asking: bool,
}

// === impl SharedCatalogue ===

impl SharedCatalogue {
    /// Creates it; nothing is queried before a user opens the catalogue.
    pub fn new(client: RegistryClient) -> Self {
        Self {
            client: Arc::new(client),
            kept: Mutex::new(None),
            asking: tokio::sync::Mutex::new(JoinSet::new()),
        }
    }

    /// The registry client.
    pub fn client(&self) -> &RegistryClient {
        &self.client
    }

    /// The known entries. Concurrent callers wait for the same refresh.
    #[boxed]
    pub async fn view(&self) -> Arc<CatalogueView> {
        if let Some(view) = self.recent() {
            return view;
        }
        let mut asking = self.asking.lock().await;
        if let Some(view) = self.recent() {
            return view;
        }
        if asking.is_empty() {
            let client = Arc::clone(&self.client);
            asking.spawn(async move { client.view(Freshness::WhenOld).await });
        }
        let view = match asking.join_next().await {
            Some(Ok(view)) => view,
            _ => self.client.view(Freshness::Remembered).await,
        };
        self.keep(view, Some(now_micros()))
    }

    /// The known entries, after a short wait. Slower registries continue refreshing in the
    /// background, and cached data is returned.
    #[boxed]
    pub async fn prompt_view(&self) -> PromptView {
        if let Ok(view) = tokio::time::timeout(PATIENCE, self.view()).await {
            return PromptView {
                view,
                is_asking: false,
            };
        }
        let last = self.last();
        let view = match last {
            Some(view) => view,
            None => self.keep(self.client.view(Freshness::Remembered).await, None),
        };
        PromptView {
            view,
            is_asking: true,
        }
    }

    fn recent(&self) -> Option<Arc<CatalogueView>> {
        let oldest = candor_clock::micros_ago(LOOK_AGAIN);
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = kept.as_ref()?;
        let is_recent = kept.made_at.is_some_and(|made| made >= oldest);
        is_recent.then(|| Arc::clone(&kept.view))
    }

    fn last(&self) -> Option<Arc<CatalogueView>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.as_ref().map(|kept| Arc::clone(&kept.view))
    }

    fn keep(&self, view: CatalogueView, made_at: Option<i64>) -> Arc<CatalogueView> {
        let view = Arc::new(view);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        *kept = Some(KeptView {
            made_at,
            view: Arc::clone(&view),
        });
        view
    }
}
