use super::*;

#[test]
fn targets_are_read_and_written_alike() {
    for text in [
        "api.example.com:443",
        "*.example.com",
        "10.0.0.0/8:5432",
        "[::1]:80",
        "::1",
        "*:443",
        "*",
        "127.0.0.1",
        "unix:/run/app.sock",
    ] {
        assert_eq!(text.parse::<ConnectTarget>().unwrap().to_string(), text);
    }
}

#[test]
fn mistakes_are_named() {
    for (text, problem) in [
        ("https://example.com", "URL"),
        ("example.com:0", "port"),
        ("example.com:70000", "port"),
        ("10.0.0.0/33", "bits"),
        ("", "no name"),
        ("a b", "no name"),
        ("unix:app.sock", "absolute"),
        ("[::1", "bracket"),
    ] {
        let error = text.parse::<ConnectTarget>().unwrap_err();
        assert!(error.problem.contains(problem), "{text}: {error}");
    }
}

#[test]
fn addresses_are_compared_by_their_bits() {
    let allows = |target: &str, address: &str| {
        let target: ConnectTarget = target.parse().unwrap();
        target.allows_address(address.parse().unwrap())
    };
    assert!(allows("10.0.0.0/8", "10.9.8.7:1"));
    assert!(allows("10.0.0.0/8", "[::ffff:10.9.8.7]:1"));
    assert!(!allows("10.0.0.0/8", "11.0.0.1:1"));
    assert!(allows("0.0.0.0/0:53", "9.9.9.9:53"));
    assert!(!allows("0.0.0.0/0:53", "9.9.9.9:443"));
    assert!(!allows("0.0.0.0/0", "[::1]:1"));
    assert!(!allows("localhost", "127.0.0.1:80"));
    assert!(allows("*:80", "127.0.0.1:80"));
}

#[test]
fn names_are_compared_without_case() {
    let target: ConnectTarget = "*.Example.com:443".parse().unwrap();
    assert!(target.allows_name("API.example.COM."));
    assert!(!target.allows_name("example.com"));
    assert!(!target.allows_name("badexample.com"));
    assert!(!target.allows_named("a.example.com", "1.2.3.4:80".parse().unwrap()));
}
