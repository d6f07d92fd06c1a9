//! The worker's JavaScript: globals, built-in modules, and the driver that calls tools.
//!
//! Evaluated before any program. It keeps references to the built-in functions that it needs, so
//! that a program that modifies prototypes affects only itself. Modules named `candor:…` are
//! internal; programs can import the others.

#[cfg(test)]
mod tests;

/// Names and texts of modules.
macro_rules! modules {
    ($($name:literal => $file:literal,)*) => {
        [$(($name, include_str!(concat!("prelude/", $file)))),*]
    };
}

/// Type declarations for editors: the globals and the modules.
pub const TYPES: &str = concat!(
    include_str!("prelude/types/modules.d.ts"),
    include_str!("prelude/types/globals.d.ts"),
);

/// The module that is evaluated first. It leaves the worker's handles in `globalThis.__driver`.
pub(crate) const DRIVER: &str = include_str!("prelude/driver.js");

/// The other modules, by name.
pub(crate) const MODULES: &[(&str, &str)] = &modules![
    "candor" => "modules/candor.js",
    "candor/test" => "modules/candor_test.js",
    "@gram-ai/functions" => "modules/gram.js",
    "@gram-ai/functions/mcp" => "modules/gram_mcp.js",
    "@speakeasy-api/functions" => "modules/gram.js",
    "@speakeasy-api/functions/mcp" => "modules/gram_mcp.js",
    "node:module" => "modules/node_module.js",
    "node:process" => "modules/node_process.js",
    "candor:primordials" => "primordials.js",
    "candor:native" => "native.js",
    "candor:place" => "place.js",
    "candor:same" => "same.js",
    "candor:test" => "test.js",
    "candor:globals" => "globals.js",
    "candor:inspect" => "globals/inspect.js",
    "candor:console" => "globals/console.js",
    "candor:timers" => "globals/timers.js",
    "candor:performance" => "globals/performance.js",
    "candor:dom-exception" => "globals/dom_exception.js",
    "candor:encoding" => "globals/encoding.js",
    "candor:search-params" => "globals/search_params.js",
    "candor:url" => "globals/url.js",
    "candor:crypto" => "globals/crypto.js",
    "candor:events" => "globals/events.js",
    "candor:abort" => "globals/abort.js",
    "candor:headers" => "globals/headers.js",
    "candor:body" => "globals/body.js",
    "candor:request" => "globals/request.js",
    "candor:response" => "globals/response.js",
    "candor:fetch" => "globals/fetch.js",
    "candor:clone" => "globals/clone.js",
    "candor:process" => "globals/process.js",
    "candor:schema" => "schema.js",
    "candor:schema/schema" => "schema/schema.js",
    "candor:schema/text" => "schema/text.js",
    "candor:schema/number" => "schema/number.js",
    "candor:schema/choice" => "schema/choice.js",
    "candor:schema/list" => "schema/list.js",
    "candor:schema/object" => "schema/object.js",
    "candor:schema/foreign" => "schema/foreign.js",
    "candor:schema/input" => "schema/input.js",
    "candor:schema/later" => "schema/later.js",
    "candor:schema/nearest" => "schema/nearest.js",
    "candor:tools/failure" => "tools/failure.js",
    "candor:tools/definition" => "tools/definition.js",
    "candor:tools/resource" => "tools/resource.js",
    "candor:tools/toolbox" => "tools/toolbox.js",
    "candor:tools/context" => "tools/context.js",
    "candor:tools/result" => "tools/result.js",
    "candor:tools/invoke" => "tools/invoke.js",
    "candor:tools/gram" => "tools/gram.js",
    "candor:tools/gram_mcp" => "tools/gram_mcp.js",
    "candor:tools/gram_page" => "tools/gram_page.js",
    "candor:tools/program" => "tools/program.js",
    "candor:tools/turn" => "tools/turn.js",
];
