//! Every page in every state, with everything that comes from others written by somebody who means
//! harm: nothing of it runs, nothing of it bends what is ours, and nothing is endless.

mod hostile_texts;

use candor_testkit::test_rows;
use serde_json::{Value, json};

use super::browser::RealBrowser;
use super::driver;
use super::tour::{PageTour, TourPart, TourSources, check_part};

/// The most that a page may be.
const PAGE_MAX: u64 = 2_000_000;

/// What is found on a page, in sentences, and how large it is.
const FAULTS: &str = r#"
    const faults = [];
    const told = it => it.outerHTML.slice(0, 200);
    if ('pwned' in window) faults.push('a script of theirs ran');
    if (!/^[^\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]{1,500} · Candor$/.test(document.title))
        faults.push(`the title is ${document.title.slice(0, 400)}`);
    // The links with which editors add an endpoint, of which nothing but the encoded part differs.
    const installs =
        /^(vscode:mcp\/install\?|cursor:\/\/anysphere.cursor-deeplink\/mcp\/install\?name=)[\w.~%&=-]+$/;
    for (const it of document.querySelectorAll('*')) {
        for (const {name, value} of it.attributes) {
            const runs = name.startsWith('on') || name === 'style' || name === 'srcdoc';
            const leads = ['href', 'src', 'action', 'formaction'].includes(name)
                && !/^(https?:|\/|#|\?|data:image\/(png|jpeg|gif|webp);)/.test(value)
                && !(it.matches('.recipe a') && name === 'href' && installs.test(value));
            if (runs || leads) faults.push(`${name} is not ours: ${told(it)}`);
        }
    }
    const ours = 'script, style, link, base, iframe, object, embed';
    for (const it of document.querySelectorAll(ours)) {
        const from = it.src || it.href || '';
        if (!from.startsWith(location.origin + '/assets/')) faults.push(`not ours: ${told(it)}`);
    }
    const links = [...document.querySelectorAll('#parts a')];
    const names = links.map(it => it.firstChild.textContent.trim());
    const parts = ['Overview', 'Tools', 'Approvals', 'Toolsets', 'Sources', 'Catalogue',
        'Environments', 'Policy', 'Audit log', 'Access'];
    // Pages that refuse a caller have no parts.
    if (names.length > 0 && names.join() !== parts.join()) faults.push(`the parts are called ${names}`);
    const lefts = links.map(it => it.getBoundingClientRect().left);
    if (lefts.some((left, at) => at > 0 && left <= lefts[at - 1]))
        faults.push(`the parts are at ${lefts}`);
    for (const it of document.querySelectorAll('html, body, nav, main, h1, h2, button'))
        if (getComputedStyle(it).direction !== 'ltr' && !it.closest('[dir]'))
            faults.push(`it runs to the left: ${told(it)}`);
    // What is there to be copied must stay as it is.
    const copied = [...document.querySelectorAll('[data-copy]')].map(it => it.dataset.copy);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const {data, parentElement} = texts.currentNode;
        const hidden = data.match(/.{0,40}[\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/);
        if (hidden && !copied.some(id => parentElement.closest(`[id="${id}"]`)))
            faults.push(`something is hidden after ${JSON.stringify(hidden[0])}`);
    }
    return [faults, document.documentElement.outerHTML.length];
"#;

async fn look(browser: &RealBrowser) -> Vec<String> {
    let found = browser.run(FAULTS, Vec::new()).await;
    let told = found[0].as_array().expect("a list").iter();
    let mut faults: Vec<String> = told.filter_map(Value::as_str).map(str::to_owned).collect();
    let size = found[1].as_u64().expect("a size");
    if size > PAGE_MAX {
        faults.push(format!("it has {size} characters"));
    }
    for line in driver::console(browser).await {
        // Pages that say no have a status that says so, and the browser writes that down. It also
        // recommends things, such as a form of its own for each secret.
        let says_no = line.by == "network" && line.words.contains("a status of 4");
        if !says_no && line.by != "recommendation" {
            faults.push(format!("the console says {line:?}"));
        }
    }
    faults
}

async fn check(part: TourPart) {
    check_part(hostile_texts::hostile(), part, look).await;
}

test_rows! {
    check {
        no_foreign_script_runs_on_history_pages(TourPart::History);
        no_foreign_script_runs_on_tools_pages(TourPart::Tools);
        no_foreign_script_runs_on_tool_pages(TourPart::Tool);
        no_foreign_script_runs_on_approvals_pages(TourPart::Approvals);
        no_foreign_script_runs_on_toolsets_pages(TourPart::Toolsets);
        no_foreign_script_runs_on_sources_pages(TourPart::Sources);
        no_foreign_script_runs_on_catalogue_pages(TourPart::Catalogue);
        no_foreign_script_runs_on_admin_pages(TourPart::Admin);
    }
}

/// The test itself would notice.
#[tokio::test]
async fn what_would_run_is_noticed() {
    let tour = PageTour::of(TourSources::usual()).await;
    let browser = RealBrowser::signed_in(tour.candor()).await;
    for (action, fault) in [
        ("window.pwned = 1", "a script of theirs ran"),
        ("document.title = 'Free money'", "the title is"),
        (
            "document.querySelector('h1').setAttribute('onclick', '')",
            "is not ours",
        ),
        (
            "document.querySelector('#parts').prepend(...[...document.querySelectorAll('#parts li')].reverse())",
            "the parts are",
        ),
        (
            "document.querySelector('h1').append('\\u202Eabc')",
            "something is hidden",
        ),
        (
            "document.querySelector('main').append(document.createElement('iframe'))",
            "not ours",
        ),
    ] {
        browser.go("/").await;
        browser.run(action, Vec::new()).await;
        let found = browser.run(FAULTS, Vec::new()).await;
        assert_ne!(found[0], json!([]), "{action}");
        assert!(found[0].to_string().contains(fault), "{action}: {found}");
    }
    // The page's own policy is what stands behind all of it.
    browser.go("/").await;
    driver::console(&browser).await;
    let inline = "const it = document.createElement('script'); it.textContent = 'window.pwned = 1';
        document.body.append(it); return 'pwned' in window;";
    assert_eq!(browser.run(inline, Vec::new()).await, json!(false));
    let told = driver::console(&browser).await;
    assert!(
        told.iter()
            .any(|line| line.words.contains("Content Security Policy")),
        "{told:?}"
    );
    browser.close().await;
}
