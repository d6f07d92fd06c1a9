//! Those who call, and those who let them.

use candor_gatetest::Call;
use candor_gateway::CallEvent;
use candor_model::{Answer, ApprovalState, Author, Door, GrantScope, Identity, Roles};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::{World, soon};

impl World {
    /// Calls a tool by its qualified name, and it goes well: if somebody is asked, they agree.
    pub(crate) async fn call(&self, name: &str) {
        let desk = self.gateway.approvals();
        let mut events = desk.events();
        let mut answer = self.begin(Identity::LOCAL, name, &json!({}));
        let answer = soon(async {
            loop {
                tokio::select! {
                    answer = &mut answer => return answer.expect("no panic"),
                    asked = events.recv() => {
                        let asked = asked.expect("a question");
                        if asked.state == ApprovalState::Pending {
                            let yes = Answer::Approve(GrantScope::Once);
                            desk.decide(asked.id, yes, keeper()).await.expect("a yes");
                        }
                    }
                }
            }
        })
        .await;
        assert_ne!(answer["isError"], true, "{answer}");
    }

    /// Begins a call of a tool, which may wait for somebody; the result, in the end.
    pub(crate) fn begin(&self, who: &str, name: &str, arguments: &Value) -> JoinHandle<Value> {
        let call = Call {
            caller: who,
            client: json!({"name": "tester", "version": "1"}),
            session: Some("session-canary-1"),
            tool: name,
            arguments: arguments.clone(),
        };
        let mut exchange = self.gateway.call(call.arrival(&self.gateway));
        tokio::spawn(async move {
            loop {
                match exchange.next().await {
                    CallEvent::Done(answer) => {
                        let answer = answer.expect("a result");
                        let answer = serde_json::from_slice(answer.as_bytes());
                        return answer.expect("JSON");
                    }
                    CallEvent::Ask(_) => panic!("it asks"),
                    CallEvent::Notification { .. } | CallEvent::Withdrawn => {}
                }
            }
        })
    }

    /// Begins a call that waits for somebody; the id of the question.
    pub(crate) async fn ask_about(&self, who: &str, name: &str, arguments: Value) -> String {
        let mut events = self.gateway.approvals().events();
        drop(self.begin(who, name, &arguments));
        loop {
            let asked = soon(events.recv()).await.expect("a question");
            if asked.state == ApprovalState::Pending {
                return asked.id.to_string();
            }
        }
    }

    /// A token with these roles, for somebody of this name.
    pub(crate) async fn token(&self, name: &str, roles: &str) -> String {
        let roles = Roles::parse(roles).expect("roles");
        let desk = self.gateway.desk();
        let made = desk.create_token(name, roles, None, &keeper()).await;
        made.expect("a token").1.expose().clone()
    }
}

/// Whoever keeps the gateway.
fn keeper() -> Author {
    Author {
        name: "keeper".to_owned(),
        door: Door::Cli,
        why: None,
    }
}
