//! Decides whether there is room for another session, and which one ends to make room.
//!
//! A caller at its own limit gets another session only in exchange for its session that was idle
//! for longest. At the overall limit, a session of the caller with the most sessions ends, if that
//! is more than the new caller has. Only sessions that were idle for a while can end, and a session
//! with an open stream or call is not idle.
//!
//! So as long as the other callers are too few to reach the overall limit within their own limits,
//! a caller without a session always gets its first.

use std::collections::HashMap;

use candor_model::PrincipalKey;

/// The limits on sessions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SessionLimits {
    /// Of all callers.
    pub(crate) all: usize,
    /// Of one caller.
    pub(crate) per_caller: usize,
    /// After how many milliseconds a session is idle.
    pub(crate) idle_ms: u64,
}

/// The facts about an open session that matter for room.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenSession<'a, K> {
    /// The key of the session.
    pub(crate) key: K,
    pub(crate) caller: &'a PrincipalKey,
    /// How long it was inactive; 0 while a request or stream is open.
    pub(crate) silent_ms: u64,
}

/// Whether a caller may start a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SessionRoom<K> {
    /// There is room for it.
    Free,
    /// Once this session has ended.
    InPlaceOf(K),
    /// The caller has reached its limit.
    CallerFull { open: usize },
    /// The overall limit is reached.
    AllFull,
}

/// The sessions of one caller.
struct CallerShare<K> {
    open: usize,
    /// The session that was idle for longest, and for how long.
    idle: Option<(u64, K)>,
}

// === impl SessionLimits ===

impl SessionLimits {
    /// Whether there is room for any caller with this many sessions, without looking at them.
    pub(crate) fn is_roomy(&self, open: usize) -> bool {
        open < self.per_caller.min(self.all)
    }

    /// Whether a caller may start a session beside the open ones.
    pub(crate) fn room<'a, K: Copy>(
        &self,
        caller: &PrincipalKey,
        open: impl Iterator<Item = OpenSession<'a, K>>,
    ) -> SessionRoom<K> {
        let mut all = 0;
        let mut shares: HashMap<&PrincipalKey, CallerShare<K>> = HashMap::new();
        for session in open {
            all += 1;
            let share = shares.entry(session.caller).or_default();
            share.add(&session, self.idle_ms);
        }
        let own = shares.get(caller);
        let has = own.map_or(0, |own| own.open);
        if has >= self.per_caller {
            return match own.and_then(|own| own.idle) {
                Some((_, key)) => SessionRoom::InPlaceOf(key),
                None => SessionRoom::CallerFull { open: has },
            };
        }
        if all < self.all {
            return SessionRoom::Free;
        }
        let greedier = shares
            .into_iter()
            .filter(|(other, share)| share.open > has || *other == caller)
            .filter_map(|(_, share)| share.idle.map(|(silent, key)| (share.open, silent, key)));
        match greedier.max_by_key(|(open, silent, _)| (*open, *silent)) {
            Some((_, _, key)) => SessionRoom::InPlaceOf(key),
            None => SessionRoom::AllFull,
        }
    }
}

// === impl CallerShare ===

impl<K: Copy> CallerShare<K> {
    fn add(&mut self, session: &OpenSession<'_, K>, idle_ms: u64) {
        self.open += 1;
        let longest = self
            .idle
            .is_none_or(|(silent, _)| silent < session.silent_ms);
        if session.silent_ms > idle_ms && longest {
            self.idle = Some((session.silent_ms, session.key));
        }
    }
}

impl<K> Default for CallerShare<K> {
    fn default() -> Self {
        Self {
            open: 0,
            idle: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LIMITS: SessionLimits = SessionLimits {
        all: 8,
        per_caller: 2,
        idle_ms: 300,
    };

    /// The decision for a caller, given open sessions with their inactive time.
    fn room(caller: &str, open: &[(&str, u64)]) -> SessionRoom<usize> {
        let callers: Vec<_> = open
            .iter()
            .map(|(who, _)| PrincipalKey::named(who))
            .collect();
        let open = open.iter().zip(&callers).enumerate();
        let open = open.map(|(key, ((_, silent_ms), caller))| OpenSession {
            key,
            caller,
            silent_ms: *silent_ms,
        });
        LIMITS.room(&PrincipalKey::named(caller), open)
    }

    #[test]
    fn a_caller_at_its_limit_takes_the_place_of_its_own() {
        assert_eq!(room("a", &[("a", 900)]), SessionRoom::Free);
        let full = SessionRoom::CallerFull { open: 2 };
        assert_eq!(room("a", &[("a", 0), ("a", 300)]), full);
        assert_eq!(room("a", &[("a", 0), ("b", 999), ("a", 0)]), full);
        let own = [("a", 301), ("b", 999), ("a", 302)];
        assert_eq!(room("a", &own), SessionRoom::InPlaceOf(2));
        assert_eq!(room("b", &own), SessionRoom::Free);
    }

    #[test]
    fn where_all_places_are_taken_the_caller_that_has_most_gives_one() {
        let two = |silent| {
            ["a", "b", "c"]
                .map(|who| [(who, silent), (who, 0)])
                .concat()
        };
        let mut full = two(301);
        full.extend([("d", 999), ("e", 0)]);
        // The sessions of `d` and `e` were inactive for longer, or not at all, and each has only
        // one.
        full[2].1 = 302;
        assert_eq!(room("f", &full), SessionRoom::InPlaceOf(2));
        assert_eq!(room("d", &full), SessionRoom::InPlaceOf(2));
        let mut busy = two(0);
        busy.extend([("d", 999), ("e", 0)]);
        assert_eq!(room("f", &busy), SessionRoom::InPlaceOf(6));
        assert_eq!(room("d", &busy), SessionRoom::InPlaceOf(6), "its own");
        assert_eq!(room("e", &busy), SessionRoom::AllFull, "it has as many");
    }

    proptest! {
        /// For any order of callers and any inactive times: no caller exceeds its share, and the
        /// total limit holds; only an idle session ends, of the caller itself or of one that has
        /// more; and a caller without a session gets its first as long as `other callers × share <
        /// total limit`.
        #[test]
        fn one_callers_excess_never_refuses_another(
            all in 1_usize..20,
            per_caller in 1_usize..8,
            steps in proptest::collection::vec((0_usize..6, 0_u64..600), 0..120),
        ) {
            let limits = SessionLimits { all, per_caller, idle_ms: 300 };
            let callers: Vec<_> = (0..6).map(|who| PrincipalKey::named(&who.to_string())).collect();
            let mut table: Vec<(usize, u64)> = Vec::new();
            for (who, silent) in steps {
                let has = |who: usize| table.iter().filter(|(other, _)| *other == who).count();
                let open = table.iter().enumerate().map(|(key, (who, silent_ms))| OpenSession {
                    key,
                    caller: &callers[*who],
                    silent_ms: *silent_ms,
                });
                let others = (0..6).filter(|other| *other != who && has(*other) > 0).count();
                let room = limits.room(&callers[who], open);
                if has(who) == 0 && others * per_caller < all {
                    prop_assert_eq!(room, SessionRoom::Free);
                }
                match room {
                    SessionRoom::Free => table.push((who, silent)),
                    SessionRoom::InPlaceOf(key) => {
                        let (ended, silent_ms) = table[key];
                        prop_assert!(silent_ms > 300);
                        prop_assert!(ended == who || has(ended) > has(who));
                        prop_assert!(ended == who || has(who) < per_caller);
                        table[key] = (who, silent);
                    }
                    SessionRoom::CallerFull { open } => {
                        prop_assert_eq!(open, per_caller);
                    }
                    SessionRoom::AllFull => prop_assert_eq!(table.len(), all),
                }
                prop_assert!(table.len() <= all);
                for who in 0..6 {
                    let has = table.iter().filter(|(other, _)| *other == who).count();
                    prop_assert!(has <= per_caller);
                }
            }
        }
    }
}
