import { Foreign } from '../../../src/model/foreign.ts';
import { describe, expect, it } from 'vitest';
import { findAgent, findVisitors } from '../../../src/answers/selection/lookup.ts';
import { AgentId, VisitorId } from '../../../src/model/ids.ts';
import { CallerText, DeskText } from '../../../src/model/text/trusted-text.ts';

const agents = [
  {
    agentId: AgentId.parse(1),
    firstName: DeskText.parse('Anna'),
    lastName: DeskText.parse('Keller'),
    email: DeskText.parse('anna.keller@shop.example.com'),
  },
  {
    agentId: AgentId.parse(2),
    firstName: DeskText.parse('Anna'),
    lastName: DeskText.parse('Petrova'),
    email: DeskText.parse('anna.petrova@shop.example.com'),
  },
  {
    agentId: AgentId.parse(3),
    firstName: DeskText.parse('Jonas'),
    lastName: DeskText.parse('Eriksen'),
    email: DeskText.parse('jonas.eriksen@shop.example.com'),
  },
];

const adviceFor = (wanted: string): string => {
  try {
    findAgent(CallerText.parse(wanted), agents);
  } catch (error) {
    if (error instanceof Error && 'advice' in error) return `${error.message} ${String(error.advice)}`;
  }
  return '';
};

describe('an agent that somebody means', () => {
  it.each([
    ['3', 3],
    ['JONAS.eriksen@shop.example.com', 3],
    ['jonas eriksen', 3],
    ['Eriksen', 3],
    ['petro', 2],
  ])('%s is found', (wanted, id) => {
    expect(findAgent(CallerText.parse(wanted), agents).agentId).toBe(id);
  });

  it('is answered with the candidates when several match', () => {
    expect(adviceFor('anna')).toContain('Anna Keller (1)');
    expect(adviceFor('anna')).toContain('Anna Petrova (2)');
  });

  it.each(['Jonnas', 'Erikson', 'jonas erikson'])('is offered for the slip %s', (slip) => {
    expect(adviceFor(slip)).toContain('Jonas Eriksen (3)');
  });

  it('is not guessed from nothing like it', () => {
    expect(adviceFor('zzzzzzzzzz')).not.toContain('(3)');
  });
});

describe('visitors that somebody means', () => {
  const contacts = [
    { visitorId: VisitorId.parse(11), name: new Foreign('Ana'), phone: new Foreign('+49 (30) 555-0101') },
    { visitorId: VisitorId.parse(12), name: new Foreign('Ana María'), email: new Foreign('ana@example.com') },
    { visitorId: VisitorId.parse(12), name: new Foreign('Ana M.'), email: new Foreign('ana@example.com') },
    {
      visitorId: VisitorId.parse(13),
      name: new Foreign('Bo'),
      email: new Foreign('none'),
      phone: new Foreign('12-34-56'),
    },
  ];

  it.each([
    ['ana@EXAMPLE.com', [12]],
    ['0049 30 5550101', [11]],
    ['030 5550101', [11]],
    ['+49 (0)30 555 01 01', [11]],
    ['49305550101', [11]],
    // Digits alone may be an id that is not at hand: a part of a phone number is not taken for it.
    ['305550101', []],
    // Placeholders are nobody's.
    ['12 34 56', []],
    ['none', []],
    ['Ana', [11]],
    ['maría', [12]],
    ['ANA  María', [12]],
    ['nobody@example.com', []],
  ])('%s', (wanted, ids) => {
    expect(findVisitors(wanted, contacts).map(({ visitorId }) => visitorId)).toEqual(ids);
  });
});
