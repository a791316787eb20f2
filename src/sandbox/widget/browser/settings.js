// @ts-check

// The settings of the bots' webhooks: what is shown there is to be copied to other places.
for (const button of document.querySelectorAll('button')) {
  const copied = document.getElementById(button.dataset['copies'] ?? '');
  if (!copied) continue;
  // Without this script, it would be of no use.
  button.hidden = false;
  button.addEventListener('click', () => void copy(copied, button.nextElementSibling));
}

/**
 * @param {HTMLElement} copied
 * @param {Element | null} news Told what came of it.
 */
async function copy(copied, news) {
  let words = 'Copied.';
  try {
    await navigator.clipboard.writeText(copied.textContent);
  } catch {
    getSelection()?.selectAllChildren(copied);
    words = 'Selected: copy it with the keyboard.';
  }
  if (news) news.textContent = words;
}
