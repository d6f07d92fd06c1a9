//! The demo, which is served without a configuration file: the bookshop, which runs inside this
//! process and is accessed through its OpenAPI document like any other API; and the `gs1` pack with
//! its sample data.

use std::sync::Arc;

use candor_bookshop::{Bookshop, DOCUMENT};
use candor_config::{
    DocumentLocation as Configured, OpenApiSettings, PackName, PackSettings, Settings,
    SourceSettings, TransportSettings,
};
use candor_gateway::SourceSetup;
use candor_jq::FilterWorkers;
use candor_model::{Digest, SourceName, SourceTrust};
use candor_rest::BaseUrlSettings;
use candor_sources::{DocumentOrigin, InstanceSpec, OpenApiSpec, OriginSpec, SourceSpec};
use url::Url;

use crate::error::StartError;
use crate::setup::{self, SourceDependencies};
use crate::{assemble, openapi};

/// The name of the source that is served when nothing is configured.
pub const DEMO: &str = "bookshop";

/// The name of its document in messages.
const FILE: &str = "bookshop.yaml";

/// Starts the shop.
pub(crate) fn open() -> Result<(Bookshop, Url), StartError> {
    let shop = Bookshop::open().map_err(StartError::Demo)?;
    let address = format!("http://{}/", shop.address());
    let url = Url::parse(&address).map_err(|error| StartError::Demo(std::io::Error::other(error)));
    Ok((shop, url?))
}

/// The pack next to the shop, with default settings.
pub(crate) async fn pack(
    settings: &Settings,
    dependencies: &SourceDependencies,
) -> Result<SourceSetup, StartError> {
    let pack = PackSettings {
        sample: true,
        ..PackSettings::new(PackName::Gs1)
    };
    let name = SourceName::parse(pack.pack.as_str());
    let name = name.map_err(|error| StartError::Demo(std::io::Error::other(error)))?;
    let source = SourceSettings::new(name, TransportSettings::Pack(pack));
    assemble::setup(&source, settings, dependencies).await
}

/// The source for the shop at this address.
pub(crate) fn source(
    name: SourceName,
    settings: &Settings,
    base_url: Url,
    selecting: Option<&Arc<FilterWorkers>>,
) -> SourceSetup {
    let limits = &settings.limits;
    // An API with default settings, except for its address.
    let usual = OpenApiSettings::new(Configured::File(FILE.into()));
    let spec = OpenApiSpec {
        document: DocumentOrigin::Text {
            name: FILE.into(),
            text: DOCUMENT.into(),
        },
        base_url: BaseUrlSettings {
            base_url: Some(base_url),
            ..BaseUrlSettings::default()
        },
        private: true,
        refresh: None,
        ..openapi::spec(&usual, limits.call_timeout, selecting)
    };
    SourceSetup {
        spec: SourceSpec {
            name,
            origin: OriginSpec::OpenApi(Arc::new(spec)),
            era: None,
            remembered: None,
            limits: setup::bounds(limits),
            roots: Vec::new(),
            instance: InstanceSpec::Only,
        },
        validate: true,
        times: setup::times(limits, None),
        unset: None,
        fingerprint: Digest::of(DOCUMENT),
        // It is part of this program.
        trust: SourceTrust::Trusted,
        // The shop reaches no external systems.
        reading: setup::reading(settings.inference, None, Some(false)),
        quarantines: true,
    }
}
