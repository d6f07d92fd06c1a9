//! The rules for writing lists and objects, and where they are used.

use crate::api::{ParameterPlace, Style};

/// The style that a document means.
pub(super) fn style_named(text: &str) -> Option<Style> {
    Some(match text {
        "matrix" => Style::Matrix,
        "label" => Style::Label,
        "simple" => Style::Simple,
        "form" => Style::Form,
        "spaceDelimited" => Style::SpaceDelimited,
        "pipeDelimited" => Style::PipeDelimited,
        "deepObject" => Style::DeepObject,
        "cookie" => Style::Cookie,
        _ => return None,
    })
}

/// The style where a document names none.
pub(super) fn default_style(place: ParameterPlace) -> Style {
    match place {
        ParameterPlace::Path | ParameterPlace::Header => Style::Simple,
        ParameterPlace::Query | ParameterPlace::QueryString | ParameterPlace::Cookie => Style::Form,
    }
}

/// Whether a style says something about parameters that go there.
pub(super) fn is_used_in(style: Style, place: ParameterPlace) -> bool {
    match place {
        ParameterPlace::Path => matches!(style, Style::Matrix | Style::Label | Style::Simple),
        ParameterPlace::Header => style == Style::Simple,
        ParameterPlace::Cookie => matches!(style, Style::Form | Style::Cookie),
        ParameterPlace::Query | ParameterPlace::QueryString => matches!(
            style,
            Style::Form | Style::SpaceDelimited | Style::PipeDelimited | Style::DeepObject
        ),
    }
}
