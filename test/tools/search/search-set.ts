import type { World } from '../../../src/sandbox/world/world.ts';

// What is looked for in the sandbox's transcripts, and by which plain patterns a reader would tell what has it: every
// pattern stands in some message of the chat, or (`none`) in none.

export interface Sought {
  readonly query: string;
  readonly all: readonly RegExp[];
  readonly none?: readonly RegExp[];
}

// A word begins and ends where letters and digits do, and beside letters of scripts that put no spaces.
const SPACELESS = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]`;
const BEGIN = String.raw`(?:(?<![\p{L}\p{N}])|(?<=${SPACELESS}))`;
const END = String.raw`(?:(?![\p{L}\p{N}])|(?=${SPACELESS}))`;

/** A pattern as a word of its own. */
const word = (pattern: string): RegExp => new RegExp(`${BEGIN}(?:${pattern})${END}`, 'iu');
/** A pattern that a word begins with. */
const begin = (pattern: string): RegExp => new RegExp(`${BEGIN}(?:${pattern})`, 'iu');
/** Words side by side, whatever signs are between them. */
const phrase = (...words: string[]): RegExp => word(words.join(String.raw`[^\p{L}\p{N}]+`));
/** Letters wherever they are. */
const letters = (pattern: string): RegExp => new RegExp(pattern, 'u');
const words = (...patterns: string[]): RegExp[] => patterns.map(word);

/** Texts that nobody in the sandbox says by chance, in scripts and forms that it lacks. */
const SAID_BESIDES = [
  '我的包裹还没有到，请退款。',
  '환불해 주세요. 주문번호는 A-4711입니다.',
  'ฉันต้องการเงินคืน',
  'मेरा पैसा वापस कीजिए',
  'Верните деньги за ёлку, пожалуйста',
  'Η ΟΔΟΣ είναι λάθος, όχι ο δρόμος',
  'İade ISTIYORUM, ılık su ŞİŞESİ kırık',
  'Tôi muốn hoàn tiền cho đơn hàng',
  'איפה ההזמנה שלי? שָׁלוֹם',
  'شُكْرًا جَزِيلًا عَلَى المُسَاعَدَة، الطلب ٤٧١١',
  'ガラスが割れていました',
  'カラスの絵のカップ',
  'ＦＵＬＬ ＷＩＤＴＨ and ﬁne ligatures, ½ price',
  'order #A-4711, invoice ZX_99/2026',
  'write to claire.o’neill+shop@mail.example.org or see https://help.example.org/returns?step=2#form',
  'Łukasz from Łódź paid Đorđe for the æbleskiver',
  'we love it 🦊🎉',
  'cafe\u0301 creme and café crème',
  'well-known hand-made rock ’n’ roll',
] as const;

/** Gives some chats of a world a last message more, in order. */
export function sayBesides(world: World): void {
  const ended = world.chats.filter(({ missed, endedAt }) => !missed && endedAt !== undefined);
  for (const [index, text] of SAID_BESIDES.entries()) {
    const chat = ended[index * 7];
    if (chat === undefined) throw new Error('The world has too few chats');
    chat.messages.push({ author: 'visitor', authorName: chat.visitorName || 'Visitor', text, at: chat.endedAt ?? 0 });
  }
}

export const SOUGHT: readonly Sought[] = [
  // Words and phrases.
  { query: 'refund', all: words('refund') },
  { query: 'REFUND voucher', all: words('refund', 'voucher') },
  { query: 'soaked box photo', all: words('soaked', 'box', 'photo') },
  { query: 'tracking delivered neighbours', all: words('tracking', 'delivered', 'neighbours') },
  { query: 'standing desk', all: words('standing', 'desk') },
  { query: '"standing desk"', all: [phrase('standing', 'desk')] },
  { query: '"order number"', all: [phrase('order', 'number')] },
  {
    query: '"Could you give me the order number, please?"',
    all: [phrase(...'could you give me the order number please'.split(' '))],
  },
  { query: '"at hand" welcome', all: [phrase('at', 'hand'), word('welcome')] },
  { query: '“order number”', all: [phrase('order', 'number')] },
  { query: '„einen Moment bitte“', all: [phrase('einen', 'moment', 'bitte')] },
  { query: 'lamp "one moment', all: [word('lamp'), phrase('one', 'moment')] },
  { query: '"well known" "hand made"', all: [phrase('well', 'known'), phrase('hand', 'made')] },
  // Beginnings and exclusions.
  { query: 'refund*', all: [begin('refund')] },
  { query: 'cancel*', all: [begin('cancel')] },
  { query: 'Passw*', all: [begin('passw')] },
  { query: '"thank y*"', all: [begin(String.raw`thank[^\p{L}\p{N}]+y`)] },
  { query: 'desk -standing', all: words('desk'), none: words('standing') },
  { query: 'desk -"desk lamp"', all: words('desk'), none: [phrase('desk', 'lamp')] },
  { query: '-voucher refund', all: words('refund'), none: words('voucher') },
  { query: 'order -BW*', all: words('order'), none: [begin('bw')] },
  // Accents, case and letters that a keyboard lacks.
  { query: 'Größe', all: words('gr[öo](?:ß|ss)e') },
  { query: 'GROSSE SOHNE', all: words('gr[öo](?:ß|ss)e', 's[öo]hne') },
  { query: 'uberweisung', all: words('[üu]berweisung') },
  { query: 'zurückgeschickt', all: words('zur[üu]ckgeschickt') },
  { query: 'kaffeemuhle', all: words('kaffeem[üu]hle') },
  { query: 'etagere chene', all: words('[ée]tag[èe]re', 'ch[êe]ne') },
  { query: '"mot de passe"', all: [phrase('mot', 'de', 'passe')] },
  { query: "s'il vous plait", all: [phrase('s', 'il'), ...words('vous', 'pla[iî]t')] },
  { query: 'depot demain', all: words('d[ée]p[ôo]t', 'demain') },
  { query: 'numero pedido', all: words('n[úu]mero', 'pedido') },
  { query: 'articulo', all: words('art[íi]culo') },
  { query: 'não', all: words('n[ãa]o') },
  { query: 'Bjornoya', all: words('bj[øo]rn[øo]ya') },
  { query: 'apnet', all: words('[åa]pnet') },
  { query: 'åpnet', all: words('[åa]pnet') },
  { query: 'creme brulee', all: [letters('cre\u0300?me|crème'), letters('bru\u0302?le\u0301?e|brûlée')] },
  { query: 'café crème', all: words('caf(?:e|e\u0301|é)', 'cr(?:e|è)me') },
  { query: 'zalgo naive angstrom', all: [letters('Z\u0336a\u0336l\u0336g\u0336o')] },
  { query: 'lukasz lodz', all: words('[łl]ukasz', '[łl][óo]d[źz]') },
  { query: 'dorde aebleskiver', all: words('[đd]or[đd]e', '(?:æ|ae)bleskiver') },
  { query: 'istiyorum ilik şişesi', all: [letters('ISTIYORUM'), letters('ılık'), letters('ŞİŞESİ')] },
  { query: 'οδος λαθος', all: [letters('ΟΔΟΣ'), letters('λάθος')] },
  { query: 'елку ДЕНЬГИ', all: [letters('ёлку'), letters('деньги')] },
  { query: 'hoan tien don hang', all: [letters('hoàn'), letters('tiền'), letters('đơn'), letters('hàng')] },
  { query: 'full width fine', all: [letters('ＦＵＬＬ')] },
  // Names.
  { query: 'Müller', all: words('m[üu]ller') },
  { query: 'eriksen joined', all: words('eriksen', 'joined') },
  { query: '"Brightwater"', all: words('brightwater') },
  // Order numbers, addresses and other numbers.
  { query: 'BW-645972', all: [phrase('bw', '645972')] },
  { query: '#bw 645972', all: words('bw', '645972') },
  { query: 'BW-64*', all: [begin(String.raw`bw[^\p{L}\p{N}]+64`)] },
  { query: 'A-4711', all: [phrase('a', '4711')] },
  { query: 'ZX_99/2026', all: [phrase('zx', '99', '2026')] },
  { query: 'sam@example.com', all: [phrase('sam', 'example', 'com')] },
  { query: 'claire.o’neill+shop@mail.example.org', all: [letters('claire.o’neill')] },
  { query: 'https://help.example.org/returns?step=2#form', all: [letters('help.example.org')] },
  { query: 'checkout-4f1c.js', all: [phrase('checkout', '4f1c', 'js')] },
  { query: '4111 1111', all: words('4111', '1111') },
  { query: '1,299.00', all: [phrase('1', '299', '00')] },
  // Emoji.
  { query: '😊', all: [letters('😊')] },
  { query: '👍', all: [letters('👍')] },
  { query: '👍🏿 🇳🇴', all: [letters('👍'), letters('🇳🇴')] },
  { query: '👨‍👩‍👧‍👦', all: [letters('👨‍👩‍👧‍👦')] },
  { query: '😭', all: [letters('😭')] },
  { query: 'love 🦊', all: [letters('🦊'), word('love')] },
  // From right to left.
  { query: 'شكرا', all: [letters('شكرا(?!\\p{L})|شُكْرًا')] },
  { query: 'شُكرًا جزيلاً', all: [letters('شكرا جزيلا|شُكْرًا جَزِيلًا')] },
  { query: 'طلبي', all: [letters('(?<!\\p{L})طلبي(?!\\p{L})')] },
  { query: '"صباح الخير"', all: [letters('صباح الخير')] },
  { query: 'أهلا', all: [letters('(?<!\\p{L})أهلا(?!\\p{L})')] },
  { query: 'الطلب 4711', all: [letters('٤٧١١')] },
  { query: 'שלום', all: [letters('שלום|שָׁלוֹם')] },
  { query: 'ההזמנה שלי', all: [letters('ההזמנה שלי')] },
  // Scripts without spaces.
  { query: '返金', all: [letters('返金')] },
  { query: 'コーヒーミル', all: [letters('コーヒーミル')] },
  { query: 'ｺｰﾋｰﾐﾙ 返金', all: [letters('コーヒーミル'), letters('返金')] },
  { query: '注文番号 -返金', all: [letters('注文番号')], none: [letters('返金')] },
  { query: '"ありがとうございます"', all: [letters('ありがとうございます')] },
  { query: 'ガラス', all: [letters('ガラス')] },
  { query: 'カラス', all: [letters('カラス')] },
  { query: '包裹', all: [letters('包裹')] },
  { query: '환불', all: [letters('환불')] },
  { query: 'เงินคืน', all: [letters('เงินคืน')] },
  { query: 'पैसा वापस', all: [letters('पैसा'), letters('वापस')] },
  // What looks like a language of its own is text.
  { query: 'refund AND approved', all: words('refund', 'and', 'approved') },
  { query: 'NOT voucher', all: words('not', 'voucher') },
  { query: '(refund) [voucher] {not}', all: words('refund', 'voucher', 'not') },
  { query: 'order:number*', all: [begin(String.raw`order[^\p{L}\p{N}]+number`)] },
  { query: "Robert'); DROP TABLE orders;--", all: words('robert', 'drop', 'table', 'orders') },
  { query: '=HYPERLINK("https://example.com/","click")', all: [word('hyperlink'), phrase('https', 'example', 'com')] },
  { query: '<script>alert("hi")</script>', all: [phrase('script', 'alert'), phrase('hi')] },
  { query: 'zerowidthspaces softhyphen', all: [letters('zero\u200Bwidth')] },
  { query: 'refund" *', all: words('refund') },
  { query: '- refund -', all: words('refund') },
];

/** Texts that stand nowhere, though parts of them, or something much like them, do. */
export const SOUGHT_IN_VAIN: readonly string[] = [
  'xylophone',
  'refundd',
  'words:refund*',
  '"desk standing"',
  '"refund refund"',
  'BW645972',
  '"4711 A"',
  'refund xylophone',
  'zzq*',
  '金返',
  'の返金のの',
  'עולםשלום',
  '🦖',
  'refund -refund',
  'efund',
];
