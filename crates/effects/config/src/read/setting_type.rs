//! Types of settings: how values are parsed and displayed.

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

    /// Parses a value.
    fn read(&self, written: &WrittenValue<'_>) -> Result<Self::Value, ValueProblem>;

    /// Shows a value, or the default where nothing was written. Nothing, where there is no value.
    fn show(&self, value: &Self::Value, written: Option<&WrittenValue<'_>>) -> Option<String>;
}

/// A type whose values are read and shown by functions.
struct PlainType<T, R>(R, fn(&T) -> String);

/// A setting that may have no value.
pub(crate) struct Maybe<S>(pub(crate) S);

/// A setting that is read by a function, and shown by another.
pub(crate) fn written<T: Clone>(
    read: impl Fn(&WrittenValue<'_>) -> Result<T, ValueProblem>,
    show: fn(&T) -> String,
) -> impl SettingType<Value = T> {
    PlainType(read, show)
}

/// A setting of which it does not matter where it was written.
pub(crate) fn plain<T: Clone>(
    read: impl Fn(&ConfigNode) -> Result<T, ValueProblem>,
    show: fn(&T) -> String,
) -> impl SettingType<Value = T> {
    written(move |written| read(written.node), show)
}

/// `true` or `false`.
pub(crate) fn flag() -> impl SettingType<Value = bool> {
    plain(ConfigNode::as_bool, bool::to_string)
}

/// A value of an enum.
pub(crate) fn word<T: StringEnum>() -> impl SettingType<Value = T> {
    plain(
        |node| values::one_of::<T>(node.as_text()?),
        |value| value.word().to_owned(),
    )
}

/// A size in bytes that is not zero.
pub(crate) fn any_size() -> impl SettingType<Value = usize> {
    size_within(1..=usize::MAX)
}

/// A size in bytes within bounds.
pub(crate) fn size_within(bounds: RangeInclusive<usize>) -> impl SettingType<Value = usize> {
    plain(
        move |node| size::parse_within(&node.as_scalar_text()?, &bounds),
        |bytes| format_size(*bytes),
    )
}

/// A duration that is not zero.
pub(crate) fn any_time() -> impl SettingType<Value = Duration> {
    plain(
        |node| duration::parse(&node.as_scalar_text()?),
        |time| format_duration(*time),
    )
}

/// A duration within bounds.
pub(crate) fn time_within(bounds: RangeInclusive<Duration>) -> impl SettingType<Value = Duration> {
    plain(
        move |node| duration::parse_within(&node.as_scalar_text()?, &bounds),
        |time| format_duration(*time),
    )
}

/// A whole number within bounds.
pub(crate) fn number(bounds: RangeInclusive<usize>) -> impl SettingType<Value = usize> {
    plain(move |node| node.as_number(&bounds), usize::to_string)
}

/// A path in which variables are filled in.
pub(crate) fn file_path() -> impl SettingType<Value = PathBuf> {
    written(read_path, |path| path.display().to_string())
}

/// The path with its variables filled in. A bad one is repeated as it was written: the value of a
/// variable is not shown.
pub(crate) fn read_path(written: &WrittenValue<'_>) -> Result<PathBuf, ValueProblem> {
    if let Some(path) = written.path {
        return Ok(path.to_owned());
    }
    let text = written.filled()?;
    if text.is_empty() || text.contains('\0') {
        let says = format!("is {}, which is not a path", quote(written.node.as_text()?));
        return Err(ValueProblem::new(says));
    }
    Ok(PathBuf::from(text))
}

/// A text, read and checked by a function, and shown by another.
pub(crate) fn text<T: Clone>(
    read: fn(&str) -> Result<T, ValueProblem>,
    show: fn(&T) -> String,
) -> impl SettingType<Value = T> {
    plain(move |node| read(node.as_text()?), show)
}

/// A list of names, read and checked by a function.
pub(crate) fn names(
    read: fn(&ConfigNode) -> Result<Vec<String>, ValueProblem>,
) -> impl SettingType<Value = Vec<String>> {
    plain(read, |names| format!("{names:?}"))
}

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

// === impl SettingType ===

impl<T, R> SettingType for PlainType<T, R>
where
    T: Clone,
    R: Fn(&WrittenValue<'_>) -> Result<T, ValueProblem>,
{
    type Value = T;

    fn read(&self, written: &WrittenValue<'_>) -> Result<T, ValueProblem> {
        (self.0)(written)
    }

    fn show(&self, value: &T, _: Option<&WrittenValue<'_>>) -> Option<String> {
        Some((self.1)(value))
    }
}

impl<S: SettingType> SettingType for Maybe<S> {
    type Value = Option<S::Value>;

    fn read(&self, written: &WrittenValue<'_>) -> Result<Self::Value, ValueProblem> {
        self.0.read(written).map(Some)
    }

    fn show(&self, value: &Self::Value, written: Option<&WrittenValue<'_>>) -> Option<String> {
        self.0.show(value.as_ref()?, written)
    }
}
