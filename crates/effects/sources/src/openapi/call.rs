//! One call: turns arguments into a request, and the reply into a result.

mod reply;
mod request;
mod send;

use std::error::Error;
use std::sync::Arc;

use candor_openapi::{ApiServer, ApiTool, KeyPlace};
use candor_rest::HttpRequestPlan;
use candor_schema::CallArguments;
use candor_wire::RawJson;
use serde_json::{Map, Value};
use url::Url;

use super::OpenApiSource;
use super::build::ServedApi;
use super::credential::{AvailableCredentials, RequestCredential, choose};
use super::server_address;
use crate::error::{SourceError, chain};
use crate::request::SourceRequest;
use crate::shared::SourceShared;
use reply::{told, written};

/// One call of one tool.
pub(super) struct ApiCall<'a> {
    pub(super) api: &'a OpenApiSource,
    pub(super) shared: &'a SourceShared,
    pub(super) served: &'a ServedApi,
    pub(super) tool: &'a Arc<ApiTool>,
    pub(super) question: &'a SourceRequest,
}

/// Why there is no ordinary result.
enum ApiCallError {
    /// Nothing was sent; the model is told why.
    Told(String),
    /// There is no answer.
    Lost(SourceError),
}

// === impl ApiCall ===

impl ApiCall<'_> {
    /// Makes the call. The result may report a failure; an error means that no answer came.
    pub(super) async fn run(&self) -> Result<RawJson, SourceError> {
        match self.answer().await {
            Ok(result) => Ok(result),
            Err(ApiCallError::Told(sentence)) => Ok(written(told(&sentence), None)),
            Err(ApiCallError::Lost(error)) => Err(error),
        }
    }

    async fn answer(&self) -> Result<RawJson, ApiCallError> {
        let plan = candor_rest::plan(self.tool, &self.arguments()?)
            .map_err(|error| ApiCallError::Told(format!("{}; nothing was sent", chain(&error))))?;
        if let (Some(filter), Some(workers)) = (&plan.select, &self.api.spec.selecting) {
            workers.check(filter).await.map_err(|error| {
                ApiCallError::Told(format!("`_select`: {}; nothing was sent", chain(&error)))
            })?;
        }
        let (base, home) = self.places()?;
        let credentials = self.credentials(&base, &home)?;
        self.reserve(&plan, &credentials)?;
        let request = self.request(&plan, &base)?;
        let url = request.url.clone();
        let (reply, secrets) = self
            .send(request, &credentials, plan.select.is_some())
            .await?;
        self.result(&plan, &url, reply, &secrets).await
    }

    fn arguments(&self) -> Result<Map<String, Value>, ApiCallError> {
        match self.question.params.get("arguments") {
            None => Ok(Map::new()),
            Some(raw) => read_arguments(raw).map_err(|why| {
                ApiCallError::Told(format!(
                    "the arguments cannot be sent: {why}; nothing was sent"
                ))
            }),
        }
    }

    /// The base URL of the request, and the one that the source's credentials belong to.
    fn places(&self) -> Result<(Url, Url), ApiCallError> {
        let unset =
            |error: &dyn Error| ApiCallError::Told(format!("{}; nothing was sent", chain(error)));
        let spec = &self.api.spec;
        let variables = [&self.question.variables, &spec.variables];
        let document = self.served.document.as_ref();
        let place = |servers: &[ApiServer]| {
            let base_url =
                server_address::base_url(&spec.base_url, self.shared.name(), variables, servers)
                    .map_err(|error| unset(&error))?;
            candor_rest::base(servers, document, &base_url).map_err(|error| unset(&error))
        };
        let base = place(&self.tool.operation.servers)?;
        // An operation with its own server may be in a document without any other.
        let home = place(&self.served.servers);
        Ok((base.clone(), home.unwrap_or(base)))
    }

    fn credentials(&self, base: &Url, home: &Url) -> Result<Vec<RequestCredential>, ApiCallError> {
        let source = self.shared.name();
        let purse = AvailableCredentials {
            source,
            environment: self.question.environment.as_ref(),
            variables: [&self.question.variables, &self.api.spec.variables],
            schemes: &self.served.schemes,
            home,
        };
        let found = choose(&purse, &self.tool.operation.security).map_err(|missing| {
            let place = match &self.question.environment {
                Some(environment) => format!(
                    "`candor environment set {environment} NAME --secret` sets it for \
                     the environment `{environment}`"
                ),
                None => format!(
                    "a person sets it in an environment (`candor environment set`) or under \
                     `[sources.{source}.variables]`"
                ),
            };
            ApiCallError::Told(format!(
                "the credential for `{}` is missing: it needs {missing}; nothing was sent; {place}",
                self.tool.name
            ))
        })?;
        let shows = !found.is_empty() || !self.api.spec.headers.is_empty();
        if shows && base.origin() != home.origin() {
            return Err(ApiCallError::Told(format!(
                "`{}` is served at `{}`, and the credentials of `{source}` belong to `{}`; \
                 nothing was sent; if they belong there too, make it a source of its own",
                self.tool.name,
                base.origin().ascii_serialization(),
                home.origin().ascii_serialization()
            )));
        }
        Ok(found)
    }

    /// Checks that no argument takes the place of a credential or a fixed header.
    fn reserve(
        &self,
        plan: &HttpRequestPlan,
        credentials: &[RequestCredential],
    ) -> Result<(), ApiCallError> {
        let shown = credentials.iter().map(|credential| match credential {
            RequestCredential::Key { place, name, .. } => (*place, name.as_str()),
            RequestCredential::Authorization { .. } | RequestCredential::Granted(_) => {
                (KeyPlace::Header, "authorization")
            }
        });
        let fixed = self.api.spec.headers.iter();
        let fixed = fixed.map(|(name, _)| (KeyPlace::Header, name.as_str()));
        for (place, name) in shown.chain(fixed) {
            plan.reserve(place, name).map_err(|error| {
                ApiCallError::Told(format!("{}; nothing was sent", chain(&error)))
            })?;
        }
        Ok(())
    }
}

/// Parses the arguments. The request is generated from them, so every number must be represented
/// exactly.
fn read_arguments(raw: &RawJson) -> Result<Map<String, Value>, String> {
    let arguments = CallArguments::parse(raw.as_bytes()).map_err(|error| error.to_string())?;
    if let Some(number) = arguments.long_number() {
        return Err(format!(
            "the number {number} has too many digits to be sent exactly"
        ));
    }
    match arguments.value() {
        Value::Object(members) => Ok(members.clone()),
        _ => Ok(Map::new()),
    }
}
