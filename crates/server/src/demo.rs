//! What is served when nothing is configured: the bookshop, open on this machine as long as the
//! gateway runs, and reached through its document like any other API; and the `gs1` pack with its
//! sample.

use std::sync::Arc;

use candor_bookshop::{Bookshop, DOCUMENT};
use candor_config::{
    DocumentAt as Configured, OpenApiSettings, PackName, PackSettings, Settings, SourceSettings,
    Transport,
};
use candor_gateway::SourceSetup;
use candor_jq::Workers;
use candor_model::{Digest, SourceName, Trust};
use candor_rest::Wish;
use candor_sources::{DocumentAt, OpenApiSpec, OriginSpec, SourceSpec};
use url::Url;

use crate::error::StartError;
use crate::setup::{self, Workshop};
use crate::{assemble, openapi};

/// The name of the source that is served when nothing is configured.
pub const DEMO: &str = "bookshop";

/// What its document is called in messages.
const FILE: &str = "bookshop.yaml";

/// Opens the shop.
pub(crate) fn open() -> Result<(Bookshop, Url), StartError> {
    let shop = Bookshop::open().map_err(StartError::Demo)?;
    let address = format!("http://{}/", shop.address());
    let url = Url::parse(&address).map_err(|error| StartError::Demo(std::io::Error::other(error)));
    Ok((shop, url?))
}

/// The pack beside the shop, as if somebody had configured it.
pub(crate) async fn pack(
    settings: &Settings,
    workshop: &Workshop,
) -> Result<SourceSetup, StartError> {
    let pack = PackSettings {
        sample: true,
        ..PackSettings::new(PackName::Gs1)
    };
    let name = SourceName::parse(pack.pack.as_str());
    let name = name.map_err(|error| StartError::Demo(std::io::Error::other(error)))?;
    let source = SourceSettings::new(name, Transport::Pack(pack));
    assemble::setup(&source, settings, workshop).await
}

/// The source in front of the shop at this address.
pub(crate) fn source(
    name: SourceName,
    settings: &Settings,
    base_url: Url,
    selecting: Option<&Arc<Workers>>,
) -> SourceSetup {
    let limits = &settings.limits;
    // An API with the usual settings, but for where it is.
    let usual = OpenApiSettings::new(Configured::File(FILE.into()));
    let spec = OpenApiSpec {
        document: DocumentAt::Text {
            name: FILE.into(),
            text: DOCUMENT.into(),
        },
        wish: Wish {
            base_url: Some(base_url),
            ..Wish::default()
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
        },
        validate: true,
        times: setup::times(limits, None),
        unset: None,
        fingerprint: Digest::of(DOCUMENT),
        // It is part of this program.
        trust: Trust::Trusted,
        // The shop never reaches beyond itself.
        reading: setup::reading(settings.inference, None, Some(false)),
        quarantines: true,
    }
}
