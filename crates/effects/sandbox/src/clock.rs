//! The CPU time of a process.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The CPU time of this process so far, over all threads. Also available to a confined process.
pub fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    let nanos = u32::try_from(time.tv_nsec).unwrap_or_default();
    Duration::new(seconds, nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_grows_with_work() {
        let start = cpu_time();
        let mut sum = 0_u64;
        // Bounded, and far more than a clock needs to move.
        for number in 0..u64::from(u32::MAX) {
            sum = std::hint::black_box(sum.wrapping_add(number));
            if number % 10_000 == 0 && cpu_time() > start {
                return;
            }
        }
        panic!("after {sum} it is still {start:?}");
    }
}
