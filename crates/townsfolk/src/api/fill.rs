//! Named parameters in texts: `"Good morning, {Other}"` with the values of the rule's variables.

/// Replaces every `{Name}` in a text by its value. A name without a value stays as it is written.
pub(crate) fn fill(text: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled += before;
        let parameter = after.split_once('}');
        let found = parameter.and_then(|(name, after)| Some((value(name)?, after)));
        rest = match found {
            Some((value, after)) => {
                filled += &value;
                after
            }
            None => {
                filled.push('{');
                after
            }
        };
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn known_names_are_filled_and_others_stay() {
        let value = |name: &str| (name == "Other").then(|| "Bob".to_owned());
        assert_eq!(fill("Hello, {Other}!", value), "Hello, Bob!");
        assert_eq!(fill("{Other}{Other}", value), "BobBob");
        assert_eq!(fill("{Othr}, {", value), "{Othr}, {");
        assert_eq!(fill("{{Other}}", value), "{Bob}");
        assert_eq!(fill("", value), "");
    }
}
