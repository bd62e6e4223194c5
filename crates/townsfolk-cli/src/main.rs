//! The `townsfolk` command. Everything it does is in the library beside it.

fn main() -> std::process::ExitCode {
    townsfolk_cli::run(std::env::args_os())
}
