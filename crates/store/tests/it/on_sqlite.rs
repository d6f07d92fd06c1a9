//! The contract suite on SQLite.

use crate::{case::Case, contract};

#[tokio::test]
async fn sources() {
    contract::sources(Case::sqlite().await).await;
}

#[tokio::test]
async fn calls() {
    contract::calls(Case::sqlite().await).await;
}

#[tokio::test]
async fn call_counts() {
    contract::call_counts(Case::sqlite().await).await;
}

#[tokio::test]
async fn journal() {
    contract::journal(Case::sqlite().await).await;
}

#[tokio::test]
async fn opinions() {
    contract::opinions(Case::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn editors() {
    contract::editors(Case::sqlite().await).await;
}

#[tokio::test]
async fn environments() {
    contract::environments(Case::sqlite().await).await;
}

#[tokio::test]
async fn secrets() {
    contract::secrets(Case::sqlite().await).await;
}

#[tokio::test]
async fn pins() {
    contract::pins(Case::sqlite().await).await;
}

#[tokio::test]
async fn changes() {
    contract::changes(Case::sqlite().await).await;
}

#[tokio::test]
async fn follow() {
    contract::follow(Case::sqlite().await).await;
}

#[tokio::test]
async fn mark() {
    contract::mark(Case::sqlite().await).await;
}

#[tokio::test]
async fn toolsets() {
    contract::toolsets(Case::sqlite().await).await;
}

#[tokio::test]
async fn toolset_versions() {
    contract::toolset_versions(Case::sqlite().await).await;
}

#[tokio::test]
async fn whole_toolsets() {
    contract::whole_toolsets(Case::sqlite().await).await;
}

#[tokio::test]
async fn house_notes() {
    contract::house_notes(Case::sqlite().await).await;
}

#[tokio::test]
async fn saved_sources() {
    contract::saved_sources(Case::sqlite().await).await;
}

#[tokio::test]
async fn renamed_tools() {
    contract::renamed_tools(Case::sqlite().await).await;
}

#[tokio::test]
async fn tokens() {
    contract::tokens(Case::sqlite().await).await;
}

#[tokio::test]
async fn preferences() {
    contract::preferences(Case::sqlite().await).await;
}

#[tokio::test]
async fn tasks() {
    contract::tasks(Case::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn task_races() {
    contract::task_races(Case::sqlite().await).await;
}

#[tokio::test]
async fn approvals() {
    contract::approvals(Case::sqlite().await).await;
}

#[tokio::test]
async fn approval_pages() {
    contract::approval_pages(Case::sqlite().await).await;
}

#[tokio::test]
async fn approval_limits() {
    contract::approval_limits(Case::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn approvals_at_once() {
    contract::approvals_at_once(Case::sqlite().await).await;
}

#[tokio::test]
async fn many_approvals() {
    contract::many_approvals(Case::sqlite().await).await;
}

#[tokio::test]
async fn grants() {
    contract::grants(Case::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spent() {
    contract::spent(Case::sqlite().await).await;
}

#[tokio::test]
async fn ledger() {
    contract::ledger(Case::sqlite().await).await;
}

#[tokio::test]
async fn gs1() {
    contract::gs1(Case::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gs1_links() {
    contract::gs1_links(Case::sqlite().await).await;
}
