//! Builds the snapshot from what the sources offer.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use candor_model::{
    Diagnostic, ExposedName, Opinion, Provenance, QualifiedName, SourceName, Toolset, naming,
};
use candor_resolve::{OpinionDifference, ToolPool};
use candor_sources::ToolEntry;
use candor_wire::{RawJson, RawObject};
use serde_json::Value;

use super::build_work::{BuildCounts, BuildWork};
use super::case_json;
use super::discovered::{self, DiscoveredTool};
use super::endpoint_content::{ContentScope, EndpointContent, SourceContent};
use super::list_bytes::ListFreshness;
use super::offer::{OfferInput, effective};
use super::remembered::REMEMBERED_META;
use super::{
    Catalogue, CatalogueBase, CataloguePrompt, CatalogueTool, EndpointOffer, ServedSource,
    SharedUris, SourcePart,
};
use crate::catalogue::endpoint::Endpoint;
use crate::catalogue::instruction_pins::InstructionPins;
use crate::catalogue::pins::Pins;
use crate::metrics::ToolMetrics;
use crate::state::workspace_settings::WorkspaceSettings;

/// Collects what the sources bring. The order is that of the sources in the configuration and,
/// within a source, its own, so it is deterministic. In `transparent` mode there is one source, and
/// its names are unchanged. Tools that have not changed since `before` are reused.
pub(crate) fn build_base(
    parts: &[SourcePart],
    (pins, instruction_pins): (&Pins, &InstructionPins),
    transparent: bool,
    before: &CatalogueBase,
) -> CatalogueBase {
    let mut stock = CatalogueBase {
        cache: cache(parts),
        ..CatalogueBase::default()
    };
    stock.shared_uris = SharedUris::of(parts);
    add_tools(&mut stock, parts, pins, transparent, before);
    let served = stock.tools.iter().filter(|tool| tool.quarantine.is_none());
    stock.served = served.cloned().collect();
    stock.servers = parts.iter().map(|part| Arc::clone(&part.server)).collect();
    stock.pool = ToolPool::new(stock.served.iter().map(|tool| (&tool.name, tool.ref_id)));
    stock.source_contents = source_contents(parts, transparent, &stock.shared_uris);
    let whole = EndpointContent::new(&stock.source_contents, ContentScope::Every, stock.cache);
    stock.content = Arc::new(whole);
    stock
        .diagnostics
        .extend(shared_resources(parts, &stock.shared_uris));
    stock.away = away(parts, transparent);
    stock.remembered = remembered(parts);
    stock.instructions = instructions(parts, instruction_pins, transparent);
    let names = parts.iter().map(|part| part.server.source.name());
    for pin in names.filter_map(|name| instruction_pins.held(name)) {
        stock.diagnostics.push(changed_instructions(&pin.source));
        stock
            .changed_instructions
            .insert(pin.source.clone(), pin.clone());
    }
    stock
        .diagnostics
        .extend(parts.iter().flat_map(|part| part.diagnostics.clone()));
    stock
}

/// Builds the offer of every endpoint. Offers that have not changed since `before` are reused, and
/// cached offers of toolsets are rebuilt.
pub(crate) fn build_catalogue(
    stock: &Arc<CatalogueBase>,
    said: &Arc<WorkspaceSettings>,
    before: &Catalogue,
) -> Catalogue {
    let work = BuildWork::default();
    let difference = said.opinions.difference(&before.settings.opinions);
    let touched = Some(&difference);
    let served_alike = stock.serves_as(&before.base);
    // Enforcement by a read-only instance can change without any change of opinions.
    let only_words = served_alike && said.notes == before.settings.notes && !stock.is_enforced();
    let unchanged = only_words.then_some(&stock.by_qualified);
    let is_same =
        |endpoint: &Endpoint| served_alike && said.is_same_at(endpoint, before.settings.as_ref());
    let everything = |endpoint: &Endpoint, before: Option<&Arc<EndpointOffer>>, like| {
        if let Some(before) = before.filter(|_| is_same(endpoint)) {
            return Arc::clone(before);
        }
        EndpointOffer::of(OfferInput {
            tools: &stock.served,
            unchanged,
            missing: Vec::new(),
            notes: [&[], &said.notes],
            style: said.style_at(endpoint),
            cache: stock.cache,
            like: [before, like],
            touched,
            said: (&said.opinions, endpoint),
            work: &work,
        })
    };
    let plain = everything(&Endpoint::default(), Some(&before.plain), None);
    let environments = said.environments.keys().map(|name| {
        let endpoint = Endpoint::of_environment(Some(name.clone()));
        let before = before.by_environment.get(name);
        (name.clone(), everything(&endpoint, before, Some(&plain)))
    });
    let by_environment = environments.collect();
    let mut built = Catalogue {
        base: Arc::clone(stock),
        settings: Arc::clone(said),
        plain: Arc::clone(&plain),
        by_environment,
        narrowed: Mutex::default(),
        contents: Mutex::default(),
        work: BuildCounts::default(),
    };
    let looked_at = before.made().clone().into_iter();
    let looked_at = looked_at.filter(|(endpoint, _)| said.toolset(endpoint).is_ok());
    let again = looked_at.map(|(endpoint, before)| {
        let offer = if is_same(&endpoint) {
            before
        } else {
            narrowed(&built, &endpoint, (Some(&before), touched), &work)
        };
        (endpoint, offer)
    });
    built.narrowed = Mutex::new(again.collect());
    built.contents = Mutex::new(contents_again(&built, before));
    built.work = work.after(before.work);
    built
}

/// Rebuilds what toolsets serve besides tools, for the endpoints that were requested `before`.
fn contents_again(
    built: &Catalogue,
    before: &Catalogue,
) -> BTreeMap<Endpoint, Arc<EndpointContent>> {
    let same_base = Arc::ptr_eq(&built.base, &before.base);
    let looked_at = before.made_contents().clone().into_iter();
    let again = looked_at.filter_map(|(endpoint, before)| {
        let toolset = built.settings.toolset(&endpoint).ok().flatten()?;
        let offer = built.view(&endpoint).ok()?;
        let is_same = same_base && *before.scope() == content_scope(toolset, &offer);
        let content = if is_same {
            before
        } else {
            narrowed_content(&built.base, toolset, &offer)
        };
        Some((endpoint, content))
    });
    again.collect()
}

/// What a toolset serves besides tools.
pub(super) fn narrowed_content(
    base: &CatalogueBase,
    toolset: &Toolset,
    offer: &EndpointOffer,
) -> Arc<EndpointContent> {
    let scope = content_scope(toolset, offer);
    let content = EndpointContent::new(&base.source_contents, scope, base.cache);
    Arc::new(content)
}

/// Whose prompts and resources a toolset serves: those of the sources of its tools, unless it
/// serves none.
fn content_scope(toolset: &Toolset, offer: &EndpointOffer) -> ContentScope {
    if !toolset.prompts_and_resources {
        return ContentScope::Nothing;
    }
    let tools = offer.tools().iter();
    let sources = tools.map(|offered| offered.tool.name.source().clone());
    ContentScope::Sources(sources.collect())
}

/// The offer of a toolset's endpoint. `touched` names the tools whose opinions differ from
/// `before`.
pub(super) fn narrowed(
    catalogue: &Catalogue,
    endpoint: &Endpoint,
    (before, touched): (Option<&Arc<EndpointOffer>>, Option<&OpinionDifference>),
    work: &BuildWork,
) -> Arc<EndpointOffer> {
    let (stock, said) = (&catalogue.base, &catalogue.settings);
    let toolset = said.toolset(endpoint).ok().flatten();
    let (members, notes) = toolset.map_or((&[][..], &[][..]), |toolset| {
        (&toolset.members[..], &toolset.notes[..])
    });
    let relied = |at: usize, hint| {
        work.resolve();
        let effective = effective(&stock.served[at], &said.opinions, endpoint);
        effective.relied.hint(hint).map(|fact| fact.value)
    };
    let selection = stock.pool.select(members, relied);
    let tools: Vec<_> = selection
        .tools
        .iter()
        .map(|at| Arc::clone(&stock.served[*at]))
        .collect();
    EndpointOffer::of(OfferInput {
        tools: &tools,
        unchanged: None,
        missing: selection.missing,
        notes: [notes, &said.notes],
        style: said.style_at(endpoint),
        cache: stock.cache,
        like: [before, catalogue.everything_in(endpoint)],
        touched,
        said: (&said.opinions, endpoint),
        work,
    })
}

/// Adds all tools. Quarantined tools keep their names, so that the names of others do not change
/// with them.
fn add_tools(
    stock: &mut CatalogueBase,
    parts: &[SourcePart],
    pins: &Pins,
    transparent: bool,
    before: &CatalogueBase,
) {
    let all = || {
        parts.iter().flat_map(|part| {
            let known = part.checks.iter().zip(&part.discovered);
            let tools = part.inventory.tools.iter().zip(known);
            tools.map(move |tool| (part, tool))
        })
    };
    let names: Vec<_> = all()
        .map(|(part, (tool, _))| qualified(&part.server, &tool.name))
        .collect();
    let exposed = expose(&names, transparent);
    for (((part, (entry, (checks, nature))), name), exposed) in all().zip(names).zip(exposed) {
        let declared = declared(nature, pins, &part.server);
        let mut meta = exposed_meta(entry, part.server.source.name(), &stock.shared_uris);
        if part.remembered.is_some() {
            meta = Some(remembered_meta(meta.as_ref()));
        }
        let quarantine = pins.quarantine(&name, &nature.found);
        let known = before.by_qualified.get(&name).filter(|known| {
            // A new definition of a source always comes with new checks.
            Arc::ptr_eq(&known.checks, checks)
                && known.exposed == exposed
                && known.declared == declared
                && known.quarantine == quarantine
                && known.base.get("_meta") == meta.as_ref()
        });
        let tool = known.cloned().unwrap_or_else(|| {
            let base = base(entry, &name, &exposed, transparent, meta);
            Arc::new(CatalogueTool {
                own_name: RawJson::string(name.own()),
                base,
                declared,
                inferred: inferred(nature, transparent),
                suggestions: Arc::clone(&nature.suggestions),
                hash: nature.found.hash,
                ref_id: nature.found.ref_id,
                quarantine,
                remembered: part.remembered.is_some(),
                checks: Arc::clone(checks),
                metrics: ToolMetrics::default(),
                server: Arc::clone(&part.server),
                exposed,
                name,
            })
        });
        if let Some(drift) = &tool.quarantine {
            stock.diagnostics.push(quarantined(&tool.name, drift));
            stock
                .withheld
                .insert(tool.exposed.as_str().into(), Arc::clone(&tool));
        }
        stock
            .by_qualified
            .insert(tool.name.clone(), Arc::clone(&tool));
        stock.tools.push(tool);
    }
}

/// The source's definition with the exposed name and a description.
fn base(
    entry: &ToolEntry,
    name: &QualifiedName,
    exposed: &ExposedName,
    transparent: bool,
    meta: Option<RawJson>,
) -> RawObject {
    let mut base = entry.definition.clone();
    if let Some(meta) = meta {
        base.set("_meta", meta);
    }
    if !transparent {
        base.set("name", RawJson::string(exposed.as_str()));
    }
    describe(&mut base, name);
    base
}

/// The `_meta` of a tool, with the exposed URIs of the pages that it names.
fn exposed_meta(entry: &ToolEntry, source: &SourceName, shared: &SharedUris) -> Option<RawJson> {
    let own = entry.definition.get("_meta")?;
    let renamed = shared
        .of_source(source)
        .and_then(|uris| uris.exposed_meta(own));
    Some(renamed.unwrap_or_else(|| own.clone()))
}

/// The `_meta` of a tool that is listed from the cache.
fn remembered_meta(own: Option<&RawJson>) -> RawJson {
    let mut meta = own
        .and_then(|own| RawObject::parse(own).ok())
        .unwrap_or_default();
    meta.set(REMEMBERED_META, RawJson::from_value(&Value::Bool(true)));
    meta.to_json()
}

/// What Candor infers about a tool.
fn inferred(nature: &DiscoveredTool, transparent: bool) -> Arc<Opinion> {
    let mut inferred = Arc::clone(&nature.inferred);
    if transparent && inferred.title.is_some() {
        // In transparent mode, a missing title is kept missing, like the source's names.
        Arc::make_mut(&mut inferred).title = None;
    }
    inferred
}

/// What the source declares, including what it merely omits this time.
fn declared(nature: &DiscoveredTool, pins: &Pins, server: &ServedSource) -> Arc<Opinion> {
    let mut declared = Arc::clone(&nature.declared);
    if !server.source.is_own() && !declared.cases.is_empty() {
        case_json::keep_warnings(Arc::make_mut(&mut declared));
    }
    let carried = pins.carried(&nature.found);
    if carried.is_empty() {
        return declared;
    }
    let provenance = Arc::new(Provenance {
        why: Some("said before, and not repeated now".into()),
        ..Provenance::source(server.source.name().clone())
    });
    let mut before = Opinion::default();
    for (key, json) in &carried {
        discovered::say(&mut before, key, json, &provenance);
    }
    Arc::new(before.under(&declared))
}

fn quarantined(name: &QualifiedName, drift: &candor_model::DriftRecord) -> Diagnostic {
    let message = format!(
        "`{name}` is in quarantine: {}",
        crate::catalogue::pins::reason(drift)
    );
    Diagnostic::warning("drift::quarantined", message)
        .with_hint(format!("look with `candor drift show {name}`"))
}

/// Adds a neutral description to a tool that has none.
fn describe(definition: &mut RawObject, name: &QualifiedName) {
    let described = definition.get_string("description");
    if described.is_none_or(|text| text.trim().is_empty()) {
        let text = format!(
            "Calls the tool `{}` of the source `{}`, which does not describe it.",
            name.own(),
            name.source()
        );
        definition.set("description", RawJson::string(&text));
    }
}

fn source_contents(
    parts: &[SourcePart],
    transparent: bool,
    shared: &SharedUris,
) -> Vec<SourceContent> {
    let names: Vec<_> = parts
        .iter()
        .flat_map(|part| {
            let prompts = part.inventory.prompts.iter();
            prompts.map(move |prompt| qualified(&part.server, &prompt.name))
        })
        .collect();
    let exposed = expose(&names, transparent);
    let mut pairs = names.into_iter().zip(exposed);
    let of_part = |part: &SourcePart| {
        // The entries come first: `zip` takes from its left side first, so no name is lost at the
        // end of a part.
        let entries = part.inventory.prompts.iter().zip(pairs.by_ref());
        let prompts = entries.map(|(entry, (name, exposed))| {
            let mut definition = entry.definition.clone();
            if !transparent {
                definition.set("name", RawJson::string(exposed.as_str()));
            }
            let prompt = CataloguePrompt {
                name,
                exposed,
                server: Arc::clone(&part.server),
            };
            (Arc::new(prompt), definition.to_json())
        });
        let prompts = prompts.collect();
        SourceContent::new(part, prompts, shared)
    };
    parts.iter().map(of_part).collect()
}

/// Diagnostics for the resources whose URIs were renamed because two sources use the same one.
fn shared_resources(parts: &[SourcePart], shared: &SharedUris) -> Vec<Diagnostic> {
    let of_part = |part: &SourcePart| {
        let source = part.server.source.name().clone();
        let told = part.inventory.resources.iter().filter_map(move |entry| {
            let exposed = shared.exposed(&source, &entry.uri)?;
            let message = format!(
                "the resource `{}` of `{source}` is offered as `{exposed}`, since another source \
                 has the same URI",
                entry.uri
            );
            Some(Diagnostic::warning("catalogue::same-uri", message))
        });
        told.collect::<Vec<_>>()
    };
    parts.iter().flat_map(of_part).collect()
}

fn away(parts: &[SourcePart], transparent: bool) -> Vec<(String, Arc<ServedSource>)> {
    let start = |server: &ServedSource| {
        if transparent {
            String::new()
        } else {
            format!("{}_", server.source.name())
        }
    };
    parts
        .iter()
        .filter(|part| !part.server.source.state().is_ready())
        .map(|part| (start(&part.server), Arc::clone(&part.server)))
        .collect()
}

/// Sources that are listed from the cache, with the number of their tools.
fn remembered(parts: &[SourcePart]) -> HashMap<SourceName, usize> {
    let recalled = parts.iter().filter(|part| part.remembered.is_some());
    let counted = recalled.map(|part| {
        (
            part.server.source.name().clone(),
            part.inventory.tools.len(),
        )
    });
    counted.collect()
}

fn qualified(server: &ServedSource, own: &str) -> QualifiedName {
    QualifiedName::new(server.source.name().clone(), own)
}

fn expose(names: &[QualifiedName], transparent: bool) -> Vec<ExposedName> {
    if transparent {
        names
            .iter()
            .map(|name| ExposedName::verbatim(name.own()))
            .collect()
    } else {
        naming::expose_names(names)
    }
}

/// The freshness of the merged lists: the minimum of all, and shared only if all allow that. A
/// source that states nothing counts as not cacheable.
fn cache(parts: &[SourcePart]) -> ListFreshness {
    let hints = || parts.iter().map(|part| &part.inventory.cache);
    let ttl_ms = hints()
        .map(|hint| hint.ttl_ms.unwrap_or(0))
        .min()
        .unwrap_or(0);
    let public = !parts.is_empty() && hints().all(|hint| !hint.private);
    ListFreshness {
        ttl_ms,
        scope: if public { "public" } else { "private" },
    }
}

fn changed_instructions(source: &SourceName) -> Diagnostic {
    let message = format!("the instructions of `{source}` have changed and are withheld");
    Diagnostic::warning("drift::instructions", message)
        .with_hint(format!("look with `candor drift show --source {source}`"))
}

/// Each source's accepted instructions under its name; in transparent mode just the text.
fn instructions(parts: &[SourcePart], pins: &InstructionPins, transparent: bool) -> Option<String> {
    let said: Vec<String> = parts
        .iter()
        .filter_map(|part| {
            let said = part.inventory.server.instructions.as_deref();
            let text = pins.served(part.server.source.name(), said)?;
            Some(if transparent {
                text.to_owned()
            } else {
                format!("## {}\n\n{text}", part.server.source.name())
            })
        })
        .collect();
    (!said.is_empty()).then(|| said.join("\n\n"))
}
