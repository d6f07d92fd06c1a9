//! The names of the protocol's methods that Candor handles.

/// The legacy handshake of client and server.
pub const INITIALIZE: &str = "initialize";
/// The modern description of a server.
pub const DISCOVER: &str = "server/discover";
/// Legacy: checks that the peer responds.
pub const PING: &str = "ping";
/// The modern stream of changes.
pub const LISTEN: &str = "subscriptions/listen";
/// Lists the tools.
pub const TOOLS_LIST: &str = "tools/list";
/// A call of one tool.
pub const TOOLS_CALL: &str = "tools/call";
/// Lists the resources.
pub const RESOURCES_LIST: &str = "resources/list";
/// Lists the resource templates.
pub const TEMPLATES_LIST: &str = "resources/templates/list";
/// Reads a resource.
pub const RESOURCES_READ: &str = "resources/read";
/// Legacy: subscribes to changes of a resource.
pub const RESOURCES_SUBSCRIBE: &str = "resources/subscribe";
/// Legacy: ends such a subscription.
pub const RESOURCES_UNSUBSCRIBE: &str = "resources/unsubscribe";
/// Lists the prompts.
pub const PROMPTS_LIST: &str = "prompts/list";
/// Gets a prompt.
pub const PROMPTS_GET: &str = "prompts/get";
/// Suggests values for an argument.
pub const COMPLETE: &str = "completion/complete";
/// Legacy: sets the log level.
pub const SET_LEVEL: &str = "logging/setLevel";
/// A server requests the client's roots.
pub const ROOTS_LIST: &str = "roots/list";
/// A server requests a completion of the client's model.
pub const SAMPLING: &str = "sampling/createMessage";
/// A server asks the user.
pub const ELICIT: &str = "elicitation/create";
/// The status of a task.
pub const TASKS_GET: &str = "tasks/get";
/// Answers a task's questions (extension).
pub const TASKS_UPDATE: &str = "tasks/update";
/// Cancels a task.
pub const TASKS_CANCEL: &str = "tasks/cancel";
/// The result of a task (2025-11-25).
pub const TASKS_RESULT: &str = "tasks/result";
/// Lists the tasks of a client (2025-11-25).
pub const TASKS_LIST: &str = "tasks/list";

/// The handshake is complete.
pub const INITIALIZED: &str = "notifications/initialized";
/// A request was cancelled.
pub const CANCELLED: &str = "notifications/cancelled";
/// The interaction at a URL that the user was sent to is complete.
pub const ELICITATION_COMPLETE: &str = "notifications/elicitation/complete";
/// A task's status has changed (2025-11-25).
pub const TASK_STATUS: &str = "notifications/tasks/status";
/// A task's status has changed (extension).
pub const TASK_CHANGED: &str = "notifications/tasks";
/// Reports progress of a request.
pub const PROGRESS: &str = "notifications/progress";
/// A log message.
pub const LOG: &str = "notifications/message";
/// The tools have changed.
pub const TOOLS_CHANGED: &str = "notifications/tools/list_changed";
/// The prompts have changed.
pub const PROMPTS_CHANGED: &str = "notifications/prompts/list_changed";
/// The resources have changed.
pub const RESOURCES_CHANGED: &str = "notifications/resources/list_changed";
/// One resource has changed.
pub const RESOURCE_UPDATED: &str = "notifications/resources/updated";
/// Modern: a listen stream is open.
pub const LISTEN_ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";
/// Legacy: the client's roots have changed.
pub const ROOTS_CHANGED: &str = "notifications/roots/list_changed";
