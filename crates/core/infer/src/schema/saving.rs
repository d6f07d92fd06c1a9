//! Parameters that say where a result is saved.

use serde_json::Value;

use super::DESCRIPTION;
use crate::words::clip;

/// Parameters that say where a result is saved.
#[rustfmt::skip]
const SAVING: [&str; 28] = [
    "save_path", "save_to", "save_dir", "save_as", "output_path", "output_file", "output_dir",
    "output_directory", "out_file", "download_path", "download_dir", "dest_path", "destination_path",
    "export_path", "local_path", "save_file", "save_directory", "save_folder", "out_path", "out_dir",
    "outfile", "output_folder", "output_filename", "output_filepath", "output_file_path",
    "download_directory", "download_folder", "export_dir",
];

/// What the description of such a parameter says.
#[rustfmt::skip]
const SAVED_TO: [&str; 13] = [
    "to save", "will be saved", "is saved", "are saved", "save the", "saved to", "to write the",
    "where to write", "write the output", "to store the downloaded", "to download to",
    "will be written", "where to store",
];

/// Whether a parameter names a file that is written: `save_path`, or a path described as the one
/// to save to.
pub(super) fn says_where_to_save(key: &str, property: &Value) -> bool {
    if SAVING.contains(&key) {
        return true;
    }
    let place = [
        "path",
        "file",
        "filename",
        "directory",
        "dir",
        "folder",
        "name",
    ];
    let last = key.rsplit('_').next().unwrap_or(key);
    if !place.iter().any(|one| last.ends_with(one)) {
        return false;
    }
    let text = property.get("description").and_then(Value::as_str);
    let text = clip(text.unwrap_or_default(), DESCRIPTION).to_lowercase();
    SAVED_TO.iter().any(|phrase| text.contains(phrase))
}
