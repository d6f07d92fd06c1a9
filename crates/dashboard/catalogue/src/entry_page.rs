//! The page of a server, with the form to add it.

use askama::Template;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, DisplayTime, ExternalText, PageLayout, SiteSection, render_page,
};
use candor_model::Role;
use candor_registry::{EntryStatus, RegistryEntry, check};
use candor_registry_client::chosen_option;
use http::StatusCode;

use crate::add_form::{AddForm, AddFormErrors};
use crate::found_entry::{FoundEntry, VersionList};
use crate::known_tools::{ToolsOrigin, ToolsPanel};
use crate::need_field::NeedField;
use crate::option_panel::{self, OptionLink, OptionPanel, RunView};
use crate::paths;
use crate::registry_row;
use crate::used_sources::UsedSources;
use crate::warning_row::WarningRow;

/// Why a server that starts a program cannot be added here, and the way out.
const NO_COMMANDS: &str = "Servers that start a program cannot be added in the dashboard of this \
                           gateway. Set `allow_commands = true` in `[server]` to allow it, or run \
                           `candor catalogue add` on its machine.";

/// The result of a step.
#[derive(Default)]
pub(crate) struct AddOutcome {
    pub(crate) status: StatusCode,
    /// The error, as a sentence.
    pub(crate) problem: Option<String>,
    pub(crate) errors: AddFormErrors,
    pub(crate) preview: Option<Box<AdditionPreview>>,
}

/// The preview of a source.
pub(crate) struct AdditionPreview {
    pub(crate) source: String,
    pub(crate) run: RunView,
    /// The source as a table of `candor.toml`, without secrets.
    pub(crate) toml: ExternalText,
    pub(crate) warnings: Vec<WarningRow>,
    /// The gateway's findings about the source.
    pub(crate) findings: Vec<ExternalText>,
    /// The digest of the preview, so that nothing else is added.
    pub(crate) confirmed: String,
}

#[derive(Template)]
#[template(path = "catalogue_server.html")]
struct EntryPage<'a> {
    frame: PageLayout,
    label: ExternalText,
    name: String,
    description: ExternalText,
    version: ExternalText,
    versions: Option<VersionList>,
    status: StatusLabel,
    status_message: Option<ExternalText>,
    published: Option<ExternalText>,
    /// Links provided by its publisher.
    website: Option<&'a str>,
    repository: Option<&'a str>,
    registry: ExternalText,
    asked: Option<DisplayTime>,
    outage: Option<ExternalText>,
    options: Vec<OptionLink>,
    option: Option<OptionPanel>,
    needs: Vec<NeedField>,
    tools: ToolsPanel,
    form: Option<OpenForm<'a>>,
    /// Why it cannot be added here.
    closed: Option<String>,
    preview: Option<Box<AdditionPreview>>,
    problem: Option<String>,
}

/// The form, where the server can be added.
struct OpenForm<'a> {
    to: String,
    field: String,
    version: &'a str,
    option: usize,
    source: &'a str,
    source_error: Option<String>,
    why: &'a str,
}

/// The state of an entry in its registry.
#[derive(Clone, Copy)]
pub(crate) struct StatusLabel {
    pub(crate) word: &'static str,
    pub(crate) sign: &'static str,
    /// The CSS class of its badge.
    pub(crate) look: &'static str,
}

// === impl StatusLabel ===

impl StatusLabel {
    pub(crate) const fn of(status: EntryStatus) -> Self {
        let (word, sign, look) = match status {
            EntryStatus::Active => ("Active", "✓", "good"),
            EntryStatus::Deprecated => ("Deprecated", "!", "warn"),
            EntryStatus::Deleted => ("Deleted", "✗", "bad"),
        };
        Self { word, sign, look }
    }
}

/// Renders the page with the submitted values and results.
pub(crate) async fn draw(
    pages: &DashboardState,
    visitor: &CurrentUser,
    found: &FoundEntry,
    versions: Option<VersionList>,
    said: &AddForm,
    outcome: AddOutcome,
) -> Response {
    let entry = &found.known.entry;
    let used = UsedSources::of(&pages.gateway);
    let chosen = chosen_option(entry, Some(said.option));
    let option = chosen.map(|option| {
        let names = found.view.known_servers(used.words());
        let warnings = check::check(entry, option, found.known.history, &names);
        OptionPanel::of(option, &warnings)
    });
    let closed = option.as_ref().map_or(Some(NOTHING.to_owned()), |option| {
        closed(pages, visitor, option)
    });
    let look = inspected(found).await;
    let page = EntryPage {
        frame: PageLayout::of(entry.label(), SiteSection::Catalogue, visitor).wide(),
        label: ExternalText::line(entry.label()),
        name: entry.name.to_string(),
        description: ExternalText::short(&entry.description, 2_000),
        version: ExternalText::short(&entry.version, 60),
        versions,
        status: StatusLabel::of(entry.status),
        status_message: line(entry.status_message.as_ref()),
        published: line(entry.published_at.as_ref()),
        website: entry.website.as_deref(),
        repository: entry.repository.as_deref(),
        registry: ExternalText::short(found.registry().map_or("", |state| &*state.registry), 300),
        asked: found.registry().and_then(registry_row::asked),
        outage: found
            .registry()
            .and_then(|state| registry_row::RegistryRow::of(state).outage),
        options: option_panel::links(entry, said.option),
        needs: chosen.map_or_else(Vec::new, |option| said.needs(option, &outcome.errors)),
        option,
        tools: ToolsPanel::of(entry, look, &pages.gateway, used.running(entry)),
        form: closed
            .is_none()
            .then(|| OpenForm::of(visitor, entry, said, &outcome)),
        closed,
        preview: outcome.preview,
        problem: outcome.problem,
    };
    render_page(outcome.status, &page)
}

/// The message for an entry without packages and remotes.
const NOTHING: &str = "This entry has neither a package nor a remote, so there is nothing to add.";

/// Why an option cannot be added by this user; none if it can.
fn closed(pages: &DashboardState, visitor: &CurrentUser, option: &OptionPanel) -> Option<String> {
    if !visitor.identity.may(Role::Admin) {
        return Some(visitor.lacks(Role::Admin));
    }
    if option.unusable.is_some() {
        return Some("This option cannot be added.".to_owned());
    }
    if option.danger {
        return Some(
            "A server with a danger is not added. If you know what it does, write the source into \
             `candor.toml` by hand."
                .to_owned(),
        );
    }
    let refused = option.is_program && !pages.gateway.editor().allows_commands();
    refused.then(|| NO_COMMANDS.to_owned())
}

/// The stored result of inspecting the server.
async fn inspected(found: &FoundEntry) -> Option<candor_registry_client::InspectedServer> {
    let entry = &found.known.entry;
    let (name, version) = (entry.name.clone(), entry.version.clone());
    let catalogue = std::sync::Arc::clone(&found.catalogue);
    let read = tokio::task::spawn_blocking(move || catalogue.client().inspected(&name, &version));
    read.await.unwrap_or_default()
}

fn line(text: Option<&String>) -> Option<ExternalText> {
    text.map(|text| ExternalText::line(text))
}

// === impl OpenForm ===

impl<'a> OpenForm<'a> {
    fn of(
        visitor: &CurrentUser,
        entry: &'a RegistryEntry,
        said: &'a AddForm,
        outcome: &AddOutcome,
    ) -> Self {
        let to = paths::of(&entry.name);
        Self {
            field: visitor.field(&to),
            to,
            version: &entry.version,
            option: said.option,
            source: &said.source,
            source_error: outcome.errors.source.clone(),
            why: &said.why,
        }
    }
}
