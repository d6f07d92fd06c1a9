//! The contract suite on SQLite.

use crate::{case::StoreCase, contract::contract_suite};

async fn case() -> Option<(StoreCase, ())> {
    Some((StoreCase::sqlite().await, ()))
}

contract_suite!();
