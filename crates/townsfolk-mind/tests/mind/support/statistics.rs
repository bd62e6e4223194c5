//! The little statistics that the evaluation needs.

/// Sum of squares between and within groups, and the quotient of their means (F).
pub(crate) struct Anova {
    pub(crate) between: f64,
    pub(crate) within: f64,
    pub(crate) within_degrees: f64,
    pub(crate) f: f64,
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn squares(values: &[f64], around: f64) -> f64 {
    values.iter().map(|v| (v - around) * (v - around)).sum()
}

/// One-way analysis of variance.
pub(crate) fn anova(groups: &[&[f64]]) -> Anova {
    let all: Vec<f64> = groups
        .iter()
        .flat_map(|group| group.iter().copied())
        .collect();
    let total = mean(&all);
    let between: f64 = groups
        .iter()
        .map(|group| (mean(group) - total) * (mean(group) - total) * group.len() as f64)
        .sum();
    let within: f64 = groups.iter().map(|group| squares(group, mean(group))).sum();
    let between_degrees = groups.len() as f64 - 1.0;
    let within_degrees = (all.len() - groups.len()) as f64;
    Anova {
        between,
        within,
        within_degrees,
        f: (between / between_degrees) / (within / within_degrees),
    }
}

/// Student's t of paired differences.
pub(crate) fn paired_t(first: &[f64], second: &[f64]) -> f64 {
    let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
    let n = differences.len() as f64;
    let middle = mean(&differences);
    let deviation = (squares(&differences, middle) / (n - 1.0)).sqrt();
    middle / (deviation / n.sqrt())
}

/// The chance of at least so many heads with a fair coin.
pub(crate) fn binomial_at_least(heads: u64, throws: u64) -> f64 {
    let mut ways = 1.0;
    let mut sum = 0.0;
    for k in 0..=throws {
        if k >= heads {
            sum += ways;
        }
        ways = ways * (throws - k) as f64 / (k + 1) as f64;
    }
    let mut all = 1.0;
    for _ in 0..throws {
        all *= 2.0;
    }
    sum / all
}

/// How well a weighted graph falls into groups: the modularity of the best partition that joining
/// the two groups which gain most, again and again, comes by.
pub(crate) fn modularity(weights: &[Vec<f64>]) -> f64 {
    let n = weights.len();
    let degree: Vec<f64> = weights.iter().map(|row| row.iter().sum()).collect();
    let total: f64 = degree.iter().sum();
    if total == 0.0 {
        return 0.0;
    }
    let quality = |groups: &[usize]| -> f64 {
        let mut sum = 0.0;
        for a in 0..n {
            for b in 0..n {
                if groups[a] == groups[b] {
                    sum += weights[a][b] / total - degree[a] * degree[b] / (total * total);
                }
            }
        }
        sum
    };
    let mut groups: Vec<usize> = (0..n).collect();
    let mut best = quality(&groups);
    loop {
        let mut joined = None;
        for a in 0..n {
            for b in a + 1..n {
                let trial: Vec<usize> = groups
                    .iter()
                    .map(|g| if *g == b { a } else { *g })
                    .collect();
                let q = quality(&trial);
                if q > best + 1e-12 && joined.as_ref().is_none_or(|(known, _)| q > *known) {
                    joined = Some((q, trial));
                }
            }
        }
        let Some((q, trial)) = joined else {
            return best;
        };
        best = q;
        groups = trial;
    }
}
