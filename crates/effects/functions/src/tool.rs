//! Tools: definitions with handlers.

use std::fmt;
use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;

use candor_model::Hint;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{Context, Failure, FunctionDefinition, IntoToolReply, ToolReply, arguments, schema};

/// A type-erased handler.
type HandlerFn = dyn Fn(Context, Map<String, Value>) -> HandlerFuture + Send + Sync;
pub(crate) type HandlerFuture = Pin<Box<dyn Future<Output = Result<ToolReply, Failure>> + Send>>;

/// A definition with its handler.
///
/// Hints that are not set stay unset, which is not the same as the protocol's default.
#[derive(Clone)]
pub struct Tool {
    definition: Arc<FunctionDefinition>,
    folders: Arc<[PathBuf]>,
    handler: Arc<HandlerFn>,
}

/// The input of a tool that takes nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct NoInput {}

// === impl Tool ===

impl Tool {
    /// Creates a tool without hints.
    ///
    /// The argument schema is derived from `I`, whose doc comments become descriptions, and the
    /// schema of structured results from `O`. Invalid arguments are rejected before the handler is
    /// called.
    pub fn new<I, O, F, Fut>(
        name: impl Into<String>,
        description: impl Into<String>,
        handler: F,
    ) -> Self
    where
        I: DeserializeOwned + JsonSchema + Send + 'static,
        O: IntoToolReply,
        F: Fn(Context, I) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<O, Failure>> + Send + 'static,
    {
        let definition = FunctionDefinition {
            input_schema: schema::input::<I>(),
            output_schema: O::output_schema(),
            ..FunctionDefinition::new(name, description)
        };
        let handler = Arc::new(handler);
        Self {
            definition: Arc::new(definition),
            folders: Arc::new([]),
            handler: Arc::new(move |context: Context, given| {
                let handler = Arc::clone(&handler);
                Box::pin(async move {
                    let input = arguments::read(&context.definition().input_schema, given)?;
                    Ok(handler(context, input).await?.into_reply())
                })
            }),
        }
    }

    /// Sets the title.
    #[must_use]
    pub fn title(self, title: impl Into<String>) -> Self {
        self.edit(|definition| definition.title = Some(title.into()))
    }

    /// Sets whether it is read-only. A read-only tool can send only safe requests and cannot write
    /// files.
    #[must_use]
    pub fn read_only(self, value: bool) -> Self {
        self.hint(Hint::ReadOnly, value)
    }

    /// Sets whether it is destructive. A non-destructive tool cannot remove files.
    #[must_use]
    pub fn destructive(self, value: bool) -> Self {
        self.hint(Hint::Destructive, value)
    }

    /// Sets whether it is idempotent.
    #[must_use]
    pub fn idempotent(self, value: bool) -> Self {
        self.hint(Hint::Idempotent, value)
    }

    /// Sets whether it is open-world. A closed-world tool can reach only its [`Tool::host`]s.
    #[must_use]
    pub fn open_world(self, value: bool) -> Self {
        self.hint(Hint::OpenWorld, value)
    }

    /// Adds a tag.
    #[must_use]
    pub fn tag(self, tag: impl Into<String>) -> Self {
        self.edit(|definition| definition.tags.push(tag.into()))
    }

    /// Allows a host: `api.example.com`, `*.example.com` or `localhost:8080`. Once one is set, no
    /// others can be reached.
    #[must_use]
    pub fn host(self, host: impl Into<String>) -> Self {
        self.edit(|definition| definition.hosts.push(host.into()))
    }

    /// Allows `POST` requests to a URL for a read-only tool, such as a search.
    #[must_use]
    pub fn safe_post(self, url: impl Into<String>) -> Self {
        self.edit(|definition| definition.safe_posts.push(url.into()))
    }

    /// Allows access to the files in a folder. Clients never see its path.
    #[must_use]
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        let new = std::iter::once(folder.into());
        self.folders = self.folders.iter().cloned().chain(new).collect();
        self
    }

    /// Sets a key of `_meta`.
    #[must_use]
    pub fn meta(self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.edit(|definition| {
            definition.meta.insert(key.into(), value.into());
        })
    }

    /// The definition of this tool.
    pub fn definition(&self) -> &FunctionDefinition {
        &self.definition
    }

    pub(crate) fn shared_definition(&self) -> Arc<FunctionDefinition> {
        Arc::clone(&self.definition)
    }

    pub(crate) fn folders(&self) -> Arc<[PathBuf]> {
        Arc::clone(&self.folders)
    }

    pub(crate) fn run(&self, context: Context, given: Map<String, Value>) -> HandlerFuture {
        (self.handler)(context, given)
    }

    fn hint(self, hint: Hint, value: bool) -> Self {
        self.edit(|definition| definition.hints.set(hint, Some(value)))
    }

    fn edit(mut self, change: impl FnOnce(&mut FunctionDefinition)) -> Self {
        change(Arc::make_mut(&mut self.definition));
        self
    }
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tool")
            .field("definition", &self.definition)
            .field("folders", &self.folders)
            .finish_non_exhaustive()
    }
}
