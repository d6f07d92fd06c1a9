//! Sources that cannot be created, until they can.

use candor_model::SourceInput;
use candor_sources::OriginSpec;

use super::*;
use crate::sources::factory::SourceFuture;
use crate::testing::setup;

/// Creates sources whose text is neither `bad` nor `worse`, and plans those whose text is not
/// `worse`.
struct ScriptedFactory;

impl SourceFactory for ScriptedFactory {
    fn allows_commands(&self) -> bool {
        true
    }

    fn write(&self, _: &SourceInput) -> Result<SourceText, Vec<Diagnostic>> {
        Err(Vec::new())
    }

    fn of_mcp_json(
        &self,
        _: &str,
        _: Option<SourceTrust>,
    ) -> Result<(Vec<SourceText>, Vec<Diagnostic>), Vec<Diagnostic>> {
        Err(Vec::new())
    }

    fn with_trust(&self, text: &SourceText, _: SourceTrust) -> SourceText {
        text.clone()
    }

    fn plan(&self, text: &SourceText) -> PlanResult {
        if text.toml == "worse" {
            return Err(vec![Diagnostic::error("test::worse", "its table is odd")]);
        }
        Ok(SourcePlan {
            kind: "stdio",
            runs: None,
            reaches: None,
            reads: None,
            paths: Vec::new(),
            cwd: None,
            variables: Vec::new(),
            headers: Vec::new(),
            trust: SourceTrust::Trusted,
            findings: Vec::new(),
            toml: String::new(),
        })
    }

    fn make<'a>(&'a self, text: &'a SourceText) -> SourceFuture<'a> {
        Box::pin(async move {
            self.plan(text)?;
            if text.toml == "bad" {
                let remark = Diagnostic::warning("test::remark", "a remark").with_hint("look");
                let error = Diagnostic::error("test::bad", "its program is not there");
                return Err(vec![remark, error]);
            }
            let origin = OriginSpec::NotStarted {
                definitions: Vec::new(),
                from_document: false,
            };
            Ok(setup(text.name.clone(), SourceTrust::Trusted, origin))
        })
    }
}

fn keyring() -> Arc<Keyring> {
    Arc::new(Keyring::parse(&"7".repeat(64)).expect("a key"))
}

fn name(text: &str) -> SourceName {
    SourceName::parse(text).expect("a name")
}

/// A source as it is stored.
fn stored(called: &str, toml: &str, version: u64) -> StoredSource {
    let text = SourceText {
        name: name(called),
        toml: toml.to_owned(),
        document: None,
    };
    StoredSource {
        name: name(called),
        sealed: seal(&keyring(), &text).expect("sealed"),
        version,
    }
}

fn saved() -> AddedSources {
    let taken = HashSet::from([name("taken")]);
    AddedSources::new(Arc::new(ScriptedFactory), keyring(), taken, true)
}

/// The started and stopped sources, and the problems of those that cannot be created.
fn told(movement: &SourcesUpdate) -> [Vec<String>; 3] {
    let come = movement.started.iter();
    let gone = movement.stopped.iter();
    let unmade = movement.unusable.iter().map(|one| {
        let reason = sentence(&one.findings);
        format!("{} at {}: {reason}", one.name, one.version)
    });
    let mut gone: Vec<_> = gone.map(ToString::to_string).collect();
    gone.sort();
    [
        come.map(|setup| setup.spec.name.to_string()).collect(),
        gone,
        unmade.collect(),
    ]
}

#[tokio::test]
async fn what_cannot_be_made_is_kept_in_mind_until_it_can_or_is_gone() {
    let mut saved = saved();
    let (bad, good) = (stored("a", "bad", 1), stored("b", "good", 2));
    let reason = "a at 1: its program is not there; a remark";
    for (stored, expect) in [
        // A source whose name the configuration uses is ignored.
        (
            vec![bad.clone(), good.clone(), stored("taken", "bad", 3)],
            [&["b"][..], &[], &[reason]],
        ),
        // It is neither retried by itself nor forgotten.
        (vec![bad, good], [&[], &[], &[reason]]),
        // Both have changed with their new versions.
        (
            vec![stored("a", "good", 4), stored("b", "worse", 5)],
            [&["a"], &["b"], &["b at 5: its table is odd"]],
        ),
        (vec![], [&[], &["a", "b"], &[]]),
    ] {
        let movement = saved.update(&stored).await;
        assert_eq!(told(&movement), expect);
    }
}

#[tokio::test]
async fn every_reason_comes_with_a_way_out() {
    let other = Keyring::parse(&"8".repeat(64)).expect("a key");
    let mut foreign = stored("c", "good", 3);
    let text = open(&keyring(), &foreign).expect("a text");
    foreign.sealed = seal(&other, &text).expect("sealed");
    let all = [stored("a", "bad", 1), stored("b", "worse", 2), foreign];
    let movement = saved().update(&all).await;
    let told: Vec<_> = movement
        .unusable
        .iter()
        .map(|one| {
            let first = &one.findings[0];
            (one.trust, first.code, first.hint.as_deref())
        })
        .collect();
    let key = "it was sealed with a key that this gateway does not have; give it that key, or \
               remove the source and add it again";
    let expect = [
        (SourceTrust::Trusted, "test::bad", Some(WAY_OUT)),
        (SourceTrust::Untrusted, "test::worse", Some(WAY_OUT)),
        (SourceTrust::Untrusted, "source::sealed", Some(key)),
    ];
    assert_eq!(told, expect);
    assert_eq!(
        movement.unusable[0].findings[1].hint.as_deref(),
        Some("look")
    );
}

#[tokio::test]
async fn where_none_are_served_none_are_missed() {
    let mut saved = AddedSources::new(Arc::new(ScriptedFactory), keyring(), HashSet::new(), false);
    let movement = saved.update(&[stored("a", "bad", 1)]).await;
    assert_eq!(told(&movement), <[Vec<String>; 3]>::default());
}
