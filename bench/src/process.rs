//! What the kernel says about a process: CPU time and peak memory, from `/proc`.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result};

/// `/proc` counts CPU time in hundredths of a second on every Linux (`USER_HZ`).
const TICK: Duration = Duration::from_millis(10);

/// CPU time, user and system, that all threads of a process have used.
pub(crate) fn cpu_time(pid: u32) -> Result<Duration> {
    let path = format!("/proc/{pid}/stat");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read `{path}`"))?;
    parse_cpu_time(&text).with_context(|| format!("cannot understand `{path}`"))
}

/// The most memory a process has had resident so far, in KiB.
pub(crate) fn peak_rss_kib(pid: u32) -> Result<u64> {
    let path = format!("/proc/{pid}/status");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read `{path}`"))?;
    parse_peak_rss(&text).with_context(|| format!("no VmHWM in `{path}`"))
}

/// The second field is the program's name in parentheses and may hold spaces and parentheses
/// itself, so counting starts behind the last one.
fn parse_cpu_time(stat: &str) -> Option<Duration> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_ascii_whitespace().skip(11);
    let user: u32 = fields.next()?.parse().ok()?;
    let system: u32 = fields.next()?.parse().ok()?;
    Some(TICK * user.checked_add(system)?)
}

fn parse_peak_rss(status: &str) -> Option<u64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hostile_program_name_does_not_shift_the_fields() {
        let stat = "7 (a) 9 (b) S 1 7 7 0 -1 4194304 100 0 0 0 120 30 0 0 20 0 4 0 1 2 3";
        assert_eq!(parse_cpu_time(stat), Some(Duration::from_millis(1500)));
        assert_eq!(parse_cpu_time("7 (short) S 1"), None);
    }

    #[test]
    fn peak_memory_is_found_by_name() {
        assert_eq!(
            parse_peak_rss("Name:\tx\nVmHWM:\t   20480 kB\nVmRSS:\t 1 kB\n"),
            Some(20480)
        );
        assert_eq!(parse_peak_rss("Name:\tx\n"), None);
    }

    #[test]
    fn this_process_can_be_read() {
        let pid = std::process::id();
        assert!(peak_rss_kib(pid).unwrap() > 0);
        cpu_time(pid).unwrap();
    }
}
