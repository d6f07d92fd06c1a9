//! Names that would like to be markup.

use candor_pagetest::hostile::assert_texts_stay_text;

#[tokio::test]
async fn hostile_tools_and_names_stay_text() {
    assert_texts_stay_text(
        candor_dashboard_audit::routes(),
        &["/audit", "/audit/changes"],
    )
    .await;
}
