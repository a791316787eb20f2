import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { startProgram, type Environment, type Program } from './program.ts';

/** A client's end of the standard input and output of a server in this process. The server ends with the connection. */
export class ProgramTransport extends StdioServerTransport {
  readonly #program: Program;

  private constructor(program: Program) {
    super(program.stdout, program.stdin);
    this.#program = program;
  }

  /** Starts a server with these flags. */
  static start(flags: readonly string[], environment: Environment = {}): ProgramTransport {
    return new ProgramTransport(startProgram(['stdio', ...flags], environment));
  }

  override async close(): Promise<void> {
    await super.close();
    this.#program.stdin.end();
    await this.#program.ended;
  }
}
