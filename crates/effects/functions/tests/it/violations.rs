//! Tools that try what they said they would not do.

use serde_json::json;

use crate::client::AnsweringPerson;
use crate::example_server::{ExampleServer, WAYS, until};
use crate::server::{reply, serve};

#[tokio::test]
async fn what_a_tool_may_not_send_is_not_sent() {
    for way in WAYS {
        let server = serve(|_| reply("200 OK", "", "here")).await;
        let stage = ExampleServer::set(way, AnsweringPerson::default()).await;
        let url = json!({"url": server.url("/a")});
        for (tool, hint) in [
            ("send", "`readOnlyHint: true`"),
            ("fetch_nothing", "`openWorldHint: false`"),
        ] {
            let (text, is_error) = stage.said(tool, url.clone()).await;
            assert!(is_error && text.contains(hint), "{way:?} {tool}: {text}");
            assert!(text.contains(server.authority()), "{way:?} {tool}: {text}");
        }
        assert_eq!(server.seen(), [""; 0], "{way:?}");
        if !way.modern {
            until(|| stage.person.told("log").len() == 2).await;
            let told = stage.person.told("log");
            let told = told[0][1].as_str().expect("a text");
            let begin = "the tool `send` tried what it said it would not do: `POST` to ";
            assert!(told.starts_with(begin), "{told}");
        }
        // What it may do, it does.
        let result = stage.call("fetch", url).await.expect("a result");
        let structured = &result["structuredContent"];
        assert_eq!(
            *structured,
            json!({"status": 200, "text": "here"}),
            "{way:?}"
        );
        assert!(server.seen()[0].starts_with("GET /a HTTP/1.1\r\n"));
    }
}

#[tokio::test]
async fn what_a_tool_may_not_write_is_not_written() {
    for way in WAYS {
        let stage = ExampleServer::set(way, AnsweringPerson::default()).await;
        let note = json!({"name": "a.txt", "text": "hi"});
        let (text, is_error) = stage.said("forge_note", note.clone()).await;
        let expect = "writing `a.txt` was refused: the tool says `readOnlyHint: true`";
        assert_eq!((text.as_str(), is_error), (expect, true), "{way:?}");
        assert!(!stage.file("a.txt").exists());
        let said = stage.said("write_note", note).await;
        assert_eq!(said, ("written".to_owned(), false), "{way:?}");
        let said = stage.said("read_note", json!({"name": "a.txt"})).await;
        assert_eq!(said, ("hi".to_owned(), false), "{way:?}");
        for name in ["../a.txt", "/etc/hostname"] {
            let (text, is_error) = stage.said("read_note", json!({"name": name})).await;
            let expect = format!(
                "reading `{name}` was refused: it lies outside the folders that the tool names"
            );
            assert_eq!((text, is_error), (expect, true), "{way:?}");
        }
    }
}
