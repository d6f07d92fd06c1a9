//! The role that every operation requires.
//!
//! This table is the only definition; the guard and the document follow it. An operation missing in
//! it requires an admin and fails a test.

use std::collections::HashMap;

use candor_model::Role::{self, Admin, Approver, Editor, Viewer};
use http::Method;
use utoipa::openapi::OpenApi;

use crate::document;
use crate::router::PREFIX;

/// Every operation by its method and its path under the prefix.
#[rustfmt::skip]
const TABLE: [(&str, &str, Role); 78] = [
    ("GET",    "",                                          Viewer),
    ("GET",    "/openapi.json",                             Viewer),
    ("GET",    "/tools",                                    Viewer),
    ("GET",    "/tools/{name}",                             Viewer),
    ("GET",    "/annotations",                              Viewer),
    ("GET",    "/annotations/{pattern}",                    Viewer),
    ("PATCH",  "/annotations/{pattern}",                    Editor),
    ("DELETE", "/annotations/{pattern}",                    Editor),
    ("GET",    "/suggestions",                              Viewer),
    ("POST",   "/suggestions/accept",                       Editor),
    ("GET",    "/environments",                             Viewer),
    ("POST",   "/environments",                             Admin),
    ("GET",    "/environments/{name}",                      Viewer),
    ("PATCH",  "/environments/{name}",                      Admin),
    ("DELETE", "/environments/{name}",                      Admin),
    ("PUT",    "/environments/{name}/variables/{variable}", Admin),
    ("DELETE", "/environments/{name}/variables/{variable}", Admin),
    ("GET",    "/toolsets",                                 Viewer),
    ("POST",   "/toolsets",                                 Editor),
    ("GET",    "/toolsets/{name}",                          Viewer),
    ("PATCH",  "/toolsets/{name}",                          Editor),
    ("DELETE", "/toolsets/{name}",                          Editor),
    ("POST",   "/toolsets/{name}/members",                  Editor),
    ("POST",   "/toolsets/{name}/clone",                    Editor),
    ("GET",    "/toolsets/{name}/versions",                 Viewer),
    ("POST",   "/toolsets/{name}/restore",                  Editor),
    ("GET",    "/equipped",                                 Viewer),
    ("PUT",    "/equipped",                                 Editor),
    ("GET",    "/toolsets/{name}/notes",                    Viewer),
    ("POST",   "/toolsets/{name}/notes",                    Editor),
    ("PATCH",  "/toolsets/{name}/notes/{tool}/{note}",      Editor),
    ("DELETE", "/toolsets/{name}/notes/{tool}/{note}",      Editor),
    ("GET",    "/notes",                                    Viewer),
    ("POST",   "/notes",                                    Editor),
    ("PATCH",  "/notes/{tool}/{note}",                      Editor),
    ("DELETE", "/notes/{tool}/{note}",                      Editor),
    ("GET",    "/drift",                                    Viewer),
    ("GET",    "/drift/{name}",                             Viewer),
    ("POST",   "/drift/accept",                             Editor),
    ("GET",    "/verifications",                            Viewer),
    ("POST",   "/verifications",                            Editor),
    ("DELETE", "/verifications/{name}",                     Editor),
    ("GET",    "/approvals",                                Viewer),
    ("GET",    "/approvals/events",                         Viewer),
    ("GET",    "/approvals/standing",                       Viewer),
    ("GET",    "/approvals/standing/{id}",                  Viewer),
    ("DELETE", "/approvals/standing/{id}",                  Approver),
    ("GET",    "/approvals/{id}",                           Viewer),
    ("POST",   "/approvals/{id}/decision",                  Approver),
    ("POST",   "/approvals/{id}/reveal",                    Approver),
    ("POST",   "/approvals/{id}/link",                      Approver),
    ("GET",    "/policy",                                   Viewer),
    ("GET",    "/policy/preferences",                       Viewer),
    ("PUT",    "/policy/preferences",                       Editor),
    ("GET",    "/policy/preferences/{toolset}",             Viewer),
    ("PUT",    "/policy/preferences/{toolset}",             Editor),
    ("GET",    "/policy/rules",                             Viewer),
    ("POST",   "/policy/rules/preview",                     Editor),
    ("GET",    "/policy/rules/{name}",                      Viewer),
    ("PUT",    "/policy/rules/{name}",                      Editor),
    ("DELETE", "/policy/rules/{name}",                      Editor),
    ("GET",    "/tokens",                                   Admin),
    ("POST",   "/tokens",                                   Admin),
    ("DELETE", "/tokens/{id}",                              Admin),
    ("POST",   "/sign-in-links",                            Admin),
    ("GET",    "/sources",                                  Viewer),
    ("POST",   "/sources",                                  Admin),
    ("POST",   "/sources/preview",                          Admin),
    ("GET",    "/sources/{name}",                           Viewer),
    ("PATCH",  "/sources/{name}",                           Admin),
    ("DELETE", "/sources/{name}",                           Admin),
    ("GET",    "/sources/{name}/refusals",                  Viewer),
    ("POST",   "/sources/{name}/restart",                   Admin),
    ("GET",    "/catalogue",                                Viewer),
    ("GET",    "/catalogue/{name}",                         Viewer),
    ("POST",   "/catalogue/{name}",                         Admin),
    ("GET",    "/audit/calls",                              Viewer),
    ("GET",    "/audit/changes",                            Viewer),
];

/// The role for unknown paths and methods: only viewers are told that they do not exist.
const ELSEWHERE: Role = Viewer;

/// The role that each route takes.
pub(crate) struct RouteRoles(HashMap<String, Vec<(Method, Role)>>);

/// The role that an operation takes.
pub(crate) fn role(method: &Method, path: &str) -> Role {
    declared(method, path).unwrap_or(Admin)
}

fn declared(method: &Method, path: &str) -> Option<Role> {
    let path = path.strip_prefix(PREFIX)?;
    let mut lines = TABLE.iter();
    let line = lines.find(|(verb, route, _)| *verb == method.as_str() && *route == path);
    line.map(|(_, _, role)| *role)
}

// === impl RouteRoles ===

impl RouteRoles {
    /// The roles that the described operations take.
    pub(crate) fn of(described: &mut OpenApi) -> Self {
        let mut routes: HashMap<String, Vec<(Method, Role)>> = HashMap::new();
        for (method, path, _) in document::operations(described) {
            let role = role(&method, path);
            let route = routes.entry(path.to_owned()).or_default();
            route.push((method, role));
        }
        Self(routes)
    }

    /// The role that a request takes, by the route that it leads to.
    pub(crate) fn role(&self, method: &Method, route: Option<&str>) -> Role {
        let asked = if method == Method::HEAD {
            &Method::GET
        } else {
            method
        };
        let route = route.and_then(|route| self.0.get(route));
        let mut roles = route.into_iter().flatten();
        let found = roles.find(|(method, _)| method == asked);
        found.map_or(ELSEWHERE, |(_, role)| *role)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::router;

    #[test]
    fn every_operation_has_a_role_and_every_role_an_operation() {
        let mut described = router::routes().into_openapi();
        let operations: BTreeSet<_> = document::operations(&mut described)
            .map(|(method, path, _)| format!("{method} {path}"))
            .collect();
        let lines = TABLE.map(|(method, path, _)| format!("{method} {PREFIX}{path}"));
        let table: BTreeSet<_> = lines.iter().cloned().collect();
        assert_eq!(table, operations);
        assert_eq!(table.len(), TABLE.len(), "a line is there twice");
    }

    #[test]
    fn what_is_not_in_the_table_takes_an_admin() {
        assert_eq!(role(&Method::GET, "/api/v1/forgotten"), Admin);
        let needed = RouteRoles::of(&mut router::routes().into_openapi());
        let role = |method, route| needed.role(&method, route);
        assert_eq!(role(Method::HEAD, Some("/api/v1/tokens")), Admin);
        assert_eq!(role(Method::PUT, Some("/api/v1/tokens")), Viewer);
        assert_eq!(role(Method::GET, None), Viewer);
    }
}
