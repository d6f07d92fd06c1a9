//! An API or functions, served by this process during a run.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use candor_config::DeclaredOpinion;
use candor_egress::RequestReach;
use candor_gateway::{Endpoint, Gateway};
use candor_model::{
    AnnotationAuthor, AnnotationLayer, ConfirmMode, FieldValue, FilePosition, Opinion,
    OpinionField, OpinionKey, OpinionScope, PreferenceEdits, Provenance, QualifiedName, SourceName,
    ToolPattern, UnsetPolicy,
};
use candor_verify::VerifyReport;
use candor_verify_run::{HostedServer, ServerPipes, VerifyOptions};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use super::verified_definitions::VerifiedDefinitions;
use crate::oneshot;
use crate::prelude::*;

/// The buffer size of the connection, in bytes.
const PIPE: usize = 64 << 10;

/// A source that this process serves for the time of a run.
pub(super) struct HostedSource {
    name: SourceName,
    pub(super) workspace: CommandWorkspace,
    reach: RequestReach,
    /// The state of the run, removed when this is dropped.
    _scratch: TempDir,
}

/// The gateway in front of the source, with its own names.
struct HostedGateway {
    gateway: Gateway,
    reach: RequestReach,
}

// === impl HostedSource ===

impl HostedSource {
    /// Prepares a workspace with this source only: no approvals, no caching, and nothing stored.
    pub(super) fn new(
        name: SourceName,
        mut workspace: CommandWorkspace,
        reach: RequestReach,
    ) -> CommandResult<Self> {
        let scratch = oneshot::use_scratch_storage(&mut workspace)?;
        let settings = &mut workspace.settings;
        settings.server.transparent = Some(name.clone());
        settings.policy.preferences = PreferenceEdits {
            always_confirm_destructive: Some(false),
            trust_idempotent_retries: Some(false),
            unset: Some(UnsetPolicy::Allow),
            cache: Some(Duration::ZERO),
            ..PreferenceEdits::default()
        };
        settings.opinions = vec![never_ask(&name)?];
        Ok(Self {
            name,
            workspace,
            reach,
            _scratch: scratch,
        })
    }

    /// Starts the source, verifies it and stops it again. Without a report, a signal has ended it.
    pub(super) async fn verify(
        &self,
        mut options: VerifyOptions,
    ) -> CommandResult<Result<(VerifyReport, VerifiedDefinitions), CommandExit>> {
        let mut found = None;
        let exit = with_gateway(&self.workspace, async |gateway| {
            has_started(&gateway)?;
            options.hosted = Some(Arc::new(HostedGateway {
                gateway: gateway.clone(),
                reach: self.reach.clone(),
            }));
            let report = candor_verify_run::verify(&options).await;
            let mut report = report.map_err(|error| CommandFailure::new(error.to_string()))?;
            let definitions = self.own_definitions(&gateway, &mut report);
            found = Some((report, definitions));
            Ok(CommandExit::Success)
        })
        .await?;
        Ok(found.ok_or(exit))
    }

    /// Replaces listed definitions, whose hints are partly inferred, by the source's own: a gateway
    /// recognises a verified tool by its original definition.
    fn own_definitions(&self, gateway: &Gateway, report: &mut VerifyReport) -> VerifiedDefinitions {
        let mut definitions = VerifiedDefinitions::default();
        for found in &mut report.tools {
            let name = QualifiedName::new(self.name.clone(), found.name.clone());
            if let Some(hash) = definitions.add(gateway, &name) {
                found.definition = hash.to_string();
            }
        }
        report.server = self.name.to_string();
        definitions
    }
}

fn has_started(gateway: &Gateway) -> CommandResult<()> {
    let mut sources = gateway.sources().into_iter();
    let stopped = sources.find(|source| !source.state.is_ready());
    stopped.map_or(Ok(()), |source| {
        let details = status::details(&source);
        Err(CommandFailure::new(format!(
            "the tools cannot be read: {details}"
        )))
    })
}

/// No approver is available during a run.
fn never_ask(name: &SourceName) -> CommandResult<DeclaredOpinion> {
    let provenance = Provenance {
        layer: AnnotationLayer::Override,
        author: AnnotationAuthor::Candor,
        about: None,
        at_micros: None,
        why: None,
    };
    let mut opinion = Opinion::default();
    opinion.confirm = Some(OpinionField {
        value: FieldValue::Set(ConfirmMode::Never),
        provenance: Arc::new(provenance),
    });
    let about = ToolPattern::parse(&format!("{name}.*"))
        .map_err(|error| CommandFailure::new(error.to_string()))?;
    Ok(DeclaredOpinion {
        key: OpinionKey {
            scope: OpinionScope::Everywhere,
            about,
        },
        opinion,
        place: FilePosition {
            file: "candor verify".to_owned(),
            position: None,
        },
    })
}

// === impl HostedGateway ===

impl HostedServer for HostedGateway {
    fn connect(&self) -> ServerPipes {
        let (writer, input) = tokio::io::duplex(PIPE);
        let (output, reader) = tokio::io::duplex(PIPE);
        let serving = candor_mcp::serve_stdio(
            self.gateway.clone(),
            Endpoint::default(),
            input,
            output,
            CancellationToken::new(),
        );
        // It ends when the other end of its input is dropped.
        tokio::spawn(serving);
        ServerPipes {
            reader: Box::new(reader),
            writer: Box::new(writer),
        }
    }

    fn reach(&self) -> RequestReach {
        self.reach.clone()
    }
}

impl fmt::Debug for HostedGateway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HostedGateway")
            .field("reach", &self.reach)
            .finish_non_exhaustive()
    }
}
