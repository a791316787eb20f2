import { VisitorId } from '../../model/ids.ts';
import { safe } from '../../privacy/safe-text.ts';
import { codebookOf } from '../../answers/desk.ts';
import { askedWith } from '../../answers/cursor.ts';
import { unkeptWords } from '../../answers/error-words.ts';
import { accountWords, quotedName, RECENT, recordResource, ROOM_FOR_PAGE } from '../../answers/record-resource.ts';
import { closingLine, coverageOfRecord } from '../../answers/closing.ts';
import { paragraphs } from '../../answers/token-budget.ts';
import { visitorName } from '../../answers/words/names.ts';
import { coveredOthers, knownOf } from '../../answers/selection/known-visitor.ts';
import { profileShown } from './visitor-records.ts';
import { visitorPage } from './visitor-page.ts';
import { totalWords } from './visitor-words.ts';

/** `chat://visitors/{visitor_id}`: a visitor's totals, records, chats and messages. */
export const visitor = recordResource<VisitorId>({
  name: 'visitor',
  title: 'Visitor',
  description: 'One visitor: totals for life, and chats and offline messages at hand.',
  uri: 'chat://visitors/{visitor_id}',
  variable: 'visitor_id',
  tool: 'get_visitor_stats',
  id: (value) => VisitorId.safeParse(value).data,
  recent: async (desk, redactor) =>
    (desk.archive.shown.chats === 'none'
      ? await desk.archive.visitors.find({}, RECENT)
      : (await desk.archive.chats.newest(RECENT)).map((chat) => chat.visitor)
    ).flatMap((one) =>
      one.visitorId === undefined ? [] : [{ id: one.visitorId, label: quotedName(visitorName(one, redactor)) }],
    ),
  read: async (id, desk, question) => {
    const { record: whole, asOf, unkept } = await desk.archive.visitors.read(id, question);
    const record = profileShown(whole, desk);
    const known = await knownOf(id, desk);
    const book = await codebookOf(desk);
    const redactor = question.redactor.about({ country: record.records[0]?.context.country });
    const page = await visitorPage(
      { profile: record, ...known },
      { asked: askedWith('get_visitor_stats', { visitor: String(id) }, question.seal) },
      undefined,
      { rows: Infinity, tokens: ROOM_FOR_PAGE },
      { desk, book, redactor, question },
    );
    const shown = paragraphs(
      safe`**Visitor ${id}**. ${totalWords(record)}`,
      page.text,
      page.nextCursor &&
        safe`${page.left} more: get_visitor_stats with ${accountWords(desk)}visitor ${id} and cursor ${page.nextCursor}`,
      unkeptWords(unkept),
    );
    return {
      text: shown,
      closing: closingLine(
        [
          { what: 'visitors', coverage: coverageOfRecord(asOf), count: 1 },
          coveredOthers(id, known.chats.length + known.offlineMessages.length),
        ],
        question,
        desk.zone,
        desk.clock(),
      ),
    };
  },
});
