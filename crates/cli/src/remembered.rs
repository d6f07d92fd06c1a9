//! What comes of everything that is said about tools, without starting their source.
//!
//! The store remembers the definition of every tool that was seen. That is enough to say what a
//! tool does after somebody has corrected it, so that correcting it takes no server.

use std::sync::Arc;

use candor_config::InferenceSettings;
use candor_gateway::{Endpoint, Gateway};
use candor_model::{
    Hint, Opinion, QualifiedName, Say, Scope, SourceName, Statement, ToolPattern, Trust, Voice,
};
use candor_resolve::{Book, Effective, Layers, Shelf, settle};
use candor_server::assemble::DEMO;

use crate::described::{self, Described, Reading};
use crate::problems::Failure;
use crate::workspace::Workspace;

/// How a source is treated.
#[derive(Clone, Copy)]
pub(crate) struct Treatment {
    trust: Trust,
    inference: InferenceSettings,
}

/// A tool and what it does.
pub(crate) struct Remembered {
    pub(crate) name: QualifiedName,
    pub(crate) effective: Effective,
}

/// What the tools that a pattern fits do at an endpoint. A source that runs is asked; otherwise
/// it is as the store remembers it.
pub(crate) async fn effective(
    gateway: &Gateway,
    about: &ToolPattern,
    endpoint: &Endpoint,
    treatment: Treatment,
) -> Result<Vec<Remembered>, Failure> {
    let catalogue = gateway.catalogue();
    let here = catalogue.tools().iter();
    let here: Vec<_> = here.filter(|tool| about.matches(&tool.name)).collect();
    if here.is_empty() {
        return remembered(gateway, about, endpoint, treatment).await;
    }
    let desk = gateway.desk();
    here.into_iter()
        .map(|tool| {
            Ok(Remembered {
                name: tool.name.clone(),
                effective: desk.explain(&tool.name, endpoint)?.effective,
            })
        })
        .collect()
}

async fn remembered(
    gateway: &Gateway,
    about: &ToolPattern,
    endpoint: &Endpoint,
    treatment: Treatment,
) -> Result<Vec<Remembered>, Failure> {
    let source = about.source();
    let mut pins = gateway.store().pins().await?;
    pins.retain(|pin| pin.name.source() == source);
    // All tools of the source are evidence about each of them.
    let (names, tools): (Vec<_>, Vec<_>) = pins
        .into_iter()
        .filter_map(|pin| {
            let definition = serde_json::from_str(&pin.definition).ok()?;
            Some((pin.name, Described::read(definition).ok()?))
        })
        .unzip();
    let inferred = treatment.infer(source, &tools);
    let book = book(gateway).await?;
    let told = names.into_iter().zip(tools.iter().zip(inferred));
    Ok(told
        .filter(|(name, _)| about.matches(name))
        .map(|(name, (tool, inferred))| {
            let above = above(&book, endpoint, &name);
            let effective = settle(&Layers {
                inferred: &inferred,
                declared: &declared(source, tool),
                above: &above.iter().collect::<Vec<_>>(),
                trust: treatment.trust,
            });
            Remembered { name, effective }
        })
        .collect())
}

/// What people say, in the file and elsewhere.
async fn book(gateway: &Gateway) -> Result<Book, Failure> {
    let mut book = Book::new();
    for entry in gateway.desk().opinions().await? {
        let shelf = match entry.version {
            Some(_) => Shelf::Store,
            None => Shelf::File,
        };
        book.insert(shelf, entry.key, entry.opinion);
    }
    Ok(book)
}

/// What people say about a tool at an endpoint, lowest layer first.
fn above(book: &Book, endpoint: &Endpoint, name: &QualifiedName) -> Vec<Opinion> {
    let environment = endpoint.environment.clone().map(Scope::Environment);
    let toolset = endpoint.toolset.clone().map(Scope::Toolset);
    [Some(Scope::Everywhere), environment, toolset]
        .into_iter()
        .flatten()
        .map(|scope| book.about(&scope, name))
        .collect()
}

fn declared(source: &SourceName, tool: &Described) -> Opinion {
    let voice = Arc::new(Voice::source(source.clone()));
    let mut opinion = Opinion::default();
    for (hint, value) in tool.declared.iter() {
        say(&mut opinion, hint, value, &voice);
    }
    opinion.title = tool.title.as_deref().map(|title| Statement {
        say: Say::Set(title.into()),
        voice,
    });
    opinion
}

fn say(opinion: &mut Opinion, hint: Hint, value: bool, voice: &Arc<Voice>) {
    let statement = Statement {
        say: Say::Set(value),
        voice: Arc::clone(voice),
    };
    opinion.set_hint(hint, Some(statement));
}

// === impl Treatment ===

impl Treatment {
    /// How the configuration treats a source.
    pub(crate) fn of(workspace: &Workspace, name: &SourceName) -> Self {
        let mut inference = workspace.settings.inference;
        let source = workspace.source(name);
        if let Some(source) = source {
            inference.destructive = source.destructive.unwrap_or(inference.destructive);
            inference.open_world = source.open_world.or(inference.open_world);
        }
        let demo = workspace.demo && name.as_str() == DEMO;
        let trust = match source {
            Some(source) => source.trust,
            None if demo => Trust::Trusted,
            None => Trust::Untrusted,
        };
        Self { trust, inference }
    }

    /// What Candor says about each tool by itself.
    fn infer(self, source: &SourceName, tools: &[Described]) -> Vec<Opinion> {
        let reading = Reading {
            destructive: self.inference.destructive,
            open_world: self.inference.open_world,
        };
        let inferred = described::infer(source.as_str(), tools, reading);
        inferred
            .into_iter()
            .map(|inference| {
                let mut opinion = Opinion::default();
                let found = inference.findings.iter();
                let found = found.filter(|finding| self.inference.enabled && finding.applies);
                for finding in found {
                    let voice = Arc::new(Voice::candor(finding.because()));
                    say(&mut opinion, finding.hint, finding.value, &voice);
                }
                let title = inference.title.filter(|_| self.inference.titles);
                opinion.title = title.map(|title| Statement {
                    say: Say::Set(title),
                    voice: Arc::new(Voice::candor("made from the name")),
                });
                opinion
            })
            .collect()
    }
}
