//! Logins that are forgotten when the program ends.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::{CallerLogin, LoginFuture, LoginStore};

/// Keeps logins in memory.
#[derive(Debug, Default)]
pub struct MemoryLogins(Mutex<HashMap<String, CallerLogin>>);

// === impl MemoryLogins ===

impl LoginStore for MemoryLogins {
    fn login<'a>(&'a self, caller: &'a str) -> LoginFuture<'a, CallerLogin> {
        let logins = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let login = logins.get(caller).cloned().unwrap_or_default();
        Box::pin(std::future::ready(Ok(login)))
    }

    fn keep<'a>(&'a self, caller: &'a str, login: CallerLogin) -> LoginFuture<'a, ()> {
        let mut logins = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        logins.insert(caller.to_owned(), login);
        Box::pin(std::future::ready(Ok(())))
    }
}
