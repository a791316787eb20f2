import { DARK, LIGHT, type Theme } from '../../charts/theme.ts';

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
.wide { overflow-x: auto; }
.wide:focus-visible, summary:focus-visible { outline: 2px solid var(--main); outline-offset: 2px; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--quiet); font-size: .85em; padding-bottom: .2rem; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--rule); }
thead th, thead td { color: var(--quiet); font-weight: 600; font-size: .85em; vertical-align: bottom; }
small { color: var(--quiet); font-size: .85em; }
details { margin-top: .4rem; }
summary { color: var(--main); cursor: pointer; }
.heat th, .heat td { min-width: 0; text-align: center; padding: .1rem .5rem; border: 1px solid var(--paper); }
${[1, 2, 3, 4, 5, 6].map((step) => `.heat${step} { background: var(--heat${step}); color: var(--on${step}); }`).join('\n')}
section { min-width: 0; }
@media print, screen and (min-width: 60rem) {
  main { display: grid; grid-template-columns: 1fr 1fr; gap: 0 2rem; }
  section:not(.half) { grid-column: 1 / -1; }
  tbody th { min-width: 10em; }
  section:not(.half) td:last-child { min-width: 16em; }
  .half td { white-space: nowrap; }
}
.small { font-size: .9em; color: var(--quiet); }
.small h2, .small strong { color: var(--ink); }
ul { margin: .4rem 0; padding: 0; list-style: none; }
@media screen and (max-width: 40rem) {
  table { font-size: .85em; }
  .wide img { min-width: 34rem; }
  .heat th, .heat td { padding: .1rem; }
}
@page { size: A4 portrait; margin: 10mm 12mm; }
@media print {
  body { max-width: none; padding: 0; font-size: 7.5pt; line-height: 1.25; print-color-adjust: exact; }
  h1 { font-size: 13pt; }
  h2 { font-size: 9.5pt; margin: 2mm 0 .4mm; break-after: avoid; }
  p { margin: .5mm 0; max-width: none; }
  caption, details { display: none; }
  th, td { padding: .2mm 2.5mm .2mm 0; border-bottom-width: .2mm; }
  .heat th, .heat td { padding: 0 2mm; line-height: 1.1; }
  tr, img { break-inside: avoid; }
  img { max-height: 44mm; object-fit: contain; object-position: left; }
  .wide { overflow: hidden; }
  .small { font-size: 6.5pt; line-height: 1.2; }
  .small ul { columns: 3; column-gap: 5mm; margin: 0; }
}
`;

/** Colours as declarations of CSS. */
export function declared(theme: Theme): string {
  return Object.entries(theme)
    .map(([name, value]) => `--${name}: ${value}`)
    .join('; ');
}
