import { describe, expect, test } from 'vitest';
import { ANSWER_TOKENS, estimatedTokens } from '../../../src/answers/token-budget.ts';
import { first, HOUR, NOW, smallWorld, startDesk } from '../../mcp/desk.ts';
import { containing } from '../../support/matchers.ts';
import { idsOfAllPages, plainWorld, unansweredIn } from './messages.ts';

describe('a decision', () => {
  test('leaves the queue, joins the drafts, and sends nothing', async () => {
    const world = plainWorld();
    const unanswered = unansweredIn(world);
    const { offlineMessageId: id } = first(unanswered);
    await using desk = await startDesk(world);
    await desk.ask('list_offline_messages');
    const decision = {
      offline_message_id: id,
      priority: 'urgent',
      category: 'warranty',
      note: 'Ask the workshop.',
      draft_reply: 'Dear visitor,\nwe are on it.',
    };
    const { result, requests } = await desk.spentOn(() => desk.ask('record_triage', decision));
    expect(requests).toBe(0);
    expect(result.data).toEqual({
      recorded: true,
      sent: false,
      ...decision,
      left_in_queue: unanswered.length - 1,
      upstream_requests: 0,
    });
    expect(result.text).toBe(
      `**Triage of message ${id} saved**: urgent, warranty, with a note and a draft reply. Nothing was sent: a person has to send the draft. ${unanswered.length - 1} unanswered messages are left to triage.`,
    );

    const idsIn = async (state: string) => idsOfAllPages(desk, { state });
    expect(await idsIn('untriaged')).not.toContain(id);
    expect(await idsIn('untriaged')).toHaveLength(unanswered.length - 1);
    expect(await idsIn('drafted')).toEqual([id]);
    expect(await idsIn('decided')).toEqual([id]);
    expect(await idsIn('unanswered')).toHaveLength(unanswered.length);
    const { data, text } = await desk.ask('get_offline_message', { offline_message_id: id });
    expect(data.message.triage).toMatchObject({
      priority: 'urgent',
      note: decision.note,
      draft_reply: decision.draft_reply,
    });
    expect(text.split('\n')[0]).toContain('unanswered; triage: urgent, warranty');
    expect(text).toContain('\nNote: Ask the workshop.\n');
    expect(text).toContain('\nDraft, not sent: Dear visitor,\n  we are on it.\n');
    expect((await desk.ask('list_offline_messages', { state: 'drafted' })).text).toContain(
      'Triage: 1 urgent, 1 with a draft; 0 undecided.',
    );
  });

  test('leaves the message its room, and is whole on further pages', async () => {
    const world = plainWorld();
    const message = first(unansweredIn(world));
    message.text = '充電器から煙が出ています。'.repeat(14);
    for (const other of unansweredIn(world).slice(1, 6)) {
      Object.assign(other, { visitorId: message.visitorId, subject: '椅'.repeat(120), text: '机'.repeat(300) });
    }
    const { offlineMessageId: id } = message;
    await using desk = await startDesk(world);
    const note = '注'.repeat(2000);
    const draft = '案'.repeat(10_000);
    await desk.ask('list_offline_messages');
    const recorded = await desk.ask('record_triage', {
      offline_message_id: id,
      priority: 'urgent',
      note,
      draft_reply: draft,
    });
    expect(estimatedTokens(JSON.stringify(recorded.data))).toBeLessThan(ANSWER_TOKENS);
    const { text, data } = await desk.ask('get_offline_message', { offline_message_id: id });
    expect(text).toContain(`: ${message.text}\n`);
    expect(data.message.text).toBe(message.text);
    expect(estimatedTokens(text)).toBeLessThanOrEqual(ANSWER_TOKENS + 100);
    const pages = [data];
    for (let cursor = data.next_cursor; cursor !== undefined; cursor = pages.at(-1)?.next_cursor) {
      pages.push((await desk.ask('get_offline_message', { offline_message_id: id, cursor })).data);
    }
    expect(pages.map(({ message: { triage } }) => triage?.note ?? '').join('')).toBe(note);
    expect(pages.map(({ message: { triage } }) => triage?.draft_reply ?? '').join('')).toBe(draft);
  });

  test('keeps what a later one leaves out, and removes what it empties', async () => {
    const world = plainWorld();
    const { offlineMessageId: id } = first(unansweredIn(world));
    await using desk = await startDesk(world);
    await desk.ask('record_triage', { offline_message_id: id, priority: 'urgent', draft_reply: 'At once.' });
    const later = await desk.ask('record_triage', { offline_message_id: id, priority: 'can_wait', category: 'praise' });
    expect(later.data).toMatchObject({ priority: 'can_wait', draft_reply: 'At once.' });
    expect(later.text).toBe(
      `**Triage of message ${id} saved**: can wait, praise, with a draft reply. Nothing was sent: a person has to send the draft.`,
    );
    expect(await idsOfAllPages(desk, { state: 'drafted' })).toEqual([id]);
    await desk.ask('record_triage', { offline_message_id: id, priority: 'can_wait', draft_reply: '' });
    const { data } = await desk.ask('list_offline_messages', { state: 'all', limit: 100 });
    const all = await idsOfAllPages(desk, { state: 'drafted' });
    expect(all).toEqual([]);
    const { data: one } = await desk.ask('get_offline_message', { offline_message_id: id });
    expect(one.message.triage).toEqual({
      priority: 'can_wait',
      category: 'praise',
      decided_at: containing('2026-11-18'),
    });
    expect(data.total).toBe(world.offlineMessages.length);
  });

  test('about an answered message is no draft to work off', async () => {
    const world = plainWorld();
    const message = first(unansweredIn(world));
    await using desk = await startDesk(world);
    await desk.ask('record_triage', {
      offline_message_id: message.offlineMessageId,
      priority: 'soon',
      draft_reply: 'Yes.',
    });
    message.replies.push({ agentId: first(world.agents).agentId, text: 'Yes.', at: NOW });
    desk.service.clock.now += 2 * HOUR;
    expect((await desk.ask('list_offline_messages', { state: 'drafted' })).data.total).toBe(0);
    const { data } = await desk.ask('get_offline_message', { offline_message_id: message.offlineMessageId });
    expect(data.message).not.toHaveProperty('evidence');
    expect(data.message.triage?.draft_reply).toBe('Yes.');
    const again = await desk.ask('record_triage', { offline_message_id: message.offlineMessageId, priority: 'soon' });
    expect(again.text).toContain('The message already has a reply');
  });

  test('about a message that is not at hand reads it first, and refuses one that is not', async () => {
    const world = plainWorld();
    await using desk = await startDesk(world);
    const args = { offline_message_id: first(unansweredIn(world)).offlineMessageId, priority: 'soon' };
    expect((await desk.ask('record_triage', args)).data.upstream_requests).toBe(1);
    expect((await desk.ask('record_triage', args)).data.upstream_requests).toBe(0);
    const { isError, text } = await desk.ask('record_triage', { ...args, offline_message_id: 1 });
    expect(isError).toBe(true);
    expect(text).toContain('There is no offline message 1.');
  });

  test.each([
    { priority: 'whenever' },
    { priority: 'soon', note: 'x'.repeat(2001) },
    { priority: 'soon', draft_reply: 'x'.repeat(10_001) },
    { priority: 'soon', category: 'x'.repeat(61) },
  ])('that cannot be meant is refused %#', async (args) => {
    const world = smallWorld();
    await using desk = await startDesk(world);
    const { isError } = await desk.ask('record_triage', {
      offline_message_id: first(world.offlineMessages).offlineMessageId,
      ...args,
    });
    expect(isError).toBe(true);
  });
});
