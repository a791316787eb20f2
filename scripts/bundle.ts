// `npm run bundle`: a file that hosts install, of what the package holds and nothing else of the checkout.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../src/model/version.ts';
import { packBundle } from './mcpb.ts';

const root = join(import.meta.dirname, '..');
const file = join(root, `chat-operations-mcp-${VERSION}.mcpb`);
const folder = mkdtempSync(join(tmpdir(), 'chat-operations-bundle-'));
try {
  const shell = process.platform === 'win32';
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root, shell });
  execFileSync('tar', ['-xzf', `chat-operations-mcp-${VERSION}.tgz`], { cwd: folder });
  const bytes = await packBundle(join(folder, 'package'), file);
  process.stdout.write(`${file}: ${(bytes / 1e6).toFixed(1)} MB\n`);
} finally {
  rmSync(folder, { recursive: true });
}
