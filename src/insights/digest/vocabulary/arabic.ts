import type { Vocabulary } from './vocabulary.ts';

export const arabic: Vocabulary = {
  isJoined: true,
  promises: [
    // The prefix of the future, and not one of the nouns that begin with the same letters.
    String.raw`(?<![\p{L}\p{M}])[وف]?س(?!تر|يار|نة|نو|تة|تون|يد|ياس|يئ|يرة|نتيم)[يأنت]\p{L}{2,}`,
    'سوف',
    'غدا',
    'في الطريق',
    String.raw`(?:يصل|تصل)\p{L}* (?:خلال|اليوم|غدا|قبل)`,
    String.raw`(?:خلال|في غضون) \d+ (?:دقيقة|دقائق|ساعة|ساعات|يوم|يوما|أيام|أسبوع|أسابيع)`,
    String.raw`خلال \p{L}+ (?:أيام|ساعات|دقائق)`,
  ],
  questions: [String.raw`^(?:هل|متى|أين|كيف|لماذا|كم|من الذي|ماذا|أي|ما هو|ما هي) \p{L}+`],
  calls: ['هل (?:من|يوجد|هناك|في) أحد(?: هنا| هناك)?', 'هل (?:ما زلت|ما زلتم|أنت|أنتم) (?:هنا|معي)'],
  pleasantries: ['كيف حالك'],
  greetings: ['مرحبا', 'السلام عليكم', 'أهلا', 'صباح الخير', 'مساء الخير', 'من فضلك', 'شكرا'],
  identifiers: {
    order: ['طلبي', 'الطلب', 'للطلب', 'طلب رقم', 'طلبية'],
    invoice: ['فاتورة', 'الفاتورة'],
    ticket: ['تذكرة', 'البلاغ'],
    tracking: ['تتبع', 'الشحنة', 'الطرد'],
    return: ['رقم الإرجاع', 'رقم المرتجع'],
    customer: ['رقم العميل', 'الاشتراك'],
  },
};
