/**
 * The steps that one text may take: some 0.4 s, in turns. Only texts made for it need them. Of pages of 30,000 characters, log lines
 * take 1.1 million, tables 1.0 million, and dumps in hexadecimal 0.8 million.
 */
const MAX_STEPS = 4_000_000;
/** The steps after which others have their turn: some 4 ms. */
const STEPS_OF_A_TURN = 40_000;

/**
 * Counts the work on one text, in steps: a token read by the lexer or by a rule is one. The time follows the steps whatever a text
 * says, and so a stranger's text can take no more than its share.
 */
export class Effort {
  #steps = 0;
  #turn = STEPS_OF_A_TURN;

  get steps(): number {
    return this.#steps;
  }

  get isSpent(): boolean {
    return this.#steps > MAX_STEPS;
  }

  take(steps: number): void {
    this.#steps += steps;
  }

  /** Whether others are to have their turn: true once in `STEPS_OF_A_TURN` steps. */
  isTurnOver(): boolean {
    if (this.#steps < this.#turn) return false;
    this.#turn = this.#steps + STEPS_OF_A_TURN;
    return true;
  }
}
