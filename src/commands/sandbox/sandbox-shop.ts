import type { Sandbox } from '../../sandbox/sandbox.ts';
import { handOverByWebhook } from '../../sandbox/shop/hand-over.ts';
import { type Shop, startShop } from '../../sandbox/shop/shop.ts';
import { webhookAddress } from '../../sandbox/webhook.ts';
import type { AnyWorld } from '../../sandbox/world/world.ts';

/** Where the shop's backend hands its customers' data. */
const ENDPOINT = 'customer-data';

const LAST_PORT = 65_535;

/**
 * Opens the example site that embeds the chat widget of a sandbox's first bot; undefined when there is no bot. It listens at
 * the port behind the service's own, so that browsers know it again, or at any that is free.
 */
export async function openShop(
  { url, world }: Pick<Sandbox<AnyWorld>, 'url' | 'world'>,
  servicePort: number,
): Promise<Shop | undefined> {
  const [bot] = world.bots;
  if (bot === undefined) return undefined;
  const options = {
    widget: { serviceUrl: url, chatbotId: bot.botId, botName: bot.name },
    // The token as it is when the data goes out: it may have been refreshed.
    handOver: handOverByWebhook({ address: `${webhookAddress(url, bot)}/${ENDPOINT}`, token: () => bot.token }),
  };
  if (servicePort === 0 || servicePort === LAST_PORT) return startShop(options);
  return startShop({ ...options, port: servicePort + 1 }).catch(() => startShop(options));
}
