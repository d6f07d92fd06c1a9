//! The form for adding a server.

use candor_dashboard_kit::SubmittedForm;
use candor_registry::{LaunchOption, LaunchValues, RegistryEntry};
use candor_registry_client::{AdditionInput, chosen_option, source_name};

use crate::need_field::{self, NeedField};

/// The submitted values.
pub(crate) struct AddForm {
    /// The launch option, counted from 1.
    pub(crate) option: usize,
    pub(crate) source: String,
    pub(crate) why: String,
    values: LaunchValues,
}

/// The errors of a form, by field.
#[derive(Default)]
pub(crate) struct AddFormErrors {
    pub(crate) source: Option<String>,
    /// By the key of what is needed.
    pub(crate) needs: Vec<(String, String)>,
}

// === impl AddForm ===

impl AddForm {
    /// An empty form for an option; the usual one if there is no such option.
    pub(crate) fn nothing(entry: &RegistryEntry, option: Option<usize>) -> Self {
        let source = source_name(&entry.name);
        Self {
            option: number(entry, option),
            source: source.map_or_else(String::new, |name| name.to_string()),
            why: String::new(),
            values: LaunchValues::new(),
        }
    }

    /// Parses a form. Only fields of the selected option are used.
    pub(crate) fn of(entry: &RegistryEntry, form: &SubmittedForm) -> Self {
        let option = form.get("option").and_then(|text| text.parse().ok());
        let option = number(entry, option);
        let line = |name| form.get(name).unwrap_or_default().trim().to_owned();
        let fields = chosen_option(entry, Some(option)).map(LaunchOption::form);
        let fields = fields.unwrap_or_default().fields.into_iter();
        let values = fields.filter_map(|field| {
            let values = need_field::submitted(form, &field.key);
            (!values.is_empty()).then_some((field.key, values))
        });
        Self {
            option,
            source: line("source"),
            why: line("why"),
            values: values.collect(),
        }
    }

    pub(crate) fn input(&self) -> AdditionInput {
        AdditionInput {
            option: Some(self.option),
            values: self.values.clone(),
            source: Some(self.source.clone()),
        }
    }

    /// The fields of an option, with their submitted values.
    pub(crate) fn needs(&self, option: &LaunchOption, errors: &AddFormErrors) -> Vec<NeedField> {
        let fields = option.form().fields;
        let field = |(at, field): (usize, &candor_registry::FormField)| {
            let error = errors.needs.iter().find(|(key, _)| *key == field.key);
            let error = error.map(|(_, sentence)| sentence.clone());
            NeedField::of(at, field, self.values.get(&field.key), error)
        };
        fields.iter().enumerate().map(field).collect()
    }
}

/// The number of an option that exists.
fn number(entry: &RegistryEntry, wanted: Option<usize>) -> usize {
    let exists = wanted.filter(|number| chosen_option(entry, Some(*number)).is_some());
    exists.unwrap_or_else(|| {
        let usable = |option: &LaunchOption| option.unusable().is_none();
        entry.options.iter().position(usable).unwrap_or_default() + 1
    })
}
