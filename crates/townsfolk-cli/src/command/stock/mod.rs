//! `townsfolk stock`: what to expect of merchants' stocks, to tune their rates.

mod outlook;
mod picture;

use super::check;
use crate::arguments::Stock as Arguments;
use crate::trouble::Trouble;
use crate::{Verdict, style, write};
use outlook::Outlook;
use std::io::Write;
use townsfolk_core::Seed;
use townsfolk_folder as load;
use townsfolk_lang::near::near_names;
use townsfolk_module::trade::{Goods, Merchant, Rate, Stand, WEEKDAYS};
use townsfolk_module::{Category, Symbols};
use townsfolk_trade::Rates;

/// Runs the command.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    if let (Some(mean), Some(recovery)) = (arguments.tune, &arguments.recovery) {
        return tune(mean, recovery, out);
    }
    let paths = std::slice::from_ref(&arguments.path);
    let (results, _) = check::check_all(load::load(paths)?);
    if check::show_errors(&results, out)? {
        writeln!(out, "Fix the errors first.")?;
        return Ok(Verdict::Bad);
    }
    if let Some(path) = &arguments.svg {
        write::try_out(path)?;
    }
    let mut known: Vec<(Merchant, Symbols)> = vec![];
    for (content, findings) in results {
        if let Some(checked) = findings.checked {
            let (module, symbols) = content.project.assemble(&checked);
            let merchants = module.trade.merchants.into_iter();
            known.extend(merchants.map(|merchant| (merchant, symbols.clone())));
        }
    }
    let outlooks = chosen(&known, arguments)?;
    for outlook in &outlooks {
        show(outlook, out)?;
    }
    if let Some(path) = &arguments.svg {
        write::atomically(path, picture::svg(&outlooks).as_bytes())?;
        writeln!(out, "Wrote {}.", path.display())?;
    }
    Ok(Verdict::Good)
}

/// The goods that are meant, with what to expect of them.
fn chosen(known: &[(Merchant, Symbols)], arguments: &Arguments) -> Result<Vec<Outlook>, Trouble> {
    let name_of =
        |(merchant, symbols): &(Merchant, Symbols)| symbols.name(Category::Merchant, merchant.id.0);
    if known.is_empty() {
        return Err(Trouble::new("there is no merchant in these files")
            .hint("a merchant begins with `merchant NAME`; `townsfolk stock --help` shows more"));
    }
    let mut found: Vec<&(Merchant, Symbols)> = known.iter().collect();
    found.sort_by_key(|entry| name_of(entry));
    found.dedup_by_key(|entry| name_of(entry));
    let names: Vec<String> = found.iter().map(|entry| name_of(entry)).collect();
    if let Some(wanted) = &arguments.merchant {
        found.retain(|entry| name_of(entry) == *wanted);
        if found.is_empty() {
            return Err(unknown("merchant", wanted, &names));
        }
    }
    let mut outlooks = vec![];
    let mut all_goods = vec![];
    for (merchant, symbols) in found {
        for goods in &merchant.goods {
            let name = symbols.name(Category::Symbol, goods.id.0);
            all_goods.push(name.clone());
            if arguments
                .goods
                .as_ref()
                .is_none_or(|wanted| *wanted == name)
            {
                let title = title(merchant, &name, symbols);
                let span = (Seed(arguments.seed), arguments.days);
                outlooks.push(Outlook::of(title, merchant, goods, arguments.from, span));
            }
        }
    }
    match (&arguments.goods, outlooks.is_empty()) {
        (Some(wanted), true) => Err(unknown("goods", wanted, &all_goods)),
        _ => Ok(outlooks),
    }
}

fn unknown(what: &str, wanted: &str, names: &[String]) -> Trouble {
    let near = near_names(wanted, names.iter().map(String::as_str), 1);
    let trouble = match what {
        "goods" => Trouble::new(format!("nobody sells goods called `{wanted}`")),
        _ => Trouble::new(format!("there is no {what} `{wanted}`")),
    };
    match near.first() {
        Some(near) => trouble.hint(format!("did you mean `{near}`?")),
        None => trouble.hint(format!("there are: {}", names.join(", "))),
    }
}

fn title(merchant: &Merchant, goods: &str, symbols: &Symbols) -> String {
    let name = symbols.name(Category::Merchant, merchant.id.0);
    let place = match merchant.at {
        Stand::Anywhere => return format!("{goods} of {name}"),
        Stand::Area(area) => symbols.name(Category::Area, area.0),
        Stand::Location(kind) => symbols.name(Category::Location, kind.0),
    };
    format!("{goods} of {name} at {place}")
}

/// The rates as a sentence.
fn rates_in_words(goods: &Goods) -> String {
    let rate = |rate: Rate| match rate.millionths {
        0 => "never".to_string(),
        _ if rate.hourly() >= 0.1 => format!("{} per h", short(rate.hourly())),
        _ => format!("{} per day", short(rate.hourly() * 24.0)),
    };
    let unit = goods
        .batch
        .map_or(String::new(), |batch| format!(" (batches of {batch})"));
    format!("arrive {}, go {}{unit}", rate(goods.arrive), rate(goods.go))
}

fn short(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

fn show(outlook: &Outlook, out: &mut dyn Write) -> Result<(), Trouble> {
    writeln!(out, "{}", style::paint(style::STRONG, &outlook.title))?;
    writeln!(out, "  {}. {}", outlook.rates, outlook.long_run)?;
    writeln!(out)?;
    let from = match outlook.in_batches {
        true => format!("after {} batches seen", outlook.from),
        false => format!("after {} were seen", outlook.from),
    };
    writeln!(
        out,
        "  {from:<24} mean      sd    none     5%    50%    95%"
    )?;
    for row in &outlook.rows {
        let [low, middle, high] = row.quantiles;
        writeln!(
            out,
            "  {:<22} {:>6.2}  {:>6.2}  {:>5.1}%  {low:>5}  {middle:>5}  {high:>5}",
            row.when,
            row.mean,
            row.deviation,
            row.none * 100.0
        )?;
    }
    writeln!(out)?;
    writeln!(
        out,
        "  a history, hour by hour (the highest bar is {})",
        outlook.highest
    )?;
    for (day, hours) in outlook.days.iter().enumerate() {
        let first = hours.first().copied().unwrap_or(0);
        let last = hours.last().copied().unwrap_or(0);
        let name = WEEKDAYS[day % 7];
        writeln!(
            out,
            "  {name:<10}{}  {first:>4} at 0:00, {last} at 23:00",
            outlook.bars(hours)
        )?;
    }
    writeln!(out)?;
    Ok(())
}

/// Prints the rates that give a mean stock and a recovery.
fn tune(mean: f64, recovery: &str, out: &mut dyn Write) -> Result<Verdict, Trouble> {
    let hours = recovery.trim_end_matches('h').trim().parse::<f64>();
    let hours = hours.ok().filter(|hours| hours.is_finite() && *hours > 0.0);
    let Some(hours) = hours else {
        return Err(Trouble::new(format!("`{recovery}` is no number of hours"))
            .hint("write `--recovery 24h`"));
    };
    if !mean.is_finite() || mean <= 0.0 {
        return Err(Trouble::new("the mean stock must be above 0").hint("write `--tune 12`"));
    }
    let Rates { add, rem } = Rates::tuned(mean, hours);
    writeln!(
        out,
        "goods NAME arrive {} per h, go {} per h",
        short(add),
        short(rem)
    )?;
    Ok(Verdict::Good)
}
