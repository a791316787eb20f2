#!/usr/bin/env node
// Checks the version before anything else is imported: on an older Node.js the imports themselves would fail,
// with words that help nobody.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `chat-operations-mcp needs Node.js 22.19 or newer; here is ${process.versions.node}.\n` +
      'Install a newer Node.js, or run: npx -y -p node@24 -p chat-operations-mcp chat-operations-mcp\n',
  );
  process.exit(1);
}
await import('../dist/main.js');
