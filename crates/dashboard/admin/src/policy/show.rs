//! The rules and the default policy.

use std::collections::BTreeSet;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, NumberedPager, PageError, PageLayout, SiteSection, SubmittedForm,
    query, render_page, see_other,
};
use candor_gateway::Gateway;
use candor_gateway::edit::PreferenceDetails;
use candor_model::{Role, UnsetPolicy};
use http::{StatusCode, Uri};

use super::rule_row::{self, PolicyRuleRow};
use super::save::{self, PolicyForm, PolicySaveOutcome};
use super::setting::PolicySetting;
use super::setting_row::{self, PolicySettingRow};
use super::{PATH, TABS, done};
use crate::duration_text;
use crate::form_error::FormError;

/// The most toolsets that are listed or suggested.
const TOOLSETS: usize = 100;

#[derive(Template)]
#[template(path = "policy.html")]
struct PolicyPage {
    frame: PageLayout,
    here: &'static str,
    rules: Vec<PolicyRuleRow>,
    pager: NumberedPager,
    /// What happens if the destructive hint is not set.
    unset: &'static str,
    switches: Vec<PolicySettingRow>,
    version: u64,
    /// The CSRF token; none without permission.
    field: Option<String>,
    lacks: Option<String>,
    why: String,
    problem: Option<String>,
    places: Vec<ToolsetPolicyRow>,
    /// How many toolset overrides are not shown.
    more: usize,
    /// Toolset names to suggest.
    names: Vec<String>,
    waits: String,
    stands: String,
    own: bool,
}

/// A toolset with its own settings.
struct ToolsetPolicyRow {
    name: String,
    to: String,
    /// The settings in the words of the configuration file.
    says: Vec<String>,
}

/// `GET /policy`: shows the rules and the default policy.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    visitor.needs(Role::Viewer, PATH)?;
    draw(&pages, &visitor, &uri, None).await
}

/// `POST /policy`: changes a setting of the default policy.
pub(crate) async fn state(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    uri: Uri,
    sent: SubmittedForm,
) -> Result<Response, PageError> {
    visitor.check(PATH, &sent)?;
    visitor.needs(Role::Editor, PATH)?;
    let typed = PolicyForm::of(&sent);
    let stated = save::save_policy(&pages.gateway, &visitor, None, &sent, &typed).await;
    match stated.map_err(|wrong| wrong.link(PATH, "Policy"))? {
        PolicySaveOutcome::Done => Ok(see_other(&query::with(PATH, "done", "stated"))),
        PolicySaveOutcome::Same => Ok(see_other(&query::with(PATH, "done", "same"))),
        PolicySaveOutcome::Refused(problem) => {
            draw(&pages, &visitor, &uri, Some((typed, problem))).await
        }
    }
}

async fn draw(
    pages: &DashboardState,
    visitor: &CurrentUser,
    uri: &Uri,
    draft: Option<(PolicyForm, FormError)>,
) -> Result<Response, PageError> {
    let gateway = &pages.gateway;
    let views = gateway.editor().preferences().await;
    let views = views.map_err(|error| PageError::refused(&error))?;
    let defaults = gateway.editor().preference(None).await;
    let defaults = defaults.map_err(|error| PageError::refused(&error))?;
    let settings = gateway.policy_settings();
    let mut rules = rule_row::in_order(&gateway.policy_rules());
    let leaf = NumberedPager::at(uri, rules.len(), PATH, &[]);
    let rules = rules.drain(leaf.rows()).collect();
    let may = visitor.identity.may(Role::Editor);
    let (typed, problem) = draft.unzip();
    let own: Vec<_> = views.iter().filter_map(ToolsetPolicyRow::of).collect();
    let view = PolicyPage {
        frame: PageLayout::of("Policy", SiteSection::Policy, visitor)
            .beside(PATH, &TABS)
            .done(done(uri)),
        here: PATH,
        rules,
        pager: leaf,
        unset: match defaults.effective.unset {
            UnsetPolicy::Allow => "the call is allowed, because most clients ask themselves",
            UnsetPolicy::Evidence => {
                "the call needs approval if the source is untrusted and the tool seems to change \
                 something, and is allowed otherwise"
            }
            UnsetPolicy::Ask => "the call needs approval too",
        },
        switches: setting_row::all(&defaults, typed.as_ref()),
        version: defaults.version,
        field: may.then(|| visitor.field(PATH)),
        lacks: (!may).then(|| visitor.lacks(Role::Editor)),
        why: typed.map(|typed| typed.why).unwrap_or_default(),
        more: own.len().saturating_sub(TOOLSETS),
        names: names(gateway, &views),
        places: own.into_iter().take(TOOLSETS).collect(),
        waits: duration_text::words(settings.approval_timeout),
        stands: duration_text::words(settings.standing_expiry),
        own: settings.self_approval,
        problem: problem.as_ref().map(|problem| problem.sentence.clone()),
    };
    let status = problem.map_or(StatusCode::OK, |problem| problem.status);
    Ok(render_page(status, &view))
}

/// Toolset names to suggest: some existing ones, and those with their own settings.
fn names(gateway: &Gateway, views: &[PreferenceDetails]) -> Vec<String> {
    let known = gateway.editor().toolset_names();
    let stated = views.iter().filter_map(|view| view.toolset.as_ref());
    let all = known.iter().chain(stated).map(ToString::to_string);
    let all: BTreeSet<String> = all.collect();
    all.into_iter().take(TOOLSETS).collect()
}

// === impl ToolsetPolicyRow ===

impl ToolsetPolicyRow {
    /// `None` for the default policy and for a toolset without settings.
    fn of(view: &PreferenceDetails) -> Option<Self> {
        let name = view.toolset.as_ref()?;
        let own = view.stated.under(&view.declared);
        let says = PolicySetting::ALL.into_iter();
        let says = says.filter_map(|key| Some(format!("{}: {}", key.word(), key.read(&own)?)));
        let says: Vec<_> = says.collect();
        (!says.is_empty()).then(|| Self {
            name: name.to_string(),
            to: query::path(&["policy", "toolsets", name.as_str()]),
            says,
        })
    }
}
