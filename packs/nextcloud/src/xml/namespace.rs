//! The namespaces that Nextcloud's protocols use.

/// A namespace with its usual prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum XmlNamespace {
    /// The properties of `WebDAV` itself.
    Dav,
    /// ownCloud's properties, which Nextcloud kept.
    Owncloud,
    /// Nextcloud's own properties.
    Nextcloud,
    /// Errors of the server's `WebDAV` library.
    Sabre,
    /// Paging of `SEARCH`.
    SearchDav,
    /// Calendars, by `CalDAV`.
    Caldav,
    /// Address books, by `CardDAV`.
    Carddav,
    /// Apple's calendar server.
    CalendarServer,
    /// Apple's calendar program.
    AppleIcal,
}

// === impl XmlNamespace ===

impl XmlNamespace {
    pub(crate) const ALL: [Self; 9] = [
        Self::Dav,
        Self::Owncloud,
        Self::Nextcloud,
        Self::Sabre,
        Self::SearchDav,
        Self::Caldav,
        Self::Carddav,
        Self::CalendarServer,
        Self::AppleIcal,
    ];

    pub(crate) const fn uri(self) -> &'static str {
        match self {
            Self::Dav => "DAV:",
            Self::Owncloud => "http://owncloud.org/ns",
            Self::Nextcloud => "http://nextcloud.org/ns",
            Self::Sabre => "http://sabredav.org/ns",
            Self::SearchDav => "https://github.com/icewind1991/SearchDAV/ns",
            Self::Caldav => "urn:ietf:params:xml:ns:caldav",
            Self::Carddav => "urn:ietf:params:xml:ns:carddav",
            Self::CalendarServer => "http://calendarserver.org/ns/",
            Self::AppleIcal => "http://apple.com/ns/ical/",
        }
    }

    pub(crate) const fn prefix(self) -> &'static str {
        match self {
            Self::Dav => "d",
            Self::Owncloud => "oc",
            Self::Nextcloud => "nc",
            Self::Sabre => "s",
            Self::SearchDav => "sd",
            Self::Caldav => "c",
            Self::Carddav => "card",
            Self::CalendarServer => "cs",
            Self::AppleIcal => "ical",
        }
    }

    pub(crate) fn of(uri: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.uri() == uri)
    }
}
