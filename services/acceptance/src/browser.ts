import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { exchange } from '@porchlight/testkit/src/exchange';
import { readConnection } from './stack-connection';

const TIMEOUT_MS = 20_000;

/** A response as a browser receives it. */
export interface BrowserReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: any;
}

/** An HTTP client with a cookie jar for the stack's host: uses the pages without a real browser. */
export const createBrowser = () => {
  const { baseUrl, caFile } = readConnection();
  const ca = readFileSync(caFile);
  const jar = new Map<string, string>();
  const send = async (
    method: string,
    path: string,
    options: { headers?: Record<string, string>; body?: string } = {},
  ): Promise<BrowserReply> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie !== '' && { cookie }), ...options.headers };
    const target = urlToHttpOptions(new URL(path, baseUrl));
    const { bytes, ...reply } = await exchange(
      { ...target, method, ca, headers, agent: false, timeout: TIMEOUT_MS },
      options.body,
      request,
    );
    for (const line of reply.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = line.split(';', 1)[0]!.split('=');
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const text = bytes.toString();
    const isJson = String(reply.headers['content-type']).startsWith('application/json') && text !== '';
    return { ...reply, text, json: isJson ? JSON.parse(text) : undefined };
  };
  const json = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    send(method, path, {
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    send('POST', path, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });

  /** Returns the hidden fields of the form of a page. */
  const hiddenFields = (html: string): Record<string, string> => {
    const fields: Record<string, string> = {};
    for (const [, name = '', value = ''] of html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g))
      fields[name] = value
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&quot;/g, '"')
        .replace(/&#39;/g, "'")
        .replace(/&amp;/g, '&');
    return fields;
  };
  return {
    send,
    json,
    form,
    /** Follows an authorization URL, signs in if necessary, and returns the URL of the final redirect. */
    async authorize(
      address: string,
      login: { email: string; password: string },
      decision: 'approve' | 'deny' = 'approve',
    ): Promise<URL> {
      let page = await send('GET', address);
      if (page.status === 302 && page.headers.location?.startsWith('/oauth/signIn')) {
        const signInPage = await send('GET', page.headers.location);
        const answer = await form('/oauth/signIn', { ...hiddenFields(signInPage.text), ...login });
        if (answer.status !== 303) throw new Error(`The sign-in answered ${answer.status}.`);
        page = await send('GET', answer.headers.location!);
      }
      if (page.status !== 200)
        throw new Error(`The consent page answered ${page.status}: ${page.headers.location ?? page.text}`);
      const landed = await form('/oauth/consent', { ...hiddenFields(page.text), decision });
      if (landed.status !== 303) throw new Error(`The consent answered ${landed.status}.`);
      return new URL(landed.headers.location!);
    },
  };
};

export type Browser = ReturnType<typeof createBrowser>;
