//! The request of a call, without its credentials.

use bytes::Bytes;
use candor_egress::EgressRequest;
use candor_rest::HttpRequestPlan;
use http::{HeaderName, HeaderValue, Method, header};
use url::Url;

use super::{ApiCall, ApiCallError};
use crate::error::chain;

impl ApiCall<'_> {
    pub(super) fn request(
        &self,
        plan: &HttpRequestPlan,
        base: &Url,
    ) -> Result<EgressRequest, ApiCallError> {
        let told = |sentence: String| ApiCallError::Told(format!("{sentence}; nothing was sent"));
        let url = plan.url(base).map_err(|error| told(chain(&error)))?;
        let method = Method::from_bytes(plan.method.as_bytes())
            .map_err(|_| told(format!("`{}` is not a method", plan.method)))?;
        let mut request = EgressRequest {
            method,
            url,
            headers: http::HeaderMap::new(),
            body: Bytes::new(),
        };
        let mut set = |name: &str, value: &str, secret: bool| {
            let name: Result<HeaderName, _> = name.parse();
            let value = HeaderValue::from_str(value);
            match (name, value) {
                (Ok(name), Ok(mut value)) => {
                    value.set_sensitive(secret);
                    request.headers.append(name, value);
                    Ok(())
                }
                (Err(_), _) => Err(told("a header has a name that cannot be sent".to_owned())),
                (Ok(name), Err(_)) => Err(told(format!(
                    "the value for the header `{name}` cannot be sent"
                ))),
            }
        };
        set(header::ACCEPT.as_str(), &plan.accept, false)?;
        for (name, value) in &self.api.spec.headers {
            set(name, value.expose(), true)?;
        }
        for (name, value) in &plan.headers {
            set(name, value, false)?;
        }
        if let Some(name) = &plan.idempotency_header {
            // The same for every attempt of this call, and for no other call.
            set(name, &format!("{:032x}", rand::random::<u128>()), false)?;
        }
        if !plan.cookies.is_empty() {
            let cookies = plan.cookies.iter();
            let cookies: Vec<_> = cookies
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            set(header::COOKIE.as_str(), &cookies.join("; "), false)?;
        }
        if let Some(body) = &plan.body {
            set(header::CONTENT_TYPE.as_str(), &body.content_type, false)?;
            request.body = Bytes::from(body.bytes.clone());
        }
        Ok(request)
    }
}
