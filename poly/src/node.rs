//! Places in schedule trees.

use std::ffi::c_int;

use crate::callback::{self, Env};
use crate::obj::{Arg, Out, objects, ops, texts};
use crate::{
    Ctx, Id, MultiUnionPwAff, MultiVal, Result, Schedule, Set, Space, UnionMap, UnionPwMultiAff, UnionSet,
    UnionSetList, sys,
};

objects! {
    ScheduleNode(isl_schedule_node: isl_schedule_node_copy, isl_schedule_node_free) "A place in a schedule tree.";
}

texts! {
    ScheduleNode = isl_schedule_node_to_str;
}

ops! { ScheduleNode {
    align_params(self, space: Space) -> ScheduleNode = isl_schedule_node_align_params;
    ancestor(self, generation: usize) -> ScheduleNode = isl_schedule_node_ancestor;
    band_get_ast_build_options(&self) -> UnionSet = isl_schedule_node_band_get_ast_build_options;
    band_get_ast_isolate_option(&self) -> Set = isl_schedule_node_band_get_ast_isolate_option;
    band_get_partial_schedule(&self) -> MultiUnionPwAff = isl_schedule_node_band_get_partial_schedule;
    band_get_partial_schedule_union_map(&self) -> UnionMap = isl_schedule_node_band_get_partial_schedule_union_map;
    band_get_permutable(&self) -> bool = isl_schedule_node_band_get_permutable;
    band_get_space(&self) -> Space = isl_schedule_node_band_get_space;
    band_member_get_coincident(&self, pos: usize) -> bool = isl_schedule_node_band_member_get_coincident;
    band_member_set_ast_loop_type(self, pos: usize, kind: LoopKind) -> ScheduleNode = isl_schedule_node_band_member_set_ast_loop_type;
    band_member_set_coincident(self, pos: usize, coincident: bool) -> ScheduleNode = isl_schedule_node_band_member_set_coincident;
    band_member_set_isolate_ast_loop_type(self, pos: usize, kind: LoopKind) -> ScheduleNode = isl_schedule_node_band_member_set_isolate_ast_loop_type;
    band_mod(self, mv: MultiVal) -> ScheduleNode = isl_schedule_node_band_mod;
    band_n_member(&self) -> usize = isl_schedule_node_band_n_member;
    band_scale(self, mv: MultiVal) -> ScheduleNode = isl_schedule_node_band_scale;
    band_scale_down(self, mv: MultiVal) -> ScheduleNode = isl_schedule_node_band_scale_down;
    band_set_ast_build_options(self, options: UnionSet) -> ScheduleNode = isl_schedule_node_band_set_ast_build_options;
    band_set_permutable(self, permutable: bool) -> ScheduleNode = isl_schedule_node_band_set_permutable;
    band_shift(self, shift: MultiUnionPwAff) -> ScheduleNode = isl_schedule_node_band_shift;
    band_sink(self) -> ScheduleNode = isl_schedule_node_band_sink;
    band_split(self, pos: usize) -> ScheduleNode = isl_schedule_node_band_split;
    band_tile(self, sizes: MultiVal) -> ScheduleNode = isl_schedule_node_band_tile;
    child(self, pos: usize) -> ScheduleNode = isl_schedule_node_child;
    context_get_context(&self) -> Set = isl_schedule_node_context_get_context;
    cut(self) -> ScheduleNode = isl_schedule_node_cut;
    delete(self) -> ScheduleNode = isl_schedule_node_delete;
    domain_get_domain(&self) -> UnionSet = isl_schedule_node_domain_get_domain;
    expansion_get_contraction(&self) -> UnionPwMultiAff = isl_schedule_node_expansion_get_contraction;
    expansion_get_expansion(&self) -> UnionMap = isl_schedule_node_expansion_get_expansion;
    extension_get_extension(&self) -> UnionMap = isl_schedule_node_extension_get_extension;
    filter_get_filter(&self) -> UnionSet = isl_schedule_node_filter_get_filter;
    first_child(self) -> ScheduleNode = isl_schedule_node_first_child;
    from_domain(domain: UnionSet) -> ScheduleNode = isl_schedule_node_from_domain;
    from_extension(extension: UnionMap) -> ScheduleNode = isl_schedule_node_from_extension;
    ancestor_child_position(&self, ancestor: &ScheduleNode) -> usize = isl_schedule_node_get_ancestor_child_position;
    get_child(&self, pos: usize) -> ScheduleNode = isl_schedule_node_get_child;
    child_position(&self) -> usize = isl_schedule_node_get_child_position;
    domain(&self) -> UnionSet = isl_schedule_node_get_domain;
    prefix_schedule_multi_union_pw_aff(&self) -> MultiUnionPwAff = isl_schedule_node_get_prefix_schedule_multi_union_pw_aff;
    prefix_schedule_relation(&self) -> UnionMap = isl_schedule_node_get_prefix_schedule_relation;
    prefix_schedule_union_map(&self) -> UnionMap = isl_schedule_node_get_prefix_schedule_union_map;
    prefix_schedule_union_pw_multi_aff(&self) -> UnionPwMultiAff = isl_schedule_node_get_prefix_schedule_union_pw_multi_aff;
    schedule(&self) -> Schedule = isl_schedule_node_get_schedule;
    schedule_depth(&self) -> usize = isl_schedule_node_get_schedule_depth;
    shared_ancestor(&self, node2: &ScheduleNode) -> ScheduleNode = isl_schedule_node_get_shared_ancestor;
    subtree_contraction(&self) -> UnionPwMultiAff = isl_schedule_node_get_subtree_contraction;
    subtree_expansion(&self) -> UnionMap = isl_schedule_node_get_subtree_expansion;
    subtree_schedule_union_map(&self) -> UnionMap = isl_schedule_node_get_subtree_schedule_union_map;
    tree_depth(&self) -> usize = isl_schedule_node_get_tree_depth;
    universe_domain(&self) -> UnionSet = isl_schedule_node_get_universe_domain;
    graft_after(self, graft: ScheduleNode) -> ScheduleNode = isl_schedule_node_graft_after;
    graft_before(self, graft: ScheduleNode) -> ScheduleNode = isl_schedule_node_graft_before;
    grandchild(self, pos1: usize, pos2: usize) -> ScheduleNode = isl_schedule_node_grandchild;
    grandparent(self) -> ScheduleNode = isl_schedule_node_grandparent;
    group(self, group_id: Id) -> ScheduleNode = isl_schedule_node_group;
    guard_get_guard(&self) -> Set = isl_schedule_node_guard_get_guard;
    has_children(&self) -> bool = isl_schedule_node_has_children;
    has_next_sibling(&self) -> bool = isl_schedule_node_has_next_sibling;
    has_parent(&self) -> bool = isl_schedule_node_has_parent;
    has_previous_sibling(&self) -> bool = isl_schedule_node_has_previous_sibling;
    insert_context(self, context: Set) -> ScheduleNode = isl_schedule_node_insert_context;
    insert_filter(self, filter: UnionSet) -> ScheduleNode = isl_schedule_node_insert_filter;
    insert_guard(self, context: Set) -> ScheduleNode = isl_schedule_node_insert_guard;
    insert_mark(self, mark: Id) -> ScheduleNode = isl_schedule_node_insert_mark;
    insert_partial_schedule(self, schedule: MultiUnionPwAff) -> ScheduleNode = isl_schedule_node_insert_partial_schedule;
    insert_sequence(self, filters: UnionSetList) -> ScheduleNode = isl_schedule_node_insert_sequence;
    insert_set(self, filters: UnionSetList) -> ScheduleNode = isl_schedule_node_insert_set;
    is_equal(&self, node2: &ScheduleNode) -> bool = isl_schedule_node_is_equal;
    is_subtree_anchored(&self) -> bool = isl_schedule_node_is_subtree_anchored;
    mark_get_id(&self) -> Id = isl_schedule_node_mark_get_id;
    n_children(&self) -> usize = isl_schedule_node_n_children;
    next_sibling(self) -> ScheduleNode = isl_schedule_node_next_sibling;
    order_after(self, filter: UnionSet) -> ScheduleNode = isl_schedule_node_order_after;
    order_before(self, filter: UnionSet) -> ScheduleNode = isl_schedule_node_order_before;
    parent(self) -> ScheduleNode = isl_schedule_node_parent;
    previous_sibling(self) -> ScheduleNode = isl_schedule_node_previous_sibling;
    reset_user(self) -> ScheduleNode = isl_schedule_node_reset_user;
    root(self) -> ScheduleNode = isl_schedule_node_root;
    sequence_splice_child(self, pos: usize) -> ScheduleNode = isl_schedule_node_sequence_splice_child;
    sequence_splice_children(self) -> ScheduleNode = isl_schedule_node_sequence_splice_children;
} }

/// What a node of a schedule tree is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum ScheduleNodeKind {
    Band,
    Context,
    Domain,
    Expansion,
    Extension,
    Filter,
    Leaf,
    Guard,
    Mark,
    Sequence,
    Set,
}

impl Out<c_int> for ScheduleNodeKind {
    fn out(answer: c_int, ctx: &Ctx) -> Result<ScheduleNodeKind> {
        use ScheduleNodeKind::*;
        // The order of `enum isl_schedule_node_type`.
        const KINDS: [ScheduleNodeKind; 11] = [
            Band, Context, Domain, Expansion, Extension, Filter, Leaf, Guard, Mark, Sequence, Set,
        ];
        usize::try_from(answer)
            .ok()
            .and_then(|at| KINDS.get(at).copied())
            .ok_or_else(|| ctx.take_error())
    }
}

/// How AST generation writes the loop of a band member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LoopKind {
    /// As isl likes.
    Default,
    /// Each instance once, whatever guards that takes.
    Atomic,
    /// Unrolled.
    Unroll,
    /// Separate loops rather than guards.
    Separate,
}

impl Arg<c_int> for LoopKind {
    type Held = LoopKind;
    fn hold(self, _: &Ctx) -> Result<LoopKind> {
        Ok(self)
    }
    fn raw(held: &mut LoopKind) -> c_int {
        // The order of `enum isl_ast_loop_type`.
        *held as c_int
    }
}

impl Out<c_int> for LoopKind {
    fn out(answer: c_int, ctx: &Ctx) -> Result<LoopKind> {
        match answer {
            0 => Ok(LoopKind::Default),
            1 => Ok(LoopKind::Atomic),
            2 => Ok(LoopKind::Unroll),
            3 => Ok(LoopKind::Separate),
            _ => Err(ctx.take_error()),
        }
    }
}

ops! { ScheduleNode {
    kind(&self) -> ScheduleNodeKind = isl_schedule_node_get_type;
    parent_kind(&self) -> ScheduleNodeKind = isl_schedule_node_get_parent_type;
    band_member_get_ast_loop_type(&self, pos: usize) -> LoopKind = isl_schedule_node_band_member_get_ast_loop_type;
    band_member_get_isolate_ast_loop_type(&self, pos: usize) -> LoopKind = isl_schedule_node_band_member_get_isolate_ast_loop_type;
} }

impl ScheduleNode {
    /// The name of a mark node.
    pub fn mark_name(&self) -> Result<Option<String>> {
        self.mark_get_id()?.name()
    }

    /// Visits this node and what is below, parents first, and goes below a node for which `visit` says so
    /// (`isl_schedule_node_foreach_descendant_top_down`).
    pub fn foreach_descendant_top_down(&self, mut visit: impl FnMut(ScheduleNode) -> Result<bool>) -> Result<()> {
        let mut env = Env::new(self.ctx(), &mut visit);
        // SAFETY: the node is live; the trampoline gets the environment it expects, alone.
        let answer = unsafe {
            sys::isl_schedule_node_foreach_descendant_top_down(
                self.0.keep(),
                callback::visit::<ScheduleNode>,
                env.user(),
            )
        };
        env.finish(answer)
    }

    /// Rewrites this node and what is below, children first (`isl_schedule_node_map_descendant_bottom_up`).
    /// `rewrite` answers a node at the same place.
    pub fn map_descendant_bottom_up(
        self,
        mut rewrite: impl FnMut(ScheduleNode) -> Result<ScheduleNode>,
    ) -> Result<ScheduleNode> {
        let ctx = self.ctx().clone();
        let mut env = Env::new(&ctx, &mut rewrite);
        // SAFETY: the node is live and taken over; the trampoline gets the environment it expects, alone.
        let answer = unsafe {
            sys::isl_schedule_node_map_descendant_bottom_up(
                self.0.take(),
                callback::rewrite::<ScheduleNode>,
                env.user(),
            )
        };
        env.finish(answer)
    }
}
