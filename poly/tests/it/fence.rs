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
fn work_beside_isl_counts() -> Result<()> {
    let ctx = Ctx::new();
    let small = || Set::parse(&ctx, "{ [i] : 0 <= i < 9 }").map(drop);
    let (some, many) = (
        NonZeroU64::new(10_000).expect("not zero"),
        NonZeroU64::new(1_000_000).expect("not zero"),
    );
    ctx.within(many, None, || {
        let (before, left) = (ctx.operations(), ctx.left());
        assert_eq!(before + left, 1_000_000);
        let inner = ctx.within(some, None, || {
            assert_eq!(ctx.left(), 10_000);
            ctx.charge(9_000);
            assert_eq!(ctx.left(), 1_000);
            small()?;
            assert!(ctx.left() < 1_000);
            ctx.charge(1_000);
            assert_eq!(ctx.left(), 0);
            small()
        });
        assert_eq!(inner, Err(PolyError::Quota));
        // The outer question paid for it, and goes on.
        assert!(ctx.operations() >= before + 10_000);
        assert!(ctx.left() < left - 10_000);
        small()
    })?;
    // A new question begins with nothing spent.
    ctx.within(some, None, || {
        assert_eq!(ctx.left(), 10_000);
        small()
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

/// In a process of its own, which the other tests do not share.
#[test]
fn nothing_is_stopped_without_the_clock() -> Result<()> {
    const CHILD: &str = "POLYVET_TEST_WITHOUT_CLOCK";
    if std::env::var_os(CHILD).is_none() {
        let this = std::env::current_exe().expect("this program");
        let name = "fence::nothing_is_stopped_without_the_clock";
        let child = std::process::Command::new(this)
            .args(["--exact", name])
            .env(CHILD, "1")
            .output();
        let child = child.expect("this program runs");
        assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stdout));
        return Ok(());
    }
    let ctx = Ctx::new();
    let many = NonZeroU64::new(u64::MAX / 4).expect("not zero");
    let set = Set::parse(&ctx, "{ [a,b] : 0 <= a,b < 300 }")?;
    let count = || ctx.within(many, Duration::from_millis(1), || set.clone().points(usize::MAX));
    assert_eq!(count().map(drop), Err(PolyError::TimedOut));
    let free = polyvet_poly::WithoutClock::new();
    assert_eq!(count()?.map(|points| points.len()), Some(90_000));
    drop(free);
    assert_eq!(count().map(drop), Err(PolyError::TimedOut));
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
    assert_eq!(node.kind()?, ScheduleNodeKind::Band);
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

#[test]
fn two_contexts_do_not_mix() -> Result<()> {
    let (one, two) = (Ctx::new(), Ctx::new());
    let (a, b) = (Set::parse(&one, DOMAIN)?, Set::parse(&two, DOMAIN)?);
    assert_eq!(a.clone().intersect(b.clone()).map(drop), Err(PolyError::MixedContexts));
    assert_eq!(a.is_equal(&b), Err(PolyError::MixedContexts));
    let mixed = vec![Val::one(&one)?, Val::one(&two)?];
    let space = MultiVal::parse(&one, "{ [1, 1] }")?.space()?;
    assert_eq!(
        MultiVal::from_val_list(space, mixed).map(drop),
        Err(PolyError::MixedContexts)
    );
    let node = Schedule::from_domain(UnionSet::parse(&one, DOMAIN)?)?.root()?;
    let other = Schedule::from_domain(UnionSet::parse(&two, DOMAIN)?)?.root()?;
    let answer = node.map_descendant_bottom_up(|_| Ok(other.clone()));
    assert_eq!(answer.map(drop), Err(PolyError::MixedContexts));
    Ok(())
}

#[test]
fn errors_and_panics_pass_through_callbacks() -> Result<()> {
    let ctx = Ctx::new();
    let node = Schedule::from_domain(UnionSet::parse(&ctx, DOMAIN)?)?.root()?;
    let stop = || PolyError::Callback("enough".to_owned());
    assert_eq!(node.foreach_descendant_top_down(|_| Err(stop())), Err(stop()));
    assert_eq!(
        node.clone().map_descendant_bottom_up(|_| Err(stop())).map(drop),
        Err(stop())
    );
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        node.foreach_descendant_top_down(|_| panic!("through isl"))
    }));
    assert_eq!(panic.expect_err("panics").downcast_ref::<&str>(), Some(&"through isl"));
    let build = AstBuild::alloc(&ctx)?.set_at_each_domain(move |_, _| Err(stop()))?;
    let schedule = node.schedule()?;
    assert_eq!(
        build.node_from_schedule(schedule.clone()).map(drop),
        Err(PolyError::Callback("enough".to_owned()))
    );
    assert!(AstBuild::alloc(&ctx)?.node_from_schedule(schedule).is_ok());
    Ok(())
}

#[test]
fn a_build_from_a_callback_keeps_the_closures_it_may_run() -> Result<()> {
    let ctx = Ctx::new();
    let token = Rc::new(());
    let kept = Rc::new(RefCell::new(None));
    let (capture, keep) = (Rc::clone(&token), Rc::clone(&kept));
    let build = AstBuild::alloc(&ctx)?.set_at_each_domain(move |node, build| {
        let _ = &capture;
        keep.borrow_mut().get_or_insert_with(|| build.clone());
        Ok(node)
    })?;
    build.node_from_schedule(Schedule::from_domain(UnionSet::parse(&ctx, DOMAIN)?)?)?;
    drop(build);
    assert_eq!(Rc::strong_count(&token), 2);
    drop(kept.borrow_mut().take());
    assert_eq!(Rc::strong_count(&token), 1);
    Ok(())
}

#[test]
fn text_is_judged_before_isl_reads_it() {
    let ctx = Ctx::new();
    let reason = |text: &str| match Set::parse(&ctx, text) {
        Err(PolyError::Syntax { reason, .. }) => reason,
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(
        reason("{ [i] } garbage"),
        "unexpected text after the closing brace, at byte 8"
    );
    assert_eq!(
        reason("{ [i] }; { [j] }"),
        "unexpected text after the closing brace, at byte 7"
    );
    assert_eq!(
        reason("{ [i : i > 0 }"),
        "`}` at byte 13 where `]` should close the bracket at byte 2"
    );
    assert_eq!(reason("{ [i] : (i > 0 "), "the `(` at byte 8 is not closed");
    assert_eq!(reason("[N] -> i }"), "`}` at byte 9 closes nothing");
    assert_eq!(reason("{ [i] : i > > 0 }"), "isl does not read it");
    assert!(Set::parse(&ctx, "{ [i] : i > 0 } # a comment\n ").is_ok());
    assert_eq!(
        Set::parse(&ctx, "{ [i] }\0").map(drop),
        Err(PolyError::NulByte { at: 7 })
    );
    assert!(matches!(
        Set::parse(&ctx, &" ".repeat(MAX_TEXT_BYTES + 1)),
        Err(PolyError::TooLong { .. })
    ));
    assert!(Val::parse(&ctx, "7/3").is_ok());
    for text in ["7 8", "7/3/2", "x", ""] {
        assert!(Val::parse(&ctx, text).is_err(), "{text}");
    }
    for text in [
        "{ domain: \"{ [i] }\" } }",
        "{ domain: \"{ [i] }\" } x",
        "domain: \"{ [i] }\"\nx: 1\n",
    ] {
        assert!(Schedule::parse(&ctx, text).is_err(), "{text}");
    }
    assert!(Schedule::parse(&ctx, "{ domain: \"{ [i] }\" }").is_ok());
    assert!(Schedule::parse(&ctx, "domain: \"{ [i] }\"\n").is_ok());
}

/// Runs in a thread with a small stack: overflow would end the process.
#[test]
fn deep_text_does_not_overflow_the_stack() {
    let deep = |open: &str, middle: &str, close: &str, n: usize| open.repeat(n) + middle + &close.repeat(n);
    let run = move || {
        let ctx = Ctx::new();
        let many = NonZeroU64::new(2_000_000).expect("not zero");
        for n in [10, MAX_TEXT_DEPTH - 10, 200_000] {
            let texts = [
                format!("{{ [i] : {} }}", deep("(", "i > 0", ")", n)),
                format!("{{ [i] : i > {} }}", deep("(", "0", ")", n)),
                format!("{{ [i] : i > {} }}", deep("-", "1", "", n)),
                format!("{{ [i] : i > {} }}", deep("- ", "1", "", n)),
                format!("{{ [i] : i > {} }}", deep("1 - ", "1", "", n)),
                format!("{{ [i] : i > {} }}", deep("2 ", "i", "", n)),
                format!("{{ [i] : i > {} }}", deep("2 * ", "i", "", n)),
                format!("{{ [i] : i > i {} }}", "/2".repeat(n)),
                format!("{{ [i] : i > i {} }}", "mod 7 ".repeat(n)),
                format!("{{ [i] : i > {} }}", deep("floor(", "i", "/2)", n)),
                format!("{{ [i] : i > {} }}", deep("(i > 3 ? ", "i", " : 0)", n)),
                format!("{{ [i] : i > {}i }}", "i > 3 ? i : ".repeat(n)),
                format!("{{ [i] : {} i > 0 }}", "not ".repeat(n)),
                format!("{{ [i] : {} i > 0 }}", "! ".repeat(n)),
                format!("{{ [i] : {} i > 0 }}", "exists a: ".repeat(n)),
                format!("{{ [i] : i > 0 {} }}", " and i > 1".repeat(n)),
                format!("{{ [i] : i > 0 {} }}", " or i > 1".repeat(n)),
                format!("{{ [i] : i > 0 {} }}", " => i > 1".repeat(n)),
                format!("{{ [i] : i > 0 {} }}", " > 1".repeat(n)),
                format!("{{ {} }}", deep("[", "[i]", " -> [j]]", n)),
                format!("{{ {} }}", deep("[[i] -> ", "[i]", "]", n)),
                format!("{} {{ [i] }}", "[N] -> ".repeat(n)),
                format!("{{ [i] {} }}", " -> [i]".repeat(n)),
                format!("{{ [{}i] }}", "i, ".repeat(n)),
                deep("{", "", "}", n),
                deep("[", "", "]", n),
            ];
            for text in texts {
                // Any answer will do.
                let _ = ctx.within(many, Duration::from_millis(300), || Set::parse(&ctx, &text).map(drop));
                let _ = ctx.within(many, Duration::from_millis(300), || Map::parse(&ctx, &text).map(drop));
                let _ = ctx.within(many, Duration::from_millis(300), || PwAff::parse(&ctx, &text).map(drop));
                let _ = ctx.within(many, Duration::from_millis(300), || {
                    Schedule::parse(&ctx, &text).map(drop)
                });
            }
            let sets = [
                deep("{ child: ", "1", "}", n),
                deep("[", "1", "]", n),
                deep("- ", "1", "", n),
            ];
            for text in sets {
                let _ = ctx.within(many, Duration::from_millis(300), || {
                    Schedule::parse(&ctx, &text).map(drop)
                });
            }
        }
    };
    let thread = std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(run)
        .expect("starts");
    thread.join().expect("no panic");
}

/// Set in a child process that runs one test of this file alone.
const CHILD: &str = "POLYVET_POLY_CHILD";

/// Runs a test of this file in a process of its own; it must exist and pass.
fn alone(test: &str) -> std::process::Output {
    let module = module_path!().split_once("::").expect("a module of the program").1;
    let child = std::process::Command::new(std::env::current_exe().expect("known"))
        .args([&format!("{module}::{test}"), "--exact", "--nocapture"])
        .env(CHILD, "1")
        .output()
        .expect("runs");
    let said = String::from_utf8_lossy(&child.stdout);
    // A name that no test has is no failure for libtest.
    assert!(
        child.status.success() && said.contains("1 passed"),
        "{said}{}",
        String::from_utf8_lossy(&child.stderr)
    );
    child
}

#[test]
fn failures_print_nothing() {
    if std::env::var_os(CHILD).is_some() {
        let ctx = Ctx::new();
        assert!(Set::parse(&ctx, "{ [i] : i > > 0 }").is_err());
        assert!(Schedule::parse(&ctx, "domain: 3").is_err());
        let set = Set::parse(&ctx, DOMAIN).expect("right");
        assert!(set.clone().lexmin().is_ok());
        assert!(set.fix_si(DimKind::Set, 7, 0).is_err());
        return;
    }
    let child = alone("failures_print_nothing");
    assert_eq!(String::from_utf8_lossy(&child.stderr), "");
}

#[test]
fn late_and_early_stops_do_not_leak_into_the_next_question() -> Result<()> {
    let ctx = Ctx::new();
    let many = NonZeroU64::new(1 << 40).expect("not zero");
    let set = Set::parse(&ctx, DOMAIN)?;
    let mut stopped = 0;
    for round in 0..2000_u64 {
        let wall = Duration::from_micros(round % 97);
        let outer = ctx.within(many, wall, || {
            ctx.within(many, Duration::from_micros(round % 31), || {
                set.clone().complement()?.is_empty()
            })
        });
        match outer {
            Ok(empty) => assert!(!empty),
            Err(error) => {
                assert_eq!(error, PolyError::TimedOut);
                stopped += 1;
            }
        }
        assert!(!set.is_empty()?, "an abort outlived its question");
        assert!(set.clone().complement().is_ok(), "an abort outlived its question");
    }
    println!("{stopped} of 2000 stopped");
    Ok(())
}

#[test]
fn panics_restore_budgets() -> Result<()> {
    let ctx = Ctx::new();
    let few = NonZeroU64::new(5).expect("not zero");
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        ctx.within::<()>(few, Duration::from_millis(1), || {
            std::thread::sleep(Duration::from_millis(5));
            panic!("out of a question")
        })
    }));
    assert!(panic.is_err());
    assert!(!Set::parse(&ctx, DOMAIN)?.complement()?.is_empty()?);
    Ok(())
}

#[test]
fn contexts_work_side_by_side() {
    let work = || -> Result<usize> {
        let ctx = Ctx::new();
        (0..20).map(|_| dependences(&ctx)).sum()
    };
    let threads: Vec<_> = (0..8).map(|_| std::thread::spawn(work)).collect();
    for thread in threads {
        assert_eq!(thread.join().expect("no panic"), Ok(20));
    }
}

#[test]
fn constraints_come_apart() -> Result<()> {
    let ctx = Ctx::new();
    let set = Set::parse(&ctx, "[N] -> { S[i] : 2i <= N - 1 }")?;
    let basic = set.basic_sets()?;
    let data = basic[0].constraints()?[0].to_data()?;
    assert!(!data.equality);
    assert_eq!(data.aff.constant, -1);
    let terms: Vec<_> = data
        .aff
        .terms
        .iter()
        .map(|(dim, c)| (dim.name.as_deref(), dim.kind, *c))
        .collect();
    assert_eq!(terms, [(Some("N"), DimKind::Param, 1), (Some("i"), DimKind::Set, -2)]);
    Ok(())
}

#[test]
fn closures_and_pieces() -> Result<()> {
    let ctx = Ctx::new();
    let (closure, exact) = UnionMap::parse(&ctx, "{ [i] -> [i + 1] : 0 <= i < 10 }")?.transitive_closure()?;
    assert!(exact);
    assert!(closure.is_equal(&UnionMap::parse(&ctx, "{ [i] -> [j] : 0 <= i < j <= 10 }")?)?);
    let pieces = PwAff::parse(&ctx, "{ [i] -> [(i)] : i > 0; [i] -> [(-i)] : i <= 0 }")?.pieces()?;
    assert_eq!(pieces.len(), 2);
    let (best, none) =
        Map::parse(&ctx, "{ [i] -> [j] : 0 < j < i }")?.partial_lexmax(Set::parse(&ctx, "{ [i] : 0 <= i < 5 }")?)?;
    assert!(best.is_equal(&Map::parse(&ctx, "{ [i] -> [i - 1] : 2 <= i < 5 }")?)?);
    assert!(none.is_equal(&Set::parse(&ctx, "{ [i] : 0 <= i < 2 }")?)?);
    Ok(())
}

/// One dataflow analysis, with a schedule tree, callbacks and an error on the way: everything that could leak.
fn dependences(ctx: &Ctx) -> Result<usize> {
    let domain = UnionSet::parse(ctx, "[N] -> { S[t, i] : 0 <= t < N and 0 < i < N }")?;
    let time = MultiUnionPwAff::parse(ctx, "[{ S[t, i] -> [(t)] }, { S[t, i] -> [(i)] }]")?;
    let schedule = Schedule::from_domain(domain.clone())?.insert_partial_schedule(time)?;
    let writes = UnionMap::parse(ctx, "{ S[t, i] -> A[i] }")?.intersect_domain(domain.clone())?;
    let reads = UnionMap::parse(ctx, "{ S[t, i] -> A[i - 1] }")?.intersect_domain(domain)?;
    let flow = UnionAccessInfo::from_sink(reads)?
        .set_must_source(writes)?
        .set_schedule(schedule)?
        .compute_flow()?;
    assert!(UnionMap::parse(ctx, "{ S[t] -> ").is_err());
    let dependence = flow.may_dependence()?;
    for map in dependence.maps()? {
        assert_eq!(map.tuple_name(DimKind::In)?.as_deref(), Some("S"));
    }
    dependence.n_map()
}

/// Memory of this process that is in use, in bytes.
fn resident() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").expect("Linux");
    statm
        .split_whitespace()
        .nth(1)
        .and_then(|pages| pages.parse::<usize>().ok())
        .expect("a number")
        * 4096
}

/// In a process of its own, for the others would move its memory. `POLYVET_LEAK_RUNS` sets another count,
/// for valgrind, which then is the judge.
#[test]
fn ten_thousand_dependence_computations_leak_nothing() {
    if std::env::var_os(CHILD).is_none() {
        alone("ten_thousand_dependence_computations_leak_nothing");
        return;
    }
    let asked: Option<usize> = std::env::var("POLYVET_LEAK_RUNS").ok().and_then(|n| n.parse().ok());
    let runs = asked.unwrap_or(10_000);
    let ctx = Ctx::new();
    let analyse = |count: usize| (0..count).for_each(|_| assert_eq!(dependences(&ctx), Ok(1)));
    analyse(runs / 10);
    let before = resident();
    analyse(runs);
    let grown = resident().saturating_sub(before);
    println!("{runs} runs: {before} bytes resident before, {grown} more after");
    // One object leaked a run would be a hundred bytes a run at least.
    assert!(asked.is_some() || grown < 512 << 10, "grown by {grown} bytes");
}

/// Each of these overwrote memory or divided by zero before it was refused.
#[test]
fn arguments_isl_does_not_check_are_refused() -> Result<()> {
    let ctx = Ctx::new();
    let far = |answer: Result<()>| {
        assert!(matches!(
            answer,
            Err(PolyError::Invalid { .. } | PolyError::OutOfRange(_))
        ))
    };
    let set = Set::parse(&ctx, DOMAIN)?;
    let basic = BasicSet::parse(&ctx, DOMAIN)?;
    let map = BasicMap::parse(&ctx, "[N] -> { S[i] -> T[i + N] }")?;
    let other = BasicMap::parse(&ctx, "[N, M] -> { S[i] -> U[i + M] }")?;
    far(basic.project_out(DimKind::Param, 7, 3).map(drop));
    far(map.clone().range_product(other.clone()).map(drop));
    far(map.clone().domain_product(other).map(drop));
    far(map.gist(BasicMap::parse(&ctx, "{ [] -> [] }")?).map(drop));
    far(set
        .clone()
        .gist(Set::parse(&ctx, "{ [i] : exists a: i = 3a; [j] : j > 7 }")?)
        .map(drop));
    far(set.clone().move_dims(DimKind::Set, 4, DimKind::Param, 0, 1).map(drop));
    far(set.clone().add_dims(DimKind::Set, 1 << 30).map(drop));
    far(set.clone().fix_si(DimKind::Set, usize::MAX, 0).map(drop));
    far(set
        .intersect(Set::parse(&ctx, "{ S[i, j] : false }")?)?
        .coalesce()?
        .lift()
        .map(drop));
    far(Val::one(&ctx)?.modulo(Val::zero(&ctx)?).map(drop));
    far(Val::parse(&ctx, "123456789012")?.pow2().map(drop));
    let nan = Aff::parse(&ctx, "{ [i] -> [NaN] }")?;
    far(Aff::parse(&ctx, "{ [i] -> [floor(i/3)] }")?.pullback_aff(nan).map(drop));
    Ok(())
}

#[test]
fn optima_are_not_those_of_empty_parts() -> Result<()> {
    let ctx = Ctx::new();
    // With n = 3 nothing is left of the first part, which isl does not notice.
    let all = |sign: &str| -> Result<Set> {
        let hidden = "exists (a, b : 1 <= a <= 2 and 3 - 2a <= 3b <= n - 2a)";
        let shown = format!("x = {sign}5 or x = {sign}9");
        let set = Set::parse(&ctx, &format!("[n] -> {{ [x] : {hidden} and 0 <= x <= n }}"))?;
        let set = set.union(Set::parse(&ctx, &format!("[n] -> {{ [x] : {shown} }}"))?)?;
        set.fix_si(DimKind::Param, 0, 3)
    };
    let optima = |set: Set| -> Result<_> {
        let aff = Aff::parse(&ctx, "{ [x] -> [2x] }")?;
        let dims = (
            set.clone().dim_min_val(0)?.to_i64()?,
            set.clone().dim_max_val(0)?.to_i64()?,
        );
        Ok((dims, set.min_val(&aff)?.to_i64()?, set.max_val(&aff)?.to_i64()?))
    };
    assert_eq!(optima(all("")?)?, ((5, 9), 10, 18));
    assert_eq!(optima(all("-")?)?, ((-9, -5), -18, -10));
    Ok(())
}
