//! What a virtual machine's host gives to others.

use std::fs;

/// Ticks of all cores, since the machine was started, in which something here was to run and did
/// not because the host gave the core to another machine. Nothing where that is not told.
pub(super) fn lost() -> Option<u64> {
    lost_in(&fs::read_to_string("/proc/stat").ok()?)
}

/// The eighth number of the line about all cores.
fn lost_in(stat: &str) -> Option<u64> {
    let cores = stat.lines().find_map(|line| line.strip_prefix("cpu "))?;
    cores.split_whitespace().nth(7)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_lost_is_found_among_the_others() {
        for (stat, expect) in [
            (
                "cpu  10 2 3 400 5 0 6 77 0 0\ncpu0 5 1 1 200 2 0 3 40 0 0\nintr 1\n",
                Some(77),
            ),
            ("cpu  10 2 3 400\n", None),
            ("cpu  10 2 3 400 5 0 6 x 0 0\n", None),
            ("cpu0 5 1 1 200 2 0 3 40 0 0\n", None),
            ("", None),
        ] {
            assert_eq!(lost_in(stat), expect, "{stat}");
        }
    }
}
