//! Submissions of the form for cases: save and remove.

use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::wording::brief;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PathSegment, SubmittedForm, see_other,
};
use candor_gateway::EditError;
use candor_model::{CallCondition, ConditionValue, FieldEdit, Hint, OpinionEdit, Role, SqlFlavour};
use http::StatusCode;

use crate::page_scope::PageScope;
use crate::rejected_input::RejectedInput;
use crate::show;
use crate::tool_address::ToolAddress;

/// `POST /tools/{name}/cases`
pub(crate) async fn edit_case(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    user: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let tool = ToolAddress::read(&name)?;
    tool.check(&user, "cases", &form)?;
    user.needs(Role::Editor, &tool.path)?;
    let place = PageScope::of_form(&form)?;
    let refuse = |status, sentence: String| {
        let sent = RejectedInput::unchanged(&sentence);
        show::draw(&pages, &user, (&tool, &place), (status, sent), None)
    };
    let removes = form.get("act").as_deref() == Some("remove");
    let edit = match read(&form, removes) {
        Ok(edit) => edit,
        Err(sentence) => return refuse(StatusCode::UNPROCESSABLE_ENTITY, sentence).await,
    };
    let author = user.author(form.get("why"));
    let editor = pages.gateway.editor_for(&user.identity);
    let key = place.key(tool.about());
    match editor.amend(&author, &key, &edit, None).await {
        Ok(_) => {
            let done = if removes {
                "case-removed"
            } else {
                "case-saved"
            };
            Ok(see_other(&place.after(&tool.path, done)))
        }
        Err(error @ EditError::Stale { .. }) => {
            refuse(StatusCode::CONFLICT, error.to_string()).await
        }
        Err(error @ (EditError::Invalid(_) | EditError::Declared { .. })) => {
            refuse(StatusCode::UNPROCESSABLE_ENTITY, error.to_string()).await
        }
        Err(error) => Err(tool.refused(&error)),
    }
}

/// What the form asks for.
fn read(form: &SubmittedForm, removes: bool) -> Result<OpinionEdit, String> {
    let condition = condition(form)?;
    let mut edit = OpinionEdit::default();
    let mut says = false;
    for hint in Hint::ALL {
        let word = form.get(hint.key()).unwrap_or_default();
        let change = match word.as_str() {
            _ if removes => FieldEdit::Withdraw,
            "" => continue,
            "true" => FieldEdit::Set(true),
            "false" => FieldEdit::Set(false),
            "unset" => FieldEdit::Clear,
            other => return Err(format!("`{}` is not a value of a hint", brief(other))),
        };
        says = true;
        edit.set_case_hint(condition.clone(), hint, change);
    }
    if says {
        Ok(edit)
    } else {
        Err("choose a value for at least one hint".to_owned())
    }
}

fn condition(form: &SubmittedForm) -> Result<CallCondition, String> {
    let argument = form.get("argument").unwrap_or_default();
    if argument.trim().is_empty() {
        return Err("name an argument".to_owned());
    }
    let value = form.get("value").unwrap_or_default();
    let kind = form.get("kind").unwrap_or_default();
    let value = match kind.as_str() {
        "text" => ConditionValue::Text(value.into()),
        "true" => ConditionValue::Truth(true),
        "false" => ConditionValue::Truth(false),
        "sql" => {
            let flavour = SqlFlavour::parse(&value);
            let flavour =
                flavour.ok_or_else(|| format!("`{}` is not a dialect of SQL", brief(&value)))?;
            ConditionValue::ReadingSql(flavour)
        }
        other => return Err(format!("`{}` is not a kind of condition", brief(other))),
    };
    Ok(CallCondition {
        argument: argument.into(),
        value,
    })
}
