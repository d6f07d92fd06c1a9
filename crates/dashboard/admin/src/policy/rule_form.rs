//! The form of a rule: the input, valid or not.

use candor_dashboard_kit::{FormOption, SubmittedForm, form_options};
use candor_model::{Hint, Role, Roles};
use candor_policy::{RuleDraft, RuleEffect, SAVED_PLACE};

use crate::access::role::{RoleChoice, role_choices};
use crate::form_error::FormError;

/// The values of a hint's field, and their labels.
const HINT_VALUES: [(&str, &str); 4] = [
    ("", "Any"),
    ("true", "True"),
    ("false", "False"),
    ("unset", "Not set"),
];

/// The effects, the strictest first, and their labels.
const EFFECTS: [(&str, &str); 3] = [
    ("deny", "Deny"),
    ("ask", "Require approval"),
    ("allow", "Allow"),
];

/// The values of the field that says who may approve.
const ANSWERS: [(&str, &str); 3] = [
    ("", "As the policy says"),
    ("true", "Not the calling client"),
    ("false", "Also the calling client"),
];

/// The submitted fields.
#[derive(Clone, Debug, Default)]
pub(crate) struct RuleForm {
    pub(crate) name: String,
    effect: String,
    pub(crate) tools: String,
    pub(crate) sources: String,
    pub(crate) toolsets: String,
    pub(crate) environments: String,
    /// By the hints' order.
    hints: [String; 4],
    roles: Vec<String>,
    pub(crate) when: String,
    pub(crate) message: String,
    out_of_band: String,
    pub(crate) why: String,
}

/// A hint to choose.
pub(crate) struct HintField {
    pub(crate) name: String,
    pub(crate) label: &'static str,
    pub(crate) choices: Vec<FormOption>,
}

// === impl RuleForm ===

impl RuleForm {
    /// An empty form. Defaults to the least harmful effect, ask.
    pub(crate) fn empty() -> Self {
        Self {
            effect: RuleEffect::Ask.as_str().to_owned(),
            ..Self::default()
        }
    }

    /// The form of a saved rule.
    pub(crate) fn of_rule(draft: &RuleDraft) -> Self {
        let hint = |hint: Hint| {
            let wanted = draft.hints.iter().find(|(one, _)| *one == hint);
            match wanted {
                None => "",
                Some((_, None)) => "unset",
                Some((_, Some(true))) => "true",
                Some((_, Some(false))) => "false",
            }
            .to_owned()
        };
        let flag = draft.out_of_band.map(|flag| flag.to_string());
        Self {
            name: draft.name.clone().unwrap_or_default(),
            effect: draft.effect.as_str().to_owned(),
            tools: draft.tools.join("\n"),
            sources: draft.sources.join("\n"),
            toolsets: draft.toolsets.join("\n"),
            environments: draft.environments.join("\n"),
            hints: Hint::ALL.map(hint),
            roles: draft.roles.iter().map(ToString::to_string).collect(),
            when: draft.when.clone().unwrap_or_default(),
            message: draft.message.clone().unwrap_or_default(),
            out_of_band: flag.unwrap_or_default(),
            why: String::new(),
        }
    }

    /// The submitted form.
    pub(crate) fn of(sent: &SubmittedForm) -> Self {
        let get = |name: &str| sent.get(name).unwrap_or_default().replace("\r\n", "\n");
        Self {
            name: get("name"),
            effect: get("effect"),
            tools: get("tools"),
            sources: get("sources"),
            toolsets: get("toolsets"),
            environments: get("environments"),
            hints: Hint::ALL.map(|hint| get(hint.key())),
            roles: sent.all("role[]").map(str::to_owned).collect(),
            when: get("when"),
            message: get("message"),
            out_of_band: get("out_of_band"),
            why: get("why"),
        }
    }

    /// The rule that the fields describe.
    pub(crate) fn draft(&self) -> Result<RuleDraft, FormError> {
        let effect = RuleEffect::parse(&self.effect);
        let effect = effect.ok_or_else(|| unknown("effect", &self.effect, "deny, ask or allow"))?;
        let mut hints = Vec::new();
        for (hint, word) in Hint::ALL.into_iter().zip(&self.hints) {
            match word.as_str() {
                "" => {}
                "unset" => hints.push((hint, None)),
                "true" => hints.push((hint, Some(true))),
                "false" => hints.push((hint, Some(false))),
                other => return Err(unknown(hint.key(), other, "true, false or unset")),
            }
        }
        let roles = self.roles.iter().map(|word| {
            let known = "viewer, caller, approver, editor or admin";
            Role::parse(word).ok_or_else(|| unknown("role", word, known))
        });
        let roles: Vec<Role> = roles.collect::<Result<_, _>>()?;
        let out_of_band = match self.out_of_band.as_str() {
            "" => None,
            "true" => Some(true),
            "false" => Some(false),
            other => return Err(unknown("out_of_band", other, "true or false")),
        };
        let some = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        Ok(RuleDraft {
            name: some(&self.name),
            sources: entries(&self.sources),
            tools: entries(&self.tools),
            toolsets: entries(&self.toolsets),
            environments: entries(&self.environments),
            hints,
            roles,
            when: some(&self.when),
            message: some(&self.message),
            out_of_band,
            ..RuleDraft::new(effect, SAVED_PLACE)
        })
    }

    pub(crate) fn effects(&self) -> Vec<FormOption> {
        form_options(EFFECTS, &self.effect)
    }

    pub(crate) fn answers(&self) -> Vec<FormOption> {
        form_options(ANSWERS, &self.out_of_band)
    }

    pub(crate) fn hint_fields(&self) -> Vec<HintField> {
        let fields = Hint::ALL.into_iter().zip(&self.hints);
        let fields = fields.map(|(hint, word)| HintField {
            name: hint.key().to_owned(),
            label: hint.word(),
            choices: form_options(HINT_VALUES, word),
        });
        fields.collect()
    }

    pub(crate) fn role_fields(&self) -> Vec<RoleChoice> {
        let ticked = self.roles.iter().filter_map(|word| Role::parse(word));
        role_choices(ticked.collect::<Roles>())
    }
}

/// Patterns, one per line or between commas.
fn entries(text: &str) -> Vec<String> {
    let entries = text.split(['\n', ',']).map(str::trim);
    let entries = entries.filter(|entry| !entry.is_empty());
    entries.map(str::to_owned).collect()
}

fn unknown(field: &str, value: &str, known: &str) -> FormError {
    let value = candor_dashboard_kit::wording::brief(value);
    FormError::invalid(format!("`{field}` is `{value}`; use {known}"))
}
