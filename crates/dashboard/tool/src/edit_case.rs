//! Submissions of the form for cases: save and remove.

use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::wording::brief;
use candor_dashboard_kit::{CurrentUser, DashboardState, PageError, PathSegment, SubmittedForm};
use candor_model::{CallCondition, ConditionValue, FieldEdit, Hint, OpinionEdit, SqlFlavour};
use http::StatusCode;

use crate::tool_submission::ToolSubmission;

/// `POST /tools/{name}/cases`: edits the cases of a tool.
pub(crate) async fn edit_case(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    user: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let sent = ToolSubmission::read(&pages, &name, &user, ("cases", &form))?;
    let removes = form.get("act").as_deref() == Some("remove");
    let edit = match read(&form, removes) {
        Ok(edit) => edit,
        Err(sentence) => {
            return sent
                .refuse(StatusCode::UNPROCESSABLE_ENTITY, &sentence)
                .await;
        }
    };
    let author = user.author(form.get("why"));
    let key = sent.place.key(sent.tool.about());
    let amended = sent.editor().amend(&author, &key, &edit, None).await;
    let done = if removes {
        "case-removed"
    } else {
        "case-saved"
    };
    sent.finish(amended, done).await
}

/// The edit that the form describes.
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
