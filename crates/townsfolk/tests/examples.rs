//! Every example runs to its end. What an example promises, it asserts itself.

macro_rules! examples {
    ($($name:ident $path:literal)*) => {$(
        #[path = $path]
        mod $name;

        #[test]
        fn $name() {
            $name::main().unwrap();
        }
    )*};
}

examples! {
    budget "../examples/budget.rs"
    card "../examples/card.rs"
    failures "../examples/failures.rs"
    minds_only "../examples/minds_only.rs"
    movement "../examples/movement.rs"
    own_decider "../examples/own_decider.rs"
    player "../examples/player.rs"
    recording "../examples/recording.rs"
    regions "../examples/regions.rs"
    reload "../examples/reload.rs"
    save_load "../examples/save_load.rs"
    scenes_only "../examples/scenes_only.rs"
    worlds "../examples/worlds.rs"
}
