//! Submissions of the annotation form: save and reset.

use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::wording::brief;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PathSegment, SubmittedForm, see_other,
};
use candor_gateway::EditError;
use candor_gateway::edit::OpinionEntry;
use candor_model::{OpinionEdit, OpinionKey};
use http::StatusCode;

use crate::amendment_input::{self, FormFieldError};
use crate::rejected_input::RejectedInput;
use crate::tool_submission::ToolSubmission;
use crate::{conflict, show};

/// One submission of the annotation form.
struct AnnotationSubmission<'a> {
    sent: ToolSubmission<'a>,
    key: OpinionKey,
}

/// `POST /tools/{name}/annotations`: overrides hints, title or confirmation of a tool.
pub(crate) async fn annotate(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    user: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let sent = ToolSubmission::read(&pages, &name, &user, ("annotations", &form))?;
    let attempt = AnnotationSubmission {
        key: sent.place.key(sent.tool.about()),
        sent,
    };
    attempt.make().await
}

// === impl AnnotationSubmission ===

impl AnnotationSubmission<'_> {
    async fn make(&self) -> Result<Response, PageError> {
        if !self.sent.tool.is_single() {
            let sentence = format!(
                "Nothing was changed: `{}` contains `*` and is a pattern for many tools.",
                self.sent.tool.name
            );
            return self
                .refuse(StatusCode::UNPROCESSABLE_ENTITY, None, sentence)
                .await;
        }
        let act = self
            .sent
            .form
            .get("act")
            .unwrap_or_else(|| "save".to_owned());
        let (edits, invalid) = match act.as_str() {
            "save" => amendment_input::read(self.sent.form),
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
                let sent = RejectedInput::invalid(self.sent.form, edits, invalid);
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
        let author = self.sent.user.author(self.sent.form.get("why"));
        let editor = self.sent.editor();
        let amended = editor.amend(&author, &self.key, &open, entry.version).await;
        match amended {
            Ok(_) => Ok(self.done(done)),
            Err(EditError::Stale { .. }) => Ok(self.conflict(&edits, &self.entry().await?)),
            Err(error @ (EditError::Invalid(_) | EditError::Declared { .. })) => {
                let sentence = format!("Nothing was changed: {error}.");
                let status = StatusCode::UNPROCESSABLE_ENTITY;
                self.refuse(status, Some(edits), sentence).await
            }
            Err(error) => Err(self.sent.tool.refused(&error)),
        }
    }

    async fn withdraw(&self, version: u64) -> Result<Response, PageError> {
        // There is nothing to reset.
        if version == 0 {
            return Ok(self.done("same"));
        }
        let author = self.sent.user.author(self.sent.form.get("why"));
        let editor = self.sent.editor();
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
            Err(error) => Err(self.sent.tool.refused(&error)),
        }
    }

    /// Shows both versions after a concurrent edit, unless they agree.
    fn conflict(&self, edits: &OpinionEdit, entry: &OpinionEntry) -> Response {
        if amendment_input::open(edits, &entry.opinion).is_empty() {
            return self.done("same");
        }
        let before = amendment_input::read_before(self.sent.form);
        let here = (&self.sent.tool, &self.sent.place);
        let why = self.sent.form.get("why");
        conflict::draw(self.sent.user, here, entry, (edits, &before), why)
    }

    async fn entry(&self) -> Result<OpinionEntry, PageError> {
        let entry = self.sent.pages.gateway.editor().opinion(&self.key).await;
        entry.map_err(|error| self.sent.tool.refused(&error))
    }

    /// The version that the form was rendered from.
    fn version(&self) -> Result<u64, FormFieldError> {
        let text = self.sent.form.get("version").unwrap_or_default();
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
        let sent = RejectedInput::edits(self.sent.form, edits, sentence);
        self.draw(status, sent).await
    }

    async fn draw(&self, status: StatusCode, sent: RejectedInput) -> Result<Response, PageError> {
        let here = (&self.sent.tool, &self.sent.place);
        show::draw(self.sent.pages, self.sent.user, here, (status, sent), None).await
    }

    fn done(&self, word: &str) -> Response {
        see_other(&self.sent.place.after(&self.sent.tool.path, word))
    }
}

fn unknown(act: &str) -> FormFieldError {
    FormFieldError {
        field: "act",
        sentence: format!("`{}` is not an action", brief(act)),
    }
}
