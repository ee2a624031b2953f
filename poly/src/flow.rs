//! Dataflow analysis: who wrote what is read.

use crate::obj::{objects, ops, texts};
use crate::{Schedule, UnionMap};

objects! {
    UnionAccessInfo(isl_union_access_info: isl_union_access_info_copy, isl_union_access_info_free) "Accesses and their order, for dataflow analysis.";
    UnionFlow(isl_union_flow: isl_union_flow_copy, isl_union_flow_free) "The dependences dataflow analysis found.";
}

texts! {
    UnionAccessInfo = isl_union_access_info_to_str;
    UnionFlow = isl_union_flow_to_str;
}

ops! { UnionAccessInfo {
    compute_flow(self) -> UnionFlow = isl_union_access_info_compute_flow;
    from_sink(sink: UnionMap) -> UnionAccessInfo = isl_union_access_info_from_sink;
    set_kill(self, kill: UnionMap) -> UnionAccessInfo = isl_union_access_info_set_kill;
    set_may_source(self, may_source: UnionMap) -> UnionAccessInfo = isl_union_access_info_set_may_source;
    set_must_source(self, must_source: UnionMap) -> UnionAccessInfo = isl_union_access_info_set_must_source;
    set_schedule(self, schedule: Schedule) -> UnionAccessInfo = isl_union_access_info_set_schedule;
    set_schedule_map(self, schedule_map: UnionMap) -> UnionAccessInfo = isl_union_access_info_set_schedule_map;
} }

ops! { UnionFlow {
    full_may_dependence(&self) -> UnionMap = isl_union_flow_get_full_may_dependence;
    full_must_dependence(&self) -> UnionMap = isl_union_flow_get_full_must_dependence;
    may_dependence(&self) -> UnionMap = isl_union_flow_get_may_dependence;
    may_no_source(&self) -> UnionMap = isl_union_flow_get_may_no_source;
    must_dependence(&self) -> UnionMap = isl_union_flow_get_must_dependence;
    must_no_source(&self) -> UnionMap = isl_union_flow_get_must_no_source;
} }
