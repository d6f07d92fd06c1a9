"""Writes a wheel that carries the binary, so that `pip install` and `uvx` put `candor` on the path.

    python3 package.py --version 0.1.0 --binary path/to/candor --platform manylinux2014_x86_64 --out dist
"""

import argparse
import base64
import hashlib
import pathlib
import zipfile

NAME = "candor_mcp"
SUMMARY = "MCP gateway: tools that say what they do, and do what they say"
EXECUTABLE = 0o100755
PLAIN = 0o100644


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--version", required=True)
    options.add_argument("--binary", required=True, type=pathlib.Path)
    options.add_argument("--platform", required=True, help="a platform tag, or several joined by `.`")
    options.add_argument("--out", required=True, type=pathlib.Path)
    options.add_argument("--level", type=int, default=9, help="how hard to compress, 0 to 9")
    print(write(options.parse_args()))


def write(options: argparse.Namespace) -> pathlib.Path:
    """The wheel: the binary as a script, its metadata, and the digests of both."""
    stem = f"{NAME}-{options.version}"
    script = "candor.exe" if options.platform.startswith("win") else "candor"
    tags = [f"Tag: py3-none-{platform}" for platform in options.platform.split(".")]
    members = {
        f"{stem}.data/scripts/{script}": (options.binary.read_bytes(), EXECUTABLE),
        f"{stem}.dist-info/METADATA": (
            lines(
                "Metadata-Version: 2.1",
                "Name: candor-mcp",
                f"Version: {options.version}",
                f"Summary: {SUMMARY}",
                "License: Apache-2.0",
                "Requires-Python: >=3.8",
            ),
            PLAIN,
        ),
        f"{stem}.dist-info/WHEEL": (
            lines("Wheel-Version: 1.0", "Generator: candor", "Root-Is-Purelib: false", *tags),
            PLAIN,
        ),
    }
    record = f"{stem}.dist-info/RECORD"
    rows = [f"{name},sha256={digest(data)},{len(data)}" for name, (data, _) in members.items()]
    members[record] = (lines(*rows, f"{record},,"), PLAIN)

    options.out.mkdir(parents=True, exist_ok=True)
    path = options.out / f"{stem}-py3-none-{options.platform}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=options.level) as wheel:
        for name, (data, mode) in members.items():
            # A fixed time, so that the same binary makes the same wheel.
            member = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            member.external_attr = mode << 16
            member.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(member, data, compresslevel=options.level)
    return path


def lines(*texts: str) -> bytes:
    return "".join(f"{text}\n" for text in texts).encode()


def digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    main()
