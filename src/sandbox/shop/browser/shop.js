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
});

// Where chatbot scripts look for it.
Object.defineProperty(window, 'shop', { value: shop });

/**
 * @param {Ids} ids
 * @returns {Promise<keyof typeof NEWS>}
 */
async function handOver(ids) {
  try {
    const response = await fetch('/chatbot-session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(ids),
    });
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

const news = document.querySelector('#news');
const newsText = news?.querySelector('p');
news?.querySelector('button')?.addEventListener('click', () => news.toggleAttribute('hidden', true));

/** @param {string} text */
function tell(text) {
  news?.removeAttribute('hidden');
  if (newsText) newsText.textContent = text;
}

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
