//! The command palette: opened, used and left by keyboard alone.

use fantoccini::key::Key;
use serde_json::json;

use super::axe;
use super::browser::RealBrowser;
use super::driver;
use super::shop_gateway::ShopGateway;
use crate::approvals::kit::until;

/// Control and K, as the driver is told.
const CONTROL_K: &str = "\u{e009}k";

/// What assistive technology is told, once the palette is loaded: whether the list is open, and which option is chosen.
const TOLD: &str = "const field = document.querySelector('.palette [role=combobox]');
    if (!field) return null;
    const chosen = document.getElementById(field.getAttribute('aria-activedescendant'));
    return [
        field === document.activeElement,
        field.getAttribute('aria-expanded'),
        document.getElementById(field.getAttribute('aria-controls'))?.getAttribute('role'),
        chosen?.querySelector('bdi').textContent ?? null,
        [...document.querySelectorAll('.palette [aria-selected=true]')].map(it => it === chosen),
    ];";

/// Waits until this option is the chosen one, and the only one.
async fn chosen(browser: &RealBrowser, name: &str) {
    let expect = json!([true, "true", "listbox", name, [true]]);
    until(&format!("`{name}` chosen"), async || {
        (browser.run(TOLD, Vec::new()).await == expect).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_tool_is_found_and_opened_by_keyboard() {
    let (_house, browser) = ShopGateway::visited("/tools").await;
    browser.keys(CONTROL_K).await;
    browser.find("dialog.palette[open]").await;
    // Before anything is typed, it offers the pages.
    chosen(&browser, "Overview").await;
    browser.keys("book").await;
    chosen(&browser, "shop.add_book").await;
    browser.key(Key::Down).await;
    chosen(&browser, "shop.delete_book").await;
    browser.key(Key::Up).await;
    browser.key(Key::Up).await;
    chosen(&browser, "shop.list_books").await;
    assert_eq!(axe::faults(&browser).await, [""; 0]);
    driver::width(&browser, 390).await;
    let fits =
        "const {left, right, bottom} = document.querySelector('.palette').getBoundingClientRect();
        return left >= 0 && right <= innerWidth && bottom <= innerHeight;";
    assert_eq!(browser.run(fits, Vec::new()).await, true);
    browser.key(Key::Enter).await;
    browser.sees("Lists books of the shop.").await;
    assert_eq!(browser.path().await, "/tools/shop.list_books");
    browser.close().await;
}

/// Keys that are pressed before the results have come count for what was typed.
#[tokio::test]
async fn a_quick_typist_lands_where_they_wanted() {
    let (_house, browser) = ShopGateway::visited("/policy").await;
    browser.keys("/").await;
    browser.find("dialog.palette[open]").await;
    browser.keys("mail_author\u{e007}").await;
    browser.sees("Writes to an author.").await;
    assert_eq!(browser.path().await, "/tools/shop.mail_author");
    browser.close().await;
}

#[tokio::test]
async fn escape_closes_it_and_the_focus_returns() {
    let (_house, browser) = ShopGateway::visited("/sources").await;
    let focused = "document.querySelector('main a').focus()";
    browser.run(focused, Vec::new()).await;
    browser.keys(CONTROL_K).await;
    chosen(&browser, "Overview").await;
    browser.keys("zzz").await;
    browser.sees("No results").await;
    let told = browser.run(TOLD, Vec::new()).await;
    assert_eq!(told, json!([true, "false", "listbox", null, []]));
    browser.key(Key::Enter).await;
    browser.key(Key::Escape).await;
    browser.gone("dialog.palette[open]").await;
    let back = "return document.activeElement === document.querySelector('main a')";
    assert_eq!(browser.run(back, Vec::new()).await, true);
    assert_eq!(browser.path().await, "/sources");
    browser.close().await;
}

/// Where a page has a search of its own, the slash leads there; in a field it is a character.
#[tokio::test]
async fn a_slash_in_a_field_is_a_character() {
    let (_house, browser) = ShopGateway::visited("/tools").await;
    browser.keys("/").await;
    browser.keys("a/b").await;
    assert_eq!(browser.typed("q").await, "a/b");
    browser.go("/access").await;
    browser.write("#name", "a/b").await;
    assert_eq!(browser.typed("name").await, "a/b");
    assert!(!browser.has("dialog.palette[open]").await);
    browser.close().await;
}

/// The link is there for a mouse, and leads to a page where there is no script.
#[tokio::test]
async fn the_link_opens_it_too() {
    let (_house, browser) = ShopGateway::visited("/").await;
    browser.click("#search").await;
    browser.find("dialog.palette[open]").await;
    chosen(&browser, "Overview").await;
    browser.keys("standing").await;
    chosen(&browser, "Standing approvals").await;
    browser.click(".palette [role=option]").await;
    browser.sees("No standing approvals.").await;
    assert_eq!(browser.path().await, "/approvals/standing");
    browser.go("/search?q=delete").await;
    browser.press("shop.delete_book").await;
    browser.sees("Deletes a book for good.").await;
    browser.close().await;
}
