//! Somebody says what a tool does, or takes it back.

use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Pages, Segment, Visitor, Wrong, see};
use candor_gateway::DeskError;
use candor_gateway::desk::Entry;
use candor_model::{Amendment, OpinionKey, Role};
use http::StatusCode;

use crate::named::Named;
use crate::place::Place;
use crate::sent::Sent;
use crate::wish::{self, Unclear};
use crate::{conflict, show};

/// One attempt to change what is said.
struct Attempt<'a> {
    pages: &'a Pages,
    visitor: &'a Visitor,
    tool: &'a Named,
    place: &'a Place,
    form: &'a Form,
    key: OpinionKey,
}

/// `POST /tools/{name}/annotations`
pub(crate) async fn annotate(
    State(pages): State<Pages>,
    Segment(name): Segment,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    let tool = Named::read(&name)?;
    tool.check(&visitor, "annotations", &form)?;
    visitor.needs(Role::Editor, &tool.path)?;
    let place = Place::of_form(&form)?;
    let attempt = Attempt {
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

impl Attempt<'_> {
    async fn make(&self) -> Result<Response, Wrong> {
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
            "save" => wish::read(self.form),
            "reset" => (wish::reset(None).unwrap_or_default(), None),
            other => {
                let field = other.strip_prefix("reset:");
                let reset = field.and_then(|field| wish::reset(Some(field)));
                let unclear = reset.is_none().then(|| unknown(other));
                (reset.unwrap_or_default(), unclear)
            }
        };
        let seen = match (unclear, self.version()) {
            (None, Ok(seen)) => seen,
            (Some(unclear), _) | (None, Err(unclear)) => {
                let sent = Sent::unclear(self.form, wishes, unclear);
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

    async fn amend(&self, wishes: Amendment, entry: &Entry, done: &str) -> Result<Response, Wrong> {
        let open = wish::open(&wishes, &entry.opinion);
        if open.is_empty() {
            return Ok(self.done("same"));
        }
        let author = self.visitor.author(self.form.get("why"));
        let desk = self.pages.gateway.desk();
        let amended = desk.amend(&author, &self.key, &open, entry.version).await;
        match amended {
            Ok(_) => Ok(self.done(done)),
            Err(DeskError::Stale { .. }) => Ok(self.conflict(&wishes, &self.entry().await?)),
            Err(error @ (DeskError::Invalid(_) | DeskError::Declared { .. })) => {
                let sentence = format!("Nothing was changed: {error}.");
                let status = StatusCode::UNPROCESSABLE_ENTITY;
                self.refuse(status, Some(wishes), sentence).await
            }
            Err(error) => Err(self.tool.refused(&error)),
        }
    }

    async fn withdraw(&self, version: u64) -> Result<Response, Wrong> {
        // Nothing to take back is what was wanted.
        if version == 0 {
            return Ok(self.done("same"));
        }
        let author = self.visitor.author(self.form.get("why"));
        let desk = self.pages.gateway.desk();
        match desk.withdraw(&author, &self.key, Some(version)).await {
            Ok(()) => Ok(self.done("reset")),
            Err(DeskError::Stale { .. }) => {
                let wishes = wish::reset(None).unwrap_or_default();
                Ok(self.conflict(&wishes, &self.entry().await?))
            }
            Err(error @ DeskError::Invalid(_)) => {
                let sentence = format!("Nothing was changed: {error}.");
                let status = StatusCode::UNPROCESSABLE_ENTITY;
                self.refuse(status, None, sentence).await
            }
            Err(error) => Err(self.tool.refused(&error)),
        }
    }

    /// Somebody else was faster: both are shown, unless they want the same.
    fn conflict(&self, wishes: &Amendment, entry: &Entry) -> Response {
        if wish::open(wishes, &entry.opinion).is_empty() {
            return self.done("same");
        }
        let before = wish::read_before(self.form);
        let here = (self.tool, self.place);
        let why = self.form.get("why");
        conflict::draw(self.visitor, here, entry, (wishes, &before), why)
    }

    async fn entry(&self) -> Result<Entry, Wrong> {
        let entry = self.pages.gateway.desk().opinion(&self.key).await;
        entry.map_err(|error| self.tool.refused(&error))
    }

    /// Which state of what is said the form was made from.
    fn version(&self) -> Result<u64, Unclear> {
        let text = self.form.get("version").unwrap_or_default();
        text.parse().map_err(|_| {
            let text: String = text.chars().take(60).collect();
            Unclear {
                field: "version",
                sentence: format!("the form does not say what it was made from (`{text}`)"),
            }
        })
    }

    async fn refuse(
        &self,
        status: StatusCode,
        wishes: Option<Amendment>,
        sentence: String,
    ) -> Result<Response, Wrong> {
        let sent = Sent::wishes(self.form, wishes, sentence);
        self.draw(status, sent).await
    }

    async fn draw(&self, status: StatusCode, sent: Sent) -> Result<Response, Wrong> {
        let here = (self.tool, self.place);
        show::draw(self.pages, self.visitor, here, (status, sent), None).await
    }

    fn done(&self, word: &str) -> Response {
        see(&self.place.after(&self.tool.path, word))
    }
}

fn unknown(act: &str) -> Unclear {
    let act: String = act.chars().take(60).collect();
    Unclear {
        field: "act",
        sentence: format!("`{act}` is nothing that can be done here"),
    }
}
