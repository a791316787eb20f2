import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { listening } from '../listening.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the page of a host is, and its sandbox. */
    hostPage: { readonly url: string; readonly sandbox: string };
  }
}

/** What a host lets a view do that names no domain at all (MCP Apps 2026-01-26, "Content Security Policy"): load nothing. */
const VIEW_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self' data:",
  "connect-src 'none'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'self'",
].join('; ');

const HOST = `<!doctype html><html lang="en"><title>A host</title>
<style>html { color-scheme: light dark } body { margin: 0 } iframe { display: block; width: 100%; border: 0 }</style>
<body><script src="/host.js"></script></body></html>`;

/** Between host and view, from another origin: it hands messages on, and has a frame of no origin for the view. */
const SANDBOX = `<!doctype html><html lang="en"><title>A sandbox</title>
<style>html, body { margin: 0; height: 100% } iframe { display: block; width: 100%; height: 100%; border: 0 }</style>
<body><script>
  let frame;
  addEventListener('message', ({ source, data }) => {
    if (source === parent && data.method === 'ui/notifications/sandbox-resource-ready') {
      frame = document.createElement('iframe');
      frame.title = 'The view';
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.srcdoc = data.params.html.replace('<head>', ${JSON.stringify(`<head><meta http-equiv="Content-Security-Policy" content="${VIEW_POLICY}">`)});
      document.body.append(frame);
    } else if (source === parent) frame?.contentWindow.postMessage(data, '*');
    else if (source === frame?.contentWindow) parent.postMessage(data, '*');
  });
  parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*');
</script></body></html>`;

/** Serves the page of a host, and its sandbox from another origin, to all the files of a run. */
export default async function setup(project: TestProject): Promise<() => void> {
  let script: Promise<Uint8Array> | undefined;
  const host = createServer(({ url }, response) => {
    if (url === '/host.js') {
      response.setHeader('Content-Type', 'text/javascript');
      (script ??= hostScript()).then(
        (bytes) => response.end(bytes),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    } else {
      response.setHeader('Content-Type', 'text/html');
      response.end(HOST);
    }
  });
  const sandbox = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(SANDBOX);
  });
  project.provide('hostPage', { url: await listening(host), sandbox: await listening(sandbox) });
  return () => {
    for (const server of [host, sandbox]) {
      server.close();
      server.closeAllConnections();
    }
  };
}

async function hostScript(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('host-page/host.ts', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    logLevel: 'warning',
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}
