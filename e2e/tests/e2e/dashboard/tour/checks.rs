//! Whole walks, at whose end nothing may have been found wrong.

use super::{PageFaults, PageTour, TokenGateway, TourPart, TourSources};
use crate::dashboard::browser::RealBrowser;

/// Has every page of a part judged, in a gateway with these sources.
pub(in crate::dashboard) async fn check_part(
    stock: TourSources,
    part: TourPart,
    judge: impl AsyncFn(&RealBrowser) -> Vec<String>,
) {
    let tour = PageTour::of(stock).await;
    let browser = RealBrowser::signed_in(tour.candor()).await;
    let faults = PageFaults::default();
    tour.walk(part, &browser, async |browser, what| {
        faults.note(what, judge(browser).await);
    })
    .await;
    browser.close().await;
    faults.none();
}

/// The same for the pages of the login.
pub(in crate::dashboard) async fn check_login_pages(
    judge: impl AsyncFn(&RealBrowser) -> Vec<String>,
) {
    let gateway = TokenGateway::open().await;
    let browser = RealBrowser::open(&gateway.base()).await;
    let faults = PageFaults::default();
    gateway
        .walk(&browser, async |browser, what| {
            faults.note(what, judge(browser).await);
        })
        .await;
    browser.close().await;
    faults.none();
}
