//! The style sheet, the scripts and the icon, all compiled into the program.

#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use axum::response::{IntoResponse, Response};
use candor_model::Digest;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use http::{HeaderMap, StatusCode, Uri};

use crate::query;

/// The path of the style sheet.
pub(crate) const STYLE: &str = "/assets/candor.css";
/// The path of the script.
pub(crate) const SCRIPT: &str = "/assets/candor.js";
/// The path of the command palette, which the script loads when it is first opened.
pub(crate) const PALETTE: &str = "/assets/palette.js";
/// The path of the notifications, which the script loads where the user has turned them on.
pub(crate) const NOTIFY: &str = "/assets/notify.js";
/// The path of the icon.
pub(crate) const ICON: &str = "/assets/candor.svg";

/// One style sheet; later rules win.
const STYLE_TEXT: &str = concat!(
    include_str!("../assets/candor.css"),
    include_str!("../assets/pieces.css"),
    include_str!("../assets/tools.css"),
    include_str!("../assets/tool.css"),
    include_str!("../assets/try-it.css"),
    include_str!("../assets/toolsets.css"),
    include_str!("../assets/sources.css"),
    include_str!("../assets/admin.css"),
    include_str!("../assets/calls.css"),
    include_str!("../assets/palette.css"),
);
const SCRIPT_TYPE: &str = "text/javascript; charset=utf-8";
const SCRIPT_TEXT: &str = include_str!("../assets/candor.js");
const PALETTE_TEXT: &str = include_str!("../assets/palette.js");
const NOTIFY_TEXT: &str = include_str!("../assets/notify.js");
const ICON_TEXT: &str = include_str!("../assets/candor.svg");

/// Addressed by its contents, a cached file is never outdated.
static STYLE_ADDRESS: LazyLock<String> =
    LazyLock::new(|| query::with(STYLE, "v", &version(STYLE_TEXT)));

static SCRIPT_ADDRESS: LazyLock<String> =
    LazyLock::new(|| query::with(SCRIPT, "v", &version(SCRIPT_TEXT)));

static PALETTE_ADDRESS: LazyLock<String> =
    LazyLock::new(|| query::with(PALETTE, "v", &version(PALETTE_TEXT)));

static NOTIFY_ADDRESS: LazyLock<String> =
    LazyLock::new(|| query::with(NOTIFY, "v", &version(NOTIFY_TEXT)));

/// The versioned address of the notifications.
pub(crate) fn notify_address() -> &'static str {
    &NOTIFY_ADDRESS
}

/// The versioned address of the command palette.
pub(crate) fn palette_address() -> &'static str {
    &PALETTE_ADDRESS
}

/// The versioned address of the script.
pub(crate) fn script_address() -> &'static str {
    &SCRIPT_ADDRESS
}

/// The versioned address of the style sheet.
pub(crate) fn style_address() -> &'static str {
    &STYLE_ADDRESS
}

/// `GET /assets/candor.css`: the style sheet of all pages.
pub(crate) async fn style(uri: Uri, headers: HeaderMap) -> Response {
    serve(STYLE_TEXT, "text/css; charset=utf-8", &uri, &headers)
}

/// `GET /assets/candor.js`: the script of all pages.
pub(crate) async fn script(uri: Uri, headers: HeaderMap) -> Response {
    serve(SCRIPT_TEXT, SCRIPT_TYPE, &uri, &headers)
}

/// `GET /assets/notify.js`: the script of desktop notifications.
pub(crate) async fn notify(uri: Uri, headers: HeaderMap) -> Response {
    serve(NOTIFY_TEXT, SCRIPT_TYPE, &uri, &headers)
}

/// `GET /assets/palette.js`: the script of the command palette.
pub(crate) async fn palette(uri: Uri, headers: HeaderMap) -> Response {
    serve(PALETTE_TEXT, SCRIPT_TYPE, &uri, &headers)
}

/// `GET /assets/candor.svg`: the icon of the site.
pub(crate) async fn icon(uri: Uri, headers: HeaderMap) -> Response {
    serve(ICON_TEXT, "image/svg+xml", &uri, &headers)
}

fn serve(text: &'static str, kind: &'static str, uri: &Uri, headers: &HeaderMap) -> Response {
    let version = version(text);
    let named = query::get(uri, "v").is_some_and(|v| v == version);
    let keep = if named {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let tag = format!("\"{version}\"");
    let known = headers.get_all(IF_NONE_MATCH).iter();
    let mut known = known.filter_map(|line| line.to_str().ok());
    let same = known.any(|line| line.split(',').any(|known| known.trim() == tag));
    let head = [(CACHE_CONTROL, keep.to_owned()), (ETAG, tag)];
    if same {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    (head, [(CONTENT_TYPE, kind)], text).into_response()
}

fn version(text: &str) -> String {
    let mut digest = Digest::of(text).to_string();
    digest.truncate(16);
    digest
}
