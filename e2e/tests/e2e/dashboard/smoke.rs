//! Every page in every state, looked at by axe, in light and in dark.

use candor_testkit::test_rows;
use serde_json::json;

use super::axe;
use super::browser::RealBrowser;
use super::driver;
use super::shop_gateway::ShopGateway;
use super::tour::{PageTour, TourPart, TourSources, check_login_pages, check_part};

/// axe's judgement, in light and in dark.
async fn judge(browser: &RealBrowser) -> Vec<String> {
    let mut faults = Vec::new();
    for dark in [false, true] {
        driver::dark(browser, dark).await;
        let is_dark = "return matchMedia('(prefers-color-scheme: dark)').matches";
        assert_eq!(browser.run(is_dark, Vec::new()).await, dark);
        faults.extend(axe::faults(browser).await);
    }
    faults
}

async fn check(part: TourPart) {
    check_part(TourSources::usual(), part, judge).await;
}

test_rows! {
    check {
        history_pages_are_accessible(TourPart::History);
        tools_pages_are_accessible(TourPart::Tools);
        tool_pages_are_accessible(TourPart::Tool);
        approvals_pages_are_accessible(TourPart::Approvals);
        toolsets_pages_are_accessible(TourPart::Toolsets);
        sources_pages_are_accessible(TourPart::Sources);
        catalogue_pages_are_accessible(TourPart::Catalogue);
        admin_pages_are_accessible(TourPart::Admin);
    }
}

#[tokio::test]
async fn login_pages_are_accessible() {
    check_login_pages(judge).await;
}

/// Everything that would move for longer than a moment, and everything that does.
const MOVING: &str = r"
    const seconds = text => Math.max(...text.split(',').map(parseFloat));
    const moving = [...document.querySelectorAll('*')].filter(it => {
        const style = getComputedStyle(it);
        return seconds(style.transitionDuration) > 0.01 || seconds(style.animationDuration) > 0.01
            || style.scrollBehavior === 'smooth';
    });
    return [
        matchMedia('(prefers-reduced-motion: reduce)').matches,
        document.getAnimations().length,
        moving.map(it => it.outerHTML.slice(0, 100)),
    ];
";

#[tokio::test]
async fn nothing_moves_for_those_who_want_it_so() {
    let tour = PageTour::of(TourSources::usual()).await;
    let browser = RealBrowser::signed_in(tour.candor()).await;
    driver::still(&browser).await;
    for part in TourPart::ALL {
        for path in tour.paths(part) {
            browser.go(&path).await;
            let found = browser.run(MOVING, Vec::new()).await;
            assert_eq!(found, json!([true, 0, []]), "{path}");
        }
    }
    browser.close().await;
}

/// Whoever followed a link that leads nowhere goes on from there.
#[tokio::test]
async fn an_unknown_address_has_the_navigation() {
    let (_gateway, browser) = ShopGateway::visited("/nowhere").await;
    browser.sees("Page not found").await;
    browser.press("Tools").await;
    browser.sees("shop.delete_book").await;
    browser.close().await;
}
