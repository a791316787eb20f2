import { VisitorId } from '../../model/ids.ts';
import { unkeptWords } from '../../answers/error-words.ts';
import { nextPageWords, quotedName, RECENT, recordResource, ROOM_FOR_PAGE } from '../../answers/record-resource.ts';
import { closingLine, coverageOfRecord } from '../../answers/closing.ts';
import { writeKeys } from '../../answers/rows/record-cursor.ts';
import { sectionsPage } from '../../answers/rows/sections.ts';
import { voiceFor } from '../../answers/rows/voice.ts';
import { BYTES_PER_TOKEN, paragraphs } from '../../answers/token-budget.ts';
import { visitorName } from '../../answers/words/names.ts';
import { coveredOthers, knownOf } from '../../answers/selection/known-visitor.ts';
import { profileShown } from './visitor-records.ts';
import { sectionsOf } from './known-sections.ts';
import { profileWords } from './profile-words.ts';

const ROOM = { rows: Infinity, bytes: ROOM_FOR_PAGE * BYTES_PER_TOKEN };

/** `chat://visitors/{visitor_id}`: a visitor's totals, records, chats and messages. */
export const visitor = recordResource<VisitorId>({
  name: 'visitor',
  title: 'Visitor',
  description: 'One visitor: lifetime totals, and the chats and offline messages that are loaded.',
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
    const voice = await voiceFor(desk, question, desk.zone);
    const sections = await sectionsOf({ profile: record, ...known }, desk, voice);
    const page = await sectionsPage(sections, [], ROOM, voice);
    const call = { tool: 'get_visitor_stats', args: { visitor: String(id) }, seal: question.seal } as const;
    return {
      text: paragraphs(
        profileWords(record, desk.zone),
        page.text,
        nextPageWords(desk, {
          tool: call.tool,
          argument: 'visitor',
          id,
          cursor: page.left === 0 ? undefined : writeKeys(page.last, call),
          left: `${page.left} more`,
        }),
        unkeptWords(unkept),
      ),
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
