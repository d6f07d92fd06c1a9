//! Whatever a client sends: a request is taken whole, or nothing of it is lost.

#![no_main]

use bytes::BytesMut;
use candor_wire::PlainPost;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut unread = BytesMut::from(bytes);
    match PlainPost::take(&mut unread, |path| path == "/mcp") {
        PlainPost::Whole(request) => {
            assert!(bytes.ends_with(&unread));
            let taken = &bytes[..bytes.len() - unread.len()];
            assert!(taken.ends_with(&request.body));
            // The same in any number of pieces.
            let mut piece = BytesMut::from(&taken[..taken.len() - 1]);
            assert!(matches!(PlainPost::take(&mut piece, |_| true), PlainPost::Partial(_)));
        }
        PlainPost::Partial(needed) => {
            assert_eq!(unread, bytes);
            assert!(needed > bytes.len());
        }
        PlainPost::Other => assert_eq!(unread, bytes),
    }
});
