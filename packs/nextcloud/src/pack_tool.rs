//! A tool with what is known about its requests.

use std::future::Future;
use std::sync::Arc;

use candor_functions::{Context, Failure, Json, JsonSchema, NoInput, Tool};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::accounts::PackAccounts;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;

/// The member of `_meta` under which gateways read the cases of a tool.
const CASES: &str = "dev.candor/when";

/// A group of tools that belong to one app of Nextcloud.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PackModule {
    /// The account itself.
    Account,
    /// The Notes app.
    Notes,
    /// Files over `WebDAV`.
    Files,
    /// The Deck app.
    Deck,
    /// The Tables app.
    Tables,
    /// Shares of files.
    Sharing,
    /// The Cookbook app.
    Cookbook,
    /// The News app.
    News,
    /// Contacts over `CardDAV`.
    Contacts,
    /// Calendars and tasks over `CalDAV`.
    Calendar,
}

/// A tool, the requests it makes, and why its hints are what they are.
pub(crate) struct PackTool {
    pub(crate) tool: Tool,
    pub(crate) module: PackModule,
    pub(crate) effect: ToolEffect,
    pub(crate) open_world: bool,
    pub(crate) requests: &'static str,
    pub(crate) reason: &'static str,
    /// What it does in the calls where an argument has a value, where that is less than the worst.
    pub(crate) cases: Vec<EffectCase>,
}

/// What a tool does in the calls where one argument has one value.
pub(crate) struct EffectCase {
    pub(crate) argument: &'static str,
    pub(crate) value: Value,
    pub(crate) effect: ToolEffect,
}

/// Makes the tools of one module.
pub(crate) struct ToolMaker {
    pub(crate) accounts: Arc<PackAccounts>,
    pub(crate) module: PackModule,
}

// === impl PackModule ===

impl PackModule {
    /// All of them, in the order in which their tools are listed.
    pub const ALL: [Self; 10] = [
        Self::Notes,
        Self::Files,
        Self::Deck,
        Self::Tables,
        Self::Sharing,
        Self::Cookbook,
        Self::News,
        Self::Contacts,
        Self::Calendar,
        Self::Account,
    ];

    /// The name of the module, as toolsets and tags use it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Account => "account",
            Self::Notes => "notes",
            Self::Files => "webdav",
            Self::Deck => "deck",
            Self::Tables => "tables",
            Self::Sharing => "sharing",
            Self::Cookbook => "cookbook",
            Self::News => "news",
            Self::Contacts => "contacts",
            Self::Calendar => "calendar",
        }
    }
}

// === impl ToolMaker ===

impl ToolMaker {
    /// A tool whose four hints follow from its effect. It reaches the configured server only.
    pub(crate) fn tool<I, O, F, Fut>(
        &self,
        (name, title): (&'static str, &'static str),
        description: &'static str,
        effect: ToolEffect,
        handler: F,
    ) -> PackTool
    where
        I: DeserializeOwned + JsonSchema + Send + 'static,
        O: Serialize + JsonSchema,
        F: Fn(PackCall, I) -> Fut + Send + Sync + Clone + 'static,
        Fut: Future<Output = Result<O, Failure>> + Send + 'static,
    {
        let accounts = Arc::clone(&self.accounts);
        let run = move |context: Context, input: I| {
            let call = PackCall::begin(Arc::clone(&accounts), context);
            let handler = handler.clone();
            async move { handler(call.await?, input).await.map(Json) }
        };
        self.made(Tool::new(name, description, run), title, effect)
    }

    /// A tool for callers that have no account yet.
    pub(crate) fn login_tool<O, F, Fut>(
        &self,
        (name, title): (&'static str, &'static str),
        description: &'static str,
        effect: ToolEffect,
        handler: F,
    ) -> PackTool
    where
        O: Serialize + JsonSchema,
        F: Fn(Arc<PackAccounts>, Context) -> Fut + Send + Sync + Clone + 'static,
        Fut: Future<Output = Result<O, Failure>> + Send + 'static,
    {
        let accounts = Arc::clone(&self.accounts);
        let run = move |context: Context, _: NoInput| {
            let answer = handler(Arc::clone(&accounts), context);
            async move { answer.await.map(Json) }
        };
        self.made(Tool::new(name, description, run), title, effect)
    }

    fn made(&self, tool: Tool, title: &'static str, effect: ToolEffect) -> PackTool {
        let host = self.accounts.authority();
        let tool = tool
            .title(title)
            .read_only(effect.is_read_only())
            .destructive(effect.is_destructive())
            .idempotent(effect.is_idempotent())
            .open_world(false)
            .host(host)
            .tag(self.module.as_str());
        PackTool {
            tool,
            module: self.module,
            effect,
            open_world: false,
            requests: "",
            reason: "",
            cases: Vec::new(),
        }
    }
}

// === impl PackTool ===

impl PackTool {
    /// The requests, as the table of hints shows them.
    pub(crate) fn sends(mut self, requests: &'static str) -> Self {
        self.requests = requests;
        self
    }

    /// Why the hints follow from the requests.
    pub(crate) fn because(mut self, reason: &'static str) -> Self {
        self.reason = reason;
        self
    }

    /// What it does in the calls where an argument has a value. Gateways that know cases judge such
    /// a call by it; everybody else goes by the worst.
    pub(crate) fn when(
        mut self,
        argument: &'static str,
        value: impl Into<Value>,
        effect: ToolEffect,
    ) -> Self {
        let value = value.into();
        self.cases.push(EffectCase {
            argument,
            value,
            effect,
        });
        let cases: Vec<Value> = self.cases.iter().map(EffectCase::to_json).collect();
        self.tool = self.tool.meta(CASES, cases);
        self
    }

    /// The server passes something to the outside, or gives what comes from there.
    pub(crate) fn open_world(mut self) -> Self {
        self.open_world = true;
        self.tool = self.tool.open_world(true);
        self
    }
}

// === impl EffectCase ===

impl EffectCase {
    fn to_json(&self) -> Value {
        json!({
            "argument": self.argument,
            "is": self.value,
            "annotations": {
                "readOnlyHint": self.effect.is_read_only(),
                "destructiveHint": self.effect.is_destructive(),
                "idempotentHint": self.effect.is_idempotent(),
            },
        })
    }
}
