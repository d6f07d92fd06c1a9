//! Checks for read-only pages.

use axum::Router;
use candor_dashboard_kit::DashboardState;

use crate::PageWorld;

/// Viewers can open the pages, and so can roles that include it. Others must sign in, or are told
/// the missing role.
pub async fn assert_needs_viewer(routes: Router<DashboardState>, pages: &[&str]) {
    let world = PageWorld::guarded(routes).await;
    let mut nobody = world.browser();
    let mut caller = world.logged_in("cal", "caller").await;
    for path in pages {
        let to = nobody.get(path).await;
        let login = to.leads();
        assert_eq!(login, format!("/login?next={}", path.replace('/', "%2F")));
        let page = caller.get(path).await;
        let lacks = "Requires the viewer role. `cal` has the caller role.";
        page.says(403, &[lacks, "Sign in with another token"]);
        assert_eq!(page.header("content-disposition"), None, "{path}");
    }
    for role in ["viewer", "editor", "approver", "admin"] {
        let mut user = world.logged_in(role, role).await;
        for path in pages {
            user.get(path).await.says(200, &[]);
        }
    }
}

/// The pages only accept `GET` and `HEAD`.
pub async fn assert_get_only(routes: Router<DashboardState>, pages: &[&str]) {
    let world = PageWorld::open(routes).await;
    let mut local = world.browser();
    for path in pages {
        let page = local.post(path, &[]).await;
        page.says(405, &["is not allowed here"]);
        let head = local.send("HEAD", path, String::new()).await;
        assert_eq!((head.status, &*head.text), (200, ""), "{path}");
    }
}

/// A failing store gives an error page that reveals nothing about the store.
pub async fn assert_store_failure(world: &PageWorld, pages: &[&str]) {
    let mut local = world.browser();
    world.store.close().await;
    for path in pages {
        let page = local.get(path).await;
        page.says(503, &["Temporarily unavailable", "Nothing was changed"]);
        page.lacks(&["sqlite", "pool"]);
    }
}
