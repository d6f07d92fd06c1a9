//! Bodies that come packed.

use async_compression::tokio::write::{DeflateEncoder, GzipEncoder, ZlibEncoder};
use candor_egress::{CutReason, EgressError, ExchangeLimits};
use tokio::io::AsyncWriteExt;

use crate::server::{RawServer, answer, serve};
use crate::world::{bounds, client, fetch, get, soon, told};

const TEXT: &[u8] = b"{\"hello\":\"world\"}";
/// Made by another implementation: `gzip` of `hello`.
const FOREIGN: &[u8] = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff\xcb\x48\xcd\xc9\xc9\x07\x00\x86\xa6\x10\x36\x05\x00\x00\x00";

macro_rules! pack {
    ($encoder:ident, $bytes:expr) => {{
        let mut encoder = $encoder::new(Vec::new());
        encoder.write_all($bytes).await.expect("packed");
        encoder.shutdown().await.expect("packed");
        encoder.into_inner()
    }};
}

fn packed(encoding: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-encoding: {encoding}\r\ncontent-length: {length}\r\n\r\n"
    );
    [head.as_bytes(), body].concat()
}

#[tokio::test]
async fn bodies_are_unpacked() {
    let gzip = pack!(GzipEncoder, TEXT);
    let zlib = pack!(ZlibEncoder, TEXT);
    let bare = pack!(DeflateEncoder, TEXT);
    let twice = [&*gzip, &*gzip].concat();
    let cases: [(&str, &[u8], &[u8]); 10] = [
        ("gzip", &gzip, TEXT),
        ("x-gzip", &gzip, TEXT),
        ("GZIP", &gzip, TEXT),
        ("identity, gzip", &gzip, TEXT),
        ("gzip", FOREIGN, b"hello"),
        // Members stand one behind the other.
        ("gzip", &twice, &[TEXT, TEXT].concat()),
        ("deflate", &zlib, TEXT),
        ("deflate", &bare, TEXT),
        ("identity", TEXT, TEXT),
        ("gzip", b"", b""),
    ];
    for (encoding, body, expect) in cases {
        let server = answer(packed(encoding, body)).await;
        let response = fetch(&server.url("/")).await.expect("a response");
        assert_eq!(
            (&*response.body, response.cut),
            (expect, None),
            "{encoding}"
        );
        for gone in ["content-encoding", "content-length"] {
            assert!(!response.headers.contains_key(gone));
        }
    }
}

#[tokio::test]
async fn packed_bodies_may_come_byte_by_byte() {
    let bodies = [
        ("gzip", pack!(GzipEncoder, TEXT)),
        ("deflate", pack!(ZlibEncoder, TEXT)),
        ("deflate", pack!(DeflateEncoder, TEXT)),
    ];
    for (encoding, body) in bodies {
        let server = serve(move |mut connection| {
            let body = body.clone();
            async move {
                while connection.next_request().await.is_some() {
                    let head = format!(
                        "HTTP/1.1 200 OK\r\ncontent-encoding: {encoding}\r\n\
                         transfer-encoding: chunked\r\n\r\n"
                    );
                    connection.send(head.as_bytes()).await;
                    for byte in &body {
                        connection
                            .send(&[b'1', b'\r', b'\n', *byte, b'\r', b'\n'])
                            .await;
                    }
                    connection.send(b"0\r\n\r\n").await;
                }
            }
        })
        .await;
        let client = client();
        for _ in 0..2 {
            let response = soon(client.send(&get(&server.url("/")), &bounds())).await;
            assert_eq!(response.expect("a response").body, TEXT);
        }
    }
}

#[tokio::test]
async fn what_cannot_be_unpacked_is_an_error() {
    let gzip = pack!(GzipEncoder, TEXT);
    let zlib = pack!(ZlibEncoder, TEXT);
    let mut wrong_sum = gzip.clone();
    let at = wrong_sum.len() - 8;
    wrong_sum[at] ^= 1;
    let only = "only gzip and deflate are understood";
    let not = |encoding: &str| format!("sent a body that is not the `{encoding}` it is said to be");
    let cases: [(&str, &[u8], String); 10] = [
        ("br", b"x", format!("sent a body packed as `br`; {only}")),
        (
            "zstd, gzip",
            &gzip,
            format!("sent a body packed as `zstd, gzip`; {only}"),
        ),
        (
            "gzip, gzip",
            &gzip,
            format!("sent a body packed as `gzip, gzip`; {only}"),
        ),
        ("gzip", TEXT, not("gzip")),
        ("gzip", &gzip[..gzip.len() - 9], not("gzip")),
        ("gzip", &gzip[..1], not("gzip")),
        ("gzip", &wrong_sum, not("gzip")),
        ("gzip", &[&*gzip, b"junk"].concat(), not("gzip")),
        ("deflate", b"\xff\xff\xff\xff", not("deflate")),
        ("deflate", &zlib[..zlib.len() - 6], not("deflate")),
    ];
    for (encoding, body, expect) in cases {
        let server = answer(packed(encoding, body)).await;
        let error = fetch(&server.url("/")).await.expect_err("cannot be read");
        let text = told(&error);
        assert!(
            text.contains(&expect) && text.contains(&server.authority),
            "{text}"
        );
        assert!(error.was_sent());
    }
}

/// A gigabyte of zeros in a megabyte, as the same member a thousand times; or less of it, in one.
async fn bomb(encoding: &'static str) -> RawServer {
    let body = if encoding == "gzip" {
        pack!(GzipEncoder, &vec![0; 1_000_000]).repeat(1_000)
    } else {
        pack!(ZlibEncoder, &vec![0; 20_000_000])
    };
    serve(move |mut connection| {
        let reply = packed(encoding, &body);
        async move {
            connection.request().await;
            connection.flood(&reply).await;
        }
    })
    .await
}

#[tokio::test]
async fn a_bomb_does_not_go_off() {
    for encoding in ["gzip", "deflate"] {
        let server = bomb(encoding).await;
        let wide = ExchangeLimits {
            max_body: 100_000_000,
            ..bounds()
        };
        let error = soon(client().send(&get(&server.url("/")), &wide)).await;
        match error.expect_err("a bomb") {
            EgressError::Bomb {
                packed, unpacked, ..
            } => assert!(
                packed < 10_000 && unpacked < 2_000_000,
                "{packed} {unpacked}"
            ),
            other => panic!("{other}"),
        }
    }
}

#[tokio::test]
async fn a_small_limit_is_reached_before_a_bomb_is_one() {
    let server = bomb("gzip").await;
    let response = fetch(&server.url("/")).await.expect("a beginning");
    assert_eq!(response.body.len(), 100_000);
    let cut = response.cut.expect("cut");
    // The length on the way says nothing of the length of what was packed.
    assert_eq!(
        (cut.kept, cut.total, cut.by),
        (100_000, None, CutReason::Size)
    );
}

#[tokio::test]
async fn a_body_that_packs_well_is_no_bomb() {
    let rows = (0..60_000).map(|id| format!("{{\"id\":{id},\"name\":null,\"tags\":[]}}"));
    let text = rows.collect::<Vec<_>>().join(",");
    let server = answer(packed("gzip", &pack!(GzipEncoder, text.as_bytes()))).await;
    let wide = ExchangeLimits {
        max_body: 100_000_000,
        ..bounds()
    };
    let response = soon(client().send(&get(&server.url("/")), &wide)).await;
    assert!(response.expect("a response").body == text);
}
