//! Styles for lists and objects, and where they are allowed.

use crate::api::{ParameterPlace, ParameterStyle};

/// Parses the name of a style.
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

/// The default style for a location.
pub(super) fn default_style(place: ParameterPlace) -> ParameterStyle {
    match place {
        ParameterPlace::Path | ParameterPlace::Header => ParameterStyle::Simple,
        ParameterPlace::Query | ParameterPlace::QueryString | ParameterPlace::Cookie => {
            ParameterStyle::Form
        }
    }
}

/// Whether a style is defined for a location.
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
