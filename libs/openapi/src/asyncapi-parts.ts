type Json = Record<string, unknown>;

/** A reference within an AsyncAPI document: `channels/webhooks`. */
export const referTo = (path: string): Json => ({ $ref: `#/${path}` });

/** An operation of an AsyncAPI document that sends messages to a channel. */
export const sendsTo = (channel: string, summary: string, description: string): Json => ({
  action: 'send',
  channel: referTo(`channels/${channel}`),
  summary,
  description,
});

/** `info` of an AsyncAPI document. */
export const asyncApiInfo = (title: string, version: string, description: string): Json => ({
  title,
  version,
  description,
  contact: { name: 'Porchlight' },
  license: { name: 'Apache License 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  tags: [{ name: 'Webhooks' }],
});

/** An object with a value for each key. */
export const mapTo = <T>(keys: readonly string[], create: (key: string) => T): Record<string, T> =>
  Object.fromEntries(keys.map((key) => [key, create(key)]));
