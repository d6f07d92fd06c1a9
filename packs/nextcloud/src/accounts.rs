//! Selects the account of a call.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use candor_functions::{Context, Failure};
use candor_model::Secret;
use jiff::Timestamp;

use crate::NextcloudError;
use crate::client::{NextcloudClient, PackRequest, RequestMethod, ServerPlace};
use crate::login::{self, CallerLogin, LoginSecret, LoginStore};

/// The variables of an environment that name an account.
const USERNAME: &str = "NEXTCLOUD_USERNAME";
const PASSWORD: &str = "NEXTCLOUD_PASSWORD";
/// The maximum number of cached clients.
const MOST_CLIENTS: usize = 1_000;

/// The accounts that the tools use.
pub(crate) struct PackAccounts {
    /// The client for requests without an account, which also owns the shared connection pool.
    server: Arc<NextcloudClient>,
    mode: AccountMode,
    /// Clients by login name and password.
    clients: Mutex<HashMap<(String, String), Arc<NextcloudClient>>>,
}

enum AccountMode {
    /// One account for all callers.
    Configured(Arc<NextcloudClient>),
    /// Each caller logs in.
    PerCaller(Arc<dyn LoginStore>),
}

/// A caller with their own login.
pub(crate) struct CallerAccount<'a> {
    accounts: &'a PackAccounts,
    logins: &'a dyn LoginStore,
    caller: &'a str,
}

// === impl PackAccounts ===

impl PackAccounts {
    /// A single account, configured by the operator.
    pub(crate) fn configured(client: NextcloudClient) -> Self {
        let client = Arc::new(client);
        Self {
            server: Arc::clone(&client),
            mode: AccountMode::Configured(client),
            clients: Mutex::default(),
        }
    }

    /// An account for each caller.
    pub(crate) fn per_caller(
        host: &str,
        logins: Arc<dyn LoginStore>,
    ) -> Result<Self, NextcloudError> {
        Ok(Self {
            server: Arc::new(NextcloudClient::without_account(host)?),
            mode: AccountMode::PerCaller(logins),
            clients: Mutex::default(),
        })
    }

    /// The host of the server, for definitions of tools.
    pub(crate) fn authority(&self) -> String {
        self.server.authority()
    }

    /// The account of a call: that of the environment in which it is made, the one that is
    /// configured, or that of the caller.
    pub(crate) async fn client_of(
        &self,
        context: &Context,
    ) -> Result<Arc<NextcloudClient>, Failure> {
        if let (Some(username), Some(password)) = (context.env(USERNAME), context.env(PASSWORD)) {
            return self.client(username, &Secret::new(password.to_owned()));
        }
        match &self.mode {
            AccountMode::Configured(client) => Ok(Arc::clone(client)),
            AccountMode::PerCaller(_) => self.caller(context)?.client().await,
        }
    }

    /// The caller, where callers log in.
    pub(crate) fn caller<'a>(&'a self, context: &'a Context) -> Result<CallerAccount<'a>, Failure> {
        let AccountMode::PerCaller(logins) = &self.mode else {
            return Err(Failure::new("an app password is configured for all users"));
        };
        let caller = context.caller().principal.as_deref();
        let Some(caller) = caller.filter(|caller| !caller.is_empty()) else {
            return Err(Failure::new(
                "the caller is unknown, so there is no login to keep; call with a token",
            ));
        };
        Ok(CallerAccount {
            accounts: self,
            logins: &**logins,
            caller,
        })
    }

    /// Whether callers log in themselves.
    pub(crate) fn is_per_caller(&self) -> bool {
        matches!(self.mode, AccountMode::PerCaller(_))
    }

    fn client(
        &self,
        username: &str,
        password: &Secret<String>,
    ) -> Result<Arc<NextcloudClient>, Failure> {
        let key = (username.to_owned(), password.expose().clone());
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = clients.get(&key) {
            return Ok(Arc::clone(client));
        }
        if clients.len() >= MOST_CLIENTS {
            clients.clear();
        }
        let client = self.server.with_account(username, password);
        let client = Arc::new(client.map_err(|error| Failure::new(error.to_string()))?);
        clients.insert(key, Arc::clone(&client));
        Ok(client)
    }
}

// === impl CallerAccount ===

impl CallerAccount<'_> {
    /// Starts a login; returns the URL for the user.
    pub(crate) async fn invite(&self) -> Result<String, Failure> {
        let invitation = login::begin(&self.accounts.server, self.caller).await?;
        let invited = CallerLogin::Invited {
            token: invitation.token,
            since: Timestamp::now().as_second(),
        };
        self.logins.keep(self.caller, invited).await?;
        Ok(invitation.address)
    }

    /// The login name of the account, if the caller has logged in.
    pub(crate) async fn username(&self) -> Result<Option<String>, Failure> {
        match self.logins.login(self.caller).await? {
            CallerLogin::Granted { username, .. } => Ok(Some(username)),
            CallerLogin::Absent | CallerLogin::Invited { .. } => Ok(None),
        }
    }

    /// Stops using the account.
    pub(crate) async fn forget(&self) -> Result<(), Failure> {
        self.logins.keep(self.caller, CallerLogin::Absent).await
    }

    async fn client(&self) -> Result<Arc<NextcloudClient>, Failure> {
        match self.logins.login(self.caller).await? {
            CallerLogin::Granted { username, password } => {
                self.accounts.client(&username, password.secret())
            }
            CallerLogin::Invited { token, since } => self.granted(&token, since).await,
            CallerLogin::Absent => Err(Failure::new(
                "you are not logged in to Nextcloud; call `provision_nextcloud_access` and open \
                 the address that it gives",
            )),
        }
    }

    /// Fetches the password, if the user has logged in meanwhile.
    async fn granted(
        &self,
        token: &LoginSecret,
        since: i64,
    ) -> Result<Arc<NextcloudClient>, Failure> {
        let Some((username, password)) = login::poll(&self.accounts.server, token).await? else {
            let age = Timestamp::now().as_second().saturating_sub(since);
            return Err(Failure::new(if age > login::LIFETIME {
                "the login was not finished in time; call `provision_nextcloud_access` again"
            } else {
                "the login is not finished; open the address that `provision_nextcloud_access` \
                 gave, agree there, and call again"
            }));
        };
        let client = self.accounts.client(&username, password.secret())?;
        let granted = CallerLogin::Granted { username, password };
        if let Err(error) = self.logins.keep(self.caller, granted).await {
            // A password that cannot be stored must be revoked.
            let request = PackRequest::new(RequestMethod::Delete, ServerPlace::APP_PASSWORD);
            let _ = client.send(request.query("format", "json")).await;
            return Err(error);
        }
        Ok(client)
    }
}
