import { Argument, type Command } from 'commander';

/** Adds the command that has a shell complete the others, and the one that the shell then asks. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('a script with which the TAB key completes commands')
    .addArgument(new Argument('<SHELL>').choices(['bash', 'zsh', 'fish', 'powershell']))
    .addHelpText(
      'after',
      `
  bash        chat-operations-mcp completion bash >> ~/.bashrc
  zsh         chat-operations-mcp completion zsh > ~/.chat-operations-mcp.zsh
              echo 'source ~/.chat-operations-mcp.zsh' >> ~/.zshrc
  fish        chat-operations-mcp completion fish >
                ~/.config/fish/completions/chat-operations-mcp.fish
  powershell  chat-operations-mcp completion powershell >> $PROFILE

Commands, flags, tools, their arguments and values. It needs the command
chat-operations-mcp, as npm install -g makes it, and asks no service.`,
    )
    .action(async (shell: string) => {
      const { printScript } = await import('../completion/script.ts');
      printScript(program.name(), shell);
    });

  program
    .command('complete', { hidden: true })
    .argument('[WORDS...]')
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (words: readonly string[]) => {
      const { complete } = await import('../completion/complete.ts');
      complete(program, words);
    });
}
