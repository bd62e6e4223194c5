//! The specified hash (xxh64) behind ids, draws and digests.
//!
//! The values of `std::hash` are not specified, so nothing simulated or saved may use it.

const P1: u64 = 0x9E37_79B1_85EB_CA87;
const P2: u64 = 0xC2B2_AE3D_27D4_EB4F;
const P3: u64 = 0x1656_67B1_9E37_79F9;
const P4: u64 = 0x85EB_CA77_C2B2_AE63;
const P5: u64 = 0x27D4_EB2F_1656_67C5;

/// The 64-bit xxHash of some bytes, with seed zero.
pub const fn hash64(bytes: &[u8]) -> u64 {
    hash64_seeded(bytes, 0)
}

/// The 64-bit xxHash of some bytes. `const`, so that ids of names can be constants.
pub const fn hash64_seeded(bytes: &[u8], seed: u64) -> u64 {
    let mut rest = bytes;
    let mut hash = if bytes.len() >= 32 {
        let mut a = seed.wrapping_add(P1).wrapping_add(P2);
        let mut b = seed.wrapping_add(P2);
        let mut c = seed;
        let mut d = seed.wrapping_sub(P1);
        while let Some((stripe, after)) = rest.split_first_chunk::<32>() {
            a = round(a, read64(stripe, 0));
            b = round(b, read64(stripe, 8));
            c = round(c, read64(stripe, 16));
            d = round(d, read64(stripe, 24));
            rest = after;
        }
        let hash = a
            .rotate_left(1)
            .wrapping_add(b.rotate_left(7))
            .wrapping_add(c.rotate_left(12))
            .wrapping_add(d.rotate_left(18));
        merge(merge(merge(merge(hash, a), b), c), d)
    } else {
        seed.wrapping_add(P5)
    };
    hash = hash.wrapping_add(bytes.len() as u64);
    while let Some((word, after)) = rest.split_first_chunk::<8>() {
        hash ^= round(0, u64::from_le_bytes(*word));
        hash = hash.rotate_left(27).wrapping_mul(P1).wrapping_add(P4);
        rest = after;
    }
    if let Some((word, after)) = rest.split_first_chunk::<4>() {
        hash ^= (u32::from_le_bytes(*word) as u64).wrapping_mul(P1);
        hash = hash.rotate_left(23).wrapping_mul(P2).wrapping_add(P3);
        rest = after;
    }
    while let Some((byte, after)) = rest.split_first() {
        hash ^= (*byte as u64).wrapping_mul(P5);
        hash = hash.rotate_left(11).wrapping_mul(P1);
        rest = after;
    }
    avalanche(hash)
}

/// Folds one more word into a running hash. Order matters.
#[inline]
pub fn fold(hash: u64, word: u64) -> u64 {
    let mixed = hash ^ round(0, word);
    avalanche(mixed.rotate_left(27).wrapping_mul(P1).wrapping_add(P4))
}

#[inline]
const fn round(lane: u64, word: u64) -> u64 {
    lane.wrapping_add(word.wrapping_mul(P2))
        .rotate_left(31)
        .wrapping_mul(P1)
}

#[inline]
const fn merge(hash: u64, lane: u64) -> u64 {
    (hash ^ round(0, lane)).wrapping_mul(P1).wrapping_add(P4)
}

#[inline]
const fn avalanche(mut hash: u64) -> u64 {
    hash ^= hash >> 33;
    hash = hash.wrapping_mul(P2);
    hash ^= hash >> 29;
    hash = hash.wrapping_mul(P3);
    hash ^ (hash >> 32)
}

const fn read64(stripe: &[u8; 32], at: usize) -> u64 {
    let mut word = [0; 8];
    let mut index = 0;
    while index < 8 {
        word[index] = stripe[at + index];
        index += 1;
    }
    u64::from_le_bytes(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_vectors() {
        assert_eq!(hash64(b""), 0xef46_db37_51d8_e999);
        assert_eq!(hash64(b"a"), 0xd24e_c4f1_a98c_6e5b);
        assert_eq!(hash64(b"abc"), 0x44bc_2cf5_ad77_0999);
        assert_eq!(
            hash64(b"Call me Ishmael. Some years ago--never mind how long precisely-"),
            0x02a2_e854_70d6_fd96
        );
    }
}
