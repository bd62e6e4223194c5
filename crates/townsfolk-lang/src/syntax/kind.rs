//! The kinds of tokens and nodes.

macro_rules! syntax_kinds {
    (tokens { $($token:ident)* } keywords { $($keyword:ident = $text:literal)* } openers { $($opener:ident = $word:literal)* } nodes { $($node:ident)* }) => {
        /// The kind of a token or node.
        #[allow(non_camel_case_types, missing_docs, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u16)]
        pub enum SyntaxKind { $($token,)* $($keyword,)* $($opener,)* $($node,)* }

        impl SyntaxKind {
            pub(crate) const ALL: &[SyntaxKind] =
                &[$(SyntaxKind::$token,)* $(SyntaxKind::$keyword,)* $(SyntaxKind::$opener,)*
                    $(SyntaxKind::$node,)*];

            /// The keyword with this text.
            pub fn keyword(text: &str) -> Option<SyntaxKind> {
                match text {
                    $($text => Some(SyntaxKind::$keyword),)*
                    _ => None,
                }
            }

            /// The keyword with this text that is one only where it opens a declaration.
            pub fn opener(text: &str) -> Option<SyntaxKind> {
                match text {
                    $($word => Some(SyntaxKind::$opener),)*
                    _ => None,
                }
            }

            /// All keywords, as authors write them.
            pub const KEYWORDS: &[&str] = &[$($text,)* $($word,)*];

            /// The text of a keyword.
            pub fn keyword_text(self) -> Option<&'static str> {
                match self {
                    $(SyntaxKind::$keyword => Some($text),)*
                    $(SyntaxKind::$opener => Some($word),)*
                    _ => None,
                }
            }
        }
    };
}

syntax_kinds! {
    tokens {
        SPACE COMMENT
        IDENT VARIABLE UNDERSCORE DOT_NAME PARAMETER
        NUMBER CLOCK TEXT
        OPEN CLOSE COMMA COLON DOTS STOP
        EQUAL NOT_EQUAL LESS LESS_EQUAL GREATER GREATER_EQUAL
        PLUS MINUS STAR SLASH PERCENT
        STRAY EOF
    }
    keywords {
        ROLE_KW = "role"
        PROXY_KW = "proxy"
        PROP_KW = "prop"
        SYMBOLS_KW = "symbols"
        ACTION_KW = "action"
        PROPERTY_KW = "property"
        FUNCTION_KW = "function"
        PREDICATE_KW = "predicate"
        SCRIPT_KW = "script"
        TEMPLATE_KW = "template"
        LOCATION_KW = "location"
        ID_KW = "id"
        CAST_KW = "cast"
        FACT_KW = "fact"
        CLAIM_KW = "claim"
        DEFINE_KW = "define"
        STATE_KW = "state"
        EVERY_KW = "every"
        RULE_KW = "rule"
        WHEN_KW = "when"
        CHOOSE_KW = "choose"
        DO_KW = "do"
        WITH_KW = "with"
        TOGETHER_KW = "together"
        WHILE_KW = "while"
        ADD_KW = "add"
        REMOVE_KW = "remove"
        THEN_KW = "then"
        ON_KW = "on"
        GOTO_KW = "goto"
        LEAVE_KW = "leave"
        END_KW = "end"
        URGENT_KW = "urgent"
        ONCE_KW = "once"
        AGAIN_KW = "again"
        HOLD_KW = "hold"
        ALWAYS_KW = "always"
        NEVER_KW = "never"
        EVENTUALLY_KW = "eventually"
        TEST_KW = "test"
        OVERRIDE_KW = "override"
        DROP_KW = "drop"
        NOT_KW = "not"
        IS_KW = "is"
        BASED_KW = "based"
        GIVEN_KW = "given"
        EXPECT_KW = "expect"
    }
    openers {
        AREA_KW = "area"
        NEED_KW = "need"
        LAYER_KW = "layer"
        SCHEDULE_KW = "schedule"
        PERSONA_KW = "persona"
        PERSON_KW = "person"
        TEMPER_KW = "temper"
        INTERACTION_KW = "interaction"
        NETWORK_KW = "network"
        PLAN_KW = "plan"
        ATTRIBUTE_KW = "attribute"
        FACET_KW = "facet"
        KNOWLEDGE_KW = "knowledge"
        COURSE_KW = "course"
        RULES_KW = "rules"
        REFERENTS_KW = "referents"
        DAILY_KW = "daily"
        ERRAND_KW = "errand"
        GOAL_KW = "goal"
        OPERATOR_KW = "operator"
        GRAMMAR_KW = "grammar"
        SNIPPET_KW = "snippet"
        TREE_KW = "tree"
        QUERY_KW = "query"
        MERCHANT_KW = "merchant"
        STIMULUS_KW = "stimulus"
        SENSES_KW = "senses"
        MOTIONS_KW = "motions"
        SKILLS_KW = "skills"
        TOKEN_KW = "token"
        SET_KW = "set"
        ACCEPT_KW = "accept"
    }
    nodes {
        FILE ERROR ACCEPT
        ROLE_DECL PROP_DECL SYMBOLS_DECL ACTION_DECL HOST_DECL SCRIPT_DECL LOCATION_DECL ID_DECL
        NAME NAME_REF PARENTS KINDS KIND_REF FLAG NAMED_PARAMETERS NAMED_PARAMETER RANGE NAMES RESULT
        TEMPLATE_PARAMETERS TEMPLATE_PARAMETER BASED_ON TEMPLATE_ARGUMENT
        CAST CAST_LINE FACT_DECL DEFINE_DECL STATE HOLD PROPERTY_DECL
        RULE FOR_ROLES PLACEMENT DROP_RULE
        WHEN CHOOSE DO NAMED_ARGUMENT TOGETHER WHILE EFFECT GOTO LEAVE END URGENT ONCE AGAIN EXPECT
        LITERAL LITERALS FACT_LIST
        TEST_DECL GIVEN PEOPLE PERSON SEED STEP BINDING
        LOCATION_PROP KNOWS TAGS PREFERS PREFERENCE EMITS
        SERVES CARRIES
        AREA_DECL NEED_DECL LAYER_DECL SCHEDULE_DECL PERSONA_DECL PERSON_DECL
        NEED_PART CURVE POINT MEASURE WEIGHT
        LAYER_INCLUDES LAYER_NEEDS CONCEPTS FLAG_NODE TEST_NODE ACTION_NODE DEED LINK NODE_REF IGNORES INHIBITION
        ENTRY CALENDAR PERSON_PART
        TEMPER_DECL TEMPER_PART INTERACTION_DECL INTERACTION_PART NETWORK_DECL NETWORK_PART
        PLAN_DECL PLAN_PART CORNER
        COURSE_DECL COURSE_PARAMETERS COURSE_PARAMETER COURSE_STEP COURSE_BRANCH ON_FAILURE RESUMES
        REFERENTS_DECL LIMIT SENSE NOTICE BIND SHARE INFERENCE_RULE INFERENCE_GOAL WANT TERM TERMS SITUATION UNTIL
        GRAMMAR_DECL GRAMMAR_RULE GRAMMAR_SYMBOL GRAMMAR_KEEP GRAMMAR_WEIGHTS GRAMMAR_SCORES GRAMMAR_OVER
        GRAMMAR_CHOICE GRAMMAR_ALTERNATIVE GRAMMAR_PART GRAMMAR_GROUP GRAMMAR_REPEAT
        SNIPPET_DECL TREE_DECL QUERY_DECL AMONG UNLESS SCORE SCORE_TERM COST RATED TETHER DEEDS DEED_CALL KEEP
        THINKS RULES_DECL SUBSET HOT_RULE PRIORITY ALTERNATIVES ALTERNATIVE
        DAILY_DECL DAILY_PART ERRAND_DECL NEEDED_PLACE OPEN_HOURS
        GOAL_DECL OPERATOR_DECL MAKES
        FACET_DECL FACET_PART FACET_SHARE KNOWLEDGE_DECL KNOWLEDGE_PART
        MERCHANT_DECL GOODS STOCK_EVENT SPAN
        STIMULUS_DECL STIMULUS_SOURCE SENSES_DECL SENSES_PART HEARD MOTIONS_DECL MOTION
        SKILLS_DECL BARK EVERY_SKILL SKILL SETTING POSTS_DECL RATE CRITERION TOKEN_DECL AMOUNT
        NAME_EXPR VARIABLE_EXPR ANYTHING_EXPR DOT_EXPR PARAMETER_EXPR NUMBER_EXPR CLOCK_EXPR
        TEXT_EXPR PAREN_EXPR BINARY_EXPR NEGATIVE_EXPR CALL_EXPR ARGUMENTS
    }
}

impl SyntaxKind {
    /// White space and comments.
    pub fn is_trivia(self) -> bool {
        matches!(self, SyntaxKind::SPACE | SyntaxKind::COMMENT)
    }

    /// Whether this is a keyword.
    pub fn is_keyword(self) -> bool {
        self.keyword_text().is_some()
    }

    pub(crate) fn from_raw(raw: u16) -> SyntaxKind {
        SyntaxKind::ALL
            .get(usize::from(raw))
            .copied()
            .unwrap_or(SyntaxKind::ERROR)
    }
}
