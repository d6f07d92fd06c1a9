//! The recipient of a message, which is in memory.

use super::super::kernel::Notification;
use super::address::{MOST_BYTES, PeerAddress};
use super::calling_process::CallingProcess;
use crate::ObservedTarget;

/// The recipient of a message. A message on a connected socket has none.
pub(super) fn receiver(call: &Notification, process: &CallingProcess) -> ObservedTarget {
    let [_, header, ..] = call.args;
    let read = || {
        // A message begins with the place of the address and its length.
        let place = u64::from_ne_bytes(process.exact_bytes(header)?);
        let length = u32::from_ne_bytes(process.exact_bytes(header.checked_add(8)?)?);
        if place == 0 {
            return Some(PeerAddress::Unspecified);
        }
        let length = usize::try_from(length).ok()?.min(MOST_BYTES);
        PeerAddress::read(&process.bytes(place, length)?)
    };
    read().map_or(ObservedTarget::Unknown, |address| {
        ObservedTarget::Address(address.to_string())
    })
}
