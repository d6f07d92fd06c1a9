//! Tools that a server's UI page calls by the server's own names.
//!
//! A page does not know about the gateway. Its host forwards calls unchanged, so the name is the
//! one that the page's own server uses. It is resolved if exactly one source with pages has a tool
//! of that name; with several, there is no way to tell whose page it was.

use std::sync::Arc;

use crate::catalogue::{EndpointContent, EndpointOffer, OfferedTool};

/// The result of looking up a tool by its source's own name.
pub(crate) enum PageTool<'a> {
    /// The tool of the only source with pages that has one.
    Found(&'a Arc<OfferedTool>),
    /// Several sources have one. These are the exposed names.
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
