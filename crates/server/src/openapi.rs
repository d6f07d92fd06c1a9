//! From the settings of an API to the source.

use std::sync::Arc;
use std::time::Duration;

use candor_config::{DocumentAt as Configured, OpenApiSettings, Operations};
use candor_jq::{JobLimits, WorkerCommand, Workers};
use candor_openapi::{Selection, ToolOptions, Wanted};
use candor_rest::Wish;
use candor_sources::{DocumentAt, OpenApiSpec};

/// What filters of models may use.
const SELECTING: JobLimits = JobLimits {
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
    selecting: Option<&Arc<Workers>>,
) -> OpenApiSpec {
    let server_variables = settings.server_variables.iter();
    OpenApiSpec {
        document: match &settings.document {
            Configured::File(path) => DocumentAt::File(path.clone()),
            Configured::Url(url) => DocumentAt::Url(url.url().clone()),
        },
        wish: Wish {
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
            selection: Selection {
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

/// Those who work on `_select`, each in a process of its own: this program again.
pub(crate) fn workers() -> Option<Arc<Workers>> {
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(error) => {
            tracing::warn!(%error, "Where this program is cannot be found out, so `_select` is not offered");
            return None;
        }
    };
    let args = ["worker", "jq"].map(str::to_owned).to_vec();
    let command = WorkerCommand { program, args };
    Some(Arc::new(Workers::new(command, SELECTING)))
}

fn wanted(operations: &Operations) -> Wanted {
    Wanted {
        tags: operations.tags.clone(),
        paths: operations.paths.clone(),
        operations: operations.operations.clone(),
        methods: operations.methods.clone(),
    }
}
