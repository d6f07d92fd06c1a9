//! Importing a `.mcp.json`: its servers, and adding the selected ones.

use axum::response::Response;
use candor_dashboard_kit::{CurrentUser, DashboardState, PageError, query, see_other, to_sentence};
use candor_model::{Diagnostic, SourceTrust};
use http::StatusCode;

use super::AddSourceStep;
use super::form::{AddSourceOutcome, draw};
use super::input::AddSourceForm;
use super::preview::SourcePreviewPanel;
use super::single::unusable;
use crate::findings::FindingsPanel;
use crate::known_sources;
use crate::paths;
use crate::plan::{SourcePlanView, TrustLabel};
use candor_gateway::edit::{SaveSourceError, SourceDraft};

/// The most servers of one import.
const MOST: usize = 100;

/// A server of the file.
pub(super) struct McpJsonServer {
    /// The prefix of element ids.
    pub(super) id: String,
    pub(super) name: String,
    pub(super) ticked: bool,
    pub(super) plan: Option<SourcePlanView>,
    /// Why it cannot be used.
    pub(super) wrong: FindingsPanel,
    /// Why it was not or cannot be added.
    pub(super) problem: Option<String>,
    /// The answer to an attempt to add it all the same.
    status: StatusCode,
    pub(super) brought: Option<SourcePreviewPanel>,
    /// Its page, once it is added.
    pub(super) added: Option<String>,
}

/// The contents of a file.
struct McpJsonImport {
    drafts: Vec<SourceDraft>,
    found: Vec<Diagnostic>,
    servers: Vec<McpJsonServer>,
}

/// Runs one step of an import.
pub(super) async fn send(
    pages: &DashboardState,
    visitor: &CurrentUser,
    said: AddSourceForm,
    step: &AddSourceStep,
) -> Result<Response, PageError> {
    let mut held = match read_import(pages, &said) {
        Ok(held) => held,
        Err(outcome) => return Ok(draw(pages, visitor, &said, *outcome)),
    };
    let (status, problem) = match step {
        // Without a selection, the servers are shown first.
        AddSourceStep::Save if said.picks.is_some() => {
            match save(pages, visitor, &said, &mut held).await? {
                Ok(page) => return Ok(page),
                Err((status, problem)) => (status, Some(problem)),
            }
        }
        AddSourceStep::Preview(Some(name)) => {
            preview(pages, &mut held, name).await;
            (StatusCode::OK, None)
        }
        AddSourceStep::Save
        | AddSourceStep::Preview(None)
        | AddSourceStep::Check
        | AddSourceStep::More => (StatusCode::OK, None),
    };
    let outcome = AddSourceOutcome {
        status,
        problem,
        findings: FindingsPanel::of(&held.found),
        servers: held.servers,
        trust: Some(TrustLabel::of(said.trust.unwrap_or(SourceTrust::Untrusted))),
        ..AddSourceOutcome::default()
    };
    Ok(draw(pages, visitor, &said, outcome))
}

/// Parses the file and plans each server.
fn read_import(
    pages: &DashboardState,
    said: &AddSourceForm,
) -> Result<McpJsonImport, Box<AddSourceOutcome>> {
    let empty = |sentence: String| {
        let mut outcome =
            AddSourceOutcome::refused(StatusCode::UNPROCESSABLE_ENTITY, sentence.clone());
        outcome.errors.add("text", sentence);
        Box::new(outcome)
    };
    if said.text.is_empty() {
        let sentence = "Choose a file, or paste its contents.";
        return Err(empty(sentence.to_owned()));
    }
    let editor = pages.gateway.editor();
    let (drafts, found) = match editor.drafts_of_mcp_json(&said.text, said.trust) {
        Ok(read) => read,
        Err(found) => return Err(Box::new(unusable(&found))),
    };
    if drafts.is_empty() && found.is_empty() {
        let sentence = "The file has no servers: `mcpServers` is empty.";
        return Err(empty(sentence.to_owned()));
    }
    if drafts.is_empty() {
        return Err(Box::new(unusable(&found)));
    }
    if drafts.len() > MOST {
        let count = drafts.len();
        let sentence =
            format!("The file has {count} servers; at most {MOST} can be added at a time.");
        return Err(empty(sentence));
    }
    let known = known_sources::all(pages);
    let servers = drafts.iter().enumerate().map(|(at, draft)| {
        let taken = known.iter().any(|one| one.name == draft.name);
        McpJsonServer::of(pages, draft, at, said, taken)
    });
    let servers = servers.collect();
    Ok(McpJsonImport {
        drafts,
        found,
        servers,
    })
}

/// Starts one server to list its tools.
async fn preview(pages: &DashboardState, held: &mut McpJsonImport, name: &str) {
    let pairs = held.drafts.iter().zip(&mut held.servers);
    let mut pairs = pairs.filter(|(draft, _)| draft.name.as_str() == name);
    let Some((draft, server)) = pairs.next() else {
        return;
    };
    match pages.gateway.editor().preview_source(draft).await {
        Ok(preview) => server.brought = Some(SourcePreviewPanel::of(&preview)),
        Err(refusal) => server.refuse(&refusal),
    }
}

/// Adds the selected servers; none if one cannot be used.
async fn save(
    pages: &DashboardState,
    visitor: &CurrentUser,
    said: &AddSourceForm,
    held: &mut McpJsonImport,
) -> Result<Result<Response, (StatusCode, String)>, PageError> {
    let ticked = held.servers.iter().filter(|server| server.ticked).count();
    if ticked == 0 {
        let sentence = "Nothing was added: select at least one server.".to_owned();
        return Ok(Err((StatusCode::UNPROCESSABLE_ENTITY, sentence)));
    }
    if let Some(server) = held.servers.iter().find(|server| server.is_in_the_way()) {
        let name = &server.name;
        let sentence = format!(
            "Nothing was added, because `{name}` cannot be added. Deselect it, or correct \
                     the file."
        );
        return Ok(Err((server.status, sentence)));
    }
    let why = Some(said.why.clone()).filter(|why| !why.is_empty());
    let author = visitor.author(why);
    let pairs = held.drafts.iter().zip(&mut held.servers);
    let (mut added, mut refused) = (Vec::new(), 0);
    for (draft, server) in pairs.filter(|(_, server)| server.ticked) {
        match pages.gateway.editor().add_source(draft, &author).await {
            Ok(_) => {
                server.added = Some(paths::of(&draft.name));
                added.push(paths::of(&draft.name));
            }
            Err(refusal) => {
                server.refuse(&refusal);
                refused += 1;
            }
        }
    }
    match (added.as_slice(), refused) {
        ([only], 0) => Ok(Ok(see_other(&query::with(only, "done", "added")))),
        (_, 0) => Ok(Ok(see_other(&query::with(paths::ALL, "done", "added")))),
        (added, _) => {
            let added = added.len();
            let sentence = format!("{added} of {ticked} added. See below why the others were not.");
            Ok(Err((StatusCode::CONFLICT, sentence)))
        }
    }
}

// === impl McpJsonServer ===

impl McpJsonServer {
    fn of(
        pages: &DashboardState,
        draft: &SourceDraft,
        at: usize,
        said: &AddSourceForm,
        taken: bool,
    ) -> Self {
        let id = format!("server-{}", at + 1);
        let name = draft.name.to_string();
        let planned = pages.gateway.editor().plan_source(draft);
        let mut server = Self {
            id,
            ticked: false,
            plan: None,
            wrong: FindingsPanel::default(),
            problem: taken.then(|| format!("A source `{name}` already exists.")),
            name,
            status: if taken {
                StatusCode::CONFLICT
            } else {
                StatusCode::UNPROCESSABLE_ENTITY
            },
            brought: None,
            added: None,
        };
        match planned {
            Ok(plan) => {
                let shown = SourcePlanView::of(&plan, &*server.id);
                server.plan = Some(shown.without_trust());
            }
            Err(refusal) => server.refuse(&refusal),
        }
        server.ticked = match &said.picks {
            Some(picks) => picks.contains(&server.name),
            None => server.plan.is_some() && !taken,
        };
        server
    }

    /// Whether it is selected and cannot be added.
    fn is_in_the_way(&self) -> bool {
        self.ticked && (self.plan.is_none() || self.problem.is_some())
    }

    fn refuse(&mut self, refusal: &SaveSourceError) {
        match refusal {
            SaveSourceError::Local(access) => {
                self.status = StatusCode::FORBIDDEN;
                self.problem = Some(to_sentence(&access.to_string()));
            }
            SaveSourceError::Findings(found) => self.wrong = FindingsPanel::of(found),
            SaveSourceError::Edit(error) => self.problem = Some(format!("{error}.")),
        }
    }
}
