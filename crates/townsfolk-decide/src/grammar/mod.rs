//! Stochastic grammars: generate, parse, train, report.
