//! Creates sources from the settings of an API.

use std::sync::Arc;
use std::time::Duration;

use candor_config::{DeclaredOperations, DocumentLocation as Configured, OpenApiSettings};
use candor_jq::{FilterLimits, FilterWorkers, WorkerCommand};
use candor_openapi::{OperationFilter, OperationSelection, ToolOptions};
use candor_rest::BaseUrlSettings;
use candor_sources::{DocumentOrigin, OpenApiSpec};

/// The limits of the filters that models send.
const SELECTING: FilterLimits = FilterLimits {
    time: Duration::from_secs(5),
    memory: 1 << 30,
    max_output: 1 << 20,
    max_input: 32 << 20,
    workers: 2,
};

/// The API that these settings describe. Secrets stay wrapped until a request is sent.
pub(crate) fn spec(
    settings: &OpenApiSettings,
    timeout: Duration,
    selecting: Option<&Arc<FilterWorkers>>,
) -> OpenApiSpec {
    let server_variables = settings.server_variables.iter();
    OpenApiSpec {
        document: match &settings.document {
            Configured::File(path) => DocumentOrigin::File(path.clone()),
            Configured::Url(url) => DocumentOrigin::Url(url.url().clone()),
        },
        base_url: BaseUrlSettings {
            base_url: settings.base_url.as_ref().map(|url| url.url().clone()),
            server: settings
                .server
                .as_ref()
                .map(|text| text.as_str().to_owned()),
            variables: server_variables
                .map(|(name, value)| (name.clone(), value.as_str().to_owned()))
                .collect(),
        },
        private: settings.allow_private,
        options: ToolOptions {
            selection: OperationSelection {
                include: wanted(&settings.include),
                exclude: wanted(&settings.exclude),
                deprecated: settings.deprecated,
            },
            select: settings.select,
            max_output_schema: settings.max_output_schema,
        },
        refresh: settings.refresh_every(),
        headers: settings.headers.clone(),
        variables: Arc::new(settings.variables.iter().cloned().collect()),
        max_reply: settings.max_reply,
        retries: settings.retries,
        timeout,
        selecting: selecting.filter(|_| settings.select).cloned(),
    }
}

/// The workers for `_select`, each a process of this program.
pub(crate) fn workers() -> Option<Arc<FilterWorkers>> {
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(error) => {
            tracing::warn!(%error, "This program has no known path, so `_select` is not offered");
            return None;
        }
    };
    let args = ["worker", "jq"].map(str::to_owned).to_vec();
    let command = WorkerCommand { program, args };
    Some(Arc::new(FilterWorkers::new(command, SELECTING)))
}

fn wanted(operations: &DeclaredOperations) -> OperationFilter {
    OperationFilter {
        tags: operations.tags.clone(),
        paths: operations.paths.clone(),
        operations: operations.operations.clone(),
        methods: operations.methods.clone(),
    }
}
