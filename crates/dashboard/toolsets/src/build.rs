//! Creating a toolset by picking tools, by rules, or both. The page keeps all input until it is
//! saved.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::wording::{hint_label, hint_value};
use candor_dashboard_kit::{
    CurrentUser, DashboardState, FormOption, PROFILE_OPTIONS, PageError, PageLayout, SiteSection,
    SubmittedForm, form_options, query, render_page, see_other, to_sentence,
};
use candor_gateway::{EditError, StartupWait};
use candor_model::{Hint, Role};
use http::{StatusCode, Uri};

use crate::diff::ToolsetDiff;
use crate::draft::{DraftErrors, ToolsetDraft};
use crate::header::ToolsetHeader;
use crate::member_lines;
use crate::picker::{self, PickerSearch, ToolPicker};
use crate::preview::ToolsetPreview;
use crate::{lookup, paths};

#[derive(Template)]
#[template(path = "build.html")]
struct ToolsetEditPage {
    frame: PageLayout,
    /// The toolset that is edited; none for a new one.
    head: Option<ToolsetHeader>,
    to: String,
    field: String,
    draft: ToolsetDraft,
    rows: Vec<(String, String)>,
    faults: DraftErrors,
    problem: Option<String>,
    clash: Option<ToolsetDiff>,
    /// Members without a text form; they are kept.
    odd: Vec<String>,
    picker: ToolPicker,
    preview: ToolsetPreview,
    profiles: Vec<FormOption>,
    hints: Vec<HintRuleChoice>,
}

struct HintRuleChoice {
    value: String,
    words: String,
}

/// The state of the page besides the draft.
#[derive(Default)]
pub(crate) struct ToolsetEditState {
    pub(crate) head: Option<ToolsetHeader>,
    pub(crate) search: PickerSearch,
    pub(crate) faults: DraftErrors,
    pub(crate) problem: Option<String>,
    pub(crate) clash: Option<ToolsetDiff>,
    pub(crate) odd: Vec<String>,
}

/// `GET /toolsets/new`: shows the form for a new toolset.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    visitor.needs(Role::Editor, paths::NEW)?;
    let mut draft = ToolsetDraft::default();
    // Other pages link here with selected tools.
    for wanted in query::all(&uri, "tool").iter().take(100) {
        if member_lines::read(wanted).is_ok() {
            draft.add(wanted);
        }
    }
    Ok(draw(
        &pages,
        &visitor,
        StatusCode::OK,
        draft,
        ToolsetEditState::default(),
    ))
}

/// `POST /toolsets/new`: creates a toolset.
pub(crate) async fn create(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    visitor.check(paths::NEW, &form)?;
    visitor.needs(Role::Editor, paths::NEW)?;
    pages.gateway.settled(StartupWait::Request).await;
    let (draft, around, save) = read_form(&form);
    if !save {
        return Ok(draw(&pages, &visitor, StatusCode::OK, draft, around));
    }
    let meant = match draft.read() {
        Ok(meant) => meant,
        Err(faults) => return Ok(invalid_draft(&pages, &visitor, draft, around, faults)),
    };
    let author = visitor.author(form.get("why"));
    let made = pages.gateway.editor_for(&visitor.identity);
    match made.create_toolset(&author, &meant.toolset()).await {
        Ok(view) => {
            let to = paths::of(&view.toolset.name);
            Ok(see_other(&query::with(&to, "done", "made")))
        }
        Err(error) => refused(&pages, &visitor, draft, around, &error),
    }
}

/// The submitted draft with picked tools and added rules, and whether to save it.
pub(crate) fn read_form(form: &SubmittedForm) -> (ToolsetDraft, ToolsetEditState, bool) {
    let action = form.get("do").unwrap_or_default();
    let mut draft = ToolsetDraft::sent(form);
    picker::apply_picks(form, &mut draft);
    let mut around = ToolsetEditState {
        search: PickerSearch::sent(form, &action),
        ..ToolsetEditState::default()
    };
    if action == "rule" {
        match rule(form) {
            Ok(rule) => draft.add(&rule),
            Err(why) => around.faults.members.push(why),
        }
    }
    (draft, around, action == "save")
}

/// The rule to add.
fn rule(form: &SubmittedForm) -> Result<String, String> {
    let pattern = form.get("pattern").unwrap_or_default();
    let hint = form.get("hint").unwrap_or_default();
    let source = form.get("hint-source").unwrap_or_default();
    let text = match (pattern.trim(), &*hint) {
        ("", "") => {
            return Err("Enter a pattern such as `shop.list_*`, or choose a hint.".to_owned());
        }
        ("", hint) if source.is_empty() => hint.to_owned(),
        ("", hint) => format!("{source}:{hint}"),
        (pattern, _) => pattern.to_owned(),
    };
    let member = member_lines::read(&text).map_err(|why| to_sentence(&why))?;
    member_lines::write(&member).ok_or_else(|| format!("`{text}` cannot be written as a rule."))
}

/// The page again, because the draft is invalid.
pub(crate) fn invalid_draft(
    pages: &DashboardState,
    visitor: &CurrentUser,
    draft: ToolsetDraft,
    around: ToolsetEditState,
    faults: DraftErrors,
) -> Response {
    let around = ToolsetEditState {
        faults,
        problem: Some("Nothing was saved. Correct the marked fields.".to_owned()),
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

/// The page again, because the edit was refused.
pub(crate) fn refused(
    pages: &DashboardState,
    visitor: &CurrentUser,
    draft: ToolsetDraft,
    around: ToolsetEditState,
    error: &EditError,
) -> Result<Response, PageError> {
    let (status, problem) = lookup::refusal(error)?;
    let around = ToolsetEditState {
        problem: Some(problem),
        ..around
    };
    Ok(draw(pages, visitor, status, draft, around))
}

pub(crate) fn draw(
    pages: &DashboardState,
    visitor: &CurrentUser,
    status: StatusCode,
    draft: ToolsetDraft,
    around: ToolsetEditState,
) -> Response {
    let (title, to) = match &around.head {
        Some(head) => (format!("Edit {}", head.name), format!("{}/edit", head.to)),
        None => ("New toolset".to_owned(), paths::NEW.to_owned()),
    };
    let members = member_lines::read_all(&draft.members).members;
    let view = ToolsetEditPage {
        frame: PageLayout::of(&title, SiteSection::Toolsets, visitor).wide(),
        field: visitor.field(&to),
        picker: ToolPicker::of(pages, &draft, around.search),
        preview: ToolsetPreview::of(pages, &members),
        rows: draft.ask_rows(),
        profiles: form_options(PROFILE_OPTIONS, &draft.profile),
        to,
        draft,
        head: around.head,
        faults: around.faults,
        problem: around.problem,
        clash: around.clash,
        odd: around.odd,
        hints: hint_rules(),
    };
    render_page(status, &view)
}

fn hint_rules() -> Vec<HintRuleChoice> {
    let rule = |hint: Hint, value: bool| HintRuleChoice {
        value: format!("{}={value}", hint.key()),
        words: format!("{}: {}", hint_label(hint), hint_value(Some(value))),
    };
    let both = Hint::ALL.into_iter();
    both.flat_map(|hint| [rule(hint, true), rule(hint, false)])
        .collect()
}
