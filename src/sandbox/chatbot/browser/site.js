// @ts-check

/** The functions of the site that the chatbot's scripts may call (specification, section 6). */
const site = {
  /**
   * Has the site's backend hand the customer who is logged in to this session.
   *
   * @param {{ session_id: string, chatbot_id: string }} ids
   */
  async handOver({ session_id, chatbot_id }) {
    const response = await fetch('hand-over', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ session_id, chatbot_id }),
    });
    if (!response.ok) throw new Error('the site could not hand over who you are');
  },
};

// Where chatbot scripts look for it.
Object.assign(window, { site });
