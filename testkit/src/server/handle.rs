//! A server inside the test process, with its own thread and loopback port.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::thread::JoinHandle;

use super::seen::SeenMessage;
use super::{ScriptedServer, ServerChange, ServerTransport, http, sse};
use crate::HeldPort;

/// A running server; it stops, and breaks its connections, when the handle is dropped.
pub struct ServerHandle {
    url: String,
    server: Arc<ScriptedServer>,
    /// Kept for a server that comes back.
    held: Arc<HeldPort>,
    thread: Option<JoinHandle<()>>,
}

impl ServerHandle {
    /// Starts to serve on a port of 127.0.0.1; 0 takes a free one.
    pub(crate) fn start(server: Arc<ScriptedServer>, port: u16) -> io::Result<Self> {
        let held = HeldPort::take(port)?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, held.port()))?;
        listener.set_nonblocking(true)?;
        let path = if server.transport == ServerTransport::Sse {
            "sse"
        } else {
            "mcp"
        };
        let url = format!("http://{}/{path}", listener.local_addr()?);
        let thread = {
            let server = Arc::clone(&server);
            std::thread::Builder::new()
                .name("candor-fixture".to_owned())
                .spawn(move || serve(&server, listener))?
        };
        Ok(Self {
            url,
            server,
            held: Arc::new(held),
            thread: Some(thread),
        })
    }

    /// The address of the endpoint.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The port of the endpoint.
    pub fn port(&self) -> u16 {
        self.held.port()
    }

    /// The messages that reached the server, oldest first; at most the last 4096, and the
    /// last 64 MiB of them.
    pub fn seen(&self) -> Vec<SeenMessage> {
        self.server.record.messages()
    }

    /// How often a tool was called.
    pub fn calls(&self, tool: &str) -> u64 {
        self.server.record.calls(tool)
    }

    /// Announces a change of the tool list, whether or not it has changed.
    pub fn announce_tools_changed(&self) {
        self.server.announce(&ServerChange::Tools);
    }

    /// Announces the state of a task: to all legacy clients, and to subscribed modern ones. `task`
    /// is the notification's content.
    pub fn announce_task(&self, task: &serde_json::Value) {
        self.server.announce(&ServerChange::Task(task.clone()));
    }

    /// Stops the server immediately and breaks its connections. Its port stays reserved while the
    /// returned value lives, so that a restarted server can use it.
    pub fn stop(mut self) -> Arc<HeldPort> {
        self.end();
        Arc::clone(&self.held)
    }

    /// Waits until the server has stopped of itself.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }

    fn end(&mut self) {
        self.server.stop.cancel();
        if let Some(thread) = self.thread.take() {
            thread.join().ok();
        }
    }
}

impl Drop for ServerHandle {
    fn drop(&mut self) {
        self.end();
    }
}

/// A runtime of its own: dropping it breaks every connection, as the death of a process would.
fn serve(server: &Arc<ScriptedServer>, listener: TcpListener) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime needs nothing but a few file descriptors");
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)
            .expect("the listener does not block, so the runtime takes it");
        let routes = match server.transport {
            ServerTransport::Sse => sse::routes(Arc::clone(server)),
            ServerTransport::Http | ServerTransport::Stdio => http::routes(Arc::clone(server)),
        };
        tokio::select! {
            _ = axum::serve(listener, routes) => {}
            () = server.stop.cancelled() => {}
        }
    });
}
