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
