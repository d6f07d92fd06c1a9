use super::*;

fn seen(action: ObservedAction, target: ObservedTarget) -> Observation {
    Observation {
        action,
        target,
        process: 1,
        program: "/bin/x".into(),
        allowed: true,
    }
}

#[test]
fn a_table_has_what_was_seen_and_no_more() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path().canonicalize().unwrap();
    for folder in ["notes", "work", "tmp"] {
        std::fs::create_dir(root.join(folder)).unwrap();
    }
    let path = |name: &str| ObservedTarget::Path(root.join(name));
    let address = |text: &str| ObservedTarget::Address(text.into());
    let observations = [
        seen(ObservedAction::Create, path("notes/a")),
        seen(ObservedAction::Create, path("work/a")),
        seen(ObservedAction::Create, path("tmp/a")),
        seen(
            ObservedAction::Read,
            ObservedTarget::Path("/etc/hosts".into()),
        ),
        seen(ObservedAction::Connect, address("1.2.3.4:443")),
        seen(ObservedAction::Connect, address("9.9.9.9:53")),
        seen(ObservedAction::Connect, address("no address")),
        seen(ObservedAction::Run, ObservedTarget::Path("/bin/sh".into())),
    ];
    let (folder, temporary) = (root.join("work"), root.join("tmp"));
    let mut context = SuggestionContext {
        level: ConfineLevel::Standard,
        folder: &folder,
        home: None,
        temporary: &temporary,
    };
    let table = suggest_table(&observations, &context);
    let notes = root.join("notes");
    assert_eq!(
        table.to_string(),
        format!("level = \"standard\"\nwrite = [{notes:?}]\nconnect = [\"1.2.3.4:443\"]\n")
    );
    context.level = ConfineLevel::Strict;
    let table = suggest_table(&observations, &context);
    assert_eq!(table.read, [PathBuf::from("/etc")]);
    assert_eq!(table.write, [notes, folder.clone()]);
    assert_eq!(table.run, [PathBuf::from("/bin/sh")]);
}

#[test]
fn many_folders_are_summed_up_but_never_to_the_home_folder() {
    let home = Path::new("/home/me");
    let folders = (0..40)
        .map(|number| home.join(format!("project/modules/m{number}")))
        .collect();
    assert_eq!(
        summed_up(folders, Some(home)),
        [home.join("project/modules")]
    );
    let folders: BTreeSet<PathBuf> = (0..40)
        .map(|number| home.join(format!("m{number}")))
        .collect();
    assert_eq!(summed_up(folders, Some(home)).len(), 40);
}
