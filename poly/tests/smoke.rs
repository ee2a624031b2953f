//! The fence, from outside: each promise of the crate has a test here.

use std::cell::RefCell;
use std::num::NonZeroU64;
use std::rc::Rc;
use std::time::{Duration, Instant};

use polyvet_poly::*;

const DOMAIN: &str = "[N] -> { S[i, j] : 0 <= i, j < N }";

#[test]
fn isl_is_built_with_small_integers() {
    assert!(Ctx::version().contains("IMath-32"), "{}", Ctx::version());
}

#[test]
fn number_tokens_are_no_strings() {
    let ctx = Ctx::new();
    for text in ["{ domain: 0", "{3", "{ domain: 0 }", "{ 3 }", "domain: 0", "3"] {
        assert!(Schedule::parse(&ctx, text).is_err(), "{text}");
    }
}

#[test]
fn sets_are_read_written_and_compared() -> Result<()> {
    let ctx = Ctx::new();
    let set = Set::parse(&ctx, DOMAIN)?;
    assert_eq!(set.tuple_name()?.as_deref(), Some("S"));
    assert_eq!(set.dim_name(DimKind::Set, 1)?.as_deref(), Some("j"));
    assert_eq!(set.dim(DimKind::Set)?, 2);
    assert_eq!(set.find_dim_by_name(DimKind::Param, "N")?, Some(0));
    assert_eq!(set.find_dim_by_name(DimKind::Param, "M")?, None);
    let again = Set::parse(&ctx, &set.text()?)?;
    assert!(set.is_equal(&again)?);
    let small = set.clone().fix_si(DimKind::Param, 0, 2)?;
    assert_eq!(small.points(4)?.map(|p| p.len()), Some(4));
    assert_eq!(small.points(3)?, None);
    let data = small.lexmax()?.sample_data()?.expect("not empty");
    assert_eq!(data.coords, [1, 1]);
    assert_eq!(data.params, [("N".to_owned(), 2)]);
    Ok(())
}

#[test]
fn affine_expressions_come_apart() -> Result<()> {
    let ctx = Ctx::new();
    let aff = Aff::parse(&ctx, "[N] -> { S[i] -> [(N + 2*floor((i + 1)/3) - i)/2] }")?;
    let data = aff.to_data()?;
    assert_eq!(data.denominator, 2);
    assert_eq!(data.divs.len(), 1);
    assert_eq!(data.divs[0].coefficient, 2);
    assert_eq!(data.divs[0].of.denominator, 3);
    Ok(())
}

#[test]
fn budgets_end_and_are_restored() -> Result<()> {
    let ctx = Ctx::new();
    let few = NonZeroU64::new(20).expect("not zero");
    let hard = || UnionMap::parse(&ctx, "{ A[i,j] -> A[i+1,j+2]; A[i,j] -> A[i+3,j-1] }")?.transitive_closure();
    assert_eq!(ctx.within(few, None, hard).map(drop), Err(PolyError::Quota));
    assert!(hard().is_ok());
    let many = NonZeroU64::new(1_000_000).expect("not zero");
    ctx.within(many, None, || {
        assert_eq!(ctx.within(few, None, hard).map(drop), Err(PolyError::Quota));
        let before = ctx.operations();
        assert_eq!(ctx.operations(), before);
        hard()?;
        assert!(ctx.operations() > before + 100);
        Ok(())
    })
}

#[test]
fn the_clock_stops_a_question() -> Result<()> {
    let ctx = Ctx::new();
    let many = NonZeroU64::new(u64::MAX / 4).expect("not zero");
    let started = Instant::now();
    let set = Set::parse(&ctx, "{ [a,b,c,d,e] : 0 <= a,b,c,d,e < 10000 }")?;
    let stopped = ctx.within(many, Duration::from_millis(50), || set.clone().points(usize::MAX));
    assert_eq!(stopped.map(drop), Err(PolyError::TimedOut));
    assert!(started.elapsed() < Duration::from_secs(5));
    assert!(!set.is_empty()?);
    Ok(())
}

#[test]
fn schedules_become_loops() -> Result<()> {
    let ctx = Ctx::new();
    let domain = UnionSet::parse(&ctx, DOMAIN)?;
    let partial = MultiUnionPwAff::parse(&ctx, "[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]")?;
    let node = Schedule::from_domain(domain)?
        .root()?
        .child(0)?
        .insert_partial_schedule(partial)?;
    assert_eq!(node.kind()?, NodeKind::Band);
    let node = node.band_set_permutable(true)?;
    let sizes = MultiVal::from_i64s(node.band_get_space()?, &[32, 16])?;
    let node = node.band_tile(sizes)?.insert_mark(Id::named(&ctx, "tiles")?)?;
    assert_eq!(node.mark_name()?.as_deref(), Some("tiles"));
    let schedule = node.schedule()?;
    let seen = Rc::new(RefCell::new(Vec::new()));
    let log = Rc::clone(&seen);
    let build =
        AstBuild::from_context(Set::parse(&ctx, "[N] -> { : N > 0 }")?)?.set_at_each_domain(move |node, build| {
            log.borrow_mut().push(build.schedule()?.text()?);
            node.set_annotation(Id::numbered(build.ctx(), "statement", 7)?)
        })?;
    let ast = build.node_from_schedule(schedule)?;
    assert_eq!(seen.borrow().len(), 1);
    let mut loops = 0;
    let mut numbers = Vec::new();
    ast.foreach_descendant_top_down(|node| {
        match node.data()? {
            AstNodeData::For { .. } => loops += 1,
            AstNodeData::User { .. } => numbers.push(node.annotation()?.map(|id| id.number())),
            _ => {}
        }
        Ok(true)
    })?;
    assert_eq!((loops, numbers), (4, vec![Some(7)]));
    assert!(
        ast.to_c_str()?.contains("for (int c0 = 0; c0 < N; c0 += 32)"),
        "{}",
        ast.to_c_str()?
    );
    Ok(())
}
