//! A definition that is no longer the pinned one: what differs, and taking it.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{
    Badges, Form, Frame, Moment, Nature, Outside, Pages, Prose, Section, Segment, Visitor, Wrong,
    now_micros, page, see,
};
use candor_gateway::desk::{Explained, Which};
use candor_gateway::{DeskError, Gateway};
use candor_model::{Digest, Drift, Role};
use candor_wire::RawObject;
use http::{StatusCode, Uri};
use serde_json::Value;

use crate::edit::hidden;
use crate::folded;
use crate::lines::{self, Line};
use crate::named::Named;
use crate::place::Place;
use crate::schema::SchemaTable;

/// The most characters of one line about a difference.
const LINE: usize = 600;
/// The most characters of a description.
const DESCRIPTION: usize = 12_000;

/// What has become of a definition.
pub(crate) struct Changed {
    /// Where it is accepted.
    pub(crate) to: String,
    pub(crate) found: Moment,
    pub(crate) loosens: bool,
    pub(crate) renamed_from: Option<Outside>,
    /// What differs, one readable line each.
    pub(crate) differences: Vec<Outside>,
    /// The description, line by line.
    pub(crate) description: Vec<Line>,
    /// The definition that was pinned, if it is still known.
    pub(crate) old: Option<Outside>,
    pub(crate) new: Outside,
}

#[derive(Template)]
#[template(path = "drift.html")]
struct View {
    frame: Frame,
    name: Outside,
    back: String,
    changed: Changed,
    /// What becomes of it.
    badges: Badges,
    title: Outside,
    described: Prose,
    input: Option<SchemaTable>,
    accept_to: String,
    field: String,
    hidden: Vec<(&'static str, String)>,
    hash: String,
    why: String,
    /// Why there is no form.
    closed: Option<String>,
    problem: Option<String>,
}

/// `GET /tools/{name}/drift`
pub(crate) async fn show(
    State(pages): State<Pages>,
    Segment(name): Segment,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    let tool = Named::read(&name)?;
    visitor.needs(Role::Viewer, &tool.path)?;
    let place = Place::of_uri(&uri)?;
    draw(
        &pages,
        &visitor,
        (&tool, &place),
        (StatusCode::OK, None),
        None,
    )
    .await
}

/// `POST /tools/{name}/drift`
pub(crate) async fn accept(
    State(pages): State<Pages>,
    Segment(name): Segment,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    let tool = Named::read(&name)?;
    tool.check(&visitor, "drift", &form)?;
    visitor.needs(Role::Editor, &tool.path)?;
    let place = Place::of_form(&form)?;
    let why = form.get("why");
    let again = |status, sentence: String| {
        let problem = Some(format!("Nothing was accepted: {sentence}."));
        draw(
            &pages,
            &visitor,
            (&tool, &place),
            (status, problem),
            why.clone(),
        )
    };
    let given = form.get("hash").unwrap_or_default();
    let Some(hash) = Digest::parse(&given) else {
        let given: String = given.chars().take(80).collect();
        let sentence = format!("the form does not say which definition was seen (`{given}`)");
        return again(StatusCode::UNPROCESSABLE_ENTITY, sentence).await;
    };
    let desk = pages.gateway.desk();
    let author = visitor.author(why.clone());
    let which = Which::Tool(tool.name.clone(), Some(hash));
    match desk.accept_drift(&author, &which).await {
        Ok(_) => Ok(see(&place.after(&tool.path, "accepted"))),
        Err(DeskError::Unknown(sentence)) => Err(nothing(&tool, &sentence)),
        Err(error @ (DeskError::Stale { .. } | DeskError::Exists(_))) => {
            again(StatusCode::CONFLICT, error.to_string()).await
        }
        Err(error @ DeskError::Invalid(_)) => {
            let now = desk.drift(&tool.name).await;
            let moved = now.is_ok_and(|drift| drift.found.hash != hash);
            let status = if moved {
                StatusCode::CONFLICT
            } else {
                StatusCode::UNPROCESSABLE_ENTITY
            };
            again(status, error.to_string()).await
        }
        Err(error) => Err(tool.refused(&error)),
    }
}

async fn draw(
    pages: &Pages,
    visitor: &Visitor,
    (tool, place): (&Named, &Place),
    (status, problem): (StatusCode, Option<String>),
    why: Option<String>,
) -> Result<Response, Wrong> {
    let desk = pages.gateway.desk();
    let explained = desk.explain(&tool.name, &place.endpoint);
    let explained = explained.map_err(|error| tool.refused(&error))?;
    let Some(drift) = explained.drift.as_deref() else {
        let sentence = format!("`{}` is as it was pinned", tool.name);
        return Err(nothing(tool, &sentence));
    };
    let changed = Changed::of(&pages.gateway, (tool, place), &explained, drift).await?;
    let members = RawObject::parse(&explained.definition).unwrap_or_default();
    let described = members.get_string("description").unwrap_or_default();
    let title = explained.effective.shown.title();
    let to = tool.to("drift");
    let name = tool.name.to_string();
    let view = View {
        frame: Frame::of("A changed definition", Section::Tools, visitor).wide(),
        back: place.address(&tool.path),
        badges: Badges::of(Nature::of(&explained.effective, explained.trust, false)),
        title: Outside::short(title.map_or(&*name, |fact| &fact.value), 200),
        described: Prose::of(&described, DESCRIPTION),
        input: SchemaTable::of(&explained.definition, "inputSchema"),
        field: visitor.field(&to),
        accept_to: to,
        hidden: hidden(place),
        hash: drift.found.hash.to_string(),
        why: why.unwrap_or_default(),
        closed: (!visitor.identity.may(Role::Editor)).then(|| visitor.lacks(Role::Editor)),
        problem,
        changed,
        name: Outside::short(&name, 200),
    };
    Ok(page(status, &view))
}

fn nothing(tool: &Named, sentence: &str) -> Wrong {
    let sentence = format!("{sentence}; there is nothing to accept.");
    let status = StatusCode::CONFLICT;
    let wrong = Wrong::new(status, "There is nothing to accept", sentence);
    wrong.way(&*tool.path, "The tool")
}

// === impl Changed ===

impl Changed {
    pub(crate) async fn of(
        gateway: &Gateway,
        (tool, place): (&Named, &Place),
        explained: &Explained,
        drift: &Drift,
    ) -> Result<Self, Wrong> {
        let old = match &drift.renamed_from {
            None => explained.pin.as_ref().map(|pin| pin.definition.to_string()),
            Some(before) => {
                let pin = gateway.store().pin(before).await;
                let pin = pin.map_err(|error| Wrong::failed(&error))?;
                pin.map(|pin| pin.definition.to_string())
            }
        };
        let new = &*drift.found.definition;
        let differences = drift.differences.iter();
        Ok(Self {
            to: place.address(&tool.to("drift")),
            found: Moment::seen(drift.found.at_micros, now_micros()),
            loosens: drift.loosens,
            renamed_from: drift
                .renamed_from
                .as_ref()
                .map(|name| Outside::short(&name.to_string(), 200)),
            differences: differences.map(|line| Outside::short(line, LINE)).collect(),
            description: match &old {
                Some(old) => lines::between(&described(old), &described(new)),
                None => Vec::new(),
            },
            old: old.as_deref().map(folded::json),
            new: folded::json(new),
        })
    }
}

fn described(definition: &str) -> String {
    let value: Value = serde_json::from_str(definition).unwrap_or_default();
    let text = value.get("description").and_then(Value::as_str);
    text.unwrap_or_default().to_owned()
}
