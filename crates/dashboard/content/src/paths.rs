//! The paths of these pages.

use candor_dashboard_kit::query;
use candor_gateway::{ContentKind, ListedContent};

/// The list of prompts.
pub(crate) const PROMPTS: &str = "/prompts";
/// The list of resources and templates.
pub(crate) const RESOURCES: &str = "/resources";
/// The page of a resource or a template. A URI is no segment of a path, so it is in the query.
pub(crate) const RESOURCE: &str = "/resources/show";

/// The value of `kind` for templates.
pub(crate) const TEMPLATES: &str = "templates";

/// The address of a page.
pub(crate) fn page(kind: ContentKind, content: &ListedContent) -> String {
    let source = content.source.as_str();
    let parameter = match kind {
        ContentKind::Prompt => {
            return query::path(&["prompts", &format!("{source}.{}", content.own)]);
        }
        ContentKind::Resource => "uri",
        ContentKind::Template => "template",
    };
    query::with_all(RESOURCE, [("source", source), (parameter, &content.own)])
}
