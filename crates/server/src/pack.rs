//! From the settings of a pack to the source.

use candor_config::{PackName, PackSettings};
use candor_functions::Toolbox;
use candor_store::Store;

use crate::error::StartError;

/// The tools of a pack.
pub(crate) fn toolbox(settings: &PackSettings, store: &Store) -> Result<Toolbox, StartError> {
    let made = match settings.pack {
        PackName::Gs1 => candor_gs1::toolbox(candor_gs1::Options {
            resolver: settings.resolver_url().to_owned(),
            store: store.clone(),
        }),
    };
    made.map_err(|error| StartError::Pack {
        pack: settings.pack.as_str(),
        cause: Box::new(error),
    })
}

/// Puts the sample into an empty catalogue, where that is wanted.
pub(crate) async fn furnish(settings: &PackSettings, store: &Store) -> Result<(), StartError> {
    if !settings.sample {
        return Ok(());
    }
    let furnished = match settings.pack {
        PackName::Gs1 => candor_gs1::seed_sample(store).await,
    };
    furnished.map_err(|error| StartError::Pack {
        pack: settings.pack.as_str(),
        cause: Box::new(error),
    })?;
    Ok(())
}
