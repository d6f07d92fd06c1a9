#!/usr/bin/env node
// Starts the binary for this platform, with the same arguments, streams and signals.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";

const platform = `${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "candor.exe" : "candor";
let binary;
try {
  binary = createRequire(import.meta.url).resolve(`candor-mcp-${platform}/${file}`);
} catch {
  console.error(
    `candor: there is no binary for ${platform}; install without --omit=optional, or build from source`,
  );
  process.exit(2);
}

const child = spawn(binary, process.argv.slice(2), { stdio: "inherit" });
// The binary decides what a signal means; this process ends when it does.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => {
  console.error(`candor: ${binary} cannot be started: ${error.message}`);
  process.exit(2);
});
child.on("exit", (code, signal) => {
  process.exit(code ?? 128 + constants.signals[signal]);
});
