// Writes the npm packages of a release into a folder: one for each platform that carries the
// binary, and `candor-mcp`, which depends on all of them and starts the one that npm installed.
//
//   node package.mjs --version 0.1.0 --out dist linux-x64=path/to/candor darwin-arm64=path/to/candor
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const here = dirname(fileURLToPath(import.meta.url));
const name = "candor-mcp";
const platforms = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"];

const { values, positionals } = parseArgs({
  options: { version: { type: "string" }, out: { type: "string" } },
  allowPositionals: true,
});
if (!values.version || !values.out || positionals.length === 0) {
  console.error("usage: node package.mjs --version VERSION --out FOLDER PLATFORM=BINARY...");
  process.exit(2);
}

const common = {
  version: values.version,
  description: "MCP gateway: tools that say what they do, and do what they say",
  license: "Apache-2.0",
};
const optionalDependencies = {};

for (const pair of positionals) {
  const [platform, binary] = pair.split(/=(.*)/s);
  if (!platforms.includes(platform) || !binary) {
    console.error(`\`${pair}\` is not PLATFORM=BINARY; the platforms are: ${platforms.join(", ")}`);
    process.exit(2);
  }
  const [os, cpu] = platform.split("-");
  const file = os === "win32" ? "candor.exe" : "candor";
  const folder = join(values.out, `${name}-${platform}`);
  mkdirSync(folder, { recursive: true });
  copyFileSync(binary, join(folder, file));
  chmodSync(join(folder, file), 0o755);
  write(folder, { name: `${name}-${platform}`, ...common, os: [os], cpu: [cpu], files: [file] });
  optionalDependencies[`${name}-${platform}`] = values.version;
}

const folder = join(values.out, name);
mkdirSync(folder, { recursive: true });
copyFileSync(join(here, "candor.mjs"), join(folder, "candor.mjs"));
write(folder, {
  name,
  ...common,
  type: "module",
  bin: { candor: "candor.mjs" },
  files: ["candor.mjs"],
  engines: { node: ">=18" },
  optionalDependencies,
});

function write(folder, manifest) {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}
