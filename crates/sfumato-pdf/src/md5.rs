//! MD5, which the older ways to encrypt a PDF are built on. It protects nothing here.

/// The turns of each step in bits, by round and step.
const TURNS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

/// The sum of some bytes.
pub(crate) fn sum(bytes: &[u8]) -> [u8; 16] {
    let mut state: [u32; 4] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476];
    let mut message = bytes.to_vec();
    message.push(0x80);
    message.resize((message.len() + 8).next_multiple_of(64) - 8, 0);
    message.extend((bytes.len() as u64).wrapping_mul(8).to_le_bytes());
    let constants: [u32; 64] =
        std::array::from_fn(|nth| (f64::from(nth as u32 + 1).sin().abs() * 4_294_967_296.0) as u32);
    let (blocks, _) = message.as_chunks::<64>();
    for block in blocks {
        let (words, _) = block.as_chunks::<4>();
        let word = |nth: usize| words.get(nth).map_or(0, |word| u32::from_le_bytes(*word));
        let [mut a, mut b, mut c, mut d] = state;
        for step in 0..64 {
            let (mixed, from) = match step / 16 {
                0 => ((b & c) | (!b & d), step),
                1 => ((d & b) | (!d & c), (5 * step + 1) % 16),
                2 => (b ^ c ^ d, (3 * step + 5) % 16),
                _ => (c ^ (b | !d), (7 * step) % 16),
            };
            let turned = a.wrapping_add(mixed).wrapping_add(constants[step]).wrapping_add(word(from));
            (a, d, c) = (d, c, b);
            b = b.wrapping_add(turned.rotate_left(TURNS[step / 16][step % 4]));
        }
        for (held, new) in state.iter_mut().zip([a, b, c, d]) {
            *held = held.wrapping_add(new);
        }
    }
    let mut out = [0; 16];
    for (place, word) in out.as_chunks_mut::<4>().0.iter_mut().zip(state) {
        *place = word.to_le_bytes();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_everybody_gets() {
        let hex = |bytes: &[u8]| sum(bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        assert_eq!(hex(b""), "d41d8cd98f00b204e9800998ecf8427e");
        assert_eq!(hex(b"abc"), "900150983cd24fb0d6963f7d28e17f72");
        assert_eq!(hex(&[b'a'; 64]), "014842d480b571495a4a0363793f7367");
    }
}
