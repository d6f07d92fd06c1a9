//! Restricts a loopback server to this machine, rejecting web pages (DNS rebinding).

use http::HeaderMap;

/// Why a request is refused, or `None` when it names only this machine.
pub(crate) fn refusal(headers: &HeaderMap) -> Option<String> {
    let text = |name: &str| {
        headers
            .get(name)
            .map(|v| String::from_utf8_lossy(v.as_bytes()))
    };
    if let Some(host) = text("host").filter(|host| !is_local(host)) {
        return Some(format!("host `{host}` is not this machine"));
    }
    if let Some(origin) = text("origin") {
        let host = origin.split_once("://").map(|(_, host)| host);
        if !host.is_some_and(is_local) {
            return Some(format!("origin `{origin}` is not this machine"));
        }
    }
    None
}

fn is_local(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.chars().all(|c| c.is_ascii_digit()) => name,
        _ => host,
    };
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_local() {
        for host in [
            "localhost",
            "localhost:80",
            "127.0.0.1:7",
            "[::1]",
            "[::1]:9",
        ] {
            assert!(is_local(host), "{host}");
        }
        for host in [
            "evil.example.com",
            "localhost.evil.example",
            "127.0.0.1.nip.example",
            "",
            "null",
        ] {
            assert!(!is_local(host), "{host}");
        }
    }
}
