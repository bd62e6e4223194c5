//! How the page looks, by day and by night.

pub(super) const STYLE: &str = "
:root{color-scheme:light dark;--ink:#1f2328;--paper:#fcfbf8;--soft:#6b6f76;--line:#e2dfd8;--a:#2f6f8f;--b:#b4552d;--c:#6b7f2a;--warn:#a33a2a}
@media(prefers-color-scheme:dark){:root{--ink:#e6e3dc;--paper:#191b1e;--soft:#9aa0a8;--line:#33373d;--a:#74b6d6;--b:#e69a72;--c:#b3c46a;--warn:#ef8a7a}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:72rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.7rem;margin:.2em 0}h2{font-size:1.15rem;margin:2em 0 .5em}
dl{display:flex;flex-wrap:wrap;gap:.6rem 2rem;margin:1rem 0}dl div{display:flex;flex-direction:column}
dt{color:var(--soft);font-size:.8rem}dd{margin:0;font-variant-numeric:tabular-nums}
table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums}
th{text-align:left;font-weight:500}td{text-align:right}th,td{padding:.15rem .45rem}
thead th{color:var(--soft);font-weight:400}
.wide{overflow-x:auto}.heat td{min-width:1.6rem;background:color-mix(in srgb,var(--a) var(--shade),transparent)}
.bars td:last-child{width:min(22rem,40vw);text-align:left}.bars i{display:block;height:.7rem;background:var(--a);border-radius:2px;min-width:1px}
.never,.never th{color:var(--warn)}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(21rem,1fr));gap:1rem 2rem}
figure{margin:0}figcaption{font-weight:500}svg{width:100%;height:auto}svg text{fill:var(--soft);font-size:11px}
.rule{stroke:var(--line)}.line{fill:none;stroke-width:2}.line.n0{stroke:var(--a)}.line.n1{stroke:var(--b)}.line.n2{stroke:var(--c)}
.key{margin:.1rem 0;font-size:.8rem}.key .n0{color:var(--a)}.key .n1{color:var(--b)}.key .n2{color:var(--c)}.key span::before{content:'\\25AC ';}
summary{cursor:pointer}details{margin:.2rem 0}
";
