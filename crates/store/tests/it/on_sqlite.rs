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
async fn renamed_tools() {
    contract::renamed_tools(Case::sqlite().await).await;
}
