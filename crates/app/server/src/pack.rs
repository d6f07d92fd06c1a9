//! Creates sources from the settings of a pack.

mod nextcloud;
mod stored_logins;

use std::sync::Arc;

use candor_config::{PackName, PackSettings, Settings};
use candor_functions::Toolbox;
use candor_gateway::{DeclaredToolset, SourceSetup};
use candor_model::{Toolset, ToolsetName};
use candor_sources::OriginSpec;
use candor_store::{Keyring, Store};

use crate::error::StartError;
use stored_logins::StoredLogins;

/// The toolsets that come with a source, if it is a pack that has some.
pub(crate) fn own_toolsets(source: &SourceSetup) -> Vec<Toolset> {
    match &source.spec.origin {
        OriginSpec::Pack(toolbox) if toolbox.name() == PackName::Nextcloud.as_str() => {
            nextcloud::toolsets(&source.spec.name, toolbox)
        }
        _ => Vec::new(),
    }
}

/// The toolsets that come with the packs, unless the file declares one of the same name.
pub(crate) fn undeclared<'a>(
    settings: &Settings,
    offered: impl Iterator<Item = &'a Toolset>,
) -> Vec<DeclaredToolset> {
    let is_declared = |name: &ToolsetName| {
        let mut declared = settings.toolsets.iter();
        declared.any(|declared| declared.toolset.name == *name)
    };
    let offered = offered.filter(|toolset| !is_declared(&toolset.name));
    let declared = offered.map(|toolset| DeclaredToolset {
        toolset: toolset.clone(),
        place: "the pack".to_owned(),
    });
    declared.collect()
}

/// The tools of a pack.
pub(crate) async fn toolbox(
    settings: &PackSettings,
    store: &Store,
    keyring: &Arc<Keyring>,
) -> Result<Toolbox, StartError> {
    let failed = |cause| StartError::Pack {
        pack: settings.pack.as_str(),
        cause,
    };
    match settings.pack {
        PackName::Gs1 => {
            let options = candor_gs1::Gs1Options {
                resolver: settings.resolver_url().to_owned(),
                store: store.clone(),
            };
            candor_gs1::toolbox(options).map_err(|error| failed(Box::new(error)))
        }
        PackName::Nextcloud => {
            let logins = Arc::new(StoredLogins {
                store: store.clone(),
                keyring: Arc::clone(keyring),
            });
            let made = nextcloud::toolbox(|name| std::env::var(name).ok(), logins).await;
            made.map_err(|error| failed(error.into()))
        }
    }
}

/// Fills an empty catalogue with the sample data, if that is configured.
pub(crate) async fn seed_sample(settings: &PackSettings, store: &Store) -> Result<(), StartError> {
    if !settings.sample || settings.pack != PackName::Gs1 {
        return Ok(());
    }
    let furnished = candor_gs1::seed_sample(store).await;
    furnished.map_err(|error| StartError::Pack {
        pack: settings.pack.as_str(),
        cause: Box::new(error),
    })?;
    Ok(())
}
