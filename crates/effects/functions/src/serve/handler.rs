//! The protocol handler of one connection.
#![expect(
    deprecated,
    reason = "the newest revision gives up logging; clients of the others still read it"
)]

use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ErrorData, Implementation,
    ListToolsResult, PaginatedRequestParams, ProtocolVersion, ServerCapabilities, ServerConfig,
    SetLevelRequestParams, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

use super::running::{HandlerEvent, RunningCall};
use super::suspended::ResumedCall;
use super::{ServerShared, elicit, notify};
use crate::{Failure, ToolLogLevel, ToolReply, UnknownTool};

/// The rmcp handler of one connection.
#[derive(Clone)]
pub(super) struct RmcpHandler {
    shared: Arc<ServerShared>,
    /// The minimum log level that a legacy client requested.
    level: Arc<Mutex<ToolLogLevel>>,
}

// === impl RmcpHandler ===

impl RmcpHandler {
    pub(super) fn new(shared: Arc<ServerShared>) -> Self {
        let level = Arc::new(Mutex::new(ToolLogLevel::Info));
        Self { shared, level }
    }

    /// Forwards the events of a call until it ends or asks a question that a modern client must
    /// answer with a new call.
    async fn follow(
        &self,
        mut running: RunningCall,
        request: &CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        loop {
            let event = tokio::select! {
                // Events are forwarded in order, before the result.
                biased;
                Some(event) = running.events.recv() => event,
                reply = &mut running.reply => {
                    while let Ok(event) = running.events.try_recv() {
                        self.tell(event, context).await;
                    }
                    return match reply {
                        Ok(reply) => finish(reply),
                        Err(_) => Err(ErrorData::internal_error("the call was lost", None)),
                    };
                }
                () = context.ct.cancelled() => {
                    return result(&Failure::new("the call was cancelled").into());
                }
            };
            match event {
                HandlerEvent::Question(question, answer) if is_modern(context) => {
                    let parking = &self.shared.parking;
                    match parking.park(running, question, answer, request) {
                        Ok(response) => return Ok(response),
                        Err(refused) => running = refused,
                    }
                }
                HandlerEvent::Question(question, answer) => {
                    let answered = tokio::select! {
                        answered = elicit::ask(context, &question) => answered,
                        () = context.ct.cancelled() => continue,
                    };
                    // The handler may have stopped waiting.
                    let _ = answer.send(answered);
                }
                event => self.tell(event, context).await,
            }
        }
    }

    async fn tell(&self, event: HandlerEvent, context: &RequestContext<RoleServer>) {
        match event {
            HandlerEvent::Progress {
                done,
                total,
                message,
            } => notify::progress(context, done, total, message).await,
            HandlerEvent::Log { level, message } => {
                let least = if is_modern(context) {
                    notify::wanted(context)
                } else {
                    Some(*self.level.lock().unwrap_or_else(PoisonError::into_inner))
                };
                if least.is_some_and(|least| level >= least) {
                    notify::log(context, level, message).await;
                }
            }
            // A handler that asks and then ends has dropped the receiver.
            HandlerEvent::Question(..) => {}
        }
    }
}

impl ServerHandler for RmcpHandler {
    fn get_info(&self) -> ServerConfig {
        let toolbox = &self.shared.toolbox;
        let can = ServerCapabilities::builder()
            .enable_tools()
            .enable_logging()
            .build();
        let mut info = ServerConfig::new(can)
            .with_server_info(Implementation::new(toolbox.name(), toolbox.version()));
        info.instructions = toolbox.instructions().map(ToOwned::to_owned);
        info
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.shared.tools.clone()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let mut tools = self.shared.tools.iter();
        tools.find(|tool| tool.name == name).cloned()
    }

    async fn set_level(
        &self,
        request: SetLevelRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let mut level = self.level.lock().unwrap_or_else(PoisonError::into_inner);
        *level = notify::quiet(request.level);
        Ok(())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let parking = &self.shared.parking;
        let resumed = request.request_state.as_deref();
        let resumed = resumed.map(|state| parking.take(state, &request));
        let running = match resumed.transpose()? {
            Some(ResumedCall::Resumed(running)) => running,
            Some(ResumedCall::Again(response)) => return Ok(*response),
            None => {
                let arguments = request.arguments.clone().unwrap_or_default();
                RunningCall::start(&self.shared, &context, &request.name, arguments)
            }
        };
        self.follow(running, &request, &context).await
    }
}

/// Whether a request is of the modern era, in which servers send no requests.
fn is_modern(context: &RequestContext<RoleServer>) -> bool {
    let version = context.protocol_version();
    // Revisions are dates, which sort as text.
    version.is_some_and(|it| it.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
}

fn finish(reply: Result<ToolReply, UnknownTool>) -> Result<CallToolResponse, ErrorData> {
    match reply {
        Ok(reply) => result(&reply),
        Err(unknown) => Err(ErrorData::invalid_params(unknown.to_string(), None)),
    }
}

fn result(reply: &ToolReply) -> Result<CallToolResponse, ErrorData> {
    let result = serde_json::from_value::<CallToolResult>(reply.to_json());
    let mut result = result.map_err(|error| {
        ErrorData::internal_error(format!("the result cannot be sent: {error}"), None)
    })?;
    result.result_type = Some(rmcp::model::ResultType::COMPLETE);
    Ok(result.into())
}
