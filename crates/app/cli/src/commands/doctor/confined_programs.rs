//! Checks whether sources' programs can be confined.

use candor_config::SourceSettings;
use candor_confine::{ConfineLevel, kernel_support};
use candor_server::confinement;

use super::check::DoctorCheck;

/// Reports what the kernel can enforce, and fails if a source requires more.
pub(super) fn check(sources: &[SourceSettings]) -> DoctorCheck {
    let subject = "confined programs";
    let support = kernel_support();
    let enabled = sources.iter().filter(|source| source.enabled);
    for source in enabled {
        if let Err(error) = support.check(source.confine.level) {
            return DoctorCheck::fail(subject, format!("`{}`: {error}", source.name));
        }
        if source.split.is_some()
            && let Some(reason) = confinement::not_split(support)
        {
            let says = format!(
                "`{}` is not split, and its hints are not relied upon: {reason}",
                source.name
            );
            return DoctorCheck::fail(subject, says)
                .hint("remove `split`, or use Linux 6.12 or newer with Landlock switched on");
        }
    }
    let highest = support.highest_level();
    let landlock = support.landlock.map_or_else(
        || "no Landlock".to_owned(),
        |version| format!("Landlock {version}"),
    );
    let split = match support.check_read_only() {
        Ok(()) => "with read-only instances",
        Err(_) => "without read-only instances",
    };
    let says =
        format!("the kernel can hold programs up to the level `{highest}` ({landlock}, {split})");
    if highest == ConfineLevel::Strict {
        return DoctorCheck::ok(subject, says);
    }
    DoctorCheck::warn(subject, says)
        .hint("Linux 6.12 or newer with Landlock switched on can hold every level")
}
