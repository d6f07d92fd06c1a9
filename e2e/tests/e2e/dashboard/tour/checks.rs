//! Whole walks, at whose end nothing may have been found wrong.

use super::{Door, Faults, Room, Stock, Tour};
use crate::dashboard::browser::Browser;

/// Has every page of a room judged, in a house with this stock.
pub(in crate::dashboard) async fn check_room(
    stock: Stock,
    room: Room,
    judge: impl AsyncFn(&Browser) -> Vec<String>,
) {
    let tour = Tour::of(stock).await;
    let browser = Browser::open(&tour.base()).await;
    let faults = Faults::default();
    tour.walk(room, &browser, async |browser, what| {
        faults.note(what, judge(browser).await);
    })
    .await;
    browser.close().await;
    faults.none();
}

/// The same on the way in.
pub(in crate::dashboard) async fn check_door(judge: impl AsyncFn(&Browser) -> Vec<String>) {
    let door = Door::open().await;
    let browser = Browser::open(&door.base()).await;
    let faults = Faults::default();
    door.walk(&browser, async |browser, what| {
        faults.note(what, judge(browser).await);
    })
    .await;
    browser.close().await;
    faults.none();
}
