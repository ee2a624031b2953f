//! Who read and wrote the elements of an array, when: events in program order.

use crate::access::TouchedElement;
use crate::domain::{DataElem, Domain};
use crate::machine::Machine;
use crate::observe::ElementPlace;
use polyvet_ir::OpId;

/// Which elements to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    /// The value that an array was made as, without `%`: an argument, an allocation, a tensor.
    pub array: String,
    /// One element, else all.
    pub element: Option<Vec<i64>>,
}

/// One element read or written.
#[derive(Clone, Debug)]
pub struct Event {
    /// The operation.
    pub op: OpId,
    /// Written, else read.
    pub write: bool,
    /// The array: as [`Watch::array`].
    pub array: String,
    /// The element of the array, whatever window the operation sees it through.
    pub element: Vec<i64>,
    /// What was read or written; `None` if that is not initialised.
    pub value: Option<DataElem>,
    /// The loops around the operation, outermost first: name and value of the induction variable.
    pub loops: Vec<(String, i64)>,
    /// The functions that were called to come here, outermost first.
    pub calls: Vec<String>,
}

/// What is followed and what was seen.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    watches: Vec<Watch>,
    events: Vec<Event>,
    events_max: usize,
    dropped: u64,
}

impl<'m, D: Domain> Machine<'m, D> {
    /// Remembers the accesses to some elements from now on, the first `events_max` of them.
    pub fn watch(&mut self, watches: Vec<Watch>, events_max: usize) {
        self.trace = Some(Trace {
            watches,
            events_max,
            ..Trace::default()
        });
    }

    /// The accesses that were remembered, in program order, and how many more there were.
    pub fn events(&self) -> (&[Event], u64) {
        self.trace
            .as_ref()
            .map_or((&[], 0), |trace| (&trace.events, trace.dropped))
    }

    /// How many accesses were remembered.
    pub(crate) fn events_so_far(&self) -> usize {
        self.trace.as_ref().map_or(0, |trace| trace.events.len())
    }

    /// The events from `start` are for the real parts of numbers, those from `middle` for their imaginary parts: makes
    /// one of two.
    pub(crate) fn join_events(&mut self, start: usize, middle: usize) {
        let Some(trace) = &mut self.trace else { return };
        let imaginary = trace.events.split_off(middle);
        for (event, im) in trace.events[start..].iter_mut().zip(imaginary) {
            event.value = match (&event.value, &im.value) {
                (Some(re), Some(im)) => {
                    let text = format!("({re}, {im})");
                    Some(DataElem::Abstract {
                        key: 0,
                        text: Some(text.into()),
                    })
                }
                _ => None,
            };
        }
    }

    /// Remembers an access, if it is to an element that is followed.
    pub(crate) fn trace(&mut self, op: OpId, write: bool, touched: &TouchedElement<'_, D>) {
        let Some(trace) = &self.trace else { return };
        let (array, shape, cell) = match touched.place {
            ElementPlace::Buffer(id, cell) => {
                let buffer = &self.memory.buffers[id.0 as usize];
                (buffer.name.clone(), buffer.shape.as_deref(), cell)
            }
            ElementPlace::Tensor(value, cell) => (self.module.value_name(value), touched.shape, cell),
        };
        let array = array.trim_start_matches('%');
        let mut watches = trace.watches.iter().filter(|watch| watch.array == array).peekable();
        if watches.peek().is_none() {
            return;
        }
        let element = match shape {
            Some(shape) => crate::ints::index_of(shape, cell),
            None => touched.index.to_vec(),
        };
        if !watches.any(|watch| watch.element.as_ref().is_none_or(|wanted| *wanted == element)) {
            return;
        }
        let event = Event {
            op,
            write,
            array: array.to_owned(),
            element,
            value: touched.data.map(|data| self.domain.elem(data)),
            loops: self
                .loops
                .iter()
                .map(|iteration| (iteration.name(self.module), iteration.value))
                .collect(),
            calls: self.calls.iter().map(|(callee, _)| callee.clone()).collect(),
        };
        if let Some(trace) = &mut self.trace {
            match trace.events.len() < trace.events_max {
                true => trace.events.push(event),
                false => trace.dropped += 1,
            }
        }
    }
}
