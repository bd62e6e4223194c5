//! Effects of an interaction on moods and relationships.

use townsfolk_module::mind::{
    Change, Circumstance, Degree, Effect, Effects, Interaction, Mood, On, Relationship, Target,
};

/// Changes the mood and feelings of the target, the actor or a witness of an interaction. The
/// classic table changes only the target.
pub fn undergo(
    effects: &Effects,
    interaction: Interaction,
    on: On,
    subject_shared: bool,
    mood: &mut Mood,
    toward: &mut Relationship,
) {
    // All rows see the circumstances before the interaction.
    let before = *toward;
    let rows = effects.rows.iter();
    for row in rows.filter(|row| row.interaction == interaction && row.on == on) {
        if !applies(effects, row.when, &before, subject_shared) {
            continue;
        }
        for change in &row.changes {
            let value = match change.target {
                Target::Valence => &mut mood.valence,
                Target::Arousal => &mut mood.arousal,
                Target::Like => &mut toward.like,
                Target::Attraction => &mut toward.attraction,
                Target::Dominance => &mut toward.dominance,
                Target::Intimacy => &mut toward.intimacy,
                Target::Interest => &mut toward.interest,
            };
            *value = value.plus(change.by).clamped();
        }
    }
}

/// Whether an interaction changes anybody in this position at all.
pub fn concerns(effects: &Effects, interaction: Interaction, on: On) -> bool {
    let mut rows = effects.rows.iter();
    rows.any(|row| row.interaction == interaction && row.on == on)
}

fn applies(
    effects: &Effects,
    when: Circumstance,
    toward: &Relationship,
    subject_shared: bool,
) -> bool {
    let attracted = toward.attraction >= effects.attraction_high;
    let submissive = toward.dominance < effects.submissive_below;
    match when {
        Circumstance::Always => true,
        Circumstance::Attracted => attracted,
        Circumstance::NotAttracted => !attracted,
        Circumstance::Submissive => submissive,
        Circumstance::NotSubmissive => !submissive,
        Circumstance::SubjectShared => subject_shared,
        Circumstance::SubjectNotShared => !subject_shared,
    }
}

/// The size of one, two and three signs in the published table.
const STEPS: [Degree; 3] = [Degree::percent(5), Degree::percent(10), Degree::percent(20)];

fn step(signs: i8) -> Degree {
    let strength = usize::from(signs.unsigned_abs()).checked_sub(1);
    let size = strength.and_then(|index| STEPS.get(index)).copied();
    let size = size.unwrap_or_default();
    if signs < 0 {
        Degree::ZERO.minus(size)
    } else {
        size
    }
}

/// The published table; missing entries are our own, and so is the present.
pub fn classic_effects() -> Effects {
    use Circumstance::{
        Always, Attracted, NotAttracted, NotSubmissive, SubjectNotShared, SubjectShared, Submissive,
    };
    use Interaction::{Assault, Chat, Compliment, Flirt, Give, Insult, Joke, Kiss};
    use Target::{Arousal, Dominance, Interest, Intimacy, Like, Valence};
    let row = |interaction, when, changes: &[(Target, i8)]| Effect {
        interaction,
        on: On::Other,
        when,
        changes: changes
            .iter()
            .map(|(target, signs)| Change {
                target: *target,
                by: step(*signs),
            })
            .collect(),
    };
    Effects {
        rows: vec![
            row(
                Kiss,
                Attracted,
                &[(Valence, 3), (Arousal, 3), (Like, 3), (Intimacy, 3)],
            ),
            row(
                Kiss,
                NotAttracted,
                &[(Valence, -3), (Arousal, -3), (Like, -3), (Intimacy, 1)],
            ),
            row(Flirt, Always, &[(Intimacy, 1)]),
            row(Flirt, Attracted, &[(Valence, 2), (Like, 2)]),
            row(Flirt, NotAttracted, &[(Valence, -2), (Like, -2)]),
            row(Joke, Always, &[(Intimacy, 1), (Valence, 1), (Like, 1)]),
            row(Compliment, Always, &[(Intimacy, 1), (Valence, 1)]),
            row(Compliment, Submissive, &[(Like, 2)]),
            row(Compliment, NotSubmissive, &[(Like, 1)]),
            row(Chat, Always, &[(Valence, 1)]),
            row(Chat, SubjectShared, &[(Interest, 1), (Like, 1)]),
            row(Chat, SubjectNotShared, &[(Interest, -1)]),
            row(
                Insult,
                Always,
                &[(Like, -2), (Dominance, -1), (Valence, -2), (Arousal, 1)],
            ),
            row(
                Assault,
                Always,
                &[(Like, -3), (Dominance, -1), (Valence, -3), (Arousal, 2)],
            ),
            // More than a compliment, less than a kiss.
            row(Give, Always, &[(Intimacy, 1), (Valence, 2), (Like, 2)]),
        ],
        attraction_high: Degree::percent(60),
        submissive_below: Degree::percent(45),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Changes of valence, arousal, like, attraction, dominance, intimacy and interest, in percent.
    fn changes(
        interaction: Interaction,
        attraction: i32,
        dominance: i32,
        shared: bool,
    ) -> [i32; 7] {
        let half = Degree::HALF;
        let mut mood = Mood::default();
        let mut toward = Relationship {
            like: half,
            attraction: Degree::percent(attraction),
            dominance: Degree::percent(dominance),
            intimacy: half,
            interest: half,
        };
        let before = [
            half,
            half,
            half,
            toward.attraction,
            toward.dominance,
            half,
            half,
        ];
        let effects = classic_effects();
        undergo(
            &effects,
            interaction,
            On::Other,
            shared,
            &mut mood,
            &mut toward,
        );
        let after = [
            mood.valence,
            mood.arousal,
            toward.like,
            toward.attraction,
            toward.dominance,
            toward.intimacy,
            toward.interest,
        ];
        std::array::from_fn(|i| {
            let change = after[i].minus(before[i]);
            ((f64::from(change.0) / 655.36) + if change.0 < 0 { -0.5 } else { 0.5 }) as i32
        })
    }

    #[test]
    fn done_22_every_row_changes_the_target_as_the_table_says() {
        use Interaction::*;
        let (plain, not) = (50, false);
        for (interaction, attraction, dominance, shared, expected) in [
            (Kiss, 80, plain, not, [20, 20, 20, 0, 0, 20, 0]),
            (Kiss, 20, plain, not, [-20, -20, -20, 0, 0, 5, 0]),
            (Flirt, 80, plain, not, [10, 0, 10, 0, 0, 5, 0]),
            (Flirt, 20, plain, not, [-10, 0, -10, 0, 0, 5, 0]),
            (Joke, 20, plain, not, [5, 0, 5, 0, 0, 5, 0]),
            (Compliment, 20, 30, not, [5, 0, 10, 0, 0, 5, 0]),
            (Compliment, 20, plain, not, [5, 0, 5, 0, 0, 5, 0]),
            (Chat, 20, plain, true, [5, 0, 5, 0, 0, 0, 5]),
            (Chat, 20, plain, not, [5, 0, 0, 0, 0, 0, -5]),
            (Insult, 20, plain, not, [-10, 5, -10, 0, -5, 0, 0]),
            (Assault, 20, plain, not, [-20, 10, -20, 0, -5, 0, 0]),
            (Give, 20, plain, not, [10, 0, 10, 0, 0, 5, 0]),
            (Nothing, 20, plain, not, [0; 7]),
        ] {
            let found = changes(interaction, attraction, dominance, shared);
            assert_eq!(found, expected, "{}", interaction.name());
        }
    }

    #[test]
    fn feelings_stay_within_their_range() {
        let effects = classic_effects();
        let mut mood = Mood::default();
        let mut toward = Relationship::at_first_sight(Degree::ZERO, Degree::ZERO);
        for _ in 0..100 {
            undergo(
                &effects,
                Interaction::Assault,
                On::Other,
                false,
                &mut mood,
                &mut toward,
            );
        }
        assert_eq!((mood.valence, mood.arousal), (Degree::ZERO, Degree::ONE));
        assert_eq!(
            (toward.like, toward.dominance),
            (Degree::ZERO, Degree::ZERO)
        );
    }
}
