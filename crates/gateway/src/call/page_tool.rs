//! Tools that a page of a server calls by the server's own name for them.
//!
//! A page knows nothing of a gateway. Its host forwards what it asks for as it is, so that the name
//! is the one that the page's own server uses. It is understood where only one source with pages
//! has a tool of that name; between two, nobody can tell whose page it was.

use std::sync::Arc;

use crate::catalogue::{EndpointContent, EndpointOffer, OfferedTool};

/// Who has a tool of this name.
pub(crate) enum PageTool<'a> {
    /// The only source with pages that has one.
    Found(&'a Arc<OfferedTool>),
    /// Several have one. These are the names that clients know.
    Ambiguous(Vec<&'a str>),
    /// No source with pages has one.
    Absent,
}

/// Finds the tool that a page means.
pub(crate) fn find<'a>(
    offer: &'a EndpointOffer,
    content: &EndpointContent,
    own: &str,
) -> PageTool<'a> {
    let has_pages = |offered: &&Arc<OfferedTool>| {
        let name = &offered.tool.name;
        name.own() == own && content.has_pages(name.source())
    };
    let found: Vec<_> = offer.tools().iter().filter(has_pages).collect();
    match found.as_slice() {
        [] => PageTool::Absent,
        [only] => PageTool::Found(only),
        several => {
            let names = several.iter().map(|offered| offered.tool.exposed.as_str());
            PageTool::Ambiguous(names.collect())
        }
    }
}
