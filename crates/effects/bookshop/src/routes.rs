//! The routes of the API.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{Method, StatusCode, Uri, header};
use axum::routing::{MethodRouter, get, patch, post, put};

use crate::DOCUMENT;
use crate::handlers::{self, ShopState};
use crate::input::BODY;
use crate::problem::ProblemResponse;

/// The path of the document.
pub(crate) const DOCUMENT_PATH: &str = "/openapi.yaml";

/// The paths of the document with their operations. A test compares them with it.
pub(crate) fn places() -> [(&'static str, MethodRouter<ShopState>); 7] {
    [
        ("/books", get(handlers::list_books).post(handlers::add_book)),
        ("/books/search", post(handlers::search_books)),
        (
            "/books/{id}",
            get(handlers::get_book)
                .put(handlers::replace_book)
                .delete(handlers::delete_book),
        ),
        ("/books/{id}/price", put(handlers::update_price)),
        ("/books/{id}/stock", patch(handlers::adjust_stock)),
        (
            "/orders",
            get(handlers::list_orders).post(handlers::place_order),
        ),
        ("/orders/{id}/cancel", post(handlers::cancel_order)),
    ]
}

/// The routes of a shop that opens now.
pub(crate) fn router() -> Router {
    let document = || async { ([(header::CONTENT_TYPE, "application/yaml")], DOCUMENT) };
    places()
        .into_iter()
        .fold(Router::new(), |router, (path, operations)| {
            router.route(path, operations)
        })
        .with_state(ShopState::default())
        .route(DOCUMENT_PATH, get(document))
        .fallback(nothing_here)
        .method_not_allowed_fallback(not_like_this)
        .layer(DefaultBodyLimit::max(BODY))
}

async fn nothing_here(uri: Uri) -> ProblemResponse {
    let path: String = uri.path().chars().take(100).collect();
    let detail = format!("there is nothing at `{path}`; `{DOCUMENT_PATH}` says what there is");
    ProblemResponse::new(StatusCode::NOT_FOUND, detail)
}

async fn not_like_this(method: Method, uri: Uri) -> ProblemResponse {
    let path: String = uri.path().chars().take(100).collect();
    let detail =
        format!("`{path}` does not take {method}; `{DOCUMENT_PATH}` says what can be done there");
    ProblemResponse::new(StatusCode::METHOD_NOT_ALLOWED, detail)
}
