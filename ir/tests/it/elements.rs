//! `sparse` elements and resources are written out.

use polyvet_ir::*;

fn items(text: &str, section: &str) -> Option<String> {
    let (mut module, diagnostics) = polyvet_ir::parse("");
    assert!(diagnostics.is_empty());
    module.resources = Some(section.into());
    let attr = polyvet_ir::parse_attr(text).expect("an attribute");
    let dense = module.elements(&attr)?;
    Some(
        dense_items(&dense)?
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" "),
    )
}

#[test]
fn sparse_elements_are_written_out() {
    let read = |text: &str| items(text, "");
    assert_eq!(
        read("sparse<[[0, 0], [1, 2]], [4, 5]> : tensor<2x3xi32>").as_deref(),
        Some("4 : i32 0 : i32 0 : i32 0 : i32 0 : i32 5 : i32")
    );
    assert_eq!(read("sparse<1, 7> : tensor<2xi8>").as_deref(), Some("0 : i8 7 : i8"));
    assert_eq!(
        read("sparse<[[0], [1]], 7> : tensor<2xi8>").as_deref(),
        Some("7 : i8 7 : i8")
    );
    assert_eq!(read("sparse<> : tensor<1xi8>").as_deref(), Some("0 : i8"));
    let float = read("sparse<[[1]], -2.5> : tensor<2xf32>").expect("two numbers");
    assert!(float.starts_with("0.0") && float.contains("-2.5"), "{float}");
    assert_eq!(read("sparse<[[2]], 1> : tensor<2xi8>"), None, "out of bounds");
    assert_eq!(
        read("sparse<[[0], [0]], [1, 2]> : tensor<2xi8>"),
        None,
        "one place twice"
    );
}

#[test]
fn blobs_are_found_by_name_behind_their_alignment() {
    let section = "{-#\n dialect_resources: { other: { a: \"0x0400000009000000\" }, builtin: {\n \
            a: \"0x040000000100000002000000\",\n \"b c\": \"0x04000000FFFFFFFF\" } },\n \
            external_resources: { builtin: { z: \"0x0400000001000000\" } }\n#-}";
    let read = |text: &str| items(text, section);
    assert_eq!(
        read("dense_resource<a> : tensor<2xi32>").as_deref(),
        Some("1 : i32 2 : i32")
    );
    assert_eq!(
        read("dense_resource<\"b c\"> : tensor<1xi32>").as_deref(),
        Some("-1 : i32")
    );
    assert_eq!(read("dense_resource<a> : tensor<1xi32>"), None, "of another size");
    assert_eq!(read("dense_resource<z> : tensor<1xi32>"), None, "not of the dialect");
    assert_eq!(read("dense_resource<__elided__> : tensor<1xi32>"), None);
}
