//! Submissions of the annotation form: save and reset.

use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::wording::brief;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PathSegment, SubmittedForm, see_other,
};
use candor_gateway::EditError;
use candor_gateway::edit::OpinionEntry;
use candor_model::{OpinionEdit, OpinionKey, Role};
use http::StatusCode;

use crate::amendment_input::{self, FormFieldError};
use crate::page_scope::PageScope;
use crate::rejected_input::RejectedInput;
use crate::tool_address::ToolAddress;
use crate::{conflict, show};

/// One submission of the annotation form.
struct AnnotationSubmission<'a> {
    pages: &'a DashboardState,
    user: &'a CurrentUser,
    tool: &'a ToolAddress,
    place: &'a PageScope,
    form: &'a SubmittedForm,
    key: OpinionKey,
}

/// `POST /tools/{name}/annotations`
pub(crate) async fn annotate(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    user: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let tool = ToolAddress::read(&name)?;
    tool.check(&user, "annotations", &form)?;
    user.needs(Role::Editor, &tool.path)?;
    let place = PageScope::of_form(&form)?;
    let attempt = AnnotationSubmission {
        pages: &pages,
        user: &user,
        tool: &tool,
        place: &place,
        key: place.key(tool.about()),
        form: &form,
    };
    attempt.make().await
}

// === impl AnnotationSubmission ===

impl AnnotationSubmission<'_> {
    async fn make(&self) -> Result<Response, PageError> {
        if !self.tool.is_single() {
            let sentence = format!(
                "Nothing was changed: `{}` contains `*` and is a pattern for many tools.",
                self.tool.name
            );
            return self
                .refuse(StatusCode::UNPROCESSABLE_ENTITY, None, sentence)
                .await;
        }
        let act = self.form.get("act").unwrap_or_else(|| "save".to_owned());
        let (edits, invalid) = match act.as_str() {
            "save" => amendment_input::read(self.form),
            "reset" => (amendment_input::reset(None).unwrap_or_default(), None),
            other => {
                let field = other.strip_prefix("reset:");
                let reset = field.and_then(|field| amendment_input::reset(Some(field)));
                let invalid = reset.is_none().then(|| unknown(other));
                (reset.unwrap_or_default(), invalid)
            }
        };
        let seen = match (invalid, self.version()) {
            (None, Ok(seen)) => seen,
            (Some(invalid), _) | (None, Err(invalid)) => {
                let sent = RejectedInput::invalid(self.form, edits, invalid);
                return self.draw(StatusCode::UNPROCESSABLE_ENTITY, sent).await;
            }
        };
        let entry = self.entry().await?;
        if entry.version != Some(seen) {
            return Ok(self.conflict(&edits, &entry));
        }
        if act == "reset" {
            return self.withdraw(seen).await;
        }
        let done = if act == "save" { "saved" } else { "reset" };
        self.amend(edits, &entry, done).await
    }

    async fn amend(
        &self,
        edits: OpinionEdit,
        entry: &OpinionEntry,
        done: &str,
    ) -> Result<Response, PageError> {
        let open = amendment_input::open(&edits, &entry.opinion);
        if open.is_empty() {
            return Ok(self.done("same"));
        }
        let author = self.user.author(self.form.get("why"));
        let editor = self.pages.gateway.editor_for(&self.user.identity);
        let amended = editor.amend(&author, &self.key, &open, entry.version).await;
        match amended {
            Ok(_) => Ok(self.done(done)),
            Err(EditError::Stale { .. }) => Ok(self.conflict(&edits, &self.entry().await?)),
            Err(error @ (EditError::Invalid(_) | EditError::Declared { .. })) => {
                let sentence = format!("Nothing was changed: {error}.");
                let status = StatusCode::UNPROCESSABLE_ENTITY;
                self.refuse(status, Some(edits), sentence).await
            }
            Err(error) => Err(self.tool.refused(&error)),
        }
    }

    async fn withdraw(&self, version: u64) -> Result<Response, PageError> {
        // There is nothing to reset.
        if version == 0 {
            return Ok(self.done("same"));
        }
        let author = self.user.author(self.form.get("why"));
        let editor = self.pages.gateway.editor_for(&self.user.identity);
        match editor.withdraw(&author, &self.key, Some(version)).await {
            Ok(()) => Ok(self.done("reset")),
            Err(EditError::Stale { .. }) => {
                let edits = amendment_input::reset(None).unwrap_or_default();
                Ok(self.conflict(&edits, &self.entry().await?))
            }
            Err(error @ EditError::Invalid(_)) => {
                let sentence = format!("Nothing was changed: {error}.");
                let status = StatusCode::UNPROCESSABLE_ENTITY;
                self.refuse(status, None, sentence).await
            }
            Err(error) => Err(self.tool.refused(&error)),
        }
    }

    /// Shows both versions after a concurrent edit, unless they agree.
    fn conflict(&self, edits: &OpinionEdit, entry: &OpinionEntry) -> Response {
        if amendment_input::open(edits, &entry.opinion).is_empty() {
            return self.done("same");
        }
        let before = amendment_input::read_before(self.form);
        let here = (self.tool, self.place);
        let why = self.form.get("why");
        conflict::draw(self.user, here, entry, (edits, &before), why)
    }

    async fn entry(&self) -> Result<OpinionEntry, PageError> {
        let entry = self.pages.gateway.editor().opinion(&self.key).await;
        entry.map_err(|error| self.tool.refused(&error))
    }

    /// The version that the form was rendered from.
    fn version(&self) -> Result<u64, FormFieldError> {
        let text = self.form.get("version").unwrap_or_default();
        text.parse().map_err(|_| FormFieldError {
            field: "version",
            sentence: format!("`{}` is not a version", brief(&text)),
        })
    }

    async fn refuse(
        &self,
        status: StatusCode,
        edits: Option<OpinionEdit>,
        sentence: String,
    ) -> Result<Response, PageError> {
        let sent = RejectedInput::edits(self.form, edits, sentence);
        self.draw(status, sent).await
    }

    async fn draw(&self, status: StatusCode, sent: RejectedInput) -> Result<Response, PageError> {
        let here = (self.tool, self.place);
        show::draw(self.pages, self.user, here, (status, sent), None).await
    }

    fn done(&self, word: &str) -> Response {
        see_other(&self.place.after(&self.tool.path, word))
    }
}

fn unknown(act: &str) -> FormFieldError {
    FormFieldError {
        field: "act",
        sentence: format!("`{}` is not an action", brief(act)),
    }
}
