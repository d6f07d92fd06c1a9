//! Who may do what, and with which tokens.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Frame, Pager, Pages, Section, Visitor, Wrong, now_micros, page, query};
use candor_model::{Role, Token};
use http::{StatusCode, Uri};

use super::create::{Made, Typed};
use super::role::{self, Deed, RoleBox};
use super::token::Row;
use super::{PATH, done};
use crate::problem::Problem;

/// How long a token may work, to choose from.
const LASTING: [(&str, &str); 6] = [
    ("1d", "1 day"),
    ("7d", "7 days"),
    ("30d", "30 days"),
    ("90d", "90 days"),
    ("365d", "1 year"),
    ("never", "Until it is taken back"),
];

#[derive(Template)]
#[template(path = "access.html")]
struct View {
    frame: Frame,
    /// The token that was just made.
    made: Option<Made>,
    needed: bool,
    who: String,
    roles: String,
    deeds: Vec<Deed>,
    /// Why the tokens are not shown.
    lacks: Option<String>,
    tokens: Option<Tokens>,
    problem: Option<String>,
}

/// What an admin sees besides.
struct Tokens {
    rows: Vec<Row>,
    pager: Pager,
    /// Whether those are shown that work no more.
    ended: bool,
    working: usize,
    over: usize,
    field: String,
    name: String,
    why: String,
    boxes: Vec<RoleBox>,
    lasting: Vec<Lasting>,
}

/// How long a token may work.
struct Lasting {
    value: &'static str,
    words: &'static str,
    chosen: bool,
}

/// What is on the page besides what is kept.
#[derive(Default)]
pub(crate) struct Draft {
    /// The token that was just made.
    pub(crate) made: Option<Made>,
    /// One as typed, with what is wrong with it.
    pub(crate) typed: Option<(Typed, Problem)>,
}

/// `GET /access`
pub(crate) async fn list(
    State(pages): State<Pages>,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    draw(&pages, &visitor, &uri, Draft::default()).await
}

/// Draws the page. Whoever may not see the tokens is told who they are, and what the roles mean.
pub(crate) async fn draw(
    pages: &Pages,
    visitor: &Visitor,
    uri: &Uri,
    draft: Draft,
) -> Result<Response, Wrong> {
    let may = visitor.identity.may(Role::Admin);
    let problem = draft.typed.as_ref().map(|(_, problem)| problem);
    let status = match (may, problem) {
        (false, _) => StatusCode::FORBIDDEN,
        (true, None) => StatusCode::OK,
        (true, Some(problem)) => problem.status,
    };
    let tokens = if may {
        let kept = pages.gateway.desk().tokens().await;
        let kept = kept.map_err(|error| Wrong::refused(&error))?;
        let typed = draft.typed.as_ref().map(|(typed, _)| typed);
        Some(Tokens::of(kept, visitor, uri, typed))
    } else {
        None
    };
    let view = View {
        frame: Frame::of("Access", Section::Access, visitor)
            .wide()
            .done(done(uri)),
        needed: pages.gateway.needs_tokens(),
        who: visitor.identity.name.clone(),
        roles: visitor.identity.roles.to_string().replace(',', ", "),
        deeds: role::table(),
        lacks: (!may).then(|| visitor.lacks(Role::Admin)),
        tokens,
        problem: problem.map(|problem| problem.sentence.clone()),
        made: draft.made,
    };
    Ok(page(status, &view))
}

// === impl Tokens ===

impl Tokens {
    fn of(kept: Vec<Token>, visitor: &Visitor, uri: &Uri, typed: Option<&Typed>) -> Self {
        let now = now_micros();
        let which = query::get(uri, "which");
        let ended = which.as_deref() == Some("ended");
        let (working, over): (Vec<_>, Vec<_>) =
            kept.into_iter().partition(|token| token.works_at(now));
        let counts = (working.len(), over.len());
        let shown = if ended { over } else { working };
        let which = if ended { "ended" } else { "" };
        let pager = Pager::at(uri, shown.len(), PATH, &[("which", which)]);
        let fresh = Typed::default();
        let typed = typed.unwrap_or(&fresh);
        let lasting = LASTING.into_iter().map(|(value, words)| Lasting {
            value,
            words,
            chosen: value == typed.lasts,
        });
        Self {
            rows: pager
                .cut(&shown)
                .iter()
                .map(|token| Row::of(token, &visitor.identity, now))
                .collect(),
            pager,
            ended,
            working: counts.0,
            over: counts.1,
            field: visitor.field(PATH),
            name: typed.name.clone(),
            why: typed.why.clone(),
            boxes: role::boxes(typed.roles),
            lasting: lasting.collect(),
        }
    }
}
