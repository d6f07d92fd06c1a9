//! `candor toolset edit`.

use candor_gateway::EditError;
use candor_model::{Toolset, ToolsetMember};

use crate::args::{InheritableValue, ToolsetEditArgs};
use crate::prelude::*;

/// Changes only what is given.
pub(super) async fn run(args: &ToolsetEditArgs, workspace: &CommandWorkspace) -> CommandResult {
    let author = args.reason.author(&workspace.actor)?;
    if changes_nothing(args) {
        let failure = CommandFailure::new(format!("nothing to change in `{}`", args.name));
        return Err(
            failure.hint("use `--add`, `--remove`, `--move` or `--description`, or see `--help`")
        );
    }
    with_gateway(workspace, async |gateway| {
        let added = super::pinned_members(&gateway, &args.add, args.pin);
        let editor = gateway.editor();
        let edit = |toolset: &mut Toolset| change(toolset, args, &added);
        let edited = editor.edit_toolset(&author, &args.name, None, &edit).await;
        let view = edited.map_err(|error| status::unknown_tool(error, &gateway))?;
        super::done(&view, &format!("changed: {}", args.name), &workspace.output)?;
        super::warn_about_missing(&view, &args.add, &workspace.output);
        Ok(())
    })
    .await
}

fn changes_nothing(args: &ToolsetEditArgs) -> bool {
    args.add.is_empty()
        && args.remove.is_empty()
        && args.moved.is_none()
        && args.description.is_none()
        && args.profile.is_none()
        && args.provenance.is_none()
        && args.budget.is_none()
        && args.prompts_and_resources.is_none()
}

fn change(
    toolset: &mut Toolset,
    args: &ToolsetEditArgs,
    added: &[ToolsetMember],
) -> Result<(), EditError> {
    for member in &args.remove {
        let at = place(toolset, member)?;
        toolset.members.remove(at);
    }
    for member in added {
        // The last option about a tool wins, pinned or not.
        match position(toolset, member) {
            Some(at) => toolset.members[at] = member.clone(),
            None => toolset.members.push(member.clone()),
        }
    }
    if let (Some(member), Some(to)) = (&args.moved, args.to) {
        let at = place(toolset, member)?;
        let member = toolset.members.remove(at);
        let to = (to - 1).min(toolset.members.len());
        toolset.members.insert(to, member);
    }
    if let Some(description) = &args.description {
        toolset.description.clone_from(description);
    }
    if let Some(profile) = args.profile {
        toolset.profile = profile.into_option();
    }
    if let Some(provenance) = args.provenance {
        toolset.provenance = provenance.into_option();
    }
    if let Some(budget) = args.budget.map(InheritableValue::into_option) {
        toolset.budget = budget;
    }
    if let Some(served) = args.prompts_and_resources {
        toolset.prompts_and_resources = served;
    }
    Ok(())
}

/// The index of a member. A tool is identified by its name, pinned or not.
fn position(toolset: &Toolset, wanted: &ToolsetMember) -> Option<usize> {
    let text = wanted.to_string();
    let same = |member: &ToolsetMember| match (member, wanted) {
        (ToolsetMember::Tool(_), ToolsetMember::Tool(_)) => member.to_string() == text,
        _ => member == wanted,
    };
    toolset.members.iter().position(same)
}

fn place(toolset: &Toolset, wanted: &ToolsetMember) -> Result<usize, EditError> {
    position(toolset, wanted).ok_or_else(|| {
        EditError::Unknown(format!(
            "`{wanted}` is not a member of the toolset `{name}`; `candor toolset show {name}` \
             lists them",
            name = toolset.name
        ))
    })
}

#[cfg(test)]
mod tests {
    use candor_model::{Digest, ToolRef, ToolsetName};

    use super::*;
    use crate::args::ReasonArgs;

    fn toolset(members: &[&str]) -> Toolset {
        let mut toolset = Toolset::new(ToolsetName::parse("reading").expect("a name"));
        let members = members.iter();
        toolset.members = members
            .map(|text| ToolsetMember::parse(text).expect("a member"))
            .collect();
        toolset
    }

    fn args(add: &[&str], remove: &[&str], moved: Option<(&str, usize)>) -> ToolsetEditArgs {
        let members = |texts: &[&str]| toolset(texts).members;
        ToolsetEditArgs {
            name: ToolsetName::parse("reading").expect("a name"),
            add: members(add),
            remove: members(remove),
            moved: moved.map(|(text, _)| members(&[text]).remove(0)),
            to: moved.map(|(_, to)| to),
            pin: false,
            description: None,
            profile: None,
            provenance: None,
            budget: None,
            prompts_and_resources: None,
            reason: ReasonArgs::default(),
        }
    }

    #[track_caller]
    fn check(before: &[&str], args: &ToolsetEditArgs, expect: Result<&[&str], &str>) {
        let mut toolset = toolset(before);
        let done = change(&mut toolset, args, &args.add).map_err(|error| error.to_string());
        let after: Vec<String> = toolset.members.iter().map(ToString::to_string).collect();
        match expect {
            Ok(expect) => {
                assert_eq!(done, Ok(()));
                assert_eq!(after, expect);
            }
            Err(expect) => assert_eq!(done, Err(expect.to_owned())),
        }
    }

    #[test]
    fn members_go_come_and_move() {
        let before = ["a.x", "a.*", "read_only=true"];
        check(
            &before,
            &args(&["a.y"], &["a.*"], None),
            Ok(&["a.x", "read_only=true", "a.y"]),
        );
        check(&before, &args(&["a.x"], &[], None), Ok(&before));
        check(
            &before,
            &args(&[], &[], Some(("read_only=true", 1))),
            Ok(&["read_only=true", "a.x", "a.*"]),
        );
        check(
            &before,
            &args(&[], &[], Some(("a.x", 99))),
            Ok(&["a.*", "read_only=true", "a.x"]),
        );
        check(
            &before,
            &args(&["a.y"], &[], Some(("a.y", 2))),
            Ok(&["a.x", "a.y", "a.*", "read_only=true"]),
        );
        check(
            &before,
            &args(&[], &["a.z"], None),
            Err(
                "`a.z` is not a member of the toolset `reading`; `candor toolset show reading` lists them",
            ),
        );
    }

    #[test]
    fn a_pinned_tool_is_the_same_tool() {
        let mut pinned = toolset(&["a.x"]);
        let name = candor_model::QualifiedName::parse("a.x");
        let tool = ToolRef::new(name, Some(Digest::of("x"))).expect("a reference");
        pinned.members = vec![ToolsetMember::Tool(tool)];
        let add = args(&["a.x"], &[], None);
        assert!(change(&mut pinned.clone(), &args(&[], &["a.x"], None), &[]).is_ok());
        change(&mut pinned, &add, &add.add).expect("changed");
        assert_eq!(pinned.members, toolset(&["a.x"]).members);
    }
}
