//! Every page in every state, looked at by axe, in light and in dark.

use candor_testkit::test_rows;
use serde_json::json;

use super::axe;
use super::browser::RealBrowser;
use super::driver;
use super::tour::{PageTour, TourPart, TourSources, check_door, check_room};

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

async fn check(room: TourPart) {
    check_room(TourSources::usual(), room, judge).await;
}

test_rows! {
    check {
        nobody_is_kept_out_of_the_books(TourPart::Books);
        nobody_is_kept_out_of_the_tools(TourPart::Tools);
        nobody_is_kept_out_of_one_tool(TourPart::Tool);
        nobody_is_kept_out_of_the_approvals(TourPart::Approvals);
        nobody_is_kept_out_of_the_toolsets(TourPart::Toolsets);
        nobody_is_kept_out_of_the_sources(TourPart::Sources);
        nobody_is_kept_out_of_the_catalogue(TourPart::Catalogue);
        nobody_is_kept_out_of_the_house(TourPart::House);
    }
}

#[tokio::test]
async fn nobody_is_kept_out_by_the_door() {
    check_door(judge).await;
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
    for room in TourPart::ALL {
        for path in tour.paths(room) {
            browser.go(&path).await;
            let found = browser.run(MOVING, Vec::new()).await;
            assert_eq!(found, json!([true, 0, []]), "{path}");
        }
    }
    browser.close().await;
}
