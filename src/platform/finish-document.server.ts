import { symbolsFor } from '../ui/icons.ts';
import { scriptHash } from './security-headers.server.ts';

const emptyHeld = '<script type="text/held"></script>';

// '<' would end the script, or begin a comment in it.
const inScript = (text: string) =>
  JSON.stringify(text).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

export type FinishedDocument = { html: string; scriptHashes: string[] };

/**
 * The last step of a page: React Router's own scripts are held back, as one text, until the reader touches something
 * (src/pages/visit-script.ts starts it), and the sprite gets just the symbols that the page uses.
 * @param handoff what the router's loaders returned, as it is encoded for the browser
 */
export function finishDocument(rendered: string, handoff = ''): FinishedDocument {
  const scriptHashes: string[] = [];
  const held: string[] = [];
  const headEnd = rendered.indexOf('</head>');
  const head = rendered
    .slice(0, headEnd)
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<script>([\s\S]*?)<\/script>/g, (whole, code: string) => {
      scriptHashes.push(scriptHash(code));
      return whole;
    });
  const html =
    head +
    rendered
      .slice(headEnd)
      .replace(/<script nonce="held"([^>]*)>([\s\S]*?)<\/script>/g, (_whole, attributes: string, code: string) => {
        const source = /src="([^"]*)"/.exec(attributes)?.[1];
        held.push(source ? `import ${JSON.stringify(source)};` : code);
        // The element stays: React looks for as many as it rendered.
        return emptyHeld;
      });
  // Imports of a module run before its statements, and entry.client comes by a dynamic one, last: so one module is enough.
  if (held.length > 0)
    held.push(
      `window.__reactRouterContext.streamController.enqueue(${inScript(handoff)});`,
      'window.__reactRouterContext.streamController.close();',
    );
  const code = held.join('\n');
  if (code !== '') scriptHashes.push(scriptHash(code));
  const lastAt = html.lastIndexOf(emptyHeld);
  const whole =
    lastAt === -1
      ? html
      : `${html.slice(0, lastAt)}<script type="text/held" id="held">${code}</script>${html.slice(lastAt + emptyHeld.length)}`;
  const names = new Set([...whole.matchAll(/href="#i-([a-z0-9-]+)"/g)].map((match) => match[1] as string));
  const symbols = symbolsFor(names);
  return {
    html: whole.replace('<div hidden="" id="sprite"></div>', () => `<div hidden="" id="sprite">${symbols}</div>`),
    scriptHashes,
  };
}
