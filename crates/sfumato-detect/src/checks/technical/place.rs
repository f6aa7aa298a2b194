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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_degrees() {
        for value in
            ["40.4168, -3.7038", "40.4168,3.7038", "40,4168; -3,7038", "-33.8688 151.2093", "40.4168° N, 3.7038° W"]
        {
            assert!(coordinates(value), "{value}");
        }
        for value in
            ["140.4168, -3.7038", "40.4168, 193.7038", "40.4168", "1.25, 2.5, 3.75", "", "°", "99999999999.1, 2.3"]
        {
            assert!(!coordinates(value), "{value}");
        }
    }
}
