//! The rules for writing lists and objects, and where they are used.

use crate::api::{ParameterPlace, ParameterStyle};

/// The style that a document means.
pub(super) fn style_named(text: &str) -> Option<ParameterStyle> {
    Some(match text {
        "matrix" => ParameterStyle::Matrix,
        "label" => ParameterStyle::Label,
        "simple" => ParameterStyle::Simple,
        "form" => ParameterStyle::Form,
        "spaceDelimited" => ParameterStyle::SpaceDelimited,
        "pipeDelimited" => ParameterStyle::PipeDelimited,
        "deepObject" => ParameterStyle::DeepObject,
        "cookie" => ParameterStyle::Cookie,
        _ => return None,
    })
}

/// The style where a document names none.
pub(super) fn default_style(place: ParameterPlace) -> ParameterStyle {
    match place {
        ParameterPlace::Path | ParameterPlace::Header => ParameterStyle::Simple,
        ParameterPlace::Query | ParameterPlace::QueryString | ParameterPlace::Cookie => {
            ParameterStyle::Form
        }
    }
}

/// Whether a style says something about parameters that go there.
pub(super) fn is_used_in(style: ParameterStyle, place: ParameterPlace) -> bool {
    match place {
        ParameterPlace::Path => matches!(
            style,
            ParameterStyle::Matrix | ParameterStyle::Label | ParameterStyle::Simple
        ),
        ParameterPlace::Header => style == ParameterStyle::Simple,
        ParameterPlace::Cookie => matches!(style, ParameterStyle::Form | ParameterStyle::Cookie),
        ParameterPlace::Query | ParameterPlace::QueryString => matches!(
            style,
            ParameterStyle::Form
                | ParameterStyle::SpaceDelimited
                | ParameterStyle::PipeDelimited
                | ParameterStyle::DeepObject
        ),
    }
}
