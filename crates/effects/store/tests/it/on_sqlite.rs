//! The contract suite on SQLite.

use crate::{case::StoreCase, contract};

#[tokio::test]
async fn sources() {
    contract::sources(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn calls() {
    contract::calls(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn call_counts() {
    contract::call_counts(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn journal() {
    contract::journal(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn opinions() {
    contract::opinions(StoreCase::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn editors() {
    contract::editors(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn environments() {
    contract::environments(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn secrets() {
    contract::secrets(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn pins() {
    contract::pins(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn changes() {
    contract::changes(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn follow() {
    contract::follow(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn mark() {
    contract::mark(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn toolsets() {
    contract::toolsets(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn toolset_versions() {
    contract::toolset_versions(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn whole_toolsets() {
    contract::whole_toolsets(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn house_notes() {
    contract::house_notes(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn saved_sources() {
    contract::saved_sources(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn renamed_tools() {
    contract::renamed_tools(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn tokens() {
    contract::tokens(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn preferences() {
    contract::preferences(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn tasks() {
    contract::tasks(StoreCase::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn task_races() {
    contract::task_races(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn approvals() {
    contract::approvals(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn approval_pages() {
    contract::approval_pages(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn approval_limits() {
    contract::approval_limits(StoreCase::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn approvals_at_once() {
    contract::approvals_at_once(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn many_approvals() {
    contract::many_approvals(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn grants() {
    contract::grants(StoreCase::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spent() {
    contract::spent(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn ledger() {
    contract::ledger(StoreCase::sqlite().await).await;
}

#[tokio::test]
async fn gs1() {
    contract::gs1(StoreCase::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gs1_links() {
    contract::gs1_links(StoreCase::sqlite().await).await;
}
