//! The cases of a tool: hints for some of its calls.

use candor_dashboard_kit::{CurrentUser, ExternalText, PageError};
use candor_gateway::Editor;
use candor_gateway::edit::ExplainedTool;
use candor_model::{CallCondition, ConditionValue, Hint, Role, SqlFlavour};
use candor_resolve::ToolCase;
use serde_json::Value;

use crate::annotation_form::{counts, hidden};
use crate::page_scope::PageScope;
use crate::tool_address::ToolAddress;
use crate::wording;

/// The maximum length of a condition, in characters.
const CONDITION: usize = 300;

/// The maximum number of arguments that the form offers.
const ARGUMENTS: usize = 100;

/// The cases panel.
pub(crate) struct CasesPanel {
    pub(crate) to: String,
    /// The CSRF token; none for users who may not edit.
    pub(crate) field: Option<String>,
    pub(crate) hidden: Vec<(&'static str, String)>,
    /// Where edits apply, in words.
    pub(crate) counts: String,
    pub(crate) rows: Vec<CaseRow>,
    /// The tool's own arguments.
    pub(crate) arguments: Vec<String>,
    /// The hints that a case can set.
    pub(crate) hints: [(&'static str, &'static str); 4],
    /// The dialects of SQL that can be read.
    pub(crate) dialects: [&'static str; SqlFlavour::ALL.len()],
}

pub(crate) struct CaseRow {
    pub(crate) when: ExternalText,
    /// Hint, value and origin.
    pub(crate) hints: Vec<(&'static str, &'static str, ExternalText)>,
    /// The form fields that name it, if this scope has a value that can be removed.
    pub(crate) own: Option<[(&'static str, String); 3]>,
}

// === impl CasesPanel ===

impl CasesPanel {
    pub(crate) async fn of(
        editor: &Editor<'_>,
        user: &CurrentUser,
        (tool, place): (&ToolAddress, &PageScope),
        explained: &ExplainedTool,
    ) -> Result<Self, PageError> {
        let entry = editor.opinion(&place.key(tool.about())).await;
        let entry = entry.map_err(|error| tool.refused(&error))?;
        let to = tool.to("cases");
        let may = user.identity.may(Role::Editor) && tool.is_single();
        let cases = explained.effective.cases.iter();
        let own = |condition: &CallCondition| entry.opinion.cases.contains_key(condition);
        Ok(Self {
            field: may.then(|| user.field(&to)),
            to,
            hidden: hidden(place),
            counts: counts(&place.scope),
            rows: cases
                .flat_map(|cases| cases.iter())
                .map(|case| CaseRow::of(case, may && own(case.condition())))
                .collect(),
            arguments: arguments(explained),
            hints: Hint::ALL.map(|hint| (hint.key(), wording::hint_label(hint))),
            dialects: SqlFlavour::ALL.map(SqlFlavour::as_str),
        })
    }
}

// === impl CaseRow ===

impl CaseRow {
    fn of(case: &ToolCase, own: bool) -> Self {
        let hint = |hint| {
            let fact = case.shown(hint)?;
            let value = wording::hint_value(Some(fact.value));
            Some((
                wording::hint_label(hint),
                value,
                wording::origin(&fact.origin),
            ))
        };
        let condition = case.condition();
        Self {
            when: ExternalText::sentence(&condition.to_string(), CONDITION),
            hints: Hint::ALL.into_iter().filter_map(hint).collect(),
            own: own.then(|| fields(condition)),
        }
    }
}

/// The form fields that name a condition.
fn fields(condition: &CallCondition) -> [(&'static str, String); 3] {
    let (kind, value) = match &condition.value {
        ConditionValue::Text(text) => ("text", text.to_string()),
        ConditionValue::Truth(true) => ("true", String::new()),
        ConditionValue::Truth(false) => ("false", String::new()),
        ConditionValue::ReadingSql(flavour) => ("sql", flavour.to_string()),
    };
    [
        ("argument", condition.argument.to_string()),
        ("kind", kind.to_owned()),
        ("value", value),
    ]
}

/// The names of the tool's arguments.
fn arguments(explained: &ExplainedTool) -> Vec<String> {
    let definition: Option<Value> = explained.definition.decode().ok();
    let schema = definition.as_ref().and_then(|tool| tool.get("inputSchema"));
    let properties = schema.and_then(|schema| schema.get("properties")?.as_object());
    let names = properties
        .into_iter()
        .flat_map(|properties| properties.keys());
    names.take(ARGUMENTS).cloned().collect()
}
