//! Points and matrices of the plane.

/// A point or a direction.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct PagePoint {
    pub x: f64,
    pub y: f64,
}

impl PagePoint {
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    pub fn plus(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }

    pub fn minus(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }

    pub fn times(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }

    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

/// A matrix of the plane, as PDF writes it: `[a b c d e f]`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PageMatrix(pub [f64; 6]);

impl PageMatrix {
    pub const IDENTITY: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// The matrix of six numbers; none if there are not so many or they are not finite.
    pub fn of(numbers: &[f64]) -> Option<Self> {
        let numbers: [f64; 6] = numbers.try_into().ok()?;
        numbers.iter().all(|number| number.is_finite()).then_some(Self(numbers))
    }

    pub fn shift(x: f64, y: f64) -> Self {
        Self([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// First this one, then the other.
    pub fn then(self, other: Self) -> Self {
        let ([a, b, c, d, e, f], [g, h, i, j, k, l]) = (self.0, other.0);
        Self([a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l])
    }

    /// The image of a point.
    pub fn point(self, x: f64, y: f64) -> PagePoint {
        self.direction(x, y).plus(PagePoint::new(self.0[4], self.0[5]))
    }

    /// The image of a direction.
    pub fn direction(self, x: f64, y: f64) -> PagePoint {
        let [a, b, c, d, ..] = self.0;
        PagePoint::new(a * x + c * y, b * x + d * y)
    }
}

/// A rectangle along the axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PageBounds {
    pub low: PagePoint,
    pub high: PagePoint,
}

impl PageBounds {
    /// Around nothing yet.
    pub const NOTHING: Self = Self {
        low: PagePoint { x: f64::INFINITY, y: f64::INFINITY },
        high: PagePoint { x: f64::NEG_INFINITY, y: f64::NEG_INFINITY },
    };

    /// Grows to hold a point.
    pub fn add(&mut self, point: PagePoint) {
        self.low = PagePoint::new(self.low.x.min(point.x), self.low.y.min(point.y));
        self.high = PagePoint::new(self.high.x.max(point.x), self.high.y.max(point.y));
    }

    /// The unit square under a matrix: where an image lies.
    pub fn of_unit_square(matrix: PageMatrix) -> Self {
        let mut bounds = Self::NOTHING;
        for (x, y) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
            bounds.add(matrix.point(x, y));
        }
        bounds
    }

    /// The part that lies in another rectangle too.
    pub fn within(self, other: Self) -> Self {
        Self {
            low: PagePoint::new(self.low.x.max(other.low.x), self.low.y.max(other.low.y)),
            high: PagePoint::new(self.high.x.min(other.high.x), self.high.y.min(other.high.y)),
        }
    }

    pub fn width(self) -> f64 {
        (self.high.x - self.low.x).max(0.0)
    }

    pub fn height(self) -> f64 {
        (self.high.y - self.low.y).max(0.0)
    }

    pub fn area(self) -> f64 {
        self.width() * self.height()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrices_are_applied_in_order() {
        let matrix = PageMatrix([2.0, 0.0, 0.0, 2.0, 0.0, 0.0]).then(PageMatrix::shift(10.0, 5.0));
        assert_eq!(matrix.point(1.0, 1.0), PagePoint::new(12.0, 7.0));
        assert_eq!(matrix.direction(1.0, 1.0), PagePoint::new(2.0, 2.0));
    }
}
