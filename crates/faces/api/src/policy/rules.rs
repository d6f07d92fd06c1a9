//! `/policy/rules`: saved rules, as opposed to those of the configuration file.

pub(crate) mod body;
pub(crate) mod preview;

use candor_gateway::edit::SavedRule;
use candor_model::Hint;

use self::body::{NewRule, RuleHint, RuleHints};
use crate::enums::{EffectWord, RoleWord};
use crate::prelude::*;

/// A rule that a user saved. It applies to calls that match all of its parts; an empty list
/// matches every call.
#[derive(Serialize, ToSchema)]
#[schema(as = SavedRule)]
pub(crate) struct SavedRuleView {
    /// What it is called; no two have the same name.
    name: String,
    /// The effect on a call.
    effect: EffectWord,
    /// Patterns of tools, `source.tool`.
    tool: Vec<String>,
    /// Patterns of sources.
    source: Vec<String>,
    /// Patterns of toolsets.
    toolset: Vec<String>,
    /// Patterns of environments.
    environment: Vec<String>,
    /// The effective hints that the tool must have.
    hints: RuleHints,
    /// Roles of the caller, one of which must match.
    role: Vec<RoleWord>,
    /// The condition on the arguments and on who calls what.
    when: Option<String>,
    /// The message to the caller, or to the person who is asked.
    message: Option<String>,
    /// Whether the approval must not come from the calling client; null for the preference.
    out_of_band: Option<bool>,
    /// The current version.
    version: u64,
}

/// Lists the rules that people saved, by name.
///
/// `GET /policy` shows them together with those of the configuration file.
#[utoipa::path(
    get,
    path = "/policy/rules",
    params(PageQuery),
    responses(
        (status = 200, description = "A page of rules.", body = ListPage<SavedRuleView>),
        BadQuery,
    )
)]
pub(crate) async fn list_rules(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<PageQuery>,
) -> Result<Json<ListPage<SavedRuleView>>, ApiProblem> {
    let paging = PageRequest::read(query.limit.as_deref(), query.after.as_deref(), |_| true)?;
    let rules = api.gateway.editor().saved_rules();
    let mut rules: Vec<&SavedRule> = rules.iter().collect();
    // The cursor uses byte order, whatever the database's collation.
    rules.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Json(paging.cut(
        rules,
        |rule| rule.name.clone(),
        SavedRuleView::of,
    )))
}

/// Shows a saved rule.
#[utoipa::path(
    get,
    path = "/policy/rules/{name}",
    params(("name" = String, Path, description = "The name of the rule, percent-encoded.")),
    responses(
        (
            status = 200,
            description = "The rule.",
            body = SavedRuleView,
            headers(("ETag" = String, description = "Its version."))
        ),
        BadName,
    )
)]
pub(crate) async fn show_rule(
    State(api): State<ApiState>,
    PathParams(name): PathParams<String>,
) -> Result<Response, ApiProblem> {
    let rule = api.gateway.editor().saved_rule(&name)?;
    Ok(tagged(&rule))
}

/// Saves a rule under its name: a new one, or in place of the one that is there.
///
/// Without `If-Match` the rule must be new. It applies from the next call on. A caller who may not
/// approve can only save rules that are stricter.
#[utoipa::path(
    put,
    path = "/policy/rules/{name}",
    params(
        ("name" = String, Path, description = "The name of the rule, percent-encoded."),
        (
            "If-Match" = Option<String>,
            Header,
            description = "The `ETag` of the rule that is replaced, or `*`."
        ),
    ),
    request_body = NewRule,
    responses(
        (
            status = 200,
            description = "The rule as it is now.",
            body = SavedRuleView,
            headers(("ETag" = String, description = "Its version."))
        ),
        (
            status = 201,
            description = "The new rule.",
            body = SavedRuleView,
            headers(("ETag" = String, description = "Its version."))
        ),
        BadBody,
        InTheWay,
        TooLate,
        WhichVersion,
    )
)]
pub(crate) async fn save_rule(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(name): PathParams<String>,
    read: IfMatch,
    JsonBody(mut new): JsonBody<NewRule>,
) -> Result<Response, ApiProblem> {
    let editor = api.gateway.editor_for(&who.0);
    let author = who.author(new.take_why());
    let name = name.trim();
    let is_new = editor.saved_rule(name).is_err();
    let expected = match read {
        IfMatch::Absent if is_new => Some(0),
        read => read.required(&format!("the rule `{}`", quoted(name, 100)))?,
    };
    let draft = new.draft(Some(name));
    let saved = editor.save_rule(&draft, expected, &author).await;
    let rule = saved.map_err(|error| match expected {
        Some(_) => ApiProblem::from(error),
        None => ApiProblem::from(error).unconditional(),
    })?;
    if is_new {
        let view = (StatusCode::CREATED, Json(SavedRuleView::of(&rule)));
        return Ok(etag::tagged(Some(rule.version), view));
    }
    Ok(tagged(&rule))
}

/// Removes a saved rule.
#[utoipa::path(
    delete,
    path = "/policy/rules/{name}",
    params(
        ("name" = String, Path, description = "The name of the rule, percent-encoded."),
        ReasonQuery,
        IfMatch,
    ),
    responses((status = 204, description = "It is gone."), BadRemoval)
)]
pub(crate) async fn remove_rule(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(name): PathParams<String>,
    QueryParams(query): QueryParams<ReasonQuery>,
    read: IfMatch,
    _: NoBody,
) -> Result<StatusCode, ApiProblem> {
    let editor = api.gateway.editor_for(&who.0);
    editor.saved_rule(&name)?;
    let expected = read.required(&format!("the rule `{}`", quoted(&name, 100)))?;
    let author = who.author(query.why);
    editor.remove_rule(&name, expected, &author).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn tagged(rule: &SavedRule) -> Response {
    etag::tagged(Some(rule.version), Json(SavedRuleView::of(rule)))
}

// === impl SavedRuleView ===

impl SavedRuleView {
    fn of(rule: &SavedRule) -> Self {
        let draft = &rule.draft;
        let hint = |hint: Hint| {
            let wanted = draft.hints.iter().find(|(one, _)| *one == hint);
            wanted.map(|(_, value)| RuleHint(*value))
        };
        Self {
            name: rule.name.clone(),
            effect: draft.effect.into(),
            tool: draft.tools.clone(),
            source: draft.sources.clone(),
            toolset: draft.toolsets.clone(),
            environment: draft.environments.clone(),
            hints: RuleHints::of(hint),
            role: draft.roles.iter().copied().map(Into::into).collect(),
            when: draft.when.clone(),
            message: draft.message.clone(),
            out_of_band: draft.out_of_band,
            version: rule.version,
        }
    }
}
