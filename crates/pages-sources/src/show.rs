//! `GET /sources/{name}`: one source, what is wrong with it, and what can be done about that.

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_frame::chart::Shares;
use candor_frame::{Frame, Outside, Pages, Section, Segment, Visitor, Wrong, page, query};
use candor_model::{Role, SourceName, Trust};
use http::{StatusCode, Uri};

use crate::found::Findings;
use crate::health::{self, Health};
use crate::numbers::{Numbers, Tally};
use crate::place;
use crate::plan::{ShownPlan, TrustWords};
use crate::saved::{self, Known};

#[derive(Template)]
#[template(path = "source.html")]
struct View {
    frame: Frame,
    name: String,
    health: Health,
    kind: Option<&'static str>,
    trust: Option<TrustWords>,
    /// Whether it was added here.
    ours: bool,
    /// Whether something was added here that the file's wins over.
    hidden: bool,
    /// Whether it is served, or was to be.
    known: bool,
    tools: Bring,
    findings: Findings,
    /// What was added here would do.
    plan: Option<ShownPlan>,
    /// Why what was added here cannot be used.
    unusable: Option<Findings>,
    care: Option<Care>,
    /// Why this visitor can do nothing here.
    closed: Option<String>,
    problem: Option<String>,
}

/// What it brings.
struct Bring {
    to: String,
    served: usize,
    tokens: usize,
    withheld: usize,
    withheld_to: String,
    shares: Shares,
}

/// What can be done.
struct Care {
    /// Where it is started anew, and what makes the form ours.
    restart: Option<(String, String)>,
    trust: Option<TrustForm>,
    /// Where it is removed.
    remove: Option<String>,
}

/// How trust is changed.
struct TrustForm {
    to: String,
    field: String,
    version: u64,
    choices: [TrustChoice; 2],
    why: String,
}

struct TrustChoice {
    value: &'static str,
    words: TrustWords,
    chosen: bool,
}

/// What somebody sent that did not count.
#[derive(Default)]
pub(crate) struct Sent {
    pub(crate) problem: String,
    pub(crate) trust: Option<Trust>,
    pub(crate) why: String,
}

/// `GET /sources/{name}`
pub(crate) async fn show(
    State(pages): State<Pages>,
    Extension(tally): Extension<Tally>,
    Segment(name): Segment,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    let name = place::read(&name)?;
    visitor.needs(Role::Viewer, &place::of(&name))?;
    let known = saved::one(&pages, &name)?;
    let done = query::get(&uri, "done").and_then(|word| done(&word, &known));
    let numbers = tally.one(&pages.gateway.catalogue(), &name);
    Ok(draw(&visitor, &known, &numbers, StatusCode::OK, done, None))
}

/// What has just been done.
fn done(word: &str, known: &Known) -> Option<&'static str> {
    match word {
        "added" if known.unusable().is_some() => Some("The source was added. It cannot be used."),
        "restarted" if known.unusable().is_some() => {
            Some("The source was tried again. It still cannot be used.")
        }
        "added" => Some("The source was added and is starting."),
        "restarted" => Some("The source is starting anew."),
        "trusted" => Some("What it says is relied upon now."),
        "untrusted" => Some("What it says counts only where it warns now."),
        _ => None,
    }
}

/// The page of a source, after something was sent that did not count, or not.
pub(crate) fn draw(
    visitor: &Visitor,
    known: &Known,
    numbers: &Numbers,
    status: StatusCode,
    done: Option<&'static str>,
    sent: Option<Sent>,
) -> Response {
    let may = visitor.identity.may(Role::Admin);
    let running = known.status.as_ref();
    let saved = known.saved.as_ref();
    let view = View {
        frame: Frame::of(known.name.as_str(), Section::Sources, visitor)
            .wide()
            .done(done),
        name: known.name.to_string(),
        health: known.health(),
        kind: known.kind().map(health::kind),
        trust: known.trust().map(TrustWords::of),
        ours: known.is_ours(),
        hidden: saved.is_some_and(|saved| saved.hidden),
        known: running.is_some(),
        tools: Bring::of(numbers, &known.name),
        findings: running
            .filter(|_| known.unusable().is_none())
            .map_or_else(Findings::default, |one| Findings::of(&one.findings)),
        plan: known.plan().map(|plan| {
            let plan = ShownPlan::of(plan, "plan");
            if known.is_ours() {
                plan.without_trust()
            } else {
                plan
            }
        }),
        unusable: known.unusable().map(Findings::of),
        problem: sent.as_ref().map(|sent| sent.problem.clone()),
        care: may.then(|| Care::of(visitor, known, sent.unwrap_or_default())),
        closed: (!may).then(|| visitor.lacks(Role::Admin)),
    };
    page(status, &view)
}

// === impl Bring ===

impl Bring {
    fn of(numbers: &Numbers, name: &SourceName) -> Self {
        let drifted = [("source", name.as_str()), ("drift", "yes")];
        Self {
            to: query::with("/tools", "source", name.as_str()),
            served: numbers.served(),
            tokens: numbers.tokens,
            withheld: numbers.withheld,
            withheld_to: query::with_all("/tools", drifted),
            shares: Shares {
                title: "Its tools by what they do".to_owned(),
                shares: numbers.shares(name),
            },
        }
    }
}

// === impl Care ===

impl Care {
    fn of(visitor: &Visitor, known: &Known, sent: Sent) -> Self {
        let name = &known.name;
        let ours = known.saved.as_ref().filter(|saved| !saved.hidden);
        let restart = place::to(name, "restart");
        Self {
            // What cannot even be read is not tried again.
            restart: known
                .status
                .as_ref()
                .filter(|_| known.unusable().is_none() || known.plan().is_some())
                .map(|_| {
                    let field = visitor.field(&restart);
                    (restart, field)
                }),
            trust: ours.zip(known.trust()).map(|(saved, now)| {
                let to = place::to(name, "trust");
                let chosen = sent.trust.unwrap_or(now);
                let choice = |value, trust| TrustChoice {
                    value,
                    words: TrustWords::of(trust),
                    chosen: chosen == trust,
                };
                TrustForm {
                    field: visitor.field(&to),
                    to,
                    version: saved.version,
                    choices: [
                        choice("untrusted", Trust::Untrusted),
                        choice("trusted", Trust::Trusted),
                    ],
                    why: sent.why,
                }
            }),
            remove: known.saved.as_ref().map(|_| place::to(name, "remove")),
        }
    }
}

/// What somebody typed, no longer than it can be shown.
pub(crate) fn quoted(text: &str) -> String {
    Outside::short(text, 60).text().to_owned()
}
