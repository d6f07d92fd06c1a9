//! The part of a report that is stored: one verification per tool.

use candor_model::{Digest, InstanceCheck, ObservedHint, QualifiedName, SourceName, Verification};

use crate::verdict::{HintVerdict, ToolFinding, VerifyReport};

// === impl VerifyReport ===

impl VerifyReport {
    /// The verification of each tool, for the source that offers it. Tools without observations are
    /// left out.
    pub fn verifications(
        &self,
        source: &SourceName,
        by: &str,
        at_micros: i64,
    ) -> Vec<Verification> {
        let tools = self.tools.iter().filter_map(|tool| {
            let hints = tool.observed();
            (!hints.is_empty()).then(|| Verification {
                tool: QualifiedName::new(source.clone(), tool.name.clone()),
                definition: Digest::parse(&tool.definition).unwrap_or(Digest::UNKNOWN),
                server_version: self.version.as_str().into(),
                scenario: self.scenario.as_deref().and_then(Digest::parse),
                hints,
                by: by.into(),
                at_micros,
            })
        });
        tools.collect()
    }

    /// Whether two instances share the server's state, for a source; none if that is not known.
    pub fn instance_check(
        &self,
        source: &SourceName,
        by: &str,
        at_micros: i64,
    ) -> Option<InstanceCheck> {
        self.instances.as_ref().map(|found| InstanceCheck {
            source: source.clone(),
            server_version: self.version.as_str().into(),
            shared: found.shared,
            evidence: found.evidence.as_str().into(),
            by: by.into(),
            at_micros,
        })
    }
}

// === impl ToolFinding ===

impl ToolFinding {
    fn observed(&self) -> Vec<ObservedHint> {
        let hints = self.by_hint().filter_map(|(hint, found)| {
            // Only declared hints can be confirmed or contradicted.
            let declared = found.declared?;
            let contradicts = match found.verdict {
                HintVerdict::Verified => false,
                HintVerdict::Contradicted => true,
                HintVerdict::Unknown => return None,
            };
            let reasons = found.evidence.iter();
            let reasons = reasons.map(|one| (one.text.as_str(), one.difference.as_slice()));
            Some(ObservedHint::new(hint, declared, contradicts, reasons).shortened())
        });
        hints.collect()
    }
}

#[cfg(test)]
mod tests {
    use candor_model::Hint;

    use super::*;
    use crate::verdict::{HintEvidence, HintFinding};

    fn finding(declared: Option<bool>, verdict: HintVerdict, text: &str) -> HintFinding {
        HintFinding {
            declared,
            verdict,
            evidence: vec![HintEvidence {
                text: text.to_owned(),
                arguments: None,
                difference: vec!["`a` was written".to_owned()],
            }],
        }
    }

    #[test]
    fn what_was_learnt_is_kept_and_nothing_else() {
        let definition = Digest::of("definition");
        let tool = |name: &str, hints: Vec<HintFinding>| ToolFinding {
            name: name.to_owned(),
            definition: definition.to_string(),
            calls: (3, 3),
            hints,
            remarks: Vec::new(),
        };
        let unknown = || finding(Some(true), HintVerdict::Unknown, "");
        let report = VerifyReport {
            version: "1.2".to_owned(),
            tools: vec![
                tool("silent", vec![unknown(), unknown(), unknown(), unknown()]),
                tool(
                    "liar",
                    vec![
                        finding(Some(true), HintVerdict::Contradicted, "it wrote a file"),
                        finding(None, HintVerdict::Verified, "nobody asked"),
                        finding(Some(false), HintVerdict::Verified, &"x".repeat(3_000)),
                        unknown(),
                    ],
                ),
            ],
            ..VerifyReport::default()
        };
        let source = SourceName::parse("shop").expect("a name");
        let kept = report.verifications(&source, "ada", 7);
        let [liar] = kept.as_slice() else {
            panic!("{kept:?}");
        };
        assert_eq!(liar.tool.to_string(), "shop.liar");
        assert_eq!(liar.definition, definition);
        let [read_only, idempotent] = liar.hints.as_slice() else {
            panic!("{liar:?}");
        };
        assert_eq!(
            (read_only.hint, read_only.value, read_only.contradicts),
            (Hint::ReadOnly, false, true)
        );
        assert_eq!(&*read_only.evidence, "it wrote a file (`a` was written)");
        assert_eq!(
            (idempotent.hint, idempotent.value),
            (Hint::Idempotent, false)
        );
        assert_eq!(idempotent.evidence.chars().count(), 2_000);
    }
}
