//! A `.mcp.json`: the servers in it, one by one, and keeping those that were ticked.

use axum::response::Response;
use candor_frame::{Pages, Visitor, Wrong, query, see};
use candor_model::{Diagnostic, Trust};
use http::StatusCode;

use super::Step;
use super::alone::unusable;
use super::brought::Brought;
use super::form::{Outcome, draw};
use super::said::Said;
use crate::found::Findings;
use crate::place;
use crate::plan::{ShownPlan, TrustWords};
use crate::saved;
use candor_gateway::desk::{SourceDraft, SourceRefusal};

/// How many servers are taken at a time.
const MOST: usize = 100;

/// One server of the file.
pub(super) struct Server {
    /// What the ids of its parts begin with.
    pub(super) id: String,
    pub(super) name: String,
    pub(super) ticked: bool,
    /// What it would do.
    pub(super) plan: Option<ShownPlan>,
    /// Why it cannot be used.
    pub(super) wrong: Findings,
    /// Why it was not kept, or cannot be.
    pub(super) problem: Option<String>,
    /// What it brings.
    pub(super) brought: Option<Brought>,
    /// Its page, once it is kept.
    pub(super) added: Option<String>,
}

/// What a file holds.
struct Held {
    drafts: Vec<SourceDraft>,
    found: Vec<Diagnostic>,
    servers: Vec<Server>,
}

/// Does one step with a file.
pub(super) async fn send(
    pages: &Pages,
    visitor: &Visitor,
    said: Said,
    step: &Step,
) -> Result<Response, Wrong> {
    let mut held = match hold(pages, &said) {
        Ok(held) => held,
        Err(outcome) => return Ok(draw(visitor, &said, *outcome)),
    };
    let (status, problem) = match step {
        // Nobody has chosen yet, so they are shown first.
        Step::Save if said.picks.is_some() => match save(pages, visitor, &said, &mut held).await? {
            Ok(page) => return Ok(page),
            Err((status, problem)) => (status, Some(problem)),
        },
        Step::Preview(Some(name)) => {
            preview(pages, &mut held, name).await;
            (StatusCode::OK, None)
        }
        Step::Save | Step::Preview(None) | Step::Check | Step::More => (StatusCode::OK, None),
    };
    let outcome = Outcome {
        status,
        problem,
        findings: Findings::of(&held.found),
        servers: held.servers,
        trust: Some(TrustWords::of(said.trust.unwrap_or(Trust::Untrusted))),
        ..Outcome::default()
    };
    Ok(draw(visitor, &said, outcome))
}

/// Reads the file and plans each server.
fn hold(pages: &Pages, said: &Said) -> Result<Held, Box<Outcome>> {
    let empty = |sentence: String| {
        let mut outcome = Outcome::refused(StatusCode::UNPROCESSABLE_ENTITY, sentence.clone());
        outcome.slips.add("text", sentence);
        Box::new(outcome)
    };
    if said.text.is_empty() {
        let sentence = "Choose the file, or paste what it says.";
        return Err(empty(sentence.to_owned()));
    }
    let desk = pages.gateway.desk();
    let (drafts, found) = match desk.drafts_of_mcp_json(&said.text, said.trust) {
        Ok(read) => read,
        Err(found) => return Err(Box::new(unusable(&found))),
    };
    if drafts.is_empty() && found.is_empty() {
        let sentence = "There are no servers in it: `mcpServers` is empty.";
        return Err(empty(sentence.to_owned()));
    }
    if drafts.is_empty() {
        return Err(Box::new(unusable(&found)));
    }
    if drafts.len() > MOST {
        let count = drafts.len();
        let sentence =
            format!("There are {count} servers in it; at most {MOST} can be added at a time.");
        return Err(empty(sentence));
    }
    let known = saved::all(pages);
    let servers = drafts.iter().enumerate().map(|(at, draft)| {
        let taken = known.iter().any(|one| one.name == draft.name);
        Server::of(pages, draft, at, said, taken)
    });
    let servers = servers.collect();
    Ok(Held {
        drafts,
        found,
        servers,
    })
}

/// Starts one of them, to look.
async fn preview(pages: &Pages, held: &mut Held, name: &str) {
    let pairs = held.drafts.iter().zip(&mut held.servers);
    let mut pairs = pairs.filter(|(draft, _)| draft.name.as_str() == name);
    let Some((draft, server)) = pairs.next() else {
        return;
    };
    match pages.gateway.desk().preview_source(draft).await {
        Ok(preview) => server.brought = Some(Brought::of(&preview)),
        Err(found) => server.wrong = Findings::of(&found),
    }
}

/// Keeps those that were ticked: none of them, if one cannot be used.
async fn save(
    pages: &Pages,
    visitor: &Visitor,
    said: &Said,
    held: &mut Held,
) -> Result<Result<Response, (StatusCode, String)>, Wrong> {
    let ticked = held.servers.iter().filter(|server| server.ticked).count();
    if ticked == 0 {
        let sentence = "Nothing was added: tick at least one server.".to_owned();
        return Ok(Err((StatusCode::UNPROCESSABLE_ENTITY, sentence)));
    }
    if let Some(server) = held.servers.iter().find(|server| server.is_in_the_way()) {
        let name = &server.name;
        let sentence =
            format!("Nothing was added: `{name}` cannot be. Untick it, or correct the file.");
        let taken = server.problem.is_some();
        let status = if taken {
            StatusCode::CONFLICT
        } else {
            StatusCode::UNPROCESSABLE_ENTITY
        };
        return Ok(Err((status, sentence)));
    }
    let why = Some(said.why.clone()).filter(|why| !why.is_empty());
    let author = visitor.author(why);
    let pairs = held.drafts.iter().zip(&mut held.servers);
    let (mut added, mut refused) = (Vec::new(), 0);
    for (draft, server) in pairs.filter(|(_, server)| server.ticked) {
        match pages.gateway.desk().add_source(draft, &author).await {
            Ok(_) => {
                server.added = Some(place::of(&draft.name));
                added.push(place::of(&draft.name));
            }
            Err(refusal) => {
                server.refuse(&refusal);
                refused += 1;
            }
        }
    }
    match (added.as_slice(), refused) {
        ([only], 0) => Ok(Ok(see(&query::with(only, "done", "added")))),
        (_, 0) => Ok(Ok(see(&query::with(place::ALL, "done", "added")))),
        (added, _) => {
            let added = added.len();
            let sentence = format!(
                "Not all were added: {added} of {ticked}. Below it says why not the others."
            );
            Ok(Err((StatusCode::CONFLICT, sentence)))
        }
    }
}

// === impl Server ===

impl Server {
    fn of(pages: &Pages, draft: &SourceDraft, at: usize, said: &Said, taken: bool) -> Self {
        let id = format!("server-{}", at + 1);
        let name = draft.name.to_string();
        let planned = pages.gateway.desk().plan_source(draft);
        let (plan, wrong) = match planned {
            Ok(plan) => {
                let shown = ShownPlan::of(&plan, &*id).without_trust();
                (Some(shown), Findings::default())
            }
            Err(found) => (None, Findings::of(&found)),
        };
        let problem = taken.then(|| format!("There is a source `{name}` already."));
        let ticked = match &said.picks {
            Some(picks) => picks.contains(&name),
            None => plan.is_some() && !taken,
        };
        Self {
            id,
            name,
            ticked,
            plan,
            wrong,
            problem,
            brought: None,
            added: None,
        }
    }

    /// Whether it was ticked and cannot be kept.
    fn is_in_the_way(&self) -> bool {
        self.ticked && (self.plan.is_none() || self.problem.is_some())
    }

    fn refuse(&mut self, refusal: &SourceRefusal) {
        match refusal {
            SourceRefusal::Findings(found) => self.wrong = Findings::of(found),
            SourceRefusal::Desk(error) => self.problem = Some(format!("{error}.")),
        }
    }
}
