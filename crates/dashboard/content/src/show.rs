//! The page of one prompt, resource or template.

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::wording::{brief, size};
use candor_dashboard_kit::{
    CurrentUser, DashboardState, ExternalText, PageError, PageLayout, PathSegment,
    RenderedMarkdown, SiteSection, query, render_page,
};
use candor_gateway::{ContentKind, StartupWait};
use candor_model::Role;
use http::{StatusCode, Uri};
use serde_json::Value;

use crate::content_index::{ContentIndex, ContentIndexCache};
use crate::content_row::ContentRow;
use crate::definition::{ContentDefinition, PromptArgument};
use crate::paths;

/// The maximum length of rendered text, in characters.
const RENDERED: usize = 12_000;
/// The maximum length of the definition, in characters.
const DEFINITION: usize = 20_000;
/// The maximum length of a fact, in characters.
const FACT: usize = 1_000;
/// The most arguments that are shown.
const ARGUMENTS: usize = 200;

#[derive(Template)]
#[template(path = "content_page.html")]
struct ContentPage<'a> {
    frame: PageLayout,
    heading: ExternalText,
    /// The kind: a prompt, a resource or a resource template.
    what: &'static str,
    row: &'a ContentRow,
    description: Option<RenderedMarkdown>,
    /// Names and values.
    facts: Vec<(&'static str, ExternalText)>,
    /// The arguments of a prompt.
    arguments: Option<Vec<ArgumentRow>>,
    /// The number of arguments that are not shown.
    more: usize,
    definition: ExternalText,
    back: (&'static str, &'static str),
}

/// An argument of a prompt.
struct ArgumentRow {
    name: ExternalText,
    description: ExternalText,
    required: bool,
}

/// `GET /prompts/{name}`: shows a prompt.
pub(crate) async fn prompt(
    State(pages): State<DashboardState>,
    Extension(cache): Extension<Arc<ContentIndexCache>>,
    PathSegment(name): PathSegment,
    user: CurrentUser,
) -> Result<Response, PageError> {
    user.needs(Role::Viewer, &query::path(&["prompts", &name]))?;
    let (source, own) = name.split_once('.').unwrap_or(("", &name));
    draw(&pages, &cache, &user, ContentKind::Prompt, (source, own)).await
}

/// `GET /resources/show`: shows a resource or a resource template.
pub(crate) async fn resource(
    State(pages): State<DashboardState>,
    Extension(cache): Extension<Arc<ContentIndexCache>>,
    user: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    user.needs(Role::Viewer, paths::RESOURCES)?;
    let source = query::get(&uri, "source").unwrap_or_default();
    let (kind, own) = match query::get(&uri, "template") {
        Some(template) => (ContentKind::Template, template),
        None => (
            ContentKind::Resource,
            query::get(&uri, "uri").unwrap_or_default(),
        ),
    };
    draw(&pages, &cache, &user, kind, (&source, &own)).await
}

async fn draw(
    pages: &DashboardState,
    cache: &ContentIndexCache,
    user: &CurrentUser,
    kind: ContentKind,
    (source, own): (&str, &str),
) -> Result<Response, PageError> {
    pages.gateway.settled(StartupWait::Request).await;
    let index = ContentIndex::current(&pages.gateway, cache);
    let Some(row) = index.find(kind, source, own) else {
        return Err(unknown(kind, source, own));
    };
    let read = ContentDefinition::read(&row.content.definition);
    let heading = row.title.clone().unwrap_or_else(|| row.name.clone());
    let arguments = read.arguments.iter().take(ARGUMENTS).map(ArgumentRow::of);
    let arguments = (kind == ContentKind::Prompt).then(|| arguments.collect());
    let view = ContentPage {
        frame: PageLayout::of(heading.text(), SiteSection::Tools, user).wide(),
        heading,
        what: what(kind),
        row,
        description: read
            .description
            .as_deref()
            .map(|text| RenderedMarkdown::of(text, RENDERED)),
        facts: facts(kind, row, &read),
        arguments,
        more: read.arguments.len().saturating_sub(ARGUMENTS),
        definition: definition(row),
        back: back(kind),
    };
    Ok(render_page(StatusCode::OK, &view))
}

const fn what(kind: ContentKind) -> &'static str {
    match kind {
        ContentKind::Prompt => "Prompt",
        ContentKind::Resource => "Resource",
        ContentKind::Template => "Resource template",
    }
}

/// The list that an entry is in.
const fn back(kind: ContentKind) -> (&'static str, &'static str) {
    match kind {
        ContentKind::Prompt => (paths::PROMPTS, "All prompts"),
        ContentKind::Resource => (paths::RESOURCES, "All resources"),
        ContentKind::Template => ("/resources?kind=templates", "All resource templates"),
    }
}

fn unknown(kind: ContentKind, source: &str, own: &str) -> PageError {
    let what = what(kind);
    let (to, words) = back(kind);
    let sentence = format!(
        "The source `{}` has no {} `{}` right now.",
        brief(source),
        what.to_lowercase(),
        brief(own)
    );
    PageError::new(StatusCode::NOT_FOUND, "Page not found", sentence).link(to, words)
}

fn facts(
    kind: ContentKind,
    row: &ContentRow,
    read: &ContentDefinition,
) -> Vec<(&'static str, ExternalText)> {
    let content = &row.content;
    let called = match kind {
        ContentKind::Prompt => "Name for clients",
        ContentKind::Resource => "URI",
        ContentKind::Template => "URI template",
    };
    let own = (content.own != content.exposed).then(|| content.own.clone());
    let own_name = match kind {
        ContentKind::Prompt => "Name at the source",
        ContentKind::Resource | ContentKind::Template => "URI at the source",
    };
    let name = (kind != ContentKind::Prompt).then(|| read.name.clone());
    let bytes = read
        .size
        .map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
    let known = [
        (called, Some(content.exposed.clone())),
        (own_name, own),
        ("Name", name.flatten()),
        ("MIME type", read.mime_type.clone()),
        ("Size", bytes.map(size)),
    ];
    let known = known
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    let annotations = read.annotations.iter().cloned();
    known
        .chain(annotations)
        .map(|(name, value)| (name, ExternalText::short(&value, FACT)))
        .collect()
}

/// The definition, indented if it is not too deep.
fn definition(row: &ContentRow) -> ExternalText {
    let raw = &row.content.definition;
    let indented = raw.decode::<Value>().ok();
    let indented = indented.and_then(|value| serde_json::to_string_pretty(&value).ok());
    let text = indented.unwrap_or_else(|| String::from_utf8_lossy(raw.as_bytes()).into_owned());
    ExternalText::short(&text, DEFINITION)
}

// === impl ArgumentRow ===

impl ArgumentRow {
    fn of(argument: &PromptArgument) -> Self {
        Self {
            name: ExternalText::short(&argument.name, FACT),
            description: ExternalText::short(&argument.description, FACT),
            required: argument.required,
        }
    }
}
