//! Settings of packs, which are tools built into Candor.

use crate::endpoint::EndpointUrl;

/// The settings of a source of kind `pack`.
#[derive(Clone, Debug, PartialEq)]
pub struct PackSettings {
    /// The pack that is served.
    pub pack: PackName,
    /// The base URL of links, without user name, password, query and fragment. `None` is the
    /// default of [`PackSettings::resolver_url`].
    pub resolver: Option<EndpointUrl>,
    /// Whether an invented sample is put into an empty catalogue.
    pub sample: bool,
}

/// A pack that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackName {
    /// Product numbers, the links they resolve to, and a catalogue.
    Gs1,
    /// An account on a Nextcloud server.
    Nextcloud,
}

/// The default base URL of links: GS1's own resolver.
const RESOLVER: &str = "https://id.gs1.org";

// === impl PackSettings ===

impl PackSettings {
    /// The defaults of everything but the pack.
    pub fn new(pack: PackName) -> Self {
        Self {
            pack,
            resolver: None,
            sample: false,
        }
    }

    /// The base URL of links, without a trailing `/`.
    pub fn resolver_url(&self) -> &str {
        self.resolver.as_ref().map_or(RESOLVER, |resolver| {
            resolver.url().as_str().trim_end_matches('/')
        })
    }

    /// Passes everything that identifies the pack to `add`. Other settings do not change the tools.
    pub(super) fn fingerprint(&self, add: &mut impl FnMut(&str)) {
        add(self.pack.as_str());
    }
}

// === impl PackName ===

candor_text::string_enum! {
    /// `gs1` or `nextcloud`.
    PackName {
        Gs1 => "gs1",
        Nextcloud => "nextcloud",
    }
}

#[cfg(test)]
mod tests {
    use candor_model::{SourceName, SourceTrust};

    use super::*;
    use crate::settings::{SourceSettings, TransportSettings};

    fn source(settings: PackSettings) -> SourceSettings {
        let name = SourceName::parse("goods").expect("a name");
        SourceSettings::new(name, TransportSettings::Pack(settings))
    }

    fn at(url: &str) -> PackSettings {
        PackSettings {
            resolver: Some(EndpointUrl::parse(url).expect("a URL")),
            ..PackSettings::new(PackName::Gs1)
        }
    }

    #[test]
    fn links_begin_with_one_address_and_end_without_a_slash() {
        for (settings, expect) in [
            (PackSettings::new(PackName::Gs1), "https://id.gs1.org"),
            (at("https://id.example"), "https://id.example"),
            (at("http://id.example:8080/a/"), "http://id.example:8080/a"),
        ] {
            assert_eq!(settings.resolver_url(), expect);
        }
    }

    #[test]
    fn a_pack_is_trusted_and_known_by_its_name() {
        let usual = source(PackSettings::new(PackName::Gs1));
        assert_eq!(usual.trust, SourceTrust::Trusted);
        assert_eq!(usual.concurrent_calls, None);
        assert_eq!(usual.transport.kind(), "pack");
        let tuned = PackSettings {
            sample: true,
            ..at("https://id.example")
        };
        assert_eq!(usual.fingerprint(), source(tuned).fingerprint());
        insta::assert_snapshot!(usual.fingerprint(), @"c8dd19b955e9f7f12bc8a333ea4cd527c0aeb0974b4e3875a41f5a28a8aee661");
    }

    #[test]
    fn every_pack_is_found_by_its_word() {
        for pack in PackName::ALL {
            assert_eq!(PackName::parse(pack.as_str()), Some(pack));
        }
        assert_eq!(PackName::parse("GS1"), None);
    }
}
