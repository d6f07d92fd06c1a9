//! What a person may write in one layer.

use candor_model::{CallCondition, ConditionValue, FieldValue, Hint, Opinion, hidden_character};

use crate::contradicts_itself;

/// The longest title, in characters.
pub const TITLE_MAX: usize = 100;

/// The longest key of a further member, in characters.
pub const EXTRA_KEY_MAX: usize = 100;

/// The most cases of one opinion.
pub const CASES_MAX: usize = 200;

/// The longest name of an argument, and the longest value, that a case can name, in characters.
pub const CONDITION_MAX: usize = 200;

/// Why an opinion is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpinionError {
    /// Read-only and destructive at once.
    #[error(
        "`read_only` and `destructive` cannot both be true: what changes nothing destroys nothing; set one of them to false or leave it out"
    )]
    Contradiction,
    /// A title without anything to read.
    #[error("the title `{}` is empty; write a title, or clear it", brief(.0))]
    TitleEmpty(Box<str>),
    /// A title of too many characters: its beginning, and how many.
    #[error(
        "the title `{}…` has {length} characters; at most {TITLE_MAX} are allowed",
        brief(beginning)
    )]
    TitleTooLong {
        /// Its first characters.
        beginning: Box<str>,
        /// How many it has.
        length: usize,
    },
    /// A title with a character that cannot be seen.
    #[error(
        "the title `{}` holds the hidden character U+{:04X} at position {position}; remove it",
        brief(title),
        u32::from(*character)
    )]
    TitleHidden {
        /// The title that is refused.
        title: Box<str>,
        /// The hidden character.
        character: char,
        /// Which character of the title it is, counted from 1.
        position: usize,
    },
    /// A further member without a name.
    #[error("a further member of the annotations has an empty key; give it a name")]
    ExtraEmpty,
    /// A further member with too long a name: its beginning, and how many characters it has.
    #[error(
        "the key `{}…` has {length} characters; at most {EXTRA_KEY_MAX} are allowed",
        brief(beginning)
    )]
    ExtraTooLong {
        /// Its first characters.
        beginning: Box<str>,
        /// How many it has.
        length: usize,
    },
    /// A further member whose name has a character that cannot be seen.
    #[error(
        "the key `{}` holds the hidden character U+{:04X} at position {position}; remove it",
        brief(key),
        u32::from(*character)
    )]
    ExtraHidden {
        /// The key that is refused.
        key: Box<str>,
        /// The hidden character.
        character: char,
        /// Which character of the key it is, counted from 1.
        position: usize,
    },
    /// A further member that is a field of its own.
    #[error("`{key}` is no further member of the annotations; use the field `{field}`")]
    ExtraKnown {
        /// The key that is refused.
        key: Box<str>,
        /// The field to use instead.
        field: &'static str,
    },
    /// More cases than one tool can have.
    #[error("there are {0} cases; at most {CASES_MAX} are allowed")]
    TooManyCases(usize),
    /// A case that names no argument.
    #[error("a case names no argument; say which argument has to have the value")]
    ConditionWithoutArgument,
    /// An argument or a value of too many characters.
    #[error(
        "`{}…` in a case has {length} characters; at most {CONDITION_MAX} are allowed",
        brief(beginning)
    )]
    ConditionTooLong {
        /// Its first characters.
        beginning: Box<str>,
        /// How many it has.
        length: usize,
    },
    /// An argument or a value with a character that cannot be seen.
    #[error(
        "`{}` in a case holds the hidden character U+{:04X} at position {position}; remove it",
        brief(text),
        u32::from(*character)
    )]
    ConditionHidden {
        /// The argument or the value.
        text: Box<str>,
        /// The hidden character.
        character: char,
        /// Which character it is, counted from 1.
        position: usize,
    },
}

/// Whether a person may say this in one layer.
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

/// The field of an opinion that a key means.
fn field(key: &str) -> Option<&'static str> {
    if key == "title" {
        return Some("title");
    }
    Hint::parse(key).map(Hint::key)
}

/// The beginning and the length of a text that has too many characters.
fn too_long(text: &str, max: usize) -> Option<(Box<str>, usize)> {
    let length = text.chars().count();
    (length > max).then(|| (text.chars().take(20).collect::<String>().into(), length))
}

/// A text as it can be printed: what cannot be seen is spelled out.
fn brief(text: &str) -> String {
    text.chars()
        .take(120)
        .flat_map(char::escape_debug)
        .collect()
}
