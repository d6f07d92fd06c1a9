//! Completes the settings of a pack.

use candor_model::SourceName;

use super::SourceFilling;
use super::address::BaseAddress;
use crate::read::pack;
use crate::settings::PackSettings;

/// The base URL of links.
const RESOLVER: BaseAddress = BaseAddress {
    key: "resolver",
    hint: Some("write an address, such as `https://id.example`"),
    user: ("which everyone would see in its links", "leave it out"),
    rest: (
        "links are made by adding to it",
        "end it with the host or a path, such as `https://id.example`",
    ),
};

// === impl SourceFilling ===

impl SourceFilling<'_, '_, '_> {
    /// The settings. Reports an invalid URL.
    pub(super) fn pack(&mut self, own: &SourceName) -> Option<PackSettings> {
        let (pack, at) = pack::pack(&mut self.reader, own.as_str())?;
        self.show("pack", pack.as_str(), at.as_ref());
        let default = PackSettings::new(pack);
        let resolver = self.text("resolver", |own, url| own.base(url, &RESOLVER));
        if self.reader.get("resolver").is_none() {
            self.show("resolver", default.resolver_url(), None);
        }
        Some(PackSettings {
            resolver,
            ..pack::settings(&mut self.reader, default)
        })
    }
}
