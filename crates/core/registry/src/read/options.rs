//! Packages and remotes. An unusable one is kept with the reason, so that users see it.

use serde_json::Value;

use super::bounded::{BoundedReader, shown, web_address};
use super::inputs::{arguments, is_environment_name, is_header_name, named, variables};
use crate::limits::WAYS_MAX;
use crate::package::{EntryPackage, PackageKind, PackageTransport};
use crate::remote::{EntryRemote, RemoteFlavour};
use crate::run::{LaunchOption, identifier_problem};

/// Every way that an entry offers: packages first, then remotes.
pub(super) fn read(reader: &mut BoundedReader, server: &Value) -> Vec<LaunchOption> {
    let mut options = Vec::new();
    for item in reader.list(server, "packages", WAYS_MAX) {
        options.push(LaunchOption::Package(Box::new(package(reader, item))));
    }
    for item in reader.list(server, "remotes", WAYS_MAX) {
        options.push(LaunchOption::Remote(Box::new(remote(reader, item))));
    }
    options
}

fn package(reader: &mut BoundedReader, item: &Value) -> EntryPackage {
    let word = item.get("registryType").and_then(Value::as_str);
    let word = word.or_else(|| item.get("registry_type").and_then(Value::as_str));
    let said = |key: &str| item.get(key).and_then(Value::as_str).map(shown);
    let mut package = EntryPackage {
        kind: PackageKind::parse(word.unwrap_or_default()),
        base_url: None,
        identifier: said("identifier").unwrap_or_default(),
        version: said("version"),
        sha256: None,
        runtime_hint: said("runtimeHint"),
        runtime_arguments: Vec::new(),
        package_arguments: Vec::new(),
        environment: Vec::new(),
        transport: PackageTransport::Stdio,
        unusable: None,
    };
    if let Err(problem) = fill_package(reader, item, &mut package) {
        package.unusable = Some(problem);
    }
    package
}

fn fill_package(
    reader: &mut BoundedReader,
    item: &Value,
    package: &mut EntryPackage,
) -> Result<(), String> {
    let base = BoundedReader::exact(item, "registryBaseUrl")?;
    if base.is_some() {
        package.base_url = web_address(item.get("registryBaseUrl"));
        if package.base_url.is_none() {
            return Err("`registryBaseUrl` is not the address of a package registry".to_owned());
        }
    }
    package.identifier = BoundedReader::exact(item, "identifier")?
        .filter(|identifier| !identifier.is_empty())
        .ok_or("it has no `identifier`")?;
    package.version = BoundedReader::exact(item, "version")?;
    package.runtime_hint = BoundedReader::exact(item, "runtimeHint")?;
    package.sha256 = sha256(item)?;
    package.environment = named(reader, item, "environmentVariables", is_environment_name)?;
    package.runtime_arguments = arguments(reader, item, "runtimeArguments")?;
    package.package_arguments = arguments(reader, item, "packageArguments")?;
    package.transport = transport(item)?;
    identifier_problem(package).map_or(Ok(()), Err)
}

fn sha256(item: &Value) -> Result<Option<String>, String> {
    let Some(text) = BoundedReader::exact(item, "fileSha256")? else {
        return Ok(None);
    };
    if text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Ok(Some(text.to_ascii_lowercase()));
    }
    Err("`fileSha256` is not a checksum of 64 hexadecimal digits".to_owned())
}

fn transport(item: &Value) -> Result<PackageTransport, String> {
    let Some(transport) = item.get("transport") else {
        return Ok(PackageTransport::Stdio);
    };
    let kind = transport.get("type").and_then(Value::as_str);
    match kind.unwrap_or("stdio") {
        "stdio" => Ok(PackageTransport::Stdio),
        word => Ok(PackageTransport::Http {
            flavour: flavour(word)?,
            url: BoundedReader::exact(transport, "url")?.unwrap_or_default(),
        }),
    }
}

fn flavour(word: &str) -> Result<RemoteFlavour, String> {
    RemoteFlavour::parse(word).ok_or_else(|| {
        let word = candor_text::quote(word);
        format!("the transport {word} is not known")
    })
}

fn remote(reader: &mut BoundedReader, item: &Value) -> EntryRemote {
    let url = item.get("url").and_then(Value::as_str).unwrap_or_default();
    let mut remote = EntryRemote {
        flavour: RemoteFlavour::Streamable,
        url: shown(url),
        headers: Vec::new(),
        variables: Vec::new(),
        unusable: None,
    };
    if let Err(problem) = fill_remote(reader, item, &mut remote) {
        remote.unusable = Some(problem);
    }
    remote
}

fn fill_remote(
    reader: &mut BoundedReader,
    item: &Value,
    remote: &mut EntryRemote,
) -> Result<(), String> {
    let word = item.get("type").and_then(Value::as_str).unwrap_or_default();
    remote.flavour = flavour(word)?;
    let url = BoundedReader::exact(item, "url")?.filter(|url| !url.is_empty());
    remote.url = url.ok_or("it has no `url`")?;
    remote.headers = named(reader, item, "headers", is_header_name)?;
    remote.variables = variables(reader, item)?;
    let is_web = remote.url.starts_with("https://") || remote.url.starts_with("http://");
    if !is_web && !remote.url.starts_with('{') {
        let url = candor_text::quote(&remote.url);
        return Err(format!("{url} is not an `http` or `https` address"));
    }
    if remote.url.contains(char::is_whitespace) {
        return Err("its `url` has blanks in it".to_owned());
    }
    Ok(())
}
