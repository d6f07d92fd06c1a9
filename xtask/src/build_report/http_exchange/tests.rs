//! Answers as text.

use std::net::TcpListener;
use std::thread;

use super::*;

fn check(text: &str, expected: Result<(u16, &str), &str>) {
    let found = read_reply(&mut text.as_bytes());
    match (found, expected) {
        (Ok(reply), Ok((status, body))) => {
            assert_eq!(
                (reply.status, reply.body.as_slice()),
                (status, body.as_bytes())
            );
        }
        (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{text}: {error}"),
        (found, _) => panic!("{text}: {found:?}"),
    }
}

#[test]
fn bodies_have_a_length_or_come_in_pieces() {
    check(
        "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}",
        Ok((200, "{}")),
    );
    check("HTTP/1.1 202 Accepted\r\n\r\n", Ok((202, "")));
    check(
        "HTTP/1.1 404 Not Found\nContent-Length: 1\n\nx",
        Ok((404, "x")),
    );
    let pieces = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    check(
        &format!("{pieces}3\r\nabc\r\nA;x=1\r\n0123456789\r\n0\r\n\r\n"),
        Ok((200, "abc0123456789")),
    );
    check(
        &format!("{pieces}0\r\nexpires: never\r\n\r\n"),
        Ok((200, "")),
    );
}

#[test]
fn wrong_answers_are_told() {
    check("", Err("ends too early"));
    check("SSH-2.0\r\n\r\n", Err("not of HTTP"));
    check(
        "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n{}",
        Err("ends too early"),
    );
    check(
        "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n",
        Err("no number"),
    );
    check(
        "HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n",
        Err("too long"),
    );
    let pieces = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    check(&format!("{pieces}x\r\n"), Err("no length"));
    check(&format!("{pieces}1\r\nabc\r\n"), Err("longer than it says"));
    check(
        &format!("{pieces}ffffffffffffffff\r\nabc\r\n"),
        Err("too long"),
    );
    check(
        &format!("HTTP/1.1 200 OK\r\nx: {}\r\n\r\n", "y".repeat(100_000)),
        Err("ends too early"),
    );
}

#[test]
fn a_connection_is_kept() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let mut reader = BufReader::new(stream);
        let mut seen = Vec::new();
        for answer in ["one", "two"] {
            let mut head = Vec::new();
            while head.last().is_none_or(|line: &String| !line.is_empty()) {
                head.push(read_line(&mut reader).unwrap());
            }
            let mut body = [0; 2];
            reader.read_exact(&mut body).unwrap();
            seen.push(head.join("|"));
            let length = answer.len();
            let reply = format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n{answer}");
            reader.get_mut().write_all(reply.as_bytes()).unwrap();
        }
        seen
    });
    let mut connection = KeptConnection::open(port).unwrap();
    for answer in ["one", "two"] {
        let reply = connection
            .post("/mcp", &[("mcp-method", "ping")], "{}")
            .unwrap();
        assert_eq!(reply.body, answer.as_bytes());
    }
    let seen = server.join().unwrap();
    assert!(
        seen[0].starts_with("POST /mcp HTTP/1.1|host: 127.0.0.1:"),
        "{}",
        seen[0]
    );
    assert!(
        seen[1].contains("|content-length: 2|mcp-method: ping|"),
        "{}",
        seen[1]
    );
}
