//! Filling in what is said of a pack.

use super::SourceFilling;
use super::address::BaseAddress;
use crate::read::draft::PackDraft;
use crate::settings::PackSettings;

/// What links begin with.
const RESOLVER: BaseAddress = BaseAddress {
    key: "resolver",
    hint: Some("write an address, such as `https://id.example`"),
    user: ("which everybody would see in its links", "leave it out"),
    rest: (
        "links are made by adding to it",
        "end it with the host or a path, such as `https://id.example`",
    ),
};

// === impl SourceFilling ===

impl SourceFilling<'_, '_> {
    /// The settings. An address that cannot be used is told.
    pub(super) fn pack(&mut self, draft: PackDraft) -> PackSettings {
        let (pack, at) = draft.pack;
        self.show("pack", pack.as_str(), at.as_ref());
        let default = PackSettings::new(pack);
        let written = draft.resolver.is_some();
        let resolver = draft.resolver.and_then(|url| self.base(&url, &RESOLVER));
        if !written {
            self.show("resolver", default.resolver_url(), None);
        }
        let flag = |yes: &bool| yes.to_string();
        PackSettings {
            resolver,
            sample: self.given("sample", draft.sample, default.sample, flag),
            ..default
        }
    }
}
