//! Somebody says what a tool does, or takes it back.

use axum::extract::State;
use axum::response::Response;
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

/// One attempt to change what is said.
struct AnnotationSubmission<'a> {
    pages: &'a DashboardState,
    visitor: &'a CurrentUser,
    tool: &'a ToolAddress,
    place: &'a PageScope,
    form: &'a SubmittedForm,
    key: OpinionKey,
}

/// `POST /tools/{name}/annotations`
pub(crate) async fn annotate(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let tool = ToolAddress::read(&name)?;
    tool.check(&visitor, "annotations", &form)?;
    visitor.needs(Role::Editor, &tool.path)?;
    let place = PageScope::of_form(&form)?;
    let attempt = AnnotationSubmission {
        pages: &pages,
        visitor: &visitor,
        tool: &tool,
        place: &place,
        key: place.key(tool.about()),
        form: &form,
    };
    attempt.make().await
}

// === impl Attempt ===

impl AnnotationSubmission<'_> {
    async fn make(&self) -> Result<Response, PageError> {
        if !self.tool.is_single() {
            let sentence = format!(
                "Nothing was changed: `{}` holds `*`, and so it names many tools.",
                self.tool.name
            );
            return self
                .refuse(StatusCode::UNPROCESSABLE_ENTITY, None, sentence)
                .await;
        }
        let act = self.form.get("act").unwrap_or_else(|| "save".to_owned());
        let (wishes, unclear) = match act.as_str() {
            "save" => amendment_input::read(self.form),
            "reset" => (amendment_input::reset(None).unwrap_or_default(), None),
            other => {
                let field = other.strip_prefix("reset:");
                let reset = field.and_then(|field| amendment_input::reset(Some(field)));
                let unclear = reset.is_none().then(|| unknown(other));
                (reset.unwrap_or_default(), unclear)
            }
        };
        let seen = match (unclear, self.version()) {
            (None, Ok(seen)) => seen,
            (Some(unclear), _) | (None, Err(unclear)) => {
                let sent = RejectedInput::unclear(self.form, wishes, unclear);
                return self.draw(StatusCode::UNPROCESSABLE_ENTITY, sent).await;
            }
        };
        let entry = self.entry().await?;
        if entry.version != Some(seen) {
            return Ok(self.conflict(&wishes, &entry));
        }
        if act == "reset" {
            return self.withdraw(seen).await;
        }
        let done = if act == "save" { "saved" } else { "reset" };
        self.amend(wishes, &entry, done).await
    }

    async fn amend(
        &self,
        wishes: OpinionEdit,
        entry: &OpinionEntry,
        done: &str,
    ) -> Result<Response, PageError> {
        let open = amendment_input::open(&wishes, &entry.opinion);
        if open.is_empty() {
            return Ok(self.done("same"));
        }
        let author = self.visitor.author(self.form.get("why"));
        let desk = self.pages.gateway.editor();
        let amended = desk.amend(&author, &self.key, &open, entry.version).await;
        match amended {
            Ok(_) => Ok(self.done(done)),
            Err(EditError::Stale { .. }) => Ok(self.conflict(&wishes, &self.entry().await?)),
            Err(error @ (EditError::Invalid(_) | EditError::Declared { .. })) => {
                let sentence = format!("Nothing was changed: {error}.");
                let status = StatusCode::UNPROCESSABLE_ENTITY;
                self.refuse(status, Some(wishes), sentence).await
            }
            Err(error) => Err(self.tool.refused(&error)),
        }
    }

    async fn withdraw(&self, version: u64) -> Result<Response, PageError> {
        // Nothing to take back is what was wanted.
        if version == 0 {
            return Ok(self.done("same"));
        }
        let author = self.visitor.author(self.form.get("why"));
        let desk = self.pages.gateway.editor();
        match desk.withdraw(&author, &self.key, Some(version)).await {
            Ok(()) => Ok(self.done("reset")),
            Err(EditError::Stale { .. }) => {
                let wishes = amendment_input::reset(None).unwrap_or_default();
                Ok(self.conflict(&wishes, &self.entry().await?))
            }
            Err(error @ EditError::Invalid(_)) => {
                let sentence = format!("Nothing was changed: {error}.");
                let status = StatusCode::UNPROCESSABLE_ENTITY;
                self.refuse(status, None, sentence).await
            }
            Err(error) => Err(self.tool.refused(&error)),
        }
    }

    /// Somebody else was faster: both are shown, unless they want the same.
    fn conflict(&self, wishes: &OpinionEdit, entry: &OpinionEntry) -> Response {
        if amendment_input::open(wishes, &entry.opinion).is_empty() {
            return self.done("same");
        }
        let before = amendment_input::read_before(self.form);
        let here = (self.tool, self.place);
        let why = self.form.get("why");
        conflict::draw(self.visitor, here, entry, (wishes, &before), why)
    }

    async fn entry(&self) -> Result<OpinionEntry, PageError> {
        let entry = self.pages.gateway.editor().opinion(&self.key).await;
        entry.map_err(|error| self.tool.refused(&error))
    }

    /// Which state of what is said the form was made from.
    fn version(&self) -> Result<u64, FormFieldError> {
        let text = self.form.get("version").unwrap_or_default();
        text.parse().map_err(|_| {
            let text: String = text.chars().take(60).collect();
            FormFieldError {
                field: "version",
                sentence: format!("the form does not say what it was made from (`{text}`)"),
            }
        })
    }

    async fn refuse(
        &self,
        status: StatusCode,
        wishes: Option<OpinionEdit>,
        sentence: String,
    ) -> Result<Response, PageError> {
        let sent = RejectedInput::wishes(self.form, wishes, sentence);
        self.draw(status, sent).await
    }

    async fn draw(&self, status: StatusCode, sent: RejectedInput) -> Result<Response, PageError> {
        let here = (self.tool, self.place);
        show::draw(self.pages, self.visitor, here, (status, sent), None).await
    }

    fn done(&self, word: &str) -> Response {
        see_other(&self.place.after(&self.tool.path, word))
    }
}

fn unknown(act: &str) -> FormFieldError {
    let act: String = act.chars().take(60).collect();
    FormFieldError {
        field: "act",
        sentence: format!("`{act}` is nothing that can be done here"),
    }
}
