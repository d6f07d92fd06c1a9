//! Every page, looked at once.

use super::axe;
use super::browser::{Browser, Setup};
use super::house::House;

/// Every page that anybody can open.
const PAGES: [&str; 17] = [
    "/",
    "/tools",
    "/tools/shop.delete_book",
    "/tools/shop.delete_book/try",
    "/tools/suggestions",
    "/approvals",
    "/approvals/decided",
    "/approvals/standing",
    "/toolsets",
    "/toolsets/new",
    "/sources",
    "/sources/new",
    "/environments",
    "/policy",
    "/policy/simulate",
    "/audit",
    "/access",
];

#[tokio::test]
async fn nobody_is_kept_out_by_how_a_page_is_made() {
    let house = House::shop("").await;
    for dark in [false, true] {
        let setup = Setup {
            dark,
            ..Setup::default()
        };
        let browser = Browser::with(&house.base(), setup).await;
        let is_dark = "return matchMedia('(prefers-color-scheme: dark)').matches";
        assert_eq!(browser.run(is_dark, Vec::new()).await, dark);
        for page in PAGES {
            browser.go(page).await;
            browser.find("h1").await;
            axe::check(&browser, &format!("{page}, dark: {dark}")).await;
        }
        browser.close().await;
    }
}
