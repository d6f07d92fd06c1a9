//! Browser logins: every caller uses their own account, with an app password that is never typed.
//!
//! The caller opens a URL, logs in and confirms; the server then returns the app password once, to
//! the holder of that login's token. The password is stored for this caller only.

mod flow;
mod memory;

use std::future::Future;
use std::pin::Pin;

use candor_functions::Failure;
use candor_model::Secret;
use serde::{Deserialize, Serialize};

pub(crate) use flow::{LIFETIME, begin, poll};
pub use memory::MemoryLogins;

/// How far the login of a caller has come.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum CallerLogin {
    /// There is none.
    #[default]
    Absent,
    /// The caller was given an address, and has not been there yet.
    Invited {
        /// With which the server is asked whether it has. It is as good as the password.
        token: LoginSecret,
        /// When that was, in seconds since the Unix epoch.
        since: i64,
    },
    /// The caller has logged in.
    Granted {
        /// The login name of the account.
        username: String,
        /// The app password that the server made for it.
        password: LoginSecret,
    },
}

/// A secret of a login. It is written only into what keeps logins, which seals it.
#[derive(Clone, Debug)]
pub struct LoginSecret(Secret<String>);

/// What a keeper of logins gives.
pub type LoginFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, Failure>> + Send + 'a>>;

/// Stores the logins of callers. Implementations must encrypt them.
pub trait LoginStore: Send + Sync {
    /// The login of a caller.
    fn login<'a>(&'a self, caller: &'a str) -> LoginFuture<'a, CallerLogin>;

    /// Keeps a login in the place of what was there.
    fn keep<'a>(&'a self, caller: &'a str, login: CallerLogin) -> LoginFuture<'a, ()>;
}

// === impl LoginSecret ===

impl LoginSecret {
    pub(crate) fn new(text: String) -> Self {
        Self(Secret::new(text))
    }

    pub(crate) fn secret(&self) -> &Secret<String> {
        &self.0
    }
}

impl Serialize for LoginSecret {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.expose())
    }
}

impl<'de> Deserialize<'de> for LoginSecret {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::new)
    }
}
