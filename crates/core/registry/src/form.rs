//! The values that a launch option needs from the user.

use crate::input::{EntryInput, InputFormat};
use crate::package::{CommandArgument, EntryPackage, NamedInput};
use crate::remote::EntryRemote;
use crate::run::LaunchOption;

/// The fields of a form, in the order of the entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LaunchForm {
    /// The fields; keys are unique.
    pub fields: Vec<FormField>,
}

/// One field of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormField {
    /// The key, used in `--set KEY=VALUE` and on the page.
    pub key: String,
    /// Whether it may be given more than once.
    pub is_repeated: bool,
    /// The requested input.
    pub input: EntryInput,
}

// === impl LaunchOption ===

impl LaunchOption {
    /// The form of a launch option.
    pub fn form(&self) -> LaunchForm {
        let mut form = LaunchForm::default();
        match self {
            Self::Package(package) => form.add_package(package),
            Self::Remote(remote) => form.add_remote(remote),
        }
        form
    }
}

// === impl LaunchForm ===

impl LaunchForm {
    /// The field of a key.
    pub fn field(&self, key: &str) -> Option<&FormField> {
        self.fields.iter().find(|field| field.key == key)
    }

    fn add_package(&mut self, package: &EntryPackage) {
        for named in &package.environment {
            self.add_named(named);
        }
        let lists = [&package.runtime_arguments, &package.package_arguments];
        for (at, argument) in lists.into_iter().flatten().enumerate() {
            if argument.is_switch() {
                continue;
            }
            self.add_input(&argument.key(at), argument.is_repeated, &argument.input);
        }
    }

    fn add_remote(&mut self, remote: &EntryRemote) {
        for (name, variable) in &remote.variables {
            self.add_variable(name, variable);
        }
        for named in &remote.headers {
            self.add_named(named);
        }
    }

    fn add_named(&mut self, named: &NamedInput) {
        self.add_input(&named.name, false, &named.input);
    }

    /// A fixed value only needs its variables.
    fn add_input(&mut self, key: &str, is_repeated: bool, input: &EntryInput) {
        if input.value.is_none() {
            self.add(key, is_repeated, input);
        }
        for (name, variable) in &input.variables {
            self.add_variable(name, variable);
        }
    }

    fn add_variable(&mut self, name: &str, variable: &EntryInput) {
        if variable.value.is_none() {
            self.add(name, false, variable);
        }
    }

    /// A repeated key is requested once, with the stricter of both settings.
    fn add(&mut self, key: &str, is_repeated: bool, input: &EntryInput) {
        if let Some(known) = self.fields.iter_mut().find(|field| field.key == key) {
            known.is_repeated |= is_repeated;
            known.input.is_required |= input.is_required;
            known.input.is_secret |= input.is_secret;
            return;
        }
        self.fields.push(FormField {
            key: key.to_owned(),
            is_repeated,
            input: EntryInput {
                value: None,
                variables: Vec::new(),
                ..input.clone()
            },
        });
    }
}

// === impl CommandArgument ===

impl CommandArgument {
    /// The key of an argument's field: the flag without dashes, the label, or its position.
    pub fn key(&self, at: usize) -> String {
        let flag = self.flag.as_deref();
        let flag = flag.map(|flag| flag.trim_start_matches('-').trim_end_matches('='));
        match flag.or(self.label.as_deref()) {
            Some(key) if !key.is_empty() => key.to_owned(),
            _ => format!("argument_{}", at + 1),
        }
    }

    /// Whether it is a flag without a declared value.
    pub fn is_switch(&self) -> bool {
        let input = &self.input;
        let says_nothing = input.value.is_none()
            && input.default.is_none()
            && input.placeholder.is_none()
            && input.description.is_none()
            && input.choices.is_empty()
            && input.format == InputFormat::Text
            && !input.is_secret;
        self.flag.is_some() && self.label.is_none() && says_nothing
    }
}
