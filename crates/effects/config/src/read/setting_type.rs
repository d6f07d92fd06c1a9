//! The types of settings: how a value is read and shown again.

use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use candor_text::{StringEnum, format_duration, format_size, quote};

use super::values;
use crate::env::EnvLookup;
use crate::interpolate::interpolate;
use crate::origin::SettingOrigin;
use crate::problem::ValueProblem;
use crate::tree::ConfigNode;
use crate::{duration, size};

/// How a setting without a value is shown.
pub(crate) const NONE: &str = "(none)";

/// A value as it was written, before it is read.
pub(crate) struct WrittenValue<'w> {
    pub(crate) node: &'w ConfigNode,
    pub(crate) origin: &'w SettingOrigin,
    pub(crate) env: EnvLookup<'w>,
    /// A path of the command line, which need not be Unicode.
    pub(crate) path: Option<&'w Path>,
}

/// A type of setting.
pub(crate) trait SettingType {
    /// The values of the type.
    type Value: Clone;

    /// Reads a value.
    fn read(&self, written: &WrittenValue<'_>) -> Result<Self::Value, ValueProblem>;

    /// Shows a value, or the default where nothing was written.
    fn show(&self, value: &Self::Value, written: Option<&WrittenValue<'_>>) -> String;
}

/// `true` or `false`.
pub(crate) struct Flag;

/// One of the words of an enum.
pub(crate) struct Word<T>(PhantomData<T>);

/// A size in bytes that is not zero.
pub(crate) struct Size;

/// A duration that is not zero.
pub(crate) struct AnyTime;

/// A duration within bounds.
pub(crate) struct Time(pub(crate) RangeInclusive<Duration>);

/// A whole number within bounds.
pub(crate) struct Number(pub(crate) RangeInclusive<usize>);

/// A path in which variables are filled in.
pub(crate) struct FilePath;

/// A setting that may have no value.
pub(crate) struct Maybe<S>(pub(crate) S);

/// A text, read and checked by a function, and shown by another.
pub(crate) struct Text<T>(
    pub(crate) fn(&str) -> Result<T, ValueProblem>,
    pub(crate) fn(&T) -> String,
);

/// A list of names, read and checked by a function.
pub(crate) struct Names(pub(crate) fn(&ConfigNode) -> Result<Vec<String>, ValueProblem>);

// === impl WrittenValue ===

impl WrittenValue<'_> {
    /// The text with its variables filled in. Only the file has variables: the shell has filled in
    /// its own.
    pub(crate) fn filled(&self) -> Result<String, ValueProblem> {
        let text = self.node.as_text()?;
        match self.origin {
            SettingOrigin::File { .. } => {
                interpolate(text, self.env).map_err(|error| ValueProblem {
                    says: error.to_string(),
                    hint: error.hint(),
                })
            }
            _ => Ok(text.to_owned()),
        }
    }
}

// === impl Word ===

impl<T> Word<T> {
    /// The type of a setting with the words of `T`.
    pub(crate) const fn new() -> Self {
        Self(PhantomData)
    }
}

// === impl SettingType ===

impl SettingType for Flag {
    type Value = bool;

    fn read(&self, written: &WrittenValue<'_>) -> Result<bool, ValueProblem> {
        written.node.as_bool()
    }

    fn show(&self, value: &bool, _: Option<&WrittenValue<'_>>) -> String {
        value.to_string()
    }
}

impl<T: StringEnum> SettingType for Word<T> {
    type Value = T;

    fn read(&self, written: &WrittenValue<'_>) -> Result<T, ValueProblem> {
        values::one_of(written.node.as_text()?)
    }

    fn show(&self, value: &T, _: Option<&WrittenValue<'_>>) -> String {
        value.word().to_owned()
    }
}

impl SettingType for Size {
    type Value = usize;

    fn read(&self, written: &WrittenValue<'_>) -> Result<usize, ValueProblem> {
        size::parse(&written.node.as_scalar_text()?)
    }

    fn show(&self, value: &usize, _: Option<&WrittenValue<'_>>) -> String {
        format_size(*value)
    }
}

impl SettingType for AnyTime {
    type Value = Duration;

    fn read(&self, written: &WrittenValue<'_>) -> Result<Duration, ValueProblem> {
        duration::parse(&written.node.as_scalar_text()?)
    }

    fn show(&self, value: &Duration, _: Option<&WrittenValue<'_>>) -> String {
        format_duration(*value)
    }
}

impl SettingType for Time {
    type Value = Duration;

    fn read(&self, written: &WrittenValue<'_>) -> Result<Duration, ValueProblem> {
        let text = written.node.as_scalar_text()?;
        duration::parse_within(&text, *self.0.start(), *self.0.end())
    }

    fn show(&self, value: &Duration, _: Option<&WrittenValue<'_>>) -> String {
        format_duration(*value)
    }
}

impl SettingType for Number {
    type Value = usize;

    fn read(&self, written: &WrittenValue<'_>) -> Result<usize, ValueProblem> {
        written.node.as_number(*self.0.start(), *self.0.end())
    }

    fn show(&self, value: &usize, _: Option<&WrittenValue<'_>>) -> String {
        value.to_string()
    }
}

impl SettingType for FilePath {
    type Value = PathBuf;

    /// A bad path is repeated as it was written: the value of a variable is not shown.
    fn read(&self, written: &WrittenValue<'_>) -> Result<PathBuf, ValueProblem> {
        if let Some(path) = written.path {
            return Ok(path.to_owned());
        }
        let text = written.filled()?;
        if text.is_empty() || text.contains('\0') {
            let written = quote(written.node.as_text()?);
            return Err(ValueProblem::new(format!(
                "is {written}, which is not a path"
            )));
        }
        Ok(PathBuf::from(text))
    }

    fn show(&self, value: &PathBuf, _: Option<&WrittenValue<'_>>) -> String {
        value.display().to_string()
    }
}

impl<S: SettingType> SettingType for Maybe<S> {
    type Value = Option<S::Value>;

    fn read(&self, written: &WrittenValue<'_>) -> Result<Self::Value, ValueProblem> {
        self.0.read(written).map(Some)
    }

    fn show(&self, value: &Self::Value, written: Option<&WrittenValue<'_>>) -> String {
        let shown = value.as_ref().map(|value| self.0.show(value, written));
        shown.unwrap_or_else(|| NONE.to_owned())
    }
}

impl<T: Clone> SettingType for Text<T> {
    type Value = T;

    fn read(&self, written: &WrittenValue<'_>) -> Result<T, ValueProblem> {
        (self.0)(written.node.as_text()?)
    }

    fn show(&self, value: &T, _: Option<&WrittenValue<'_>>) -> String {
        (self.1)(value)
    }
}

impl SettingType for Names {
    type Value = Vec<String>;

    fn read(&self, written: &WrittenValue<'_>) -> Result<Vec<String>, ValueProblem> {
        (self.0)(written.node)
    }

    fn show(&self, value: &Vec<String>, _: Option<&WrittenValue<'_>>) -> String {
        format!("{value:?}")
    }
}
