//! A submitted form of a tool's page, and its response.

use axum::response::Response;
use candor_dashboard_kit::{CurrentUser, DashboardState, PageError, SubmittedForm, see_other};
use candor_gateway::{EditError, Editor};
use candor_model::Role;
use http::StatusCode;

use crate::page_scope::PageScope;
use crate::rejected_input::RejectedInput;
use crate::show;
use crate::tool_address::ToolAddress;

/// A form that an editor submitted, and the tool and the scope that it is about.
pub(crate) struct ToolSubmission<'a> {
    pub(crate) pages: &'a DashboardState,
    pub(crate) user: &'a CurrentUser,
    pub(crate) form: &'a SubmittedForm,
    pub(crate) tool: ToolAddress,
    pub(crate) place: PageScope,
}

// === impl ToolSubmission ===

impl<'a> ToolSubmission<'a> {
    /// Checks that the form `kind` of this tool was made for this user, who must be an editor.
    pub(crate) fn read(
        pages: &'a DashboardState,
        name: &str,
        user: &'a CurrentUser,
        (kind, form): (&str, &'a SubmittedForm),
    ) -> Result<Self, PageError> {
        let tool = ToolAddress::read(name)?;
        tool.check(user, kind, form)?;
        user.needs(Role::Editor, &tool.path)?;
        let place = PageScope::of_form(form)?;
        Ok(Self {
            pages,
            user,
            form,
            tool,
            place,
        })
    }

    pub(crate) fn editor(&self) -> Editor<'a> {
        self.pages.gateway.editor_for(&self.user.identity)
    }

    /// Renders the page again with the reason for the rejection.
    pub(crate) async fn refuse(
        &self,
        status: StatusCode,
        sentence: &str,
    ) -> Result<Response, PageError> {
        let here = (&self.tool, &self.place);
        let sent = RejectedInput::unchanged(sentence);
        show::draw(self.pages, self.user, here, (status, sent), None).await
    }

    /// Redirects to the page with the message `done`, or shows why the edit was rejected.
    pub(crate) async fn finish<T>(
        &self,
        edited: Result<T, EditError>,
        done: &str,
    ) -> Result<Response, PageError> {
        let Err(error) = edited else {
            return Ok(see_other(&self.place.after(&self.tool.path, done)));
        };
        let status = match error {
            EditError::Stale { .. } => StatusCode::CONFLICT,
            EditError::Invalid(_) | EditError::Declared { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            error => return Err(self.tool.refused(&error)),
        };
        self.refuse(status, &error.to_string()).await
    }
}
