import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Response } from 'express';
import { sendPage, STYLE_SHEETS } from './page';

const PUBLIC = join(__dirname, '../../../console/public');

const render = (): { html: string; policy: string } => {
  const sent = { html: '', policy: '' };
  const res = {
    writeHead: (_status: number, headers: Record<string, string>) =>
      void (sent.policy = headers['Content-Security-Policy'] ?? ''),
    end: (payload: Buffer) => void (sent.html = payload.toString()),
  } as unknown as Response;
  sendPage(res, 200, { title: 'Allow <i>?', body: '<p>Hello</p>' });
  return sent;
};

describe('a page of the gateway', () => {
  it('given any page, then its look comes only from the style sheets of the console', () => {
    const { html, policy } = render();
    const linked = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map(([, path]) => path);
    expect(linked).toEqual(STYLE_SHEETS);
    expect(html).not.toMatch(/<style|style=/);
    expect(policy).toContain("style-src 'self'");
  });

  it.each(STYLE_SHEETS)('given %s, then the console has the file', (path) => {
    expect(existsSync(join(PUBLIC, path.replace('/console/', '')))).toBe(true);
  });
});
