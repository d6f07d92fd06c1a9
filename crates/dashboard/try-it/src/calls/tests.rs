//! How many calls are kept, whose, and for how long.

use super::*;

fn kept(calls: &[Arc<TryItCall>]) -> VecDeque<Arc<TryItCall>> {
    calls.iter().cloned().collect()
}

fn under_way(owner: &str) -> Arc<TryItCall> {
    Arc::new(TryItCall::blank(owner))
}

fn over(owner: &str) -> Arc<TryItCall> {
    let call = under_way(owner);
    call.finish(TryItEnd::Cancelled);
    call
}

#[test]
fn what_is_over_is_forgotten_in_time_and_what_is_under_way_is_not() {
    let (old, running) = (over("ann"), under_way("ann"));
    let mut all = kept(&[old, running.clone()]);
    let now = Instant::now();
    prune(&mut all, now + FOR.saturating_sub(Duration::from_mins(1)));
    assert_eq!(all.len(), 2);
    prune(&mut all, now + FOR + Duration::from_mins(1));
    assert_eq!(all.len(), 1);
    assert_eq!(all[0].id, running.id);
}

#[test]
fn the_oldest_that_is_over_goes_first() {
    let mut all = VecDeque::new();
    for at in 0..KEPT {
        let owner = format!("p{}", at % 8);
        all.push_back(if at == 0 {
            under_way(&owner)
        } else {
            over(&owner)
        });
    }
    let (first, second) = (all[0].id.clone(), all[1].id.clone());
    assert_eq!(make_room(&mut all, "new"), Ok(()));
    assert_eq!(all.len(), KEPT - 1);
    assert_eq!(all[0].id, first);
    assert!(all.iter().all(|call| call.id != second));
}

#[test]
fn calls_per_user_are_limited() {
    let mut all: VecDeque<_> = (0..KEPT_OF_ONE).map(|_| over("ann")).collect();
    all.push_front(over("bob"));
    assert_eq!(make_room(&mut all, "ann"), Ok(()));
    assert_eq!(all.len(), KEPT_OF_ONE);
    assert_eq!(all[0].owner, "bob");
    all.extend((0..UNDER_WAY).map(|_| under_way("ann")));
    assert_eq!(make_room(&mut all, "ann"), Err(TooManyCalls::OwnLimit));
    assert_eq!(make_room(&mut all, "bob"), Ok(()));
}

#[test]
fn what_is_under_way_is_never_dropped_for_another() {
    let owners = (0..KEPT).map(|at| format!("p{}", at / UNDER_WAY));
    let mut all: VecDeque<_> = owners.map(|owner| under_way(&owner)).collect();
    assert_eq!(make_room(&mut all, "new"), Err(TooManyCalls::SharedLimit));
    assert_eq!(all.len(), KEPT);
}

#[test]
fn calls_without_a_page_are_cancelled() {
    let running = under_way("ann");
    let calls = TryItCalls::default();
    calls.lock().push_back(running.clone());
    assert!(calls.find("ann", &running.id).is_some());
    assert!(calls.find("bob", &running.id).is_none());
    let other = calls.clone();
    drop(calls);
    assert!(!running.is_stopped());
    drop(other);
    assert!(running.is_stopped());
}

#[test]
fn remarks_are_bounded_and_not_repeated() {
    let call = under_way("ann");
    for at in 0..200 {
        call.remark(format!("step {}", at / 2));
    }
    let remarks = call.remarks();
    assert_eq!(remarks.len(), 50);
    assert_eq!(remarks.last().map(String::as_str), Some("step 99"));
}

#[test]
fn pages_are_notified_of_news_only() {
    let call = under_way("ann");
    let mut heard = call.listen();
    let mut rung = move || {
        let rung = heard.has_changed().expect("it is there");
        heard.mark_unchanged();
        rung
    };
    assert!(!rung());
    call.remark("1 of 2".to_owned());
    assert!(rung());
    // Said twice, it is no news.
    call.remark("1 of 2".to_owned());
    assert!(!rung());
    call.remark("2 of 2".to_owned());
    call.finish(TryItEnd::Cancelled);
    assert!(rung());
    assert!(!rung());
}
