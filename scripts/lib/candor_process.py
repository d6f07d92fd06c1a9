"""A Candor that serves some servers, for as long as it is looked at."""

import json
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

# The servers' own words only, and nobody is asked.
SETTINGS = """[inference]
enabled = false
titles = false
[endpoint]
management = false
[limits]
start_timeout = "30s"
"""


def text(value: str) -> str:
    return json.dumps(value)


def configuration(servers) -> str:
    """The configuration file for these servers, under the names that they have here."""
    parts = [SETTINGS]
    for name, server in servers:
        program, *args = server.command
        parts.append(f"[sources.{name}]\ncommand = {text(program)}\nargs = [{', '.join(map(text, args))}]")
        parts.append(f"cwd = {text(str(server.folder))}")
        if server.env:
            parts.append("env = { " + ", ".join(f"{key} = {text(value)}" for key, value in server.env.items()) + " }")
    return "\n".join(parts) + "\n"


class Candor:
    """One running gateway, in a folder of its own."""

    def __init__(self, binary: Path, servers, more=()):
        self.folder = Path(tempfile.mkdtemp(prefix="candor-servers-"))
        (self.folder / "candor.toml").write_text(configuration(servers))
        self.log = (self.folder / "log").open("w")
        self.begun = time.monotonic()
        self.process = subprocess.Popen(
            [str(binary), "serve", "--listen", "127.0.0.1:0", "--data", "data", *more],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=self.log, text=True,
        )
        line = self.process.stdout.readline()
        urls = [word for word in line.split() if word.startswith("http://")]
        if not urls:
            raise SystemExit(f"candor did not listen: {line}{(self.folder / 'log').read_text()}")
        self.url = urls[0]

    def states(self) -> dict[str, dict]:
        """How each source is."""
        try:
            with urllib.request.urlopen(self.url.replace("/mcp", "/readyz")) as answer:
                said = json.load(answer)
        except urllib.error.HTTPError as error:
            said = json.load(error)
        return {source["name"]: source for source in said["sources"]}

    def settle(self, seconds: float) -> dict[str, dict]:
        """Waits until every source is ready, or no longer than this."""
        end = time.monotonic() + seconds
        while True:
            states = self.states()
            if all(one["state"] == "ready" for one in states.values()) or time.monotonic() > end:
                return states
            time.sleep(0.1)

    def resident_mb(self, field: str = "VmRSS") -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith(field + ":"))
        return int(line.split()[1]) / 1024

    def close(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
