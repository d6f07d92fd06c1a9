//! What there is to call, in numbers; counted once and kept as long as the catalogue is the same.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use candor_frame::{Behaviour, Nature};
use candor_gateway::{Catalogue, Endpoint, Gateway};
use candor_model::Trust;
use candor_resolve::Effective;

/// What there is to call.
#[derive(Debug)]
pub(crate) struct Stock {
    /// Held weakly: what was served before is not kept alive, and yet nothing else can be where
    /// it was.
    catalogue: Weak<Catalogue>,
    /// How many tools there are, served or not.
    pub(super) tools: usize,
    /// What the definitions of those that are served cost in a model's context, about.
    pub(super) tokens: usize,
    /// How many tools have changed and wait for somebody.
    pub(super) drifted: usize,
    /// How much waits for a yes.
    pub(super) suggestions: usize,
    /// How many tools are in each group, in the order of [`Behaviour::ALL`].
    pub(super) groups: [u64; 4],
}

/// What was counted last.
#[derive(Debug, Default)]
pub(crate) struct Counted(Mutex<Option<Arc<Stock>>>);

// === impl Counted ===

impl Counted {
    /// What there is to call now.
    pub(super) fn now(&self, gateway: &Gateway) -> Arc<Stock> {
        let catalogue = gateway.catalogue();
        let same = |stock: &Arc<Stock>| stock.catalogue.as_ptr() == Arc::as_ptr(&catalogue);
        let known = self.lock().clone();
        if let Some(known) = known.filter(same) {
            return known;
        }
        let stock = Arc::new(Stock::count(gateway, &catalogue));
        *self.lock() = Some(Arc::clone(&stock));
        stock
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Stock>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl Stock ===

impl Stock {
    fn count(gateway: &Gateway, catalogue: &Arc<Catalogue>) -> Self {
        let served = catalogue.everything().tools();
        let mut stock = Self {
            catalogue: Arc::downgrade(catalogue),
            tools: catalogue.tools().len(),
            tokens: 0,
            drifted: 0,
            suggestions: gateway.desk().suggestions().len(),
            groups: [0; 4],
        };
        for offered in served {
            stock.tokens += offered.tokens();
            stock.put(&offered.effective);
        }
        let held = catalogue.tools().iter();
        stock.drifted = held.filter(|tool| tool.quarantine.is_some()).count();
        if stock.drifted > 0 {
            let all = gateway.desk().explain_all(&Endpoint::default());
            let all = all.unwrap_or_default().into_iter();
            for held in all.filter(|one| one.tool.quarantine.is_some()) {
                stock.put(&held.effective);
            }
        }
        stock
    }

    /// In which group a tool is depends on what clients are told, not on who says it.
    fn put(&mut self, effective: &Effective) {
        let own = Nature::of(effective, Trust::Trusted, false).behaviour();
        for (count, one) in self.groups.iter_mut().zip(Behaviour::ALL) {
            *count += u64::from(one == own);
        }
    }
}
