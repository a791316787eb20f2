import type { Sandbox } from '../sandbox/sandbox.ts';
import { handOverByWebhook } from '../sandbox/shop/hand-over.ts';
import { type Shop, startShop } from '../sandbox/shop/shop.ts';
import { webhookAddress } from '../sandbox/webhook.ts';
import type { AnyWorld } from '../sandbox/world/world.ts';

/** Where the shop's backend hands its customers' data. */
const ENDPOINT = 'customer-data';

/** Opens the example site that embeds the chat widget of a sandbox's first bot; undefined when there is no bot. */
export async function openShop({ url, world }: Pick<Sandbox<AnyWorld>, 'url' | 'world'>): Promise<Shop | undefined> {
  const [bot] = world.bots;
  if (bot === undefined) return undefined;
  return startShop({
    widget: { serviceUrl: url, chatbotId: bot.botId, botName: bot.name },
    // The token as it is when the data goes out: it may have been refreshed.
    handOver: handOverByWebhook({ address: `${webhookAddress(url, bot)}/${ENDPOINT}`, token: () => bot.token }),
  });
}
