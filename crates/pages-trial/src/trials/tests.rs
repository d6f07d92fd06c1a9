//! How many calls are kept, whose, and for how long.

use super::*;

fn kept(trials: &[Arc<Trial>]) -> VecDeque<Arc<Trial>> {
    trials.iter().cloned().collect()
}

fn under_way(owner: &str) -> Arc<Trial> {
    Arc::new(Trial::blank(owner))
}

fn over(owner: &str) -> Arc<Trial> {
    let trial = under_way(owner);
    trial.finish(End::Cancelled);
    trial
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
    assert!(all.iter().all(|trial| trial.id != second));
}

#[test]
fn nobody_has_more_than_their_share() {
    let mut all: VecDeque<_> = (0..KEPT_OF_ONE).map(|_| over("ann")).collect();
    all.push_front(over("bob"));
    assert_eq!(make_room(&mut all, "ann"), Ok(()));
    assert_eq!(all.len(), KEPT_OF_ONE);
    assert_eq!(all[0].owner, "bob");
    all.extend((0..UNDER_WAY).map(|_| under_way("ann")));
    assert_eq!(make_room(&mut all, "ann"), Err(Full::Own));
    assert_eq!(make_room(&mut all, "bob"), Ok(()));
}

#[test]
fn what_is_under_way_is_never_dropped_for_another() {
    let owners = (0..KEPT).map(|at| format!("p{}", at / UNDER_WAY));
    let mut all: VecDeque<_> = owners.map(|owner| under_way(&owner)).collect();
    assert_eq!(make_room(&mut all, "new"), Err(Full::All));
    assert_eq!(all.len(), KEPT);
}

#[test]
fn what_nobody_can_see_any_more_is_taken_back() {
    let running = under_way("ann");
    let trials = Trials::default();
    trials.lock().push_back(running.clone());
    assert!(trials.find("ann", &running.id).is_some());
    assert!(trials.find("bob", &running.id).is_none());
    let other = trials.clone();
    drop(trials);
    assert!(!running.is_stopped());
    drop(other);
    assert!(running.is_stopped());
}

#[test]
fn remarks_are_bounded_and_not_repeated() {
    let trial = under_way("ann");
    for at in 0..200 {
        trial.remark(format!("step {}", at / 2));
    }
    let remarks = trial.remarks();
    assert_eq!(remarks.len(), 50);
    assert_eq!(remarks.last().map(String::as_str), Some("step 99"));
}

#[test]
fn whoever_looks_hears_of_what_is_new_and_of_nothing_else() {
    let trial = under_way("ann");
    let mut heard = trial.listen();
    let mut rung = move || {
        let rung = heard.has_changed().expect("it is there");
        heard.mark_unchanged();
        rung
    };
    assert!(!rung());
    trial.remark("1 of 2".to_owned());
    assert!(rung());
    // Said twice, it is no news.
    trial.remark("1 of 2".to_owned());
    assert!(!rung());
    trial.remark("2 of 2".to_owned());
    trial.finish(End::Cancelled);
    assert!(rung());
    assert!(!rung());
}
