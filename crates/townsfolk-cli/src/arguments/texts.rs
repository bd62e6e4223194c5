//! Arguments of `townsfolk texts`.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Arguments of `townsfolk texts`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  townsfolk texts export my_town -o de.po
  townsfolk texts export my_town -o de.csv
  townsfolk texts import my_town de.po -o game/assets/town.de.folkmod

A text has a key that comes from its words alone, so it is the same in every file and after every edit
elsewhere. A game loads the module of its language; saves and recordings are the same for all languages.")]
pub struct Texts {
    /// What to do.
    #[command(subcommand)]
    pub what: TextsWhat,
}

/// What can be done with texts.
#[derive(Subcommand, Debug)]
pub enum TextsWhat {
    /// Write all texts with their keys, for translators
    Export(ExportTexts),
    /// Build the module with translated texts
    Import(ImportTexts),
}

/// Arguments of `townsfolk texts export`.
#[derive(Args, Debug)]
pub struct ExportTexts {
    /// A script, a sheet, or a folder of them
    #[arg(value_name = "PATH")]
    pub path: PathBuf,

    /// The file to write, `.csv` or `.po`; one that is there keeps its translations
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// Arguments of `townsfolk texts import`.
#[derive(Args, Debug)]
pub struct ImportTexts {
    /// A script, a sheet, or a folder of them
    #[arg(value_name = "PATH")]
    pub path: PathBuf,

    /// The translated file, `.csv` or `.po`
    #[arg(value_name = "TRANSLATION")]
    pub translation: PathBuf,

    /// The module to write
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}
