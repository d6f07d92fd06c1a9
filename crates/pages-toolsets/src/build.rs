//! Making a toolset: by picking tools, by rules, or both. The same page is drawn again until it is
//! saved, with everything that was typed.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Frame, Pages, Section, Visitor, Wrong, page, query, see};
use candor_gateway::{DeskError, Patience};
use candor_model::{Hint, Role};
use http::{StatusCode, Uri};

use crate::clash::Clash;
use crate::draft::{Draft, Faults};
use crate::head::Head;
use crate::line;
use crate::picker::{self, Picker, Search};
use crate::preview::Preview;
use crate::words::{PROFILES, sentence};
use crate::{address, find};

#[derive(Template)]
#[template(path = "build.html")]
struct View {
    frame: Frame,
    /// The toolset that is changed; none while one is made.
    head: Option<Head>,
    /// Where the form goes.
    to: String,
    field: String,
    draft: Draft,
    rows: Vec<(String, String)>,
    faults: Faults,
    problem: Option<String>,
    clash: Option<Clash>,
    /// Members that no line means, which stay.
    odd: Vec<String>,
    picker: Picker,
    preview: Preview,
    profiles: &'static [(candor_model::Profile, &'static str, &'static str)],
    hints: Vec<HintRule>,
}

/// A rule about a hint.
struct HintRule {
    value: String,
    words: String,
}

/// What is drawn around what was typed.
#[derive(Default)]
pub(crate) struct Around {
    pub(crate) head: Option<Head>,
    pub(crate) search: Search,
    pub(crate) faults: Faults,
    pub(crate) problem: Option<String>,
    pub(crate) clash: Option<Clash>,
    pub(crate) odd: Vec<String>,
}

/// `GET /toolsets/new`
pub(crate) async fn show(
    State(pages): State<Pages>,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    visitor.needs(Role::Editor, address::NEW)?;
    let mut draft = Draft::default();
    // Other pages lead here with tools that were chosen there.
    for wanted in query::all(&uri, "tool").iter().take(100) {
        if line::read(wanted).is_ok() {
            draft.add(wanted);
        }
    }
    Ok(draw(
        &pages,
        &visitor,
        StatusCode::OK,
        draft,
        Around::default(),
    ))
}

/// `POST /toolsets/new`
pub(crate) async fn create(
    State(pages): State<Pages>,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    visitor.check(address::NEW, &form)?;
    visitor.needs(Role::Editor, address::NEW)?;
    pages.gateway.settled(Patience::Request).await;
    let (draft, around, save) = taken(&form);
    if !save {
        return Ok(draw(&pages, &visitor, StatusCode::OK, draft, around));
    }
    let meant = match draft.read() {
        Ok(meant) => meant,
        Err(faults) => return Ok(unread(&pages, &visitor, draft, around, faults)),
    };
    let author = visitor.author(form.get("why"));
    let made = pages.gateway.desk();
    match made.create_toolset(&author, &meant.toolset()).await {
        Ok(view) => {
            let to = address::of(&view.toolset.name);
            Ok(see(&query::with(&to, "done", "made")))
        }
        Err(error) => refused(&pages, &visitor, draft, around, &error),
    }
}

/// What was sent: what was typed with what was ticked and added, and whether it is to be saved.
pub(crate) fn taken(form: &Form) -> (Draft, Around, bool) {
    let action = form.get("do").unwrap_or_default();
    let mut draft = Draft::sent(form);
    picker::take(form, &mut draft);
    let mut around = Around {
        search: Search::sent(form, &action),
        ..Around::default()
    };
    if action == "rule" {
        match rule(form) {
            Ok(rule) => draft.add(&rule),
            Err(why) => around.faults.members.push(why),
        }
    }
    (draft, around, action == "save")
}

/// The rule that somebody wants to add.
fn rule(form: &Form) -> Result<String, String> {
    let pattern = form.get("pattern").unwrap_or_default();
    let hint = form.get("hint").unwrap_or_default();
    let source = form.get("hint-source").unwrap_or_default();
    let text = match (pattern.trim(), &*hint) {
        ("", "") => {
            return Err("A rule is a pattern such as `shop.list_*`, or a hint.".to_owned());
        }
        ("", hint) if source.is_empty() => hint.to_owned(),
        ("", hint) => format!("{source}:{hint}"),
        (pattern, _) => pattern.to_owned(),
    };
    let member = line::read(&text).map_err(|why| sentence(&why))?;
    line::write(&member).ok_or_else(|| format!("`{text}` cannot be written as a rule."))
}

/// The page again, because something typed makes no sense.
pub(crate) fn unread(
    pages: &Pages,
    visitor: &Visitor,
    draft: Draft,
    around: Around,
    faults: Faults,
) -> Response {
    let around = Around {
        faults,
        problem: Some("Nothing was saved. What is wrong is said at the fields.".to_owned()),
        ..around
    };
    draw(
        pages,
        visitor,
        StatusCode::UNPROCESSABLE_ENTITY,
        draft,
        around,
    )
}

/// The page again, because the desk refused it.
pub(crate) fn refused(
    pages: &Pages,
    visitor: &Visitor,
    draft: Draft,
    around: Around,
    error: &DeskError,
) -> Result<Response, Wrong> {
    let (status, problem) = find::refusal(error)?;
    let around = Around {
        problem: Some(problem),
        ..around
    };
    Ok(draw(pages, visitor, status, draft, around))
}

/// The page.
pub(crate) fn draw(
    pages: &Pages,
    visitor: &Visitor,
    status: StatusCode,
    draft: Draft,
    around: Around,
) -> Response {
    let (title, to) = match &around.head {
        Some(head) => (format!("Change {}", head.name), format!("{}/edit", head.to)),
        None => ("New toolset".to_owned(), address::NEW.to_owned()),
    };
    let members = line::read_all(&draft.members).members;
    let view = View {
        frame: Frame::of(&title, Section::Toolsets, visitor).wide(),
        field: visitor.field(&to),
        picker: Picker::of(pages, &draft, around.search),
        preview: Preview::of(pages, &members),
        rows: draft.ask_rows(),
        to,
        draft,
        head: around.head,
        faults: around.faults,
        problem: around.problem,
        clash: around.clash,
        odd: around.odd,
        profiles: &PROFILES,
        hints: hint_rules(),
    };
    page(status, &view)
}

fn hint_rules() -> Vec<HintRule> {
    let rule = |hint: Hint, value: bool| HintRule {
        value: format!("{}={value}", hint.key()),
        words: format!("{}: {}", hint.word(), if value { "yes" } else { "no" }),
    };
    let both = Hint::ALL.into_iter();
    both.flat_map(|hint| [rule(hint, true), rule(hint, false)])
        .collect()
}
