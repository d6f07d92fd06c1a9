//! Tools that clients may know from another server and do not find here.

/// Names with the reason, by name.
const NOT_OFFERED: [(&str, &str); 4] = [
    (
        "nc_get_vector_sync_status",
        "There is no semantic index, so it has no status.",
    ),
    (
        "nc_semantic_search",
        "There is no semantic index; use `nc_notes_search_notes` and `nc_webdav_search_files`.",
    ),
    (
        "nc_semantic_search_answer",
        "There is no semantic index, and the model that calls writes its answers itself.",
    ),
    (
        "provision_nextcloud_access",
        "It is offered where no app password is configured; here all users share the configured account.",
    ),
];

/// The tools of the existing server's version 0.50 that are not offered, each with the reason.
pub fn not_offered() -> &'static [(&'static str, &'static str)] {
    &NOT_OFFERED
}
