import { html } from 'hono/html';

type Drawing = ReturnType<typeof html>;

export interface Product {
  readonly name: string;
  readonly words: string;
  readonly price: string;
  /** The colour behind the drawing, a class of the style sheet. */
  readonly ground: 'sage' | 'sand' | 'clay' | 'mist';
  readonly drawing: Drawing;
}

/** Drawn on 160 × 120. */
const drawn = (shapes: Drawing): Drawing =>
  html`<svg viewBox="0 0 160 120" aria-hidden="true" focusable="false">${shapes}</svg>`;

const teapot = drawn(html`
  <ellipse cx="80" cy="104" rx="44" ry="5" fill="#1f3d34" opacity=".14" />
  <path d="M112 62c20-6 26 22-2 30" fill="none" stroke="#2f6b5a" stroke-width="7" stroke-linecap="round" />
  <path d="M50 74C36 72 34 54 22 50l8-5c16 2 16 16 28 18z" fill="#2f6b5a" />
  <path d="M46 66c0-18 14-26 34-26s34 8 34 26c0 24-12 36-34 36S46 90 46 66z" fill="#3d8a74" />
  <path d="M46 66c0-3 .4-6 1.3-8.5h65.4c.9 2.5 1.3 5.5 1.3 8.500z" fill="#57a58f" />
  <path d="M60 40c2-8 38-8 40 0z" fill="#2f6b5a" />
  <circle cx="80" cy="31" r="5" fill="#d9a441" />
`);

const tin = drawn(html`
  <ellipse cx="80" cy="104" rx="38" ry="5" fill="#4a3318" opacity=".14" />
  <rect x="50" y="34" width="60" height="70" rx="6" fill="#c9733f" />
  <rect x="46" y="24" width="68" height="16" rx="5" fill="#a9592b" />
  <rect x="58" y="54" width="44" height="34" rx="4" fill="#fbf3e4" />
  <path d="M80 60c-10 6-10 16 0 22 10-6 10-16 0-22z" fill="#3d8a74" />
  <path d="M80 62v20" stroke="#fbf3e4" stroke-width="1.5" />
`);

const cup = drawn(html`
  <ellipse cx="76" cy="102" rx="50" ry="6" fill="#5a4630" opacity=".16" />
  <ellipse cx="76" cy="98" rx="46" ry="7" fill="#e9dcc4" />
  <path d="M104 62c20-4 20 22-4 22" fill="none" stroke="#f7efe0" stroke-width="7" />
  <path d="M44 54h64c0 26-10 42-32 42S44 80 44 54z" fill="#fdf8ee" />
  <ellipse cx="76" cy="54" rx="32" ry="7" fill="#efe3cd" />
  <ellipse cx="76" cy="55" rx="27" ry="5" fill="#b5702f" />
  <path
    d="M66 40c-5-7 5-9 0-17M82 40c-5-7 5-9 0-17"
    fill="none"
    stroke="#fff"
    stroke-width="3.5"
    stroke-linecap="round"
    opacity=".85"
  />
`);

const kettle = drawn(html`
  <ellipse cx="80" cy="104" rx="46" ry="5" fill="#22303a" opacity=".16" />
  <path d="M54 44c4-30 48-30 52 0" fill="none" stroke="#2b3a45" stroke-width="7" stroke-linecap="round" />
  <path d="M110 70l24-20 6 6-22 30z" fill="#44586a" />
  <path d="M80 44c26 0 38 28 38 50 0 6-4 10-10 10H52c-6 0-10-4-10-10 0-22 12-50 38-50z" fill="#5f7a90" />
  <path d="M58 60c-5 8-7 18-7 28" fill="none" stroke="#a9bfce" stroke-width="4" stroke-linecap="round" />
  <rect x="66" y="38" width="28" height="8" rx="4" fill="#2b3a45" />
`);

const fern = drawn(html`
  <ellipse cx="80" cy="106" rx="34" ry="5" fill="#4a3318" opacity=".16" />
  <g fill="none" stroke="#3d8a74" stroke-width="5" stroke-linecap="round">
    <path d="M80 74C78 50 70 34 52 24" />
    <path d="M80 74c2-26 10-42 30-50" />
    <path d="M80 74C70 58 56 52 38 54" />
    <path d="M80 74c10-16 24-22 42-20" />
    <path d="M80 74V20" stroke="#57a58f" />
  </g>
  <path d="M58 72h44l-6 30c-.6 2.5-2.6 4-5 4H69c-2.4 0-4.4-1.5-5-4z" fill="#c9733f" />
  <rect x="54" y="68" width="52" height="10" rx="3" fill="#a9592b" />
`);

const honey = drawn(html`
  <ellipse cx="80" cy="104" rx="36" ry="5" fill="#4a3318" opacity=".14" />
  <path d="M52 50c0-6 4-8 8-8h40c4 0 8 2 8 8v42c0 8-4 12-12 12H64c-8 0-12-4-12-12z" fill="#e3a92f" />
  <path d="M52 62h56v22H52z" fill="#fbf3e4" />
  <path d="M80 66l7 4v7l-7 4-7-4v-7z" fill="#e3a92f" />
  <rect x="56" y="28" width="48" height="15" rx="4" fill="#7a4a24" />
`);

/** The products of the shop. */
export const PRODUCTS: readonly Product[] = [
  {
    name: 'Teapot Harbour',
    words: 'Stoneware, one litre, pours to the last drop.',
    price: '€ 48',
    ground: 'sage',
    drawing: teapot,
  },
  {
    name: 'First Flush Darjeeling',
    words: 'Light and flowery, from this spring. 100 g.',
    price: '€ 16',
    ground: 'sand',
    drawing: tin,
  },
  { name: 'Cup Morning', words: 'Thin at the lip, warm in the hand.', price: '€ 14', ground: 'clay', drawing: cup },
  {
    name: 'Kettle Nightingale',
    words: 'Steel, sings at 96 °C. For every stove.',
    price: '€ 72',
    ground: 'mist',
    drawing: kettle,
  },
  {
    name: 'Boston fern',
    words: 'Likes what is left in the pot, once it is cold.',
    price: '€ 19',
    ground: 'sage',
    drawing: fern,
  },
  {
    name: 'Linden honey',
    words: 'From the allotments behind the shop. 250 g.',
    price: '€ 9',
    ground: 'sand',
    drawing: honey,
  },
];
