//! The domains that executors compute in.

use crate::Executor;
use crate::runner::Runner;
use polyvet_interp::nest::NestRunner;
use polyvet_interp::{
    Bounded, Concrete, Domain, Field, FieldValue, Real, Reassociated, ScalarCall, ShapeDomain, TermDomain, TermValue,
};

/// A domain that executors can compute in. Any can: [`Domain::apply`] is enough. Some functions need neither the domain
/// nor an error, and then a column of results is a plain loop.
pub trait Accelerated: Domain {
    /// Whether the results of a function are those of [`Accelerated::direct`], whatever the operands.
    fn is_direct(&self, _call: &ScalarCall) -> bool {
        false
    }

    /// [`Domain::apply`] without a domain and without errors.
    fn direct(_call: &ScalarCall, _args: &[Self::Data]) -> Self::Data {
        unreachable!("no function of this domain is direct");
    }

    /// Runs nests of programs in this domain: `Runner::boxed`, a line that every domain repeats.
    ///
    /// A function that is not generic belongs to this crate, and all that it calls with it. Without it the executors,
    /// which are generic, would be compiled again in every crate that runs programs, with that crate's optimisation.
    #[doc(hidden)]
    fn runner(executor: Executor) -> Box<dyn NestRunner<Self>>
    where
        Self: Sized;
}

macro_rules! by_apply {
    ($($domain:ty),*) => {$(
        impl Accelerated for $domain {
            fn runner(executor: Executor) -> Box<dyn NestRunner<Self>> {
                Runner::boxed(executor)
            }
        }
    )*};
}

by_apply!(Bounded, Concrete, Real, Reassociated, ShapeDomain);

impl Accelerated for Field {
    fn is_direct(&self, call: &ScalarCall) -> bool {
        Field::is_in_ring(call)
    }

    #[inline(always)]
    fn direct(call: &ScalarCall, args: &[FieldValue]) -> FieldValue {
        Field::in_ring(call, args)
    }

    fn runner(executor: Executor) -> Box<dyn NestRunner<Self>> {
        Runner::boxed(executor)
    }
}

impl Accelerated for TermDomain {
    fn is_direct(&self, call: &ScalarCall) -> bool {
        self.is_tree(call)
    }

    #[inline(always)]
    fn direct(call: &ScalarCall, args: &[TermValue]) -> TermValue {
        TermDomain::tree(call, args)
    }

    fn runner(executor: Executor) -> Box<dyn NestRunner<Self>> {
        Runner::boxed(executor)
    }
}
