import { DARK, LIGHT, type Theme } from '../../../charts/theme.ts';

/** The style of the page: as wide as a sheet of paper, as narrow as a telephone, in the colours of charts, light or dark; on paper always light. */
export const STYLE = `
:root { color-scheme: light; ${declared(LIGHT)}; --warning: #fff3d6; --warning-ink: #5c4300; }
@media screen and (prefers-color-scheme: dark) {
  :root { color-scheme: dark; ${declared(DARK)}; --warning: #3a2f12; --warning-ink: #f6dfa4; }
}
* { box-sizing: border-box; }
body {
  max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 3rem;
  background: var(--paper); color: var(--ink);
  font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: break-word;
}
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0; }
header p { margin: .25rem 0 0; color: var(--quiet); }
h2 { font-size: 1.1rem; margin: 1.75rem 0 .4rem; }
p { margin: .4rem 0; max-width: 75ch; }
header .warning { background: var(--warning); color: var(--warning-ink); padding: .5rem .75rem; border-radius: 4px; max-width: none; }
img { display: block; width: 100%; height: auto; }
.picture { overflow-x: auto; }
.picture:focus-visible { outline: 2px solid var(--main); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--quiet); font-size: .85em; padding-bottom: .2rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--rule); }
thead th, thead td { color: var(--quiet); font-weight: 600; font-size: .85em; vertical-align: bottom; }
tbody th { font-weight: 600; }
tbody th, tbody td { overflow-wrap: anywhere; }
table:not(.hours) tbody th { min-width: 12.5em; }
table.topics tbody th { min-width: 6em; }
table.waiting tbody th { min-width: 4em; }
small { color: var(--quiet); font-size: .85em; }
.hours th, .hours td { text-align: right; padding-right: .5rem; }
details { margin-top: .4rem; }
summary { color: var(--main); cursor: pointer; }
summary:focus-visible { outline: 2px solid var(--main); outline-offset: 2px; }
.small { font-size: .9em; color: var(--quiet); }
.small h2 { color: var(--ink); }
ul { margin: .4rem 0; padding-left: 1.1rem; }
dl { margin: .4rem 0; columns: 2; column-gap: 2rem; }
dl div { break-inside: avoid; margin-bottom: .3rem; }
dt { font-weight: 600; color: var(--ink); display: inline; }
dt::after { content: ": "; }
dd { display: inline; margin: 0; }
@media print, screen and (min-width: 40.01rem) {
  .figures td:last-child, .waiting td, .waiting th, .topics td, thead th:first-child, .changes td:not(:last-child), .changes th { white-space: nowrap; }
}
@media screen and (min-width: 62rem) {
  .beside { display: grid; grid-template-columns: 1fr 1fr; gap: 0 2.5rem; }
}
@media screen and (max-width: 40rem) {
  dl { columns: 1; }
  .picture img { min-width: 34rem; }
  table:not(.hours), table:not(.hours) tbody, table:not(.hours) tr, table:not(.hours) th, table:not(.hours) td { display: block; }
  table:not(.hours) caption { display: block; }
  table:not(.hours) thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  table:not(.hours) tr { border-bottom: 1px solid var(--rule); padding: .4rem 0; }
  table:not(.hours) tbody th, table:not(.hours) tbody td { border: 0; padding: .05rem 0; }
  table:not(.hours) tbody td { display: grid; grid-template-columns: 8rem 1fr; gap: .5rem; }
  table:not(.hours) tbody td::before { content: attr(data-head); color: var(--quiet); font-size: .85em; }
  .hours { font-size: .8em; }
  .hours th, .hours td { padding-right: .2rem; }
}
@page { size: A4 portrait; margin: 10mm 12mm; }
@media print {
  body { max-width: none; padding: 0; font-size: 7.5pt; line-height: 1.25; }
  h1 { font-size: 13pt; }
  h2 { font-size: 9.5pt; margin: 2mm 0 .4mm; break-after: avoid; }
  header p { margin: .3mm 0 0; }
  p { margin: .5mm 0; max-width: none; }
  header .warning { padding: .7mm 2mm; }
  caption, details { display: none; }
  details[open] { display: block; }
  details[open] summary { display: none; }
  th, td { padding: .2mm 2.5mm .2mm 0; border-bottom-width: .2mm; }
  tr, img { break-inside: avoid; }
  img { width: auto; height: 56mm; max-width: 100%; object-fit: contain; object-position: left; }
  .change img { height: 42mm; }
  .picture { overflow: hidden; }
  .small { font-size: 6.5pt; line-height: 1.2; }
  .small h2 { font-size: 8.5pt; margin-top: 1.5mm; }
  .small ul { padding: 0; margin: 0; list-style: none; }
  dl { columns: 3; column-gap: 5mm; margin: 0; }
  dl div { margin-bottom: .3mm; }
  .beside { display: grid; grid-template-columns: 1fr 1fr; gap: 0 6mm; }
}
`;

/** Colours as declarations of CSS. */
export function declared(theme: Theme): string {
  return Object.entries(theme)
    .map(([name, value]) => `--${name}: ${value}`)
    .join('; ');
}
