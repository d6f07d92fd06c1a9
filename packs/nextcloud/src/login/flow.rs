//! The two requests of a login: one gives the address, the other the password.

use candor_functions::Failure;
use serde::Deserialize;
use url::Url;

use super::LoginSecret;
use crate::client::{NextcloudClient, PackRequest, RequestMethod, ServerPlace};

/// How long the server keeps an unfinished login, in seconds.
pub(crate) const LIFETIME: i64 = 20 * 60;

/// A login that waits for its caller.
pub(crate) struct LoginInvitation {
    /// Where the caller logs in.
    pub(crate) address: String,
    pub(crate) token: LoginSecret,
}

#[derive(Deserialize)]
struct BegunLogin {
    login: String,
    poll: PollTerms,
}

/// The server also names an address for the question. It is not used: the token goes to the
/// configured server and nowhere else.
#[derive(Deserialize)]
struct PollTerms {
    token: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GrantedLogin {
    login_name: String,
    app_password: String,
}

/// Starts a login. The server shows the program's name to the user who logs in, so it includes the
/// caller the password is for: users should not unknowingly confirm another user's login.
pub(crate) async fn begin(
    client: &NextcloudClient,
    caller: &str,
) -> Result<LoginInvitation, Failure> {
    let shown: String = caller
        .chars()
        .map(|one| if one.is_ascii_graphic() { one } else { '?' })
        .take(60)
        .collect();
    let agent = format!("Candor, for {shown}");
    let request = PackRequest::new(RequestMethod::Post, ServerPlace::Login(""))
        .header(http::header::USER_AGENT, agent);
    let begun: BegunLogin = client.send(request).await?.json()?;
    let address = Url::parse(&begun.login).ok().filter(is_page);
    let Some(address) = address else {
        return Err(Failure::new(
            "the server gave no address to log in at; check that it is a Nextcloud server",
        ));
    };
    Ok(LoginInvitation {
        address: address.into(),
        token: LoginSecret::new(begun.poll.token),
    })
}

/// Asks whether the caller has logged in. None: not yet, or not any more.
pub(crate) async fn poll(
    client: &NextcloudClient,
    token: &LoginSecret,
) -> Result<Option<(String, LoginSecret)>, Failure> {
    let request = PackRequest::new(RequestMethod::Post, ServerPlace::Login("/poll"))
        .form(&[("token", token.secret().expose().clone())]);
    let answer = client.send(request).await?;
    if answer.status() == 404 {
        return Ok(None);
    }
    let granted: GrantedLogin = answer.json()?;
    Ok(Some((
        granted.login_name,
        LoginSecret::new(granted.app_password),
    )))
}

/// Whether an address is one of a page, without a password in it.
fn is_page(address: &Url) -> bool {
    matches!(address.scheme(), "http" | "https")
        && address.host_str().is_some()
        && address.username().is_empty()
        && address.password().is_none()
}
