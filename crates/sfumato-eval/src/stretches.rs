//! Stretches of a text, joined.

use std::ops::Range;

/// Places, joined where they overlap or touch, in order.
pub(crate) struct JoinedPlaces(Vec<Range<usize>>);

impl JoinedPlaces {
    pub(crate) fn of(places: &[Range<usize>]) -> Self {
        let mut places: Vec<Range<usize>> = places.iter().filter(|place| !place.is_empty()).cloned().collect();
        places.sort_by_key(|place| (place.start, place.end));
        places.dedup_by(|next, last| {
            let joins = next.start <= last.end;
            if joins {
                last.end = last.end.max(next.end);
            }
            joins
        });
        Self(places)
    }

    /// True if it shares something with a place.
    pub(crate) fn touches(&self, place: &Range<usize>) -> bool {
        self.first_beside(place).is_some_and(|own| own.start < place.end)
    }

    /// True if it has all of a place.
    pub(crate) fn holds(&self, place: &Range<usize>) -> bool {
        self.first_beside(place).is_some_and(|own| own.start <= place.start && place.end <= own.end)
    }

    fn first_beside(&self, place: &Range<usize>) -> Option<&Range<usize>> {
        self.0.get(self.0.partition_point(|own| own.end <= place.start))
    }
}
