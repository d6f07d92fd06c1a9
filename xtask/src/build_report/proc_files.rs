//! What the kernel says about processes, in `/proc`.

use std::fs;
use std::time::Duration;

/// `/proc` counts CPU time in hundredths of a second on every Linux (`USER_HZ`).
const TICK: Duration = Duration::from_millis(10);

/// CPU time of all processes that this one has started and that have ended, and of theirs.
pub(super) fn children_cpu_time() -> Result<Duration, String> {
    let path = "/proc/self/stat";
    children_time(&read(path)?).ok_or_else(|| format!("`{path}` cannot be understood"))
}

/// The memory that a process has resident, in KiB.
pub(super) fn resident_kib(pid: u32) -> Result<u64, String> {
    let path = format!("/proc/{pid}/status");
    resident(&read(&path)?).ok_or_else(|| format!("`{path}` says nothing about memory"))
}

fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read `{path}`: {error}"))
}

/// User and system time of the children, the 16th and 17th field. The second one is the program's
/// name in parentheses and may hold anything, so counting starts behind the last parenthesis.
fn children_time(stat: &str) -> Option<Duration> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_ascii_whitespace().skip(13);
    let mut next = || fields.next()?.parse::<u32>().ok();
    Some(TICK * next()?.checked_add(next()?)?)
}

fn resident(status: &str) -> Option<u64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_children_is_found_behind_a_hostile_name() {
        let stat = "7 (a) 9 (b) S 1 7 7 0 -1 4194304 100 0 0 0 120 30 5 2 20 0 4 0 1 2 3";
        assert_eq!(children_time(stat), Some(Duration::from_millis(70)));
        for stat in ["", "7 (short) S 1", "7 a S 1"] {
            assert_eq!(children_time(stat), None, "{stat}");
        }
    }

    #[test]
    fn resident_memory_is_found_by_name() {
        let status = "Name:\tx\nVmHWM:\t   20480 kB\nVmRSS:\t 1024 kB\n";
        assert_eq!(resident(status), Some(1024));
        assert_eq!(resident("Name:\tVmRSS: 1 kB\n"), None);
        assert_eq!(resident("VmRSS:\tmany kB\n"), None);
    }

    #[test]
    fn this_process_can_be_read() {
        assert!(resident_kib(std::process::id()).unwrap() > 0);
        children_cpu_time().unwrap();
    }
}
