//! Whole walks, at whose end nothing may have been found wrong.

use super::{PageFaults, PageTour, TokenGateway, TourPart, TourSources};
use crate::dashboard::browser::RealBrowser;

/// Has every page of a room judged, in a house with this stock.
pub(in crate::dashboard) async fn check_room(
    stock: TourSources,
    room: TourPart,
    judge: impl AsyncFn(&RealBrowser) -> Vec<String>,
) {
    let tour = PageTour::of(stock).await;
    let browser = RealBrowser::signed_in(tour.candor()).await;
    let faults = PageFaults::default();
    tour.walk(room, &browser, async |browser, what| {
        faults.note(what, judge(browser).await);
    })
    .await;
    browser.close().await;
    faults.none();
}

/// The same on the way in.
pub(in crate::dashboard) async fn check_door(judge: impl AsyncFn(&RealBrowser) -> Vec<String>) {
    let door = TokenGateway::open().await;
    let browser = RealBrowser::open(&door.base()).await;
    let faults = PageFaults::default();
    door.walk(&browser, async |browser, what| {
        faults.note(what, judge(browser).await);
    })
    .await;
    browser.close().await;
    faults.none();
}
