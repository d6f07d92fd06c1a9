//! Step 4: whether the call may be made.

use crate::audit::Entry;
use crate::refusal::Refusal;
use crate::resolve::ResolvedCall;

/// A call that may be made and is on file. Only this module can make one, and nothing else can
/// be dispatched. Policy and approvals will decide here; now every resolved call is admitted.
pub(crate) struct AdmittedCall(ResolvedCall);

// === impl AdmittedCall ===

impl AdmittedCall {
    pub(crate) fn into_call(self) -> ResolvedCall {
        self.0
    }
}

/// Admits the call and puts its beginning on file.
pub(crate) fn admit(call: ResolvedCall, entry: &mut Entry) -> Result<AdmittedCall, Refusal> {
    entry.begin()?;
    Ok(AdmittedCall(call))
}
