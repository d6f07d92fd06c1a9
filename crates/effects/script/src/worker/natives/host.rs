//! Requests and messages to the host.

use rquickjs::{Ctx, Error, Exception, Promise, Result};
use serde_json::value::RawValue;

use crate::protocol::{FromWorker, HostOp, ProgramMessage};

use super::NativeFunctions;
use crate::worker::port::PortError;

/// Has the host do something: a promise of the JSON that comes of it.
pub(super) fn op<'js>(
    ctx: &Ctx<'js>,
    natives: &NativeFunctions,
    kind: String,
    args: String,
) -> Result<Promise<'js>> {
    if natives.ops.are_closed() {
        return Err(Exception::throw_message(ctx, "the call is over"));
    }
    let args = raw(ctx, args)?;
    let (op, promise) = natives.ops.begin(ctx)?;
    let said = natives.port.say(&FromWorker::Op(HostOp { op, kind, args }));
    said.map_err(|unsaid| {
        natives.ops.abandon(op);
        throw(ctx, unsaid)
    })?;
    Ok(promise)
}

/// Sends a message to the host; dropped if no call is running.
pub(super) fn say(
    ctx: &Ctx<'_>,
    natives: &NativeFunctions,
    kind: String,
    body: String,
) -> Result<()> {
    if natives.ops.are_closed() {
        return Ok(());
    }
    let body = raw(ctx, body)?;
    let said = natives
        .port
        .say(&FromWorker::Say(ProgramMessage { kind, body }));
    said.map_err(|unsaid| throw(ctx, unsaid))
}

fn raw(ctx: &Ctx<'_>, json: String) -> Result<Box<RawValue>> {
    RawValue::from_string(json)
        .map_err(|error| Exception::throw_type(ctx, &format!("this is not JSON: {error}")))
}

fn throw(ctx: &Ctx<'_>, unsaid: PortError) -> Error {
    match unsaid {
        PortError::TooLong(sentence) => Exception::throw_range(ctx, &sentence),
        PortError::Lost => Exception::throw_message(ctx, "the host is gone"),
    }
}
