//! Selection of a toolset's tools.

use std::collections::{HashMap, HashSet};

use candor_model::{Digest, Hint, QualifiedName, ToolRef, ToolsetMember};

/// The tools to choose from, indexed. Tools are identified by their position in the input.
#[derive(Clone, Debug, Default)]
pub struct ToolPool {
    names: Vec<QualifiedName>,
    by_name: HashMap<QualifiedName, usize>,
    by_ref: HashMap<Digest, usize>,
    refs: Vec<Digest>,
}

/// The tools that a toolset's members select.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolSelection {
    /// The tools, without duplicates, in the order of the members that first select them.
    pub tools: Vec<usize>,
    /// Members that currently select nothing.
    pub missing: Vec<MissingMember>,
}

/// A member that currently selects nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingMember {
    /// The member of the toolset.
    pub member: ToolsetMember,
    /// Why it selects nothing.
    pub why: MissingReason,
}

/// Why a member currently selects nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingReason {
    /// The tool does not exist.
    NotThere,
    /// The tool exists, but its definition differs from the pinned one.
    Changed,
    /// No tool matches the pattern or the hint.
    NothingFits,
}

/// Whether members select a tool, without looking at any other tool.
pub fn toolset_includes(
    members: &[ToolsetMember],
    name: &QualifiedName,
    ref_id: &Digest,
    relied: impl Fn(Hint) -> Option<bool>,
) -> bool {
    !is_left_out(members, name)
        && members.iter().any(|member| match member {
            ToolsetMember::Tool(tool) => {
                let named = tool.name().is_none_or(|wanted| wanted == name);
                named && tool.ref_id().is_none_or(|wanted| wanted == ref_id)
            }
            ToolsetMember::Pattern(pattern) => pattern.matches(name),
            ToolsetMember::Hint {
                source,
                hint,
                value,
            } => {
                let here = source.as_ref().is_none_or(|source| name.source() == source);
                here && relied(*hint) == Some(*value)
            }
            ToolsetMember::Every => true,
            ToolsetMember::Except(_) => false,
        })
}

/// Whether one of the members excludes a tool.
pub fn is_left_out(members: &[ToolsetMember], name: &QualifiedName) -> bool {
    let mut members = members.iter();
    members.any(|member| matches!(member, ToolsetMember::Except(pattern) if pattern.matches(name)))
}

// === impl ToolPool ===

impl ToolPool {
    /// Indexes the tools to choose from.
    pub fn new<'a>(tools: impl IntoIterator<Item = (&'a QualifiedName, Digest)>) -> Self {
        let mut pool = Self::default();
        for (at, (name, ref_id)) in tools.into_iter().enumerate() {
            pool.by_name.insert(name.clone(), at);
            pool.by_ref.insert(ref_id, at);
            pool.names.push(name.clone());
            pool.refs.push(ref_id);
        }
        pool
    }

    /// The tool that a reference currently resolves to. If it has a name and an id, both must
    /// match.
    pub fn find(&self, tool: &ToolRef) -> Result<usize, MissingReason> {
        let Some(name) = tool.name() else {
            let found = tool.ref_id().and_then(|id| self.by_ref.get(id));
            return found.copied().ok_or(MissingReason::NotThere);
        };
        let at = *self.by_name.get(name).ok_or(MissingReason::NotThere)?;
        match tool.ref_id() {
            Some(id) if *id != self.refs[at] => Err(MissingReason::Changed),
            _ => Ok(at),
        }
    }

    /// The tools that members select. `relied` returns the relied-upon hints of a tool.
    pub fn select(
        &self,
        members: &[ToolsetMember],
        relied: impl Fn(usize, Hint) -> Option<bool>,
    ) -> ToolSelection {
        let mut selection = ToolSelection::default();
        let mut seen = HashSet::new();
        let selecting = |member: &&ToolsetMember| !matches!(member, ToolsetMember::Except(_));
        for member in members.iter().filter(selecting) {
            let found = self.of_member(member, &relied);
            match found {
                Ok(found) => {
                    let fresh = found.into_iter().filter(|at| seen.insert(*at));
                    let kept = fresh.filter(|at| !is_left_out(members, &self.names[*at]));
                    selection.tools.extend(kept);
                }
                Err(why) => selection.missing.push(MissingMember {
                    member: member.clone(),
                    why,
                }),
            }
        }
        selection
    }

    fn of_member(
        &self,
        member: &ToolsetMember,
        relied: &impl Fn(usize, Hint) -> Option<bool>,
    ) -> Result<Vec<usize>, MissingReason> {
        let all = || self.names.iter().enumerate();
        let found: Vec<usize> = match member {
            ToolsetMember::Tool(tool) => return self.find(tool).map(|at| vec![at]),
            ToolsetMember::Pattern(pattern) => all()
                .filter(|(_, name)| pattern.matches(name))
                .map(|(at, _)| at)
                .collect(),
            ToolsetMember::Hint {
                source,
                hint,
                value,
            } => all()
                .filter(|(_, name)| source.as_ref().is_none_or(|source| name.source() == source))
                .filter(|(at, _)| relied(*at, *hint) == Some(*value))
                .map(|(at, _)| at)
                .collect(),
            ToolsetMember::Every => all().map(|(at, _)| at).collect(),
            // It selects nothing and is not reported as missing.
            ToolsetMember::Except(_) => return Ok(Vec::new()),
        };
        if found.is_empty() {
            return Err(MissingReason::NothingFits);
        }
        Ok(found)
    }
}

// === impl MissingReason ===

impl MissingReason {
    /// The reason in words.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotThere => "there is no such tool now",
            Self::Changed => "the tool has changed since the toolset pinned it",
            Self::NothingFits => "no tool fits",
        }
    }
}

#[cfg(test)]
mod tests {
    use candor_model::ToolPattern;

    use super::*;

    #[test]
    fn one_tool_is_judged_as_among_all() {
        let (pool, names) = pool();
        let relied = |at: usize, hint| (hint == Hint::ReadOnly).then_some(at == 0);
        let parse = |text: &str| ToolPattern::parse(text).expect("a pattern");
        let by_id = |name: &str| ToolRef::new(None, Some(Digest::of(name))).expect("a reference");
        for member in [
            ToolsetMember::Pattern(parse("shop.*")),
            ToolsetMember::Pattern(parse("nothing.*")),
            ToolsetMember::Tool(ToolRef::named(names[1].clone())),
            ToolsetMember::Tool(by_id("files.read")),
            ToolsetMember::Tool(by_id("other")),
            ToolsetMember::Hint {
                source: None,
                hint: Hint::ReadOnly,
                value: true,
            },
            ToolsetMember::Hint {
                source: Some(names[3].source().clone()),
                hint: Hint::ReadOnly,
                value: false,
            },
        ] {
            let members = [member];
            let all = pool.select(&members, relied).tools;
            for (at, name) in names.iter().enumerate() {
                let id = Digest::of(name.to_string());
                let one = toolset_includes(&members, name, &id, |hint| relied(at, hint));
                assert_eq!(one, all.contains(&at), "{members:?} {name}");
            }
        }
    }

    fn pool() -> (ToolPool, Vec<QualifiedName>) {
        let names: Vec<_> = ["shop.list", "shop.add", "shop.delete", "files.read"]
            .iter()
            .map(|name| QualifiedName::parse(name).expect("a name"))
            .collect();
        let refs = names.iter().map(|name| Digest::of(name.to_string()));
        (ToolPool::new(names.iter().zip(refs)), names)
    }

    fn relied(at: usize, hint: Hint) -> Option<bool> {
        (hint == Hint::ReadOnly).then_some(at == 0 || at == 3)
    }

    fn members(texts: &[&str]) -> Vec<ToolsetMember> {
        let members: Result<_, _> = texts
            .iter()
            .map(|text| ToolsetMember::parse(text))
            .collect();
        members.expect("members")
    }

    #[test]
    fn what_is_left_out_is_not_there_whatever_else_puts_it_there() {
        let (pool, names) = pool();
        for (texts, expect) in [
            (&["*"][..], &[0, 1, 2, 3][..]),
            (&["*", "!shop.delete"], &[0, 1, 3]),
            (&["!shop.delete", "shop.delete", "*"], &[0, 1, 3]),
            (&["shop.*", "read_only=true", "!shop.*"], &[3]),
            (&["!shop.nothing", "files.read"], &[3]),
            (&["!shop.add"], &[]),
        ] {
            let members = members(texts);
            let selection = pool.select(&members, relied);
            assert_eq!(selection.tools, expect, "{texts:?}");
            assert_eq!(selection.missing, [], "{texts:?}");
            for (at, name) in names.iter().enumerate() {
                let id = Digest::of(name.to_string());
                let one = toolset_includes(&members, name, &id, |hint| relied(at, hint));
                assert_eq!(one, expect.contains(&at), "{texts:?} {name}");
            }
        }
    }

    #[test]
    fn tools_come_once_and_in_the_order_of_the_members() {
        let (pool, _) = pool();
        for (texts, expect) in [
            (&["shop.add", "shop.*"][..], vec![1, 0, 2]),
            (&["read_only=true"], vec![0, 3]),
            (
                &["shop:read_only=true", "files.read", "files.*"],
                vec![0, 3],
            ),
            (&["shop:read_only=false"], vec![1, 2]),
            (&[], vec![]),
        ] {
            let selection = pool.select(&members(texts), relied);
            assert_eq!(selection.tools, expect, "{texts:?}");
            assert_eq!(selection.missing, []);
        }
    }

    #[test]
    fn what_names_nothing_is_told() {
        let (pool, names) = pool();
        let pinned = |name: &QualifiedName, id| {
            ToolsetMember::Tool(ToolRef::new(Some(name.clone()), Some(id)).expect("a reference"))
        };
        let by_id = |id| ToolsetMember::Tool(ToolRef::new(None, Some(id)).expect("a reference"));
        let members = [
            pinned(&names[0], Digest::of("shop.list")),
            pinned(&names[1], Digest::of("something else")),
            by_id(Digest::of("files.read")),
            by_id(Digest::of("nobody")),
            ToolsetMember::parse("shop.gone").expect("a member"),
            ToolsetMember::parse("gone.*").expect("a member"),
            ToolsetMember::parse("destructive=true").expect("a member"),
        ];
        let selection = pool.select(&members, relied);
        assert_eq!(selection.tools, [0, 3]);
        let why: Vec<_> = selection
            .missing
            .iter()
            .map(|missing| missing.why)
            .collect();
        assert_eq!(
            why,
            [
                MissingReason::Changed,
                MissingReason::NotThere,
                MissingReason::NotThere,
                MissingReason::NothingFits,
                MissingReason::NothingFits
            ]
        );
    }
}
