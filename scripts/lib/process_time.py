"""The processor time that a program and everything it has started have used so far."""

import os
from pathlib import Path

TICK_SECONDS = 1 / os.sysconf("SC_CLK_TCK")


def own_seconds(pid: int) -> float:
    """Of this one process."""
    return fields(pid)[0]


def tree_seconds(pid: int) -> float:
    """Of the process, of its descendants, and of those among them that have ended and were waited for."""
    table = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                table[int(entry.name)] = fields(int(entry.name))
            except (FileNotFoundError, ProcessLookupError):
                continue
    total, waiting = 0.0, [pid]
    while waiting:
        one = waiting.pop()
        own, ended, _ = table.get(one, (0.0, 0.0, 0))
        total += own + ended
        waiting += [child for child, (_, _, parent) in table.items() if parent == one]
    return total


def fields(pid: int) -> tuple[float, float, int]:
    """Its own time, that of its children that have ended, and its parent."""
    # The name stands in parentheses and may hold spaces and further parentheses.
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own, ended = int(words[11]) + int(words[12]), int(words[13]) + int(words[14])
    return own * TICK_SECONDS, ended * TICK_SECONDS, int(words[1])
