//! Mutates JSON into other valid JSON. Random changes of bytes would mostly make it invalid.

use overtrick_core::json::Json;

/// The maximum number of values collected for reuse in other places.
const MAX_COLLECTED: usize = 300;

/// A seeded random number generator (SplitMix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) >> 8).unwrap_or(0) % below.max(1)
    }
}

/// Changes one JSON value of an input, or arbitrary bytes, and returns the new size. Newlines and
/// tabs separate the values, which start after the first `head` bytes.
pub fn mutate(data: &mut [u8], size: usize, most: usize, seed: u32, head: usize) -> usize {
    let mut chance = Chance(seed.into());
    if chance.below(4) > 0
        && let Some(changed) = changed(data.get(head..size).unwrap_or_default(), &mut chance)
        && head + changed.len() <= most
    {
        data[head..head + changed.len()].copy_from_slice(&changed);
        return head + changed.len();
    }
    libfuzzer_sys::fuzzer_mutate(data, size, most)
}

fn changed(input: &[u8], chance: &mut Chance) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(input).ok()?;
    let parts: Vec<&str> = text.split_inclusive(['\n', '\t']).collect();
    let read = |part: &str| serde_json::from_str::<Json>(part).ok();
    let structured = |json: &Json| matches!(json, Json::Object(_) | Json::List(_));
    let values: Vec<Option<Json>> = parts
        .iter()
        .map(|part| read(part).filter(structured))
        .collect();
    let known: Vec<usize> = (0..parts.len())
        .filter(|part| values[*part].is_some())
        .collect();
    let part = *known.get(chance.below(known.len()))?;
    let mut pool = vec![
        Json::Null,
        Json::Bool(true),
        Json::Int(-1),
        Json::Int(i64::MAX),
        Json::Float(2.5),
        Json::Float(1e300),
        Json::from(""),
        Json::EMPTY,
        Json::List(Vec::new()),
    ];
    let mut keys = Vec::new();
    for value in values.iter().flatten() {
        collect(value, &mut pool, &mut keys);
    }
    let mut value = values[part].clone()?;
    for _ in 0..=chance.below(3) {
        change(&mut value, &pool, &keys, chance);
    }
    let end = parts[part]
        .chars()
        .next_back()
        .filter(|end| "\n\t".contains(*end));
    let mut written = serde_json::to_string(&value).ok()?;
    written.extend(end);
    let mut parts: Vec<&str> = parts;
    match chance.below(8) {
        // Inserts the changed value beside the old one, or removes a value.
        0 => parts.insert(part, &written),
        1 if parts.len() > 1 => drop(parts.remove(part)),
        _ => parts[part] = &written,
    }
    Some(parts.concat().into_bytes())
}

/// Adds the values within a value to `pool`, and the keys of its objects to `keys`.
fn collect(json: &Json, pool: &mut Vec<Json>, keys: &mut Vec<String>) {
    if pool.len() >= MAX_COLLECTED {
        return;
    }
    pool.push(json.clone());
    match json {
        Json::Object(entries) => {
            for (key, value) in entries {
                keys.push(key.clone());
                collect(value, pool, keys);
            }
        }
        Json::List(items) => items.iter().for_each(|item| collect(item, pool, keys)),
        _ => {}
    }
}

fn change(json: &mut Json, pool: &[Json], keys: &[String], chance: &mut Chance) {
    let deeper = chance.below(5) > 0;
    let any = |chance: &mut Chance| pool[chance.below(pool.len())].clone();
    match json {
        Json::Object(entries) if deeper && !entries.is_empty() => {
            let index = chance.below(entries.len());
            match chance.below(12) {
                0 => drop(entries.remove(index)),
                1 => entries.push(entries[index].clone()),
                2 => entries[index].0.clone_from(&keys[chance.below(keys.len())]),
                3 => entries.push((keys[chance.below(keys.len())].clone(), any(chance))),
                _ => change(&mut entries[index].1, pool, keys, chance),
            }
        }
        Json::List(items) if deeper && !items.is_empty() => {
            let index = chance.below(items.len());
            match chance.below(8) {
                0 => drop(items.remove(index)),
                1 => items.insert(index, items[index].clone()),
                2 => {
                    let other = chance.below(items.len());
                    items.swap(index, other);
                }
                3 => items.insert(index, any(chance)),
                _ => change(&mut items[index], pool, keys, chance),
            }
        }
        Json::Int(number) if deeper => {
            let step = i64::try_from(chance.below(7)).unwrap_or(0) - 3;
            *number = number.wrapping_add(step);
        }
        json => *json = any(chance),
    }
}
