// @ts-check

/**
 * The shop's own part of section 6: what the chatbot calls to learn who its visitor is.
 *
 * @typedef {{ session_id: string, chatbot_id: string }} Ids
 */

const NEWS = {
  taken: 'The chat knows your account now.',
  refused: 'The chat did not take your account: its service refused it. You can go on without.',
  unknown: 'Nobody can say whether the chat has your account: its service gave no clear answer.',
  'not logged in': 'You are not logged in, so the chat does not know your account.',
};

/** For whoever reads the conversation: short, because the page has said it already. */
const REASONS = {
  refused: 'the chat service refused the data of the customer',
  unknown: 'nobody can say whether the data of the customer arrived',
  'not logged in': 'nobody is logged in to the shop',
};

const shop = Object.freeze({
  /**
   * Shows the logged-in customer to the chatbot: the shop's backend hands their data to this session.
   *
   * @param {Ids} ids
   */
  async identify({ session_id, chatbot_id }) {
    const outcome = await handOver({ session_id, chatbot_id });
    tell(NEWS[outcome]);
    if (outcome !== 'taken') throw new Error(REASONS[outcome]);
  },

  /**
   * The customer is through with the chatbot: the shop's staff need not look after this session any more.
   *
   * @param {Ids} ids
   */
  async leave({ session_id, chatbot_id }) {
    try {
      await post('/chatbot-session/left', { session_id, chatbot_id });
    } catch {
      // No matter to a visitor who says goodbye.
    }
  },
});

// Where chatbot scripts look for it.
Object.defineProperty(window, 'shop', { value: shop });

/**
 * @param {Ids} ids
 * @returns {Promise<keyof typeof NEWS>}
 */
async function handOver(ids) {
  try {
    const response = await post('/chatbot-session', ids);
    if (response.status === 401) return 'not logged in';
    /** @type {unknown} */
    const answer = await response.json();
    const outcome = typeof answer === 'object' && answer !== null && 'outcome' in answer ? answer.outcome : undefined;
    if (outcome === 'taken' || outcome === 'unknown') return outcome;
    return 'refused';
  } catch {
    return 'unknown';
  }
}

/**
 * @param {string} path
 * @param {Ids} ids
 */
async function post(path, ids) {
  return fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(ids),
  });
}

/** News are read by then, and stay for whoever is at them with the pointer or the focus. */
const NEWS_STAY_MS = 10_000;

const news = document.querySelector('#news');
const newsText = news?.querySelector('p');
/** @type {ReturnType<typeof setTimeout> | undefined} */
let newsEnd;
const hideNews = () => news?.toggleAttribute('hidden', true);
const hideNewsLater = () => {
  clearTimeout(newsEnd);
  newsEnd = setTimeout(() => {
    if (news?.matches(':hover, :focus-within')) hideNewsLater();
    else hideNews();
  }, NEWS_STAY_MS);
};
news?.querySelector('button')?.addEventListener('click', hideNews);

/** @param {string} text */
function tell(text) {
  news?.removeAttribute('hidden');
  if (newsText) newsText.textContent = text;
  hideNewsLater();
}

// What a customer saw in other tabs is not for whoever uses the browser after them.
const { customer: ownCustomer = '' } = document.documentElement.dataset;
const tabs = new BroadcastChannel('customer');
tabs.addEventListener('message', ({ data }) => {
  if (ownCustomer !== '' && data !== ownCustomer) location.replace(location.pathname);
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has only tabs of its own origin
tabs.postMessage(ownCustomer);

for (const button of document.querySelectorAll('button')) {
  if (button.dataset['copies'] !== undefined) button.addEventListener('click', () => void copy(button));
}

/** @param {HTMLButtonElement} button */
async function copy(button) {
  const sentence = document.getElementById(button.dataset['copies'] ?? '');
  if (!sentence) return;
  try {
    await navigator.clipboard.writeText(sentence.textContent);
    tell('The sentence is copied.');
  } catch {
    getSelection()?.selectAllChildren(sentence);
    tell('The sentence is selected: copy it with the keyboard.');
  }
}
