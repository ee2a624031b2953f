//! Schedule trees and the scheduler.

use crate::obj::{objects, ops, texts};
use crate::text::parses_free;
use crate::{MultiUnionPwAff, Result, ScheduleNode, Set, Space, UnionMap, UnionPwMultiAff, UnionSet};

objects! {
    Schedule(isl_schedule: isl_schedule_copy, isl_schedule_free) "A schedule tree.";
    ScheduleConstraints(isl_schedule_constraints: isl_schedule_constraints_copy, isl_schedule_constraints_free) "What a computed schedule must keep, and should shorten.";
}

texts! {
    Schedule = isl_schedule_to_str;
    ScheduleConstraints = isl_schedule_constraints_to_str;
}

parses_free! {
    Schedule = isl_stream_read_schedule raw;
}

ops! { Schedule {
    align_params(self, space: Space) -> Schedule = isl_schedule_align_params;
    empty(space: Space) -> Schedule = isl_schedule_empty;
    expand(self, contraction: UnionPwMultiAff, expansion: Schedule) -> Schedule = isl_schedule_expand;
    from_domain(domain: UnionSet) -> Schedule = isl_schedule_from_domain;
    domain(&self) -> UnionSet = isl_schedule_get_domain;
    map(&self) -> UnionMap = isl_schedule_get_map;
    root(&self) -> ScheduleNode = isl_schedule_get_root;
    gist_domain_params(self, context: Set) -> Schedule = isl_schedule_gist_domain_params;
    insert_context(self, context: Set) -> Schedule = isl_schedule_insert_context;
    insert_guard(self, guard: Set) -> Schedule = isl_schedule_insert_guard;
    insert_partial_schedule(self, partial: MultiUnionPwAff) -> Schedule = isl_schedule_insert_partial_schedule;
    intersect_domain(self, domain: UnionSet) -> Schedule = isl_schedule_intersect_domain;
    plain_is_equal(&self, schedule2: &Schedule) -> bool = isl_schedule_plain_is_equal;
    pullback_union_pw_multi_aff(self, upma: UnionPwMultiAff) -> Schedule = isl_schedule_pullback_union_pw_multi_aff if not_nan;
    reset_user(self) -> Schedule = isl_schedule_reset_user;
    sequence(self, schedule2: Schedule) -> Schedule = isl_schedule_sequence;
    set(self, schedule2: Schedule) -> Schedule = isl_schedule_set;
} }

ops! { ScheduleConstraints {
    apply(self, umap: UnionMap) -> ScheduleConstraints = isl_schedule_constraints_apply;
    compute_schedule(self) -> Schedule = isl_schedule_constraints_compute_schedule;
    coincidence(&self) -> UnionMap = isl_schedule_constraints_get_coincidence;
    conditional_validity(&self) -> UnionMap = isl_schedule_constraints_get_conditional_validity;
    conditional_validity_condition(&self) -> UnionMap = isl_schedule_constraints_get_conditional_validity_condition;
    context(&self) -> Set = isl_schedule_constraints_get_context;
    domain(&self) -> UnionSet = isl_schedule_constraints_get_domain;
    proximity(&self) -> UnionMap = isl_schedule_constraints_get_proximity;
    validity(&self) -> UnionMap = isl_schedule_constraints_get_validity;
    on_domain(domain: UnionSet) -> ScheduleConstraints = isl_schedule_constraints_on_domain;
    set_coincidence(self, coincidence: UnionMap) -> ScheduleConstraints = isl_schedule_constraints_set_coincidence;
    set_conditional_validity(self, condition: UnionMap, validity: UnionMap) -> ScheduleConstraints = isl_schedule_constraints_set_conditional_validity;
    set_context(self, context: Set) -> ScheduleConstraints = isl_schedule_constraints_set_context;
    set_proximity(self, proximity: UnionMap) -> ScheduleConstraints = isl_schedule_constraints_set_proximity;
    set_validity(self, validity: UnionMap) -> ScheduleConstraints = isl_schedule_constraints_set_validity;
} }

impl Schedule {
    /// One part after the other; nothing if there is none. isl copies both sides of each step, so halves are joined:
    /// appending one by one would take time quadratic in the number of parts.
    pub fn sequence_of(mut parts: Vec<Schedule>) -> Result<Option<Schedule>> {
        if parts.len() < 2 {
            return Ok(parts.pop());
        }
        let later = parts.split_off(parts.len() / 2);
        match (Schedule::sequence_of(parts)?, Schedule::sequence_of(later)?) {
            (Some(first), Some(second)) => first.sequence(second).map(Some),
            (first, second) => Ok(first.or(second)),
        }
    }

    /// Visits all nodes, parents first: see [`ScheduleNode::foreach_descendant_top_down`].
    pub fn foreach_schedule_node_top_down(&self, visit: impl FnMut(ScheduleNode) -> Result<bool>) -> Result<()> {
        self.root()?.foreach_descendant_top_down(visit)
    }

    /// Rewrites all nodes, children first: see [`ScheduleNode::map_descendant_bottom_up`].
    pub fn map_schedule_node_bottom_up(
        self,
        rewrite: impl FnMut(ScheduleNode) -> Result<ScheduleNode>,
    ) -> Result<Schedule> {
        self.root()?.map_descendant_bottom_up(rewrite)?.schedule()
    }

    /// `plain_is_equal`: the same tree, up to what isl normalises.
    pub fn is_equal(&self, other: &Schedule) -> Result<bool> {
        self.plain_is_equal(other)
    }
}
