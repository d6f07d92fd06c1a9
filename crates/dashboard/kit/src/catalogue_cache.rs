//! A value computed from the catalogue and kept until the catalogue changes.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use candor_gateway::Catalogue;

/// The value that was computed last, with the catalogue that it was computed from.
///
/// The catalogue is held weakly: an old one is not kept alive, but its address cannot be reused
/// either, so comparing addresses is enough.
#[derive(Debug)]
pub struct CatalogueCache<T>(Mutex<Option<(Weak<Catalogue>, Arc<T>)>>);

// === impl CatalogueCache ===

impl<T> CatalogueCache<T> {
    /// The cached value, or a new one if the catalogue has changed since.
    pub fn get(&self, catalogue: &Arc<Catalogue>, compute: impl FnOnce() -> T) -> Arc<T> {
        if let Some((of, value)) = &*self.lock()
            && of.as_ptr() == Arc::as_ptr(catalogue)
        {
            return Arc::clone(value);
        }
        let value = Arc::new(compute());
        *self.lock() = Some((Arc::downgrade(catalogue), Arc::clone(&value)));
        value
    }

    fn lock(&self) -> MutexGuard<'_, Option<(Weak<Catalogue>, Arc<T>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Default for CatalogueCache<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}
