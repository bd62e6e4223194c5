//! Diagnostics as data: one value feeds the terminal, JSON, the editor and spreadsheets.

use crate::source::Place;

/// The severity of a problem.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The module cannot be built.
    Error,
    /// It can be built, but the author should look at it.
    Warning,
    /// Additional information.
    Note,
}

impl Severity {
    /// The word shown to people and tools.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// A problem or note for an author, with its place.
///
/// Shape: a title in the author's words, the place, a second place when two disagree, the
/// consequence in the story, one hint that can be typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The kind of problem.
    pub code: Code,
    /// The severity here.
    pub severity: Severity,
    /// The title.
    pub message: String,
    /// The place.
    pub place: Place,
    /// The text beside the place.
    pub label: String,
    /// Related places.
    pub related: Vec<Related>,
    /// The consequence for the story, or a whole story of an exploration, line by line.
    pub story: Vec<String>,
    /// Hints for the author.
    pub hints: Vec<Hint>,
}

/// A second place of a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    /// The place.
    pub place: Place,
    /// The text beside it.
    pub label: String,
}

/// A hint for the author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The hint in words.
    pub text: String,
    /// The hint as a change of the source, if it is certain enough to offer.
    pub edit: Option<(Place, String)>,
}

impl Diagnostic {
    /// A problem with the severity of its code.
    pub fn new(code: Code, place: Place, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: code.severity(),
            message: message.into(),
            place,
            label: String::new(),
            related: vec![],
            story: vec![],
            hints: vec![],
        }
    }

    /// Sets the text beside the place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// Adds a second place.
    #[must_use]
    pub fn related(mut self, place: Place, label: impl Into<String>) -> Diagnostic {
        self.related.push(Related {
            place,
            label: label.into(),
        });
        self
    }

    /// Adds a sentence about the consequence for the story.
    #[must_use]
    pub fn consequence(mut self, line: impl Into<String>) -> Diagnostic {
        self.story.push(line.into());
        self
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(mut self, text: impl Into<String>) -> Diagnostic {
        self.hints.push(Hint {
            text: text.into(),
            edit: None,
        });
        self
    }

    /// Adds a hint, unless there is one already.
    #[must_use]
    pub fn or_hint(self, text: impl Into<String>) -> Diagnostic {
        match self.hints.is_empty() {
            true => self.hint(text),
            false => self,
        }
    }

    /// Adds a hint with a change of the source.
    #[must_use]
    pub fn fix(
        mut self,
        text: impl Into<String>,
        place: Place,
        replacement: impl Into<String>,
    ) -> Diagnostic {
        self.hints.push(Hint {
            text: text.into(),
            edit: Some((place, replacement.into())),
        });
        self
    }

    /// Adds "did you mean …?" for names near a wrong one at this place, if there are any.
    #[must_use]
    pub fn did_you_mean<'a>(
        mut self,
        place: Place,
        wrong: &str,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Diagnostic {
        for name in crate::near::near_names(wrong, names, 3) {
            self = self.fix(format!("did you mean `{name}`?"), place, name);
        }
        self
    }
}

impl Code {
    /// The first paragraph of its page.
    pub fn summary(self) -> &'static str {
        self.page().split("\n\n").nth(1).unwrap_or_default().trim()
    }
}

macro_rules! codes {
    ($($variant:ident $severity:ident $code:literal)*) => {
        /// The stable name of a problem. Each has a page: `townsfolk explain CODE`.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum Code { $($variant,)* }

        impl Code {
            /// All codes.
            pub const ALL: &[Code] = &[$(Code::$variant,)*];

            /// The code as people and tools write it.
            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $code,)* }
            }

            /// The usual severity.
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }

            /// A problem of this code at a place.
            pub(crate) fn at(self, place: Place, message: impl Into<String>) -> Diagnostic {
                Diagnostic::new(self, place, message)
            }

            /// The long page, in Markdown.
            pub fn page(self) -> &'static str {
                match self {
                    $(Code::$variant => include_str!(concat!("../pages/", $code, ".md")),)*
                }
            }

            /// The code with this name.
            pub fn from_name(name: &str) -> Option<Code> {
                Code::ALL.iter().copied().find(|code| code.name() == name)
            }
        }
    };
}

codes! {
    UnexpectedToken Error "unexpected-token"
    KeywordAsName Error "keyword-as-name"
    CapitalName Error "capital-name"
    TooDeep Error "too-deep"
    UnknownUnit Error "unknown-unit"
    BadLiteral Error "bad-literal"
    FileTooLarge Error "file-too-large"
    TooLarge Error "too-large"
    HiddenCharacters Warning "hidden-characters"
    DuplicateName Error "duplicate-name"
    DuplicatePart Error "duplicate-part"
    UnknownKind Error "unknown-kind"
    UnknownRole Error "unknown-role"
    UnknownAction Error "unknown-action"
    UnknownFact Error "unknown-fact"
    UnknownState Error "unknown-state"
    UnknownScript Error "unknown-script"
    UnknownRule Error "unknown-rule"
    UnknownHostName Error "unknown-host-name"
    UnknownSymbol Error "unknown-symbol"
    UnknownProp Error "unknown-prop"
    UnknownWord Error "unknown-word"
    UnknownPerson Error "unknown-person"
    CircularKind Error "circular-kind"
    RecursiveDefine Error "recursive-define"
    IdCollision Error "id-collision"
    WrongArguments Error "wrong-arguments"
    WrongKind Error "wrong-kind"
    UnitMismatch Error "unit-mismatch"
    UnboundVariable Error "unbound-variable"
    SingleUseVariable Warning "single-use-variable"
    RandomInCondition Error "random-in-condition"
    NowIsOnlyRead Warning "now-is-only-read"
    NotAvailableHere Error "not-available-here"
    ClaimNeedsHolder Error "claim-needs-holder"
    PartNeedsAction Error "part-needs-action"
    EmptyRange Error "empty-range"
    BadCast Error "bad-cast"
    FactNeverWritten Warning "fact-never-written"
    FactNeverRead Warning "fact-never-read"
    RemovalMatchesNothing Warning "removal-matches-nothing"
    FactLeftBehind Warning "fact-left-behind"
    RuleNeverFires Warning "rule-never-fires"
    ConditionNeverHolds Warning "condition-never-holds"
    RuleStarvesOthers Warning "rule-starves-others"
    RuleChangesNothing Warning "rule-changes-nothing"
    TakesTwice Warning "takes-twice"
    RestTooLong Warning "rest-too-long"
    TimeTooShort Warning "time-too-short"
    AddedBeforeDone Warning "added-before-done"
    NoWayOut Warning "no-way-out"
    LeavesWithoutAction Note "leaves-without-action"
    UnknownParameter Warning "unknown-parameter"
    NotBeforeBound Warning "not-before-bound"
    UnreachableState Warning "unreachable-state"
    NeverLeaves Warning "never-leaves"
    SceneNeverEnds Warning "scene-never-ends"
    RoleWithoutRules Warning "role-without-rules"
    NotFullyCompared Note "not-fully-compared"
    TemplateMisuse Error "template-misuse"
    NothingToOverride Error "nothing-to-override"
    LocationFactMissing Warning "location-fact-missing"
    LocationMisfit Error "location-misfit"
    SecondIcon Warning "second-icon"
    TestFails Error "test-fails"
    BadManifest Error "bad-manifest"
    SheetUnreadable Error "sheet-unreadable"
    SheetLayout Error "sheet-layout"
    StuckParticipant Warning "stuck-participant"
    StuckScene Warning "stuck-scene"
    Livelock Warning "livelock"
    WaitsInVain Warning "waits-in-vain"
    LeftFactBlocks Warning "left-fact-blocks"
    RuleNeverReached Warning "rule-never-reached"
    PropertyBroken Error "property-broken"
    NotFullyExplored Note "not-fully-explored"
    UnknownArea Error "unknown-area"
    UnknownNeed Error "unknown-need"
    UnknownLayer Error "unknown-layer"
    UnknownSchedule Error "unknown-schedule"
    UnknownPersona Error "unknown-persona"
    UnknownTemper Error "unknown-temper"
    CircularLayer Error "circular-layer"
    BadNetwork Error "bad-network"
    UnknownNode Error "unknown-node"
    BadLink Error "bad-link"
    NoSuchLink Error "no-such-link"
    OutOfRange Error "out-of-range"
    BadCurve Error "bad-curve"
    LayerMisfit Error "layer-misfit"
    IncompletePerson Error "incomplete-person"
    ScheduleGap Warning "schedule-gap"
    ScheduleOverlap Warning "schedule-overlap"
    ConceptNeverDriven Warning "concept-never-driven"
    ActionNeverWins Warning "action-never-wins"
    FlagNeverSet Warning "flag-never-set"
    NeverReady Warning "never-ready"
    MapOscillates Warning "map-oscillates"
    RoleWithoutLayer Note "role-without-layer"
    GroupOfOne Warning "group-of-one"
    UnknownLocation Error "unknown-location"
    GroundOverlaps Error "ground-overlaps"
    NoCommonWall Error "no-common-wall"
    NoWayThere Error "no-way-there"
    OffTheGround Error "off-the-ground"
    ObstaclesOverlap Error "obstacles-overlap"
    InsideAWall Error "inside-a-wall"
    AreaWithoutGround Warning "area-without-ground"
    SecondPlan Error "second-plan"
    SetByHost Error "set-by-host"
    AttributeNeverSet Warning "attribute-never-set"
    AttributeNeverRead Note "attribute-never-read"
    UnknownFacet Error "unknown-facet"
    MistakenForItself Error "mistaken-for-itself"
    SharesMisfit Error "shares-misfit"
    FacetWithoutMistakes Warning "facet-without-mistakes"
    BeliefNeverForms Warning "belief-never-forms"
    FacetWithoutValues Note "facet-without-values"
    UnknownBranch Error "unknown-branch"
    UnknownDecider Error "unknown-decider"
    EmptyDecider Warning "empty-decider"
    CircularInference Error "circular-inference"
    ContradictoryTerms Error "contradictory-terms"
    InferenceMisuse Error "inference-misuse"
    UnknownPredicate Error "unknown-predicate"
    UnknownReferent Error "unknown-referent"
    IncompleteRule Error "incomplete-rule"
    UnknownErrand Error "unknown-errand"
    DailyGap Error "daily-gap"
    DailyOverlap Error "daily-overlap"
    NoPlaceServes Warning "no-place-serves"
    GrowsWithoutBound Error "grows-without-bound"
    UnknownGoods Error "unknown-goods"
    GoodsNeverMove Note "goods-never-move"
    UnknownStimulus Error "unknown-stimulus"
    UnknownSenses Error "unknown-senses"
    UnknownMotions Error "unknown-motions"
    UnknownSkill Error "unknown-skill"
    UnknownSetting Error "unknown-setting"
    UnknownCriterion Error "unknown-criterion"
    UnknownMoment Error "unknown-moment"
    LastSkillMayEnd Error "last-skill-may-end"
    MissingPart Error "missing-part"
    ThresholdsNotRising Error "thresholds-not-rising"
    NoMotionInPlace Error "no-motion-in-place"
    BodyActionMisfit Error "body-action-misfit"
    TokenForNobody Error "token-for-nobody"
    RatesNothing Error "rates-nothing"
    HuntsNobody Warning "hunts-nobody"
    StimulusNeverMade Warning "stimulus-never-made"
    NotAProposition Error "not-a-proposition"
    Contradiction Error "contradiction"
    AddsAndRemoves Error "adds-and-removes"
    UnknownGrammarPart Error "unknown-grammar-part"
    GrammarNeverEnds Error "grammar-never-ends"
    GrammarGrows Warning "grammar-grows"
    GrammarRuleNeverUsed Warning "grammar-rule-never-used"
    WeightsAllZero Error "weights-all-zero"
    WeightsMisfit Error "weights-misfit"
    SymbolWithoutDeed Error "symbol-without-deed"
    IncompleteSnippet Error "incomplete-snippet"
    UnknownTree Error "unknown-tree"
    UnknownClass Error "unknown-class"
    PointsOutsideBand Warning "points-outside-band"
    RequiredRoleMissing Warning "required-role-missing"
    UnreachableBranch Warning "unreachable-branch"
    EmptyCourse Error "empty-course"
    CourseMisuse Error "course-misuse"
    LimitTooShort Warning "limit-too-short"
    ActionTakesNoTime Warning "action-takes-no-time"
    WhileEndsAtOnce Warning "while-ends-at-once"
    ClaimTakenLate Warning "claim-taken-late"
    RulesUndoEachOther Warning "rules-undo-each-other"
    AimedAtOneself Warning "aimed-at-oneself"
    TestExpectsNothing Warning "test-expects-nothing"
    DefineNeverUsed Warning "define-never-used"
    BadAccept Error "bad-accept"
    AcceptNotNeeded Warning "accept-not-needed"
    NothingToPlay Warning "nothing-to-play"
    NoPartHere Warning "no-part-here"
    NeedNeverEased Warning "need-never-eased"
    NeedInNoLayer Warning "need-in-no-layer"
    NeedNeverRises Warning "need-never-rises"
    LayerNeverHeld Warning "layer-never-held"
    SlotsWithoutClaim Warning "slots-without-claim"
    NoPlaceFor Warning "no-place-for"
    MissingAction Warning "missing-action"
    DoorStaysShut Warning "door-stays-shut"
    GroupTooLarge Warning "group-too-large"
    HoursNeverMeet Warning "hours-never-meet"
    NeverFollowed Warning "never-followed"
    SheetTwin Warning "sheet-twin"
}
