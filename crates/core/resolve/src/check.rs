//! Validation of opinions that people write.

use candor_model::{CallCondition, ConditionValue, FieldValue, Hint, Opinion, hidden_character};

use crate::contradicts_itself;

/// The maximum length of a title, in characters.
pub const TITLE_MAX: usize = 100;

/// The maximum length of the key of a further annotation, in characters.
pub const EXTRA_KEY_MAX: usize = 100;

/// The maximum number of cases in one opinion.
pub const CASES_MAX: usize = 200;

/// The maximum length of an argument name or value in a case, in characters.
pub const CONDITION_MAX: usize = 200;

/// Why an opinion is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpinionError {
    /// It is both read-only and destructive.
    #[error(
        "`read_only` and `destructive` cannot both be true: what changes nothing destroys nothing; set one of them to false or leave it out"
    )]
    Contradiction,
    /// The title is empty.
    #[error("the title `{}` is empty; write a title, or clear it", brief(.0))]
    TitleEmpty(Box<str>),
    /// The title is too long.
    #[error(
        "the title `{}…` has {length} characters; at most {TITLE_MAX} are allowed",
        brief(beginning)
    )]
    TitleTooLong {
        /// Its first characters.
        beginning: Box<str>,
        /// Its length in characters.
        length: usize,
    },
    /// The title contains an invisible character.
    #[error(
        "the title `{}` holds the hidden character U+{:04X} at position {position}; remove it",
        brief(title),
        u32::from(*character)
    )]
    TitleHidden {
        /// The rejected title.
        title: Box<str>,
        /// The invisible character.
        character: char,
        /// Its position in the title, counted from 1.
        position: usize,
    },
    /// The key of a further annotation is empty.
    #[error("a further member of the annotations has an empty key; give it a name")]
    ExtraEmpty,
    /// The key of a further annotation is too long.
    #[error(
        "the key `{}…` has {length} characters; at most {EXTRA_KEY_MAX} are allowed",
        brief(beginning)
    )]
    ExtraTooLong {
        /// Its first characters.
        beginning: Box<str>,
        /// Its length in characters.
        length: usize,
    },
    /// The key of a further annotation contains an invisible character.
    #[error(
        "the key `{}` holds the hidden character U+{:04X} at position {position}; remove it",
        brief(key),
        u32::from(*character)
    )]
    ExtraHidden {
        /// The rejected key.
        key: Box<str>,
        /// The invisible character.
        character: char,
        /// Its position in the key, counted from 1.
        position: usize,
    },
    /// The key of a further annotation has its own field.
    #[error("`{key}` is no further member of the annotations; use the field `{field}`")]
    ExtraKnown {
        /// The rejected key.
        key: Box<str>,
        /// The field to use instead.
        field: &'static str,
    },
    /// There are too many cases.
    #[error("there are {0} cases; at most {CASES_MAX} are allowed")]
    TooManyCases(usize),
    /// A case names no argument.
    #[error("a case names no argument; say which argument has to have the value")]
    ConditionWithoutArgument,
    /// An argument name or value in a case is too long.
    #[error(
        "`{}…` in a case has {length} characters; at most {CONDITION_MAX} are allowed",
        brief(beginning)
    )]
    ConditionTooLong {
        /// Its first characters.
        beginning: Box<str>,
        /// Its length in characters.
        length: usize,
    },
    /// An argument name or value in a case contains an invisible character.
    #[error(
        "`{}` in a case holds the hidden character U+{:04X} at position {position}; remove it",
        brief(text),
        u32::from(*character)
    )]
    ConditionHidden {
        /// The argument or the value.
        text: Box<str>,
        /// The invisible character.
        character: char,
        /// Its position, counted from 1.
        position: usize,
    },
}

/// Validates an opinion.
pub fn check_opinion(opinion: &Opinion) -> Result<(), OpinionError> {
    if contradicts_itself(opinion) {
        return Err(OpinionError::Contradiction);
    }
    if let Some(FieldValue::Set(title)) = opinion.title.as_ref().map(|statement| &statement.value) {
        check_title(title)?;
    }
    opinion.extra.keys().try_for_each(|key| check_extra(key))?;
    check_cases(opinion)
}

fn check_cases(opinion: &Opinion) -> Result<(), OpinionError> {
    if opinion.cases.len() > CASES_MAX {
        return Err(OpinionError::TooManyCases(opinion.cases.len()));
    }
    opinion.cases.keys().try_for_each(check_condition)
}

fn check_condition(condition: &CallCondition) -> Result<(), OpinionError> {
    if condition.argument.trim_start_matches('/').is_empty() {
        return Err(OpinionError::ConditionWithoutArgument);
    }
    let text = match &condition.value {
        ConditionValue::Text(text) => &**text,
        ConditionValue::Truth(_) | ConditionValue::ReadingSql(_) => "",
    };
    for part in [&*condition.argument, text] {
        if let Some((beginning, length)) = too_long(part, CONDITION_MAX) {
            return Err(OpinionError::ConditionTooLong { beginning, length });
        }
        if let Some((before, character)) = hidden_character(part) {
            return Err(OpinionError::ConditionHidden {
                text: part.into(),
                character,
                position: before + 1,
            });
        }
    }
    Ok(())
}

fn check_title(title: &str) -> Result<(), OpinionError> {
    if title.trim().is_empty() {
        return Err(OpinionError::TitleEmpty(title.into()));
    }
    if let Some((beginning, length)) = too_long(title, TITLE_MAX) {
        return Err(OpinionError::TitleTooLong { beginning, length });
    }
    match hidden_character(title) {
        None => Ok(()),
        Some((before, character)) => Err(OpinionError::TitleHidden {
            title: title.into(),
            character,
            position: before + 1,
        }),
    }
}

fn check_extra(key: &str) -> Result<(), OpinionError> {
    if key.trim().is_empty() {
        return Err(OpinionError::ExtraEmpty);
    }
    if let Some((beginning, length)) = too_long(key, EXTRA_KEY_MAX) {
        return Err(OpinionError::ExtraTooLong { beginning, length });
    }
    if let Some((before, character)) = hidden_character(key) {
        return Err(OpinionError::ExtraHidden {
            key: key.into(),
            character,
            position: before + 1,
        });
    }
    match field(key) {
        None => Ok(()),
        Some(field) => Err(OpinionError::ExtraKnown {
            key: key.into(),
            field,
        }),
    }
}

/// The field to use instead of a key of `annotations`.
fn field(key: &str) -> Option<&'static str> {
    if key == "title" {
        return Some("title");
    }
    Hint::parse(key).map(Hint::key)
}

/// The beginning and the length of a text that is too long.
fn too_long(text: &str, max: usize) -> Option<(Box<str>, usize)> {
    let length = text.chars().count();
    (length > max).then(|| (text.chars().take(20).collect::<String>().into(), length))
}

/// A short, printable form of a text, with invisible characters escaped.
fn brief(text: &str) -> String {
    text.chars()
        .take(120)
        .flat_map(char::escape_debug)
        .collect()
}
