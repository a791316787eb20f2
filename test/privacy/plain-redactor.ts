import { Foreign } from '../../src/model/foreign.ts';
import { mapKnown } from '../../src/model/omit-undefined.ts';
import { plainText } from '../../src/privacy/quoted.ts';
import { createRedactor, type Redactor, type RedactorOptions } from '../../src/privacy/redactor.ts';

interface Contact {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly ip?: string | undefined;
  readonly country?: string | undefined;
}

const foreign = (text: string) => new Foreign(text);

/** A redactor to which tests give strangers' texts as strings. */
export interface PlainRedactor extends Pick<Redactor, 'deskField'> {
  readonly line: (text: string, maxLength?: number) => string;
  readonly field: (text: string, maxLength?: number) => string;
  readonly near: (text: string, maxLength: number, placeIn: (clean: string) => number) => string;
  readonly block: (text: string, maxLength?: number) => Promise<string>;
  readonly piece: (text: string, maxLength?: number) => string;
  readonly email: (text: string) => string;
  readonly phone: (text: string) => string;
  readonly about: (contact: Contact) => PlainRedactor;
  readonly from: (agent: Parameters<Redactor['from']>[0]) => PlainRedactor;
  readonly ofOurSide: () => PlainRedactor;
  readonly inConversation: (
    messages: readonly { readonly author: string; readonly text: string }[],
  ) => Promise<PlainRedactor>;
}

export function createPlainRedactor(options: RedactorOptions): PlainRedactor {
  return plainRedactor(createRedactor(options));
}

function plainRedactor(redactor: Redactor): PlainRedactor {
  return {
    line: (text, maxLength) => plainText(redactor.line(foreign(text), maxLength)),
    field: (text, maxLength) => plainText(redactor.field(foreign(text), maxLength)),
    deskField: redactor.deskField,
    near: (text, maxLength, placeIn) => plainText(redactor.near(foreign(text), maxLength, placeIn)),
    block: async (text, maxLength) => plainText(await redactor.block(foreign(text), maxLength)),
    piece: (text, maxLength) => plainText(redactor.piece(foreign(text), maxLength)),
    email: (text) => plainText(redactor.email(foreign(text))),
    phone: (text) => plainText(redactor.phone(foreign(text))),
    about: ({ email, phone, ip, country }) =>
      plainRedactor(
        redactor.about({
          email: mapKnown(email, foreign),
          phone: mapKnown(phone, foreign),
          ip: mapKnown(ip, foreign),
          country: mapKnown(country, foreign),
        }),
      ),
    from: (agent) => plainRedactor(redactor.from(agent)),
    ofOurSide: () => plainRedactor(redactor.ofOurSide()),
    inConversation: async (messages) => {
      const foreigns = messages.map(({ author, text }) => ({ author, text: foreign(text) }));
      return plainRedactor(await redactor.inConversation(foreigns));
    },
  };
}
