//! Every page in every state, from a phone to a approver: nothing runs out of the window, and
//! everything can be hit.

use candor_testkit::test_rows;
use serde_json::{Value, json};

use super::browser::RealBrowser;
use super::driver;
use super::tour::{TourPart, TourSources, check_login_pages, check_part};

/// A small phone, a tablet, a approver.
const WIDTHS: [u32; 3] = [320, 768, 1440];

/// What is wrong with a page at its width, in sentences. A link in a line of text need not be large
/// (WCAG 2.5.8), and what belongs to a label can be hit there.
const FAULTS: &str = r"
    const faults = [];
    const told = it => it.outerHTML.slice(0, 200);
    const root = document.scrollingElement;
    if (root.scrollWidth > innerWidth) {
        const out = [...document.querySelectorAll('body *')].filter(it =>
            it.getBoundingClientRect().right > innerWidth + 1 && !it.closest('.scroll, pre'));
        faults.push(`it is ${root.scrollWidth} wide in ${innerWidth}: ${out.slice(-3).map(told)}`);
    }
    const shown = it => it.checkVisibility({visibilityProperty: true, opacityProperty: true})
        && !it.closest('.unseen') && it.getAttribute('aria-hidden') !== 'true';
    const controls = 'a[href], button, select, summary, textarea, input:not([type=hidden])';
    for (const it of document.querySelectorAll(controls)) {
        if (!shown(it)) continue;
        if (it.matches('a') && getComputedStyle(it).display === 'inline') continue;
        const boxes = [it, ...(it.labels ?? [])].map(part => part.getBoundingClientRect());
        const [lefts, rights, tops, bottoms] =
            ['left', 'right', 'top', 'bottom'].map(side => boxes.map(box => box[side]));
        const width = Math.max(...rights) - Math.min(...lefts);
        const height = Math.max(...bottoms) - Math.min(...tops);
        if (width < 23.9 || height < 23.9) faults.push(`${width}×${height} is small: ${told(it)}`);
    }
    for (const it of document.querySelectorAll('h1, h2, h3, h4')) {
        if (!shown(it)) continue;
        const box = it.getBoundingClientRect();
        const cut = getComputedStyle(it).overflowX !== 'visible' && it.scrollWidth > it.clientWidth + 1;
        if (cut || box.left < 0 || (box.right > innerWidth + 1 && !it.closest('.scroll')))
            faults.push(`a heading is cut: ${told(it)}`);
    }
    return [innerWidth, faults];
";

/// The faults of a page at every width.
async fn measure(browser: &RealBrowser) -> Vec<String> {
    let mut faults = Vec::new();
    for width in WIDTHS {
        driver::width(browser, width).await;
        let found = browser.run(FAULTS, Vec::new()).await;
        assert_eq!(found[0], json!(width), "not the width that was meant");
        let found = found[1].as_array().expect("a list").iter();
        faults.extend(
            found
                .filter_map(Value::as_str)
                .map(|fault| format!("{width}: {fault}")),
        );
    }
    faults
}

async fn check(part: TourPart) {
    check_part(TourSources::usual(), part, measure).await;
}

test_rows! {
    check {
        history_pages_fit(TourPart::History);
        tools_pages_fit(TourPart::Tools);
        tool_pages_fit(TourPart::Tool);
        approvals_pages_fit(TourPart::Approvals);
        toolsets_pages_fit(TourPart::Toolsets);
        sources_pages_fit(TourPart::Sources);
        catalogue_pages_fit(TourPart::Catalogue);
        admin_pages_fit(TourPart::Admin);
    }
}

#[tokio::test]
async fn login_pages_fit() {
    check_login_pages(measure).await;
}
