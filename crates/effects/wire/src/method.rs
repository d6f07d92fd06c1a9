//! The names of the protocol's methods that Candor has to know.

/// The legacy handshake of client and server.
pub const INITIALIZE: &str = "initialize";
/// Modern description of a server.
pub const DISCOVER: &str = "server/discover";
/// Legacy sign of life.
pub const PING: &str = "ping";
/// Modern stream of changes.
pub const LISTEN: &str = "subscriptions/listen";
/// The tools there are.
pub const TOOLS_LIST: &str = "tools/list";
/// A call of one tool.
pub const TOOLS_CALL: &str = "tools/call";
/// The resources there are.
pub const RESOURCES_LIST: &str = "resources/list";
/// The resource templates there are.
pub const TEMPLATES_LIST: &str = "resources/templates/list";
/// Read one resource.
pub const RESOURCES_READ: &str = "resources/read";
/// Legacy: hear of changes of one resource.
pub const RESOURCES_SUBSCRIBE: &str = "resources/subscribe";
/// Legacy: hear no more of them.
pub const RESOURCES_UNSUBSCRIBE: &str = "resources/unsubscribe";
/// The prompts there are.
pub const PROMPTS_LIST: &str = "prompts/list";
/// Get one prompt.
pub const PROMPTS_GET: &str = "prompts/get";
/// Suggestions for an argument.
pub const COMPLETE: &str = "completion/complete";
/// Legacy: how much log to send.
pub const SET_LEVEL: &str = "logging/setLevel";
/// Server asks for the client's roots.
pub const ROOTS_LIST: &str = "roots/list";
/// Server asks the client's model.
pub const SAMPLING: &str = "sampling/createMessage";
/// Server asks the user.
pub const ELICIT: &str = "elicitation/create";
/// How a task stands.
pub const TASKS_GET: &str = "tasks/get";
/// Answers for a task (extension).
pub const TASKS_UPDATE: &str = "tasks/update";
/// A task is taken back.
pub const TASKS_CANCEL: &str = "tasks/cancel";
/// The result of a task, when it is there (2025-11-25).
pub const TASKS_RESULT: &str = "tasks/result";
/// The tasks of a client (2025-11-25).
pub const TASKS_LIST: &str = "tasks/list";

/// The handshake is done.
pub const INITIALIZED: &str = "notifications/initialized";
/// A request is no longer wanted.
pub const CANCELLED: &str = "notifications/cancelled";
/// A page that a person was sent to has served its purpose.
pub const ELICITATION_COMPLETE: &str = "notifications/elicitation/complete";
/// How a task stands has changed (2025-11-25).
pub const TASK_STATUS: &str = "notifications/tasks/status";
/// How a task stands has changed (extension).
pub const TASK_CHANGED: &str = "notifications/tasks";
/// A long call goes on.
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
