//! ARCHITECTURE.md names paths that exist and is short enough to be read.

use std::path::Path;

#[test]
fn every_path_named_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let mut paths = 0;
    for (page, lines) in [("ARCHITECTURE.md", 150), ("README.md", 200)] {
        let text = std::fs::read_to_string(root.join(page)).expect("the page");
        assert!(text.lines().count() <= lines, "{page} has more than {lines} lines");
        for quoted in text.split('`').skip(1).step_by(2) {
            let is_path = !quoted.contains([' ', '\n']) && (quoted.ends_with('/') || quoted.contains('/'));
            if is_path && quoted != "polyvet/1" {
                assert!(
                    root.join(quoted).exists(),
                    "{page} names `{quoted}`, which does not exist"
                );
                paths += 1;
            }
        }
    }
    assert!(paths > 20, "only {paths} paths found");
}
