//! What the kernel says, in `/proc`: CPU time and memory of a process, and what the host takes away.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result};

/// `/proc` counts CPU time in hundredths of a second on every Linux (`USER_HZ`).
const TICK: Duration = Duration::from_millis(10);

/// CPU time, user and system, that all threads of a process have used.
pub(crate) fn cpu_time(pid: u32) -> Result<Duration> {
    stat_time(pid, 2)
}

/// CPU time that a process, the children that it has and those that it had have used.
pub(crate) fn tree_cpu_time(pid: u32) -> Result<Duration> {
    let own = stat_time(pid, 4)?;
    // A child that ends meanwhile is counted with its parent the next time.
    let living = children(pid)?.into_iter().flat_map(cpu_time);
    Ok(own + living.sum::<Duration>())
}

fn stat_time(pid: u32, counters: usize) -> Result<Duration> {
    let path = format!("/proc/{pid}/stat");
    parse_ticks(&read(&path)?, counters).with_context(|| format!("cannot understand `{path}`"))
}

/// The children that a process has now, by number.
pub(crate) fn children(pid: u32) -> Result<Vec<u32>> {
    let entries = fs::read_dir("/proc").context("cannot read `/proc`")?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let all = names.filter_map(|name| name.parse::<u32>().ok());
    // A process that has ended meanwhile has no parent.
    let parent = |it: u32| parse_parent(&fs::read_to_string(format!("/proc/{it}/stat")).ok()?);
    let mut children: Vec<u32> = all.filter(|it| parent(*it) == Some(pid)).collect();
    children.sort_unstable();
    Ok(children)
}

/// The memory that a process holds, in KiB, where what several share is divided among them;
/// nothing if that may not be read.
pub(crate) fn shared_out_kib(pid: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    parse_kib(&text, "Pss:")
}

/// The memory that a process has resident, in KiB.
pub(crate) fn rss_kib(pid: u32) -> Result<u64> {
    status_kib(pid, "VmRSS:")
}

/// The most memory a process has had resident so far, in KiB.
pub(crate) fn peak_rss_kib(pid: u32) -> Result<u64> {
    status_kib(pid, "VmHWM:")
}

/// Ticks of all cores, since the machine was started, in which something here was to run and did
/// not because the host gave the core to another machine. Nothing where that is not told.
pub(crate) fn lost_ticks() -> Option<u64> {
    lost_in(&fs::read_to_string("/proc/stat").ok()?)
}

fn status_kib(pid: u32, name: &str) -> Result<u64> {
    let path = format!("/proc/{pid}/status");
    parse_kib(&read(&path)?, name).with_context(|| format!("no {name} in `{path}`"))
}

fn read(path: &str) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read `{path}`"))
}

/// The sum of the first counters of CPU time: user and system, and with four of them those of
/// children that have ended.
fn parse_ticks(stat: &str, counters: usize) -> Option<Duration> {
    let mut fields = fields(stat)?.skip(11);
    let mut ticks = 0_u32;
    for _ in 0..counters {
        ticks = ticks.checked_add(fields.next()?.parse().ok()?)?;
    }
    Some(TICK * ticks)
}

fn parse_parent(stat: &str) -> Option<u32> {
    fields(stat)?.nth(1)?.parse().ok()
}

/// The second field is the program's name in parentheses and may hold spaces and parentheses
/// itself, so counting starts behind the last one.
fn fields(stat: &str) -> Option<impl Iterator<Item = &str>> {
    let (_, rest) = stat.rsplit_once(')')?;
    Some(rest.split_ascii_whitespace())
}

/// The eighth number of the line about all cores.
fn lost_in(stat: &str) -> Option<u64> {
    let cores = stat.lines().find_map(|line| line.strip_prefix("cpu "))?;
    cores.split_whitespace().nth(7)?.parse().ok()
}

fn parse_kib(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hostile_program_name_does_not_shift_the_fields() {
        let stat = "7 (a) 9 (b) S 1 7 7 0 -1 4194304 100 0 0 0 120 30 5 2 20 0 4 0 1 2 3";
        assert_eq!(parse_ticks(stat, 2), Some(Duration::from_millis(1500)));
        assert_eq!(parse_ticks(stat, 4), Some(Duration::from_millis(1570)));
        assert_eq!(parse_parent(stat), Some(1));
        assert_eq!(parse_ticks("7 (short) S 1", 2), None);
    }

    #[test]
    fn peak_memory_is_found_by_name() {
        let text = "Name:\tx\nVmHWM:\t   20480 kB\nVmRSS:\t 1 kB\n";
        assert_eq!(parse_kib(text, "VmHWM:"), Some(20480));
        assert_eq!(parse_kib("Name:\tx\n", "VmHWM:"), None);
    }

    #[test]
    fn the_time_lost_is_found_among_the_others() {
        let whole = "cpu  10 2 3 400 5 0 6 77 0 0\ncpu0 5 1 1 200 2 0 3 40 0 0\nintr 1\n";
        for (stat, expect) in [
            (whole, Some(77)),
            ("cpu  10 2 3 400\n", None),
            ("cpu  10 2 3 400 5 0 6 x 0 0\n", None),
            ("cpu0 5 1 1 200 2 0 3 40 0 0\n", None),
            ("", None),
        ] {
            assert_eq!(lost_in(stat), expect, "{stat}");
        }
    }

    #[test]
    fn this_process_can_be_read() {
        let pid = std::process::id();
        assert!(peak_rss_kib(pid).unwrap() > 0);
        assert!(rss_kib(pid).unwrap() > 0);
        assert!(shared_out_kib(pid).is_none_or(|kib| kib > 0));
        // The process's own time is read first, since both only grow.
        let own = cpu_time(pid).unwrap();
        assert!(tree_cpu_time(pid).unwrap() >= own);
    }

    #[test]
    fn children_are_found() {
        let mut child = std::process::Command::new("cat");
        child.stdin(std::process::Stdio::piped());
        let mut child = child.spawn().unwrap();
        assert!(children(std::process::id()).unwrap().contains(&child.id()));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!children(std::process::id()).unwrap().contains(&child.id()));
    }
}
