use candor_registry::LaunchPlan;
use serde_json::json;

use crate::builders::{line, package, values, with_remotes, written};

#[test]
fn every_kind_of_package_has_its_command_line() {
    let arguments = json!([{ "type": "positional", "value": "serve" }]);
    for (kind, identifier, version, expect) in [
        (
            "npm",
            "@ada/weather",
            Some("1.2.3"),
            "npx -y @ada/weather@1.2.3 serve",
        ),
        (
            "pypi",
            "weather",
            Some("1.2.3"),
            "uvx --from weather==1.2.3 weather serve",
        ),
        (
            "pypi",
            "weather[all]",
            Some("1.2.3"),
            "uvx --from 'weather[all]==1.2.3' weather serve",
        ),
        (
            "oci",
            "ada/weather",
            Some("1.2.3"),
            "docker run -i --rm ada/weather:1.2.3 serve",
        ),
        (
            "oci",
            "ghcr.io/ada/weather:1.2",
            None,
            "docker run -i --rm ghcr.io/ada/weather:1.2 serve",
        ),
        (
            "nuget",
            "Ada.Weather",
            Some("1.2.3"),
            "dnx Ada.Weather@1.2.3 --yes -- serve",
        ),
        (
            "mcpb",
            "https://a.example/w.mcpb",
            None,
            "Candor does not start packages of the kind `mcpb`: unpack the bundle, check its checksum, \
             and add its program with `candor add`",
        ),
        (
            "cargo",
            "weather",
            Some("1.2.3"),
            "Candor does not start packages of the kind `cargo`",
        ),
    ] {
        let option = package(json!({
            "registryType": kind, "identifier": identifier, "version": version,
            "packageArguments": arguments, "transport": { "type": "stdio" },
        }));
        assert_eq!(line(&option, &[]), expect);
    }
}

#[test]
fn arguments_are_single_words() {
    let option = package(json!({
        "registryType": "npm", "identifier": "w", "version": "1.0.0", "runtimeHint": "npx",
        "runtimeArguments": [{ "type": "named", "name": "--yes" }],
        "packageArguments": [
            { "type": "named", "name": "--root", "isRepeated": true, "description": "A folder" },
            { "type": "named", "name": "-p", "default": "80", "format": "number" },
            { "type": "named", "name": "--quiet", "format": "boolean" },
            { "type": "positional", "valueHint": "file", "isRequired": true },
            { "type": "named", "name": "--url", "value": "https://{host}/{other}",
              "variables": { "host": { "isRequired": true } } },
        ],
    }));
    let said = [
        ("root", "/a b"),
        ("root", "/c"),
        ("quiet", "true"),
        ("file", "x; rm -rf ~"),
        ("host", "{other}"),
    ];
    assert_eq!(
        line(&option, &said),
        "npx --yes w@1.0.0 '--root=/a b' --root=/c -p 80 --quiet 'x; rm -rf ~' \
         '--url=https://{other}/{other}'"
    );
}

#[test]
fn what_is_missing_or_wrong_is_told_at_once() {
    let option = package(json!({
        "registryType": "npm", "identifier": "w", "version": "1.0.0",
        "environmentVariables": [
            { "name": "KEY", "isRequired": true, "isSecret": true, "description": "Your key" },
            { "name": "MODE", "choices": ["fast", "slow"] },
            { "name": "COUNT", "format": "number" },
        ],
    }));
    insta::assert_snapshot!(
        line(&option, &[("MODE", "quick"), ("COUNT", "many"), ("KEYS", "x"), ("zebra", "x")]),
        @r"
    `KEYS` is not something that this server asks for; did you mean `KEY`?
    `zebra` is not something that this server asks for; it asks for `KEY`, `MODE`, `COUNT`
    `KEY` is needed: Your key
    `MODE` must be one of `fast`, `slow`, not `quick`
    `COUNT` must be a number, not `many`
    "
    );
}

#[test]
fn the_container_gets_its_variables_by_name() {
    let option = package(json!({
        "registryType": "oci", "identifier": "ada/weather", "version": "1.0",
        "runtimeArguments": [
            { "type": "positional", "value": "run" },
            { "type": "named", "name": "--rm" },
            { "type": "named", "name": "--network", "value": "none" },
        ],
        "environmentVariables": [{ "name": "KEY", "isRequired": true, "isSecret": true }],
    }));
    let said = [("KEY", "s3cret")];
    assert_eq!(
        line(&option, &said),
        "docker run -i --rm -e KEY --network=none ada/weather:1.0"
    );
    let plan = option.launch(&values(&said)).expect("a plan");
    assert!(plan.has_plain_secret());
    let LaunchPlan::Program { env, .. } = plan else {
        panic!("a program");
    };
    assert_eq!(env[0].1.masked(), "****");
}

#[test]
fn other_package_registries_are_named() {
    let with = |kind: &str, base: &str| {
        let option = package(json!({
            "registryType": kind, "identifier": "w", "version": "1.0.0", "registryBaseUrl": base,
        }));
        line(&option, &[])
    };
    assert_eq!(with("npm", "https://registry.npmjs.org"), "npx -y w@1.0.0");
    assert_eq!(
        with("npm", "https://npm.example"),
        "npx -y --registry=https://npm.example/ w@1.0.0"
    );
    assert_eq!(
        with("pypi", "https://py.example/simple"),
        "uvx --default-index=https://py.example/simple --from w==1.0.0 w"
    );
    assert_eq!(
        with("oci", "https://ghcr.io"),
        "docker run -i --rm ghcr.io/w:1.0.0"
    );
}

#[test]
fn a_remote_becomes_an_address_with_headers() {
    let entry = with_remotes(json!([{
        "type": "sse", "url": "https://{tenant}.example/mcp",
        "variables": { "tenant": { "default": "eu" } },
        "headers": [
            { "name": "Authorization", "value": "Bearer {token}", "isRequired": true,
              "variables": { "token": { "isRequired": true, "isSecret": true } } },
            { "name": "X-Trace" },
        ],
    }]));
    let plan = entry.options[0].launch(&values(&[("token", "${TOKEN}")]));
    let plan = plan.expect("a plan");
    assert!(!plan.has_plain_secret());
    assert_eq!(
        written(&plan),
        "https://eu.example/mcp Authorization=Bearer ${TOKEN} sse=true"
    );
    let bad = line(&entry.options[0], &[("token", "x"), ("tenant", "a b/ c")]);
    assert!(bad.contains("is no `http` or `https` address"), "{bad}");
}

#[test]
fn a_server_that_listens_is_not_started() {
    let option = package(json!({
        "registryType": "npm", "identifier": "w", "version": "1.0.0",
        "transport": { "type": "streamable-http", "url": "http://localhost:{port}/mcp" },
    }));
    assert_eq!(
        line(&option, &[]),
        "the package listens on `http://localhost:{port}/mcp`: start it yourself, and add that \
         address with `candor add`"
    );
}
