//! Points on the map.

/// A latitude up to 90 and a longitude up to 180 degrees, with decimals behind a point or a comma.
pub(super) fn coordinates(value: &str) -> bool {
    let mut whole = [0_u32; 2];
    let mut count = 0;
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        let Some(digit) = c.to_digit(10) else {
            continue;
        };
        let Some(place) = whole.get_mut(count) else {
            return false;
        };
        *place = digit;
        while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
            *place = place.saturating_mul(10).saturating_add(digit);
            chars.next();
        }
        // The decimals, if a digit stands right behind the point.
        if chars.next_if(|c| matches!(c, '.' | ',')).is_some() {
            while chars.next_if(char::is_ascii_digit).is_some() {}
        }
        count += 1;
    }
    count == 2 && whole[0] < 90 && whole[1] < 180
}
