//! One call of a tool: the client, held to what the tool says of itself.

use std::sync::Arc;

use candor_functions::{Context, Failure, Hint};

use crate::accounts::PackAccounts;
use crate::client::{NextcloudClient, PackRequest, PackResponse, RequestMethod, ServerPlace};
use crate::dav;

/// One call of a tool.
#[derive(Clone)]
pub(crate) struct PackCall {
    accounts: Arc<PackAccounts>,
    client: Arc<NextcloudClient>,
    context: Context,
}

// === impl PackCall ===

impl PackCall {
    /// A call with the account that it uses.
    pub(crate) async fn begin(
        accounts: Arc<PackAccounts>,
        context: Context,
    ) -> Result<Self, Failure> {
        let client = accounts.client_of(&context).await?;
        Ok(Self {
            accounts,
            client,
            context,
        })
    }

    /// The caller has given its account up, if it is one of its own.
    pub(crate) async fn forget_login(&self) -> Result<(), Failure> {
        match self.accounts.caller(&self.context) {
            Ok(caller) => caller.forget().await,
            // The account is configured, and stays so.
            Err(_) => Ok(()),
        }
    }

    /// Sends a request. A tool that says that it only reads can send only safe methods.
    pub(crate) async fn send(&self, request: PackRequest) -> Result<PackResponse, Failure> {
        let reads = self.context.definition().hints.get(Hint::ReadOnly) == Some(true);
        if reads && !request.method().is_safe() {
            return Err(Failure::new(format!(
                "`{}` was not sent: the tool says `readOnlyHint: true`",
                request.method().as_str()
            )));
        }
        self.client.send(request).await
    }

    #[expect(
        clippy::unused_self,
        reason = "a request is made where it is sent from"
    )]
    pub(crate) fn get(&self, place: ServerPlace) -> PackRequest {
        PackRequest::new(RequestMethod::Get, place)
    }

    #[expect(
        clippy::unused_self,
        reason = "a request is made where it is sent from"
    )]
    pub(crate) fn request(&self, method: RequestMethod, place: ServerPlace) -> PackRequest {
        PackRequest::new(method, place)
    }

    /// A request to a DAV collection of the account: `files`, `trashbin`, `calendars`.
    pub(crate) async fn dav(
        &self,
        method: RequestMethod,
        collection: &str,
    ) -> Result<PackRequest, Failure> {
        let principal = self.principal().await?;
        let request = PackRequest::new(method, ServerPlace::Dav);
        Ok(request.at_encoded(collection).at(principal))
    }

    /// The name of the account in DAV paths, asked once for all calls. It is never guessed: with a
    /// wrong name, the requests would go to another account's files or to none.
    pub(crate) async fn principal(&self) -> Result<&str, Failure> {
        let ask = || dav::principal(self);
        let found = self.client.principal.get_or_try_init(ask).await?;
        Ok(found)
    }

    pub(crate) fn username(&self) -> &str {
        self.client.username()
    }

    /// The address of a page of the web interface.
    pub(crate) fn link(&self, path: &str) -> String {
        self.client.address(&format!("/index.php/{path}"))
    }

    /// The whole address of a place in `WebDAV`, as `Destination` needs it.
    pub(crate) fn dav_address(&self, path: &str) -> String {
        self.client.address(&format!("/remote.php/dav/{path}"))
    }

    /// A path of an `href`, below `/remote.php/dav/`, still encoded.
    pub(crate) fn below_dav<'a>(&self, href: &'a str) -> Option<&'a str> {
        let path = match href.find("://") {
            Some(at) => {
                let rest = href.get(at + 3..)?;
                rest.get(rest.find('/')?..)?
            }
            None => href,
        };
        let path = path.strip_prefix(self.client.base_path())?;
        path.strip_prefix("/remote.php/dav/")
    }
}
