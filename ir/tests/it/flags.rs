//! Fast-math and overflow flags, in every spelling.

use polyvet_ir::*;

#[test]
fn every_spelling_counts() {
    let flags = |name: &str, text: &str| {
        let mut attrs = Attrs::default();
        attrs.set(name, polyvet_ir::parse_attr(text).expect("an attribute"));
        Flags::of(&attrs)
    };
    assert_eq!(flags("fastmath", "#arith.fastmath<none>"), Flags::NONE);
    assert_eq!(
        flags("fastmath", "#arith.fastmath<nnan,ninf>"),
        Flags::NNAN.or(Flags::NINF)
    );
    assert_eq!(
        flags("fastmath", "#arith<fastmath<ninf , nsz>>"),
        Flags::NINF.or(Flags::NSZ)
    );
    assert_eq!(flags("fastmath", "#arith.fastmath<fast>"), Flags::FAST);
    assert_eq!(flags("fastmath", "#arith.fastmath<speedy>"), Flags::OTHER);
    assert_eq!(
        flags("overflowFlags", "#arith.overflow<nsw, nuw>"),
        Flags::NSW.or(Flags::NUW)
    );
    assert_eq!(flags("isExact", "unit"), Flags::EXACT);
    assert_eq!(flags("isExact", "false"), Flags::NONE);
    assert!(Flags::NNAN.within(Flags::FAST) && !Flags::FAST.within(Flags::NNAN));
}
