//! One person: origin, name, temper, looks, family, home and work.

use crate::calendar::Day;
use crate::names::{FirstName, LastName, Names};
use crate::place::PlaceId;
use serde::{Deserialize, Serialize};
use townsfolk_core::{CharacterId, Value};

/// A person, by its place in the list of everybody who ever lived in the town.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(pub u32);

impl PersonId {
    /// The character that stands for the person in minds and scores.
    pub fn character(self) -> CharacterId {
        CharacterId(self.0)
    }
}

/// Man or woman.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Sex {
    /// A man.
    Male,
    /// A woman.
    Female,
}

/// The five traits, in thousandths from -1000 to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Traits {
    /// Openness to experience.
    pub openness: i16,
    /// Conscientiousness.
    pub conscientiousness: i16,
    /// Extroversion.
    pub extroversion: i16,
    /// Agreeableness.
    pub agreeableness: i16,
    /// Neuroticism.
    pub neuroticism: i16,
}

/// How a person left the town.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Leaving {
    /// Died.
    Died,
    /// Moved away.
    Departed,
}

/// What a person is in matters of marriage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Marital {
    /// Never married.
    Single,
    /// Married.
    Married,
    /// Divorced.
    Divorced,
    /// The spouse died.
    Widowed,
}

/// A job at a firm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The firm.
    pub firm: PlaceId,
    /// The row in the firm's list of jobs.
    pub row: u8,
    /// Whether it is the night shift.
    pub night: bool,
    /// Since when.
    pub since: Day,
}

/// A surname, or two of them with a hyphen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Surname {
    /// The first part.
    pub name: LastName,
    /// The part after the hyphen.
    pub second: Option<LastName>,
}

/// One person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Person {
    /// Man or woman.
    pub sex: Sex,
    /// Day of birth.
    pub born: Day,
    /// When the person came to the town, by birth or from elsewhere.
    pub came: Day,
    /// When and how the person left.
    pub left: Option<(Day, Leaving)>,
    /// The mother, if she lived in the town.
    pub mother: Option<PersonId>,
    /// The father, if he lived in the town.
    pub father: Option<PersonId>,
    /// The spouse.
    pub spouse: Option<PersonId>,
    /// What the person is in matters of marriage.
    pub marital: Marital,
    /// Children, in order of birth or adoption.
    pub children: Vec<PersonId>,
    /// First name.
    pub first: FirstName,
    /// Middle name.
    pub middle: FirstName,
    /// Surname now.
    pub surname: Surname,
    /// Surname at birth.
    pub born_as: Surname,
    /// The number among namesakes of one line: 2 is a junior.
    pub namesake: u8,
    /// Temper.
    pub traits: Traits,
    /// Quality of memory, in thousandths.
    pub memory: u16,
    /// Whether the person falls in love with men, and with women.
    pub loves: [bool; 2],
    /// Looks: for each facet of content that says how common its values are, the value.
    pub looks: Vec<Value>,
    /// The home.
    pub home: Option<PlaceId>,
    /// The job.
    pub job: Option<Job>,
    /// The last job of a retired person.
    pub retired: Option<Job>,
}

impl Person {
    /// Whether the person lives in the town.
    pub fn is_resident(&self) -> bool {
        self.left.is_none()
    }

    /// Age in whole years, at death for the dead.
    pub fn age(&self, today: Day) -> i32 {
        let until = match self.left {
            Some((day, Leaving::Died)) => day,
            _ => today,
        };
        until.years_since(self.born)
    }

    /// First name and surname.
    pub fn name(&self, names: &Names) -> String {
        format!("{} {}", names.first(self.first), self.surname(names))
    }

    /// The surname, with a hyphen if there are two, and the number among namesakes.
    pub fn surname(&self, names: &Names) -> String {
        let mut text = names.last(self.surname.name).to_owned();
        if let Some(second) = self.surname.second {
            text = format!("{text}-{}", names.last(second));
        }
        match self.suffix() {
            "" => text,
            suffix => format!("{text} {suffix}"),
        }
    }

    /// What stands after the surname of a namesake.
    pub fn suffix(&self) -> &'static str {
        match self.namesake {
            0 | 1 => "",
            2 => "Jr",
            3 => "III",
            4 => "IV",
            _ => "V",
        }
    }

    /// Mother and father.
    pub fn parents(&self) -> impl Iterator<Item = PersonId> + use<> {
        [self.mother, self.father].into_iter().flatten()
    }
}
