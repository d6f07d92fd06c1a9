//! What sources bring, counted.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use candor_frame::badge::Badge;
use candor_frame::chart::Share;
use candor_frame::{Behaviour, Nature, query};
use candor_gateway::Catalogue;
use candor_model::{SourceName, Trust};

/// What one source brings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    /// By behaviour, in the order of [`Behaviour::ALL`].
    behaviours: [usize; 4],
    /// What the definitions of those that are served cost in a model's context, about.
    pub(crate) tokens: usize,
    /// Those that have changed and are not served until somebody accepts it.
    pub(crate) withheld: usize,
}

/// The tools of one behaviour.
pub(crate) struct Portion {
    pub(crate) badge: Badge,
    pub(crate) count: usize,
    /// Where they are listed.
    pub(crate) to: String,
}

/// What every source brings, counted once for as long as nothing changes: what thousands of
/// definitions cost takes a while.
#[derive(Clone, Default)]
pub(crate) struct Tally(Arc<Mutex<Counted>>);

/// What was counted last.
#[derive(Default)]
struct Counted {
    /// What it was counted of. As it is kept, no other catalogue comes to stand in its place.
    whose: Weak<Catalogue>,
    numbers: Arc<HashMap<SourceName, Numbers>>,
}

// === impl Tally ===

impl Tally {
    /// What every source brings that brings something.
    pub(crate) fn of(&self, catalogue: &Arc<Catalogue>) -> Arc<HashMap<SourceName, Numbers>> {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if counted.whose.as_ptr() != Arc::as_ptr(catalogue) {
            *counted = Counted {
                whose: Arc::downgrade(catalogue),
                numbers: Arc::new(count(catalogue)),
            };
        }
        Arc::clone(&counted.numbers)
    }

    /// What one source brings.
    pub(crate) fn one(&self, catalogue: &Arc<Catalogue>, name: &SourceName) -> Numbers {
        self.of(catalogue).get(name).cloned().unwrap_or_default()
    }
}

fn count(catalogue: &Catalogue) -> HashMap<SourceName, Numbers> {
    let mut all: HashMap<&SourceName, Numbers> = HashMap::new();
    for offered in catalogue.everything().tools() {
        // Only its hints are counted, so that trust makes no difference.
        let nature = Nature::of(&offered.effective, Trust::Trusted, false);
        let own = all.entry(offered.tool.name.source()).or_default();
        own.behaviours[nature.behaviour() as usize] += 1;
        own.tokens += offered.tokens();
    }
    for tool in catalogue.tools() {
        if tool.quarantine.is_some() {
            all.entry(tool.name.source()).or_default().withheld += 1;
        }
    }
    let own = all.into_iter();
    own.map(|(name, numbers)| (name.clone(), numbers)).collect()
}

// === impl Numbers ===

impl Numbers {
    /// How many are served.
    pub(crate) fn served(&self) -> usize {
        self.behaviours.iter().sum()
    }

    /// Those behaviours that some tool has.
    pub(crate) fn portions(&self, source: &SourceName) -> Vec<Portion> {
        let all = Behaviour::ALL.into_iter().zip(self.behaviours);
        let some = all.filter(|(_, count)| *count > 0);
        some.map(|(behaviour, count)| Portion {
            badge: badge(behaviour),
            count,
            to: tools(source, behaviour),
        })
        .collect()
    }

    /// The same as a picture.
    pub(crate) fn shares(&self, source: &SourceName) -> Vec<Share> {
        let classes = ["share-1", "share-2", "share-3", "share-4"];
        let all = Behaviour::ALL.into_iter().zip(self.behaviours).zip(classes);
        all.map(|((behaviour, count), class)| Share {
            label: behaviour.words().to_owned(),
            count: u64::try_from(count).unwrap_or(u64::MAX),
            class,
            to: (count > 0).then(|| tools(source, behaviour)),
        })
        .collect()
    }
}

/// Where the tools of a source are listed that behave like this.
fn tools(source: &SourceName, behaviour: Behaviour) -> String {
    let pairs = [("source", source.as_str()), ("behaviour", behaviour.key())];
    query::with_all("/tools", pairs)
}

/// The badge that says it.
fn badge(behaviour: Behaviour) -> Badge {
    match behaviour {
        Behaviour::Safe => Badge::ReadOnly,
        Behaviour::Modifying => Badge::Additive,
        Behaviour::Destructive => Badge::Destructive,
        Behaviour::Unset => Badge::Unset,
    }
}
