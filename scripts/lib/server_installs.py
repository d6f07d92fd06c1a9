"""The list of servers, installed in a folder of their own."""

import json
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

# What installs Python packages: much faster than pip, and it keeps one copy of each file.
UV = "uv==0.9.9"
# How long all installations together may take, and one of them.
LIMIT_SECONDS = 1800
ONE_SECONDS = 300


@dataclass
class Server:
    """One server of the list."""

    name: str
    registry: str
    package: str
    version: str
    args: list[str] = field(default_factory=list)
    env: dict[str, str] = field(default_factory=dict)
    binary: str | None = None
    # Further requirements of a package whose own would choose a library that it does not fit.
    requires: list[str] = field(default_factory=list)
    # The Python that a package needs, where it is not the one that runs this.
    python: str | None = None
    command: list[str] = field(default_factory=list)
    # Where it is started: some servers name the folder in their texts.
    folder: Path = Path()


def read(path: Path, only: list[str]) -> list[Server]:
    """The servers of the list, or those of them that are named."""
    servers = [Server(**entry) for entry in json.loads(path.read_text())]
    unknown = set(only) - {server.name for server in servers}
    if unknown:
        raise SystemExit(f"not in {path}: {', '.join(sorted(unknown))}")
    return [server for server in servers if not only or server.name in only]


def install_missing(servers: list[Server], folder: Path) -> None:
    """Installs what is not there at its version."""
    end = time.monotonic() + LIMIT_SECONDS
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        if any(server.registry == "pypi" for server in servers):
            prepare_uv(folder / "uv", end)
        for server in servers:
            own = folder / server.registry / server.name
            if server.registry == "pypi":
                pool.submit(install_python, server, own, folder / "uv", end)
            else:
                pool.submit(install_npm, server, own, end)


def commands(servers: list[Server], folder: Path) -> list[dict]:
    """How each server is started; `{work}` stays for whoever starts it. No command: not installed."""
    install_missing(servers, folder)
    return [
        {
            "name": server.name, "registry": server.registry, "package": server.package, "version": server.version,
            "command": command(server, folder), "env": server.env,
        }
        for server in servers
    ]


def install(servers: list[Server], folder: Path) -> list[Server]:
    """Installs what is missing, and gives the servers that can be started."""
    install_missing(servers, folder)
    work = folder / "work"
    work.mkdir(parents=True, exist_ok=True)
    for server in servers:
        server.folder = work
        server.args = [arg.replace("{work}", str(work)) for arg in server.args]
        server.env = {name: value.replace("{work}", str(work)) for name, value in server.env.items()}
        server.command = command(server, folder) or []
        if not server.command:
            print(f"not installed: {server.name}", file=sys.stderr)
    return [server for server in servers if server.command]


def run(command: list[str], cwd: Path, end: float) -> bool:
    """Runs a command quietly, within the time that is left."""
    try:
        done = subprocess.run(command, cwd=cwd, capture_output=True, timeout=min(ONE_SECONDS, max(1, end - time.monotonic())))
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{command[0]}: {error}", file=sys.stderr)
        return False
    if done.returncode != 0:
        print(done.stderr.decode(errors="replace")[-2000:], file=sys.stderr)
    return done.returncode == 0


def install_npm(server: Server, folder: Path, end: float) -> None:
    """A package of npm, in a folder of its own. No package's own scripts are run."""
    if npm_manifest(server, folder).get("version") == server.version:
        return
    wanted = f"{server.package}@{server.version}"
    print(f"installing {wanted}", file=sys.stderr)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "package.json").write_text('{"private":true}')
    flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps", "--prefer-offline", "--silent"]
    run(["npm", "install", *flags, wanted], folder, end)


def npm_manifest(server: Server, folder: Path) -> dict:
    path = folder / "node_modules" / server.package / "package.json"
    return json.loads(path.read_text()) if path.exists() else {}


def prepare_uv(uv: Path, end: float) -> None:
    """What installs Python packages, in an environment of its own."""
    if not (uv / "bin" / "uv").exists():
        run([sys.executable, "-m", "venv", str(uv)], uv.parent, end)
        run([str(uv / "bin" / "pip"), "install", "--quiet", UV], uv.parent, end)


def install_python(server: Server, folder: Path, uv: Path, end: float) -> None:
    """A package of PyPI, in an environment of its own, since their libraries would clash."""
    wanted = [f"{server.package}=={server.version}", *server.requires]
    done = folder / "installed"
    if done.exists() and done.read_text() == " ".join(wanted):
        return
    print(f"installing {' '.join(wanted)}", file=sys.stderr)
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    program = str(uv / "bin" / "uv")
    if run([program, "venv", "--quiet", "--python", server.python or sys.executable, str(folder)], folder.parent, end):
        python = str(folder / "bin" / "python")
        if run([program, "pip", "install", "--quiet", "--python", python, *wanted], folder, end):
            done.write_text(" ".join(wanted))


def command(server: Server, folder: Path) -> list[str] | None:
    """How a server is started; none if it is not installed."""
    if server.registry == "pypi":
        own = folder / "pypi" / server.name
        program = own / "bin" / (server.binary or server.package)
        is_there = (own / "installed").exists() and program.exists()
        return [str(program), *server.args] if is_there else None
    own = folder / "npm" / server.name
    manifest = npm_manifest(server, own)
    programs = manifest.get("bin")
    if manifest.get("version") != server.version or not programs:
        return None
    if isinstance(programs, dict):
        programs = programs.get(server.binary) if server.binary else next(iter(programs.values()))
    program = os.path.normpath(own / "node_modules" / server.package / programs)
    return [node(), program, *server.args]


def node() -> str:
    found = shutil.which("node")
    if not found:
        raise SystemExit("`node` is not installed")
    return found
