//! Adds credentials to a request.

use candor_egress::EgressRequest;
use candor_model::Secret;
use candor_openapi::KeyPlace;
use http::{HeaderName, HeaderValue, header};

use super::RequestCredential;

/// Adds a credential to a request. The error says what is wrong with it, but never contains it.
pub(in crate::openapi) fn apply(
    request: &mut EgressRequest,
    credential: &RequestCredential,
    token: Option<&Secret<String>>,
) -> Result<(), String> {
    match credential {
        RequestCredential::Authorization { value, .. } => authorization(request, value),
        RequestCredential::Granted(_) => {
            let token = token.ok_or("there is no token")?;
            let value = Secret::new(format!("Bearer {}", token.expose()));
            authorization(request, &value)
        }
        RequestCredential::Key { place, name, value } => key(request, *place, name, value),
    }
}

fn authorization(request: &mut EgressRequest, value: &Secret<String>) -> Result<(), String> {
    let value = sensitive(value)?;
    request.headers.insert(header::AUTHORIZATION, value);
    Ok(())
}

fn key(
    request: &mut EgressRequest,
    place: KeyPlace,
    name: &str,
    value: &Secret<String>,
) -> Result<(), String> {
    match place {
        KeyPlace::Header => {
            let header: HeaderName = name
                .parse()
                .map_err(|_| format!("`{name}` is not the name of a header"))?;
            request.headers.insert(header, sensitive(value)?);
        }
        KeyPlace::Query => {
            let mut pairs = request.url.query_pairs_mut();
            pairs.append_pair(name, value.expose());
        }
        KeyPlace::Cookie => {
            let plain = |c: char| c.is_ascii_graphic() && !"\",;\\".contains(c);
            if name.contains('=') || !name.chars().all(plain) || !value.expose().chars().all(plain)
            {
                return Err(format!(
                    "the credential for the cookie `{name}` has characters that cookies cannot hold"
                ));
            }
            let own = Secret::new(format!("{name}={}", value.expose()));
            let all = match request.headers.get(header::COOKIE).map(HeaderValue::to_str) {
                Some(Ok(others)) => Secret::new(format!("{others}; {}", own.expose())),
                _ => own,
            };
            request.headers.insert(header::COOKIE, sensitive(&all)?);
        }
    }
    Ok(())
}

/// A header value that is never logged.
fn sensitive(value: &Secret<String>) -> Result<HeaderValue, String> {
    let mut header = HeaderValue::from_str(value.expose())
        .map_err(|_| "the credential has a line break or another control character in it")?;
    header.set_sensitive(true);
    Ok(header)
}
